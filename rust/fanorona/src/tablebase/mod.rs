//! Endgame tables: the value of every position with few stones, and how far it is from the next
//! capture.
//!
//! [`build`] makes them by retrograde analysis and keeps them as files, one for each pair of
//! numbers of stones; [`Tablebase`] answers from them. `docs/tables.md` defines values, distances
//! and files.

mod build;
mod combination;
mod counts;
mod error;
mod file;
mod folder;
mod index;
mod memory;
mod monitor;
mod name;
mod places;
mod probe;
mod retrograde;
mod statistics;
mod table;
mod values;
mod verify;

pub use build::{BuiltTable, Request, build};
pub use counts::Counts;
pub use error::TableError;
pub use file::FileDigest;
pub use monitor::Monitor;
pub use name::{Name, TableKind};
pub use probe::{Tablebase, serves};
pub use statistics::{Farthest, TableStatistics};
pub use verify::{Verified, verify};

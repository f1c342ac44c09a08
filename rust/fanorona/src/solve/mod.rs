//! The solver: the value of a position under perfect play, with a proof that a program checks
//! which trusts nothing but the rules and the endgame tables.
//!
//! [`Solver`] searches, [`Certificate`] is the proof. `docs/solving.md` tells how, defines the file
//! and lists results.

mod certificate;
mod check;
mod checkpoint;
mod digested;
mod doubts;
mod error;
mod known;
mod node;
mod numbers;
mod play;
mod proof;
mod search;
mod solver;
mod survival;
mod table;
mod varint;
mod victory;

pub use certificate::{Certificate, Claim, Entry};
pub use error::{Refusal, SolveError};
pub use solver::{Limits, Progress, Solution, Solver, Verdict};

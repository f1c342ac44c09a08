//! The engine: a search for the best turn.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use fanorona::search::{Limits, Options, Score, Searcher};
//! use fanorona::{Game, Rules, Variant};
//!
//! let game = Game::new(Variant::TELO, Rules::THEORY);
//! let limits = Limits { depth: Some(12), ..Limits::default() };
//! let stop = AtomicBool::new(false);
//! let info =
//!     Searcher::new(1).search(&game, &limits, &Options::default(), &stop, &mut |_| {});
//! assert!(matches!(info.lines[0].score, Score::Win(_)), "Telo is won for White");
//! ```

mod evaluation;
mod exchange;
mod levels;
mod limits;
mod network;
mod node;
mod ordering;
mod root;
mod score;
mod searcher;
mod table;
mod tables;
mod turns;
mod worker;

pub use levels::Level;
pub use limits::{Limits, Options};
pub use score::Score;
pub use searcher::{Info, Line, Searcher};
pub use tables::Tables;

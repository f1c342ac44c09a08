//! The engine: a search for the best turn.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use fanorona::search::{Limits, Searcher};
//! use fanorona::{Game, Rules, Variant};
//!
//! let game = Game::new(Variant::TELO, Rules::THEORY);
//! let mut searcher = Searcher::new(1);
//! let limits = Limits { depth: Some(7), ..Limits::default() };
//! let report = searcher.search(&game, &limits, &AtomicBool::new(false), &mut |_| {});
//! assert!(game.is_legal(&report.best.unwrap()));
//! ```

mod evaluation;
mod limits;
mod score;
mod searcher;
mod table;
mod turns;

pub use limits::Limits;
pub use score::Score;
pub use searcher::{Info, Report, Searcher};

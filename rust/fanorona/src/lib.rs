//! The rules of Fanorona, the board game of Madagascar.
//!
//! Everything begins with a [`Position`]: a board ([`Variant`]), a rule set ([`Rules`]), stones and
//! the side to move. A [`Game`] adds what the draw rules count.
//!
//! ```
//! use fanorona::{Position, Rules, Variant};
//!
//! let start = Position::start(Variant::TSIVY, Rules::STANDARD);
//! let mut moves: Vec<String> = start.legal_moves().iter().map(ToString::to_string).collect();
//! moves.sort();
//! assert_eq!(moves, ["d2-e3A", "d3-e3A", "d3-e3W", "e2-e3A", "f2-e3A"]);
//! ```

mod action;
pub mod batch;
pub mod bitboard;
mod color;
mod direction;
mod error;
mod files;
mod game;
mod geometry;
mod history;
mod legality;
mod movegen;
mod moves;
pub mod naive;
pub mod notation;
pub mod observation;
mod outcome;
mod perft;
mod play;
pub mod playout;
mod position;
mod quiet;
mod reader;
mod rules;
pub mod search;
pub mod selfplay;
pub mod solve;
pub mod statistics;
mod stepping;
mod stones;
mod symmetry;
pub mod tablebase;
mod threads;
mod variant;
mod wdl;
mod words;
mod zobrist;

pub use color::Color;
pub use direction::Direction;
pub use error::{MoveError, ParseError, PositionError};
pub use game::{Game, StepTakenBack, TakenBack};
pub use geometry::Geometry;
pub use history::{Back, History};
pub use movegen::Visitor;
pub use moves::{Kind, LONGEST_CHAIN, Move, Step};
pub use notation::Fen;
pub use outcome::{Outcome, Termination};
pub use position::Position;
pub use rules::{AtLimit, BothBlocked, Capture, Chain, Rules, Setup};
pub use stones::Stones;
pub use symmetry::Symmetry;
pub use variant::Variant;
pub use wdl::Wdl;

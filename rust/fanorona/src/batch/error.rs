//! What a batch refuses.

use std::io;

use thiserror::Error;

use crate::error::PositionError;

/// Why a batch was not made, or why something was not done with it; it is as before then.
#[derive(Debug, Error)]
pub enum BatchError {
    /// A setting has no meaning.
    #[error("{field}: {reason}")]
    Setting {
        /// Its name.
        field: &'static str,
        /// What is wrong, with the value.
        reason: String,
    },
    /// A list has more or fewer items than there are games.
    #[error("{field}: {found} for {games} games")]
    Length {
        /// The list.
        field: &'static str,
        /// Its length.
        found: usize,
        /// The number of games.
        games: usize,
    },
    /// An action is not legal in its game.
    #[error("actions: game {game}: action {action} is not legal")]
    Illegal {
        /// The number of the game.
        game: usize,
        /// The action.
        action: i64,
    },
    /// A position string is none, or not of this batch's board.
    #[error("fens: game {game}: {source}")]
    Position {
        /// The number of the game.
        game: usize,
        /// What is wrong with it.
        source: PositionError,
    },
    /// Bytes are no state of such a batch.
    #[error("state: {0}")]
    State(String),
    /// The system refused a thread.
    #[error("threads: {0}")]
    Spawn(#[from] io::Error),
    /// A thread failed, and its games are lost with it.
    #[error("a working thread failed; the batch can no longer be used")]
    Lost,
}

//! What can be wrong with a text or a turn.

use thiserror::Error;

/// A word that is none of those expected: a side, a point, a board, a rule set.
///
/// ```
/// use fanorona::Variant;
/// let error = "chess".parse::<Variant>().unwrap_err();
/// assert!(error.to_string().starts_with("variant \"chess\""));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{field} {value:?}: {reason}")]
pub struct ParseError {
    /// What was being read.
    pub field: &'static str,
    /// The offending text, shortened where it is long.
    pub value: String,
    /// Why it was refused.
    pub reason: String,
}

impl ParseError {
    pub(crate) fn new(field: &'static str, value: &str, reason: impl Into<String>) -> Self {
        Self { field, value: shorten(value), reason: reason.into() }
    }
}

/// Why a text or a value is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("invalid position: {field}: {reason}")]
pub struct PositionError {
    /// The field of the position string (`ROWS`, `TURN`, `CHAIN`, `QUIET`, `NUMBER`, `LAST`).
    pub field: &'static str,
    /// What is wrong with it, with the offending value.
    pub reason: String,
}

impl PositionError {
    pub(crate) fn new(field: &'static str, reason: impl Into<String>) -> Self {
        Self { field, reason: reason.into() }
    }
}

/// Why a move text or a move was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text has none of the forms of move text.
    #[error("invalid move {text:?}: {reason}")]
    Invalid {
        /// The offending text, shortened where it is long.
        text: String,
        /// What form it misses.
        reason: String,
    },
    /// No legal turn of the position matches.
    #[error("illegal move {text}: {reason}")]
    Illegal {
        /// The move as it was given.
        text: String,
        /// Why it is refused.
        reason: String,
    },
    /// Several legal turns match the text.
    #[error("ambiguous move {text}: could be {}", candidates.join(" or "))]
    Ambiguous {
        /// The move as it was given.
        text: String,
        /// The first few legal turns that match, in move text.
        candidates: Vec<String>,
    },
}

impl MoveError {
    pub(crate) fn invalid(text: &str, reason: impl Into<String>) -> Self {
        Self::Invalid { text: shorten(text), reason: reason.into() }
    }

    pub(crate) fn illegal(text: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Illegal { text: shorten(&text.into()), reason: reason.into() }
    }
}

/// The longest offending text that an error repeats, in characters.
const LONGEST_QUOTE: usize = 80;

pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

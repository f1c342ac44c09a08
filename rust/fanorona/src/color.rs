//! The two sides.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use crate::error::ParseError;

/// A side of the game. White moves first.
///
/// ```
/// use fanorona::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!("b".parse::<Color>(), Ok(Color::Black));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Color {
    /// The side that moves first, at the bottom of a diagram.
    White = 0,
    /// The side at the top of a diagram.
    Black = 1,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter used in position strings: `w` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Color {
    type Err = ParseError;

    /// Reads `w` or `b`, in either case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "w" | "W" => Ok(Self::White),
            "b" | "B" => Ok(Self::Black),
            _ => Err(ParseError::new("side", text, "expected w or b")),
        }
    }
}

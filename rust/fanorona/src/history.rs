//! What a position remembers where the rule set makes legal turns depend on earlier ones.

use crate::bitboard::Bitboard;
use crate::color::Color;

/// A side's last turn: where its stone started and where it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Back {
    /// The point the stone left, to which it may not return in its owner's next turn.
    pub origin: u8,
    /// The point where the stone ended and still stands.
    pub destination: u8,
}

/// The history that a position carries; empty under rules that need none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct History {
    /// By [`Color::index`]: whether that side has not yet had its first turn
    /// (`first_turn_single = yes`).
    pub first: [bool; 2],
    /// By [`Color::index`]: that side's last turn, while its stone stands (`reversal = no`).
    pub back: [Option<Back>; 2],
    /// Stones of the side that is not to move, one of which is removed first (`capture = huff`).
    pub huff: Bitboard,
}

impl History {
    /// Whether nothing is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether this side has not yet had its first turn.
    #[must_use]
    pub const fn is_first(&self, color: Color) -> bool {
        self.first[color.index()]
    }
}

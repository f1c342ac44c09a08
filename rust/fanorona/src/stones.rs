//! The stones of both sides as one of them sees them.

use crate::bitboard::Bitboard;

/// The stones as the player to move sees them.
///
/// ```
/// use fanorona::Stones;
/// let stones = Stones { own: 0b001, enemy: 0b110 };
/// assert_eq!(stones.count(), 3);
/// assert_eq!(stones.swapped(), Stones { own: 0b110, enemy: 0b001 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    /// The mover's stones.
    pub own: Bitboard,
    /// The opponent's stones.
    pub enemy: Bitboard,
}

impl Stones {
    /// The same stones as the opponent sees them.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }

    /// The number of stones of both sides.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        (self.own | self.enemy).count_ones()
    }
}

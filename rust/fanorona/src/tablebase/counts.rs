//! How many stones of each side a table is about.

use super::combination::choose;
use crate::stones::Stones;
use crate::variant::Variant;

/// The numbers of stones that a table is about: the mover's and the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Counts {
    /// The mover's stones.
    pub own: u32,
    /// The opponent's stones.
    pub enemy: u32,
}

impl Counts {
    /// The same stones with the opponent to move.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }

    /// All stones on the board.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.own + self.enemy
    }

    pub(super) fn of(stones: Stones) -> Self {
        Self { own: stones.own.count_ones(), enemy: stones.enemy.count_ones() }
    }

    /// All counts of both sides, none of them zero, with so many stones in all.
    pub(super) fn with_total(total: u32) -> impl Iterator<Item = Self> {
        (1..total).map(move |own| Self { own, enemy: total - own })
    }

    /// All counts with at most so many stones, those with fewer first.
    pub(crate) fn up_to(most: u32) -> impl Iterator<Item = Self> {
        (2..=most).flat_map(Self::with_total)
    }

    /// The number of positions, every symmetric image counted.
    ///
    /// # Panics
    /// Where the board has no room for so many stones.
    ///
    /// ```
    /// use fanorona::{Variant, tablebase::Counts};
    /// assert_eq!(Counts { own: 1, enemy: 2 }.positions(Variant::TELO), 9 * 28);
    /// ```
    #[must_use]
    pub fn positions(self, variant: Variant) -> u64 {
        let points = u32::from(variant.points());
        choose(points, self.own).saturating_mul(choose(points - self.own, self.enemy))
    }

    /// Where these counts stand in a list of all that any board can have.
    pub(super) const fn slot(self) -> usize {
        self.own as usize * (Variant::MOST_POINTS + 1) + self.enemy as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_at_most_seven_stones() {
        // Schadd et al. (2008), section 3.
        let all = Counts::up_to(7);
        assert_eq!(all.map(|counts| counts.positions(Variant::TSIVY)).sum::<u64>(), 6_261_651_660);
    }
}

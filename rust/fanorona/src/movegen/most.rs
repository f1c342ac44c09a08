//! Visitors for the rule that the most stones must be taken.

use super::Visitor;
use crate::bitboard::{Bitboard, bit};
use crate::direction::Direction;
use crate::moves::Kind;
use crate::stones::Stones;

/// Finds the largest number of stones that a turn takes, and where the turns begin that take it.
pub(crate) struct LargestCapture {
    enemy: Bitboard,
    pub(crate) most: u32,
    /// Where the turns begin that take `most` stones; nothing where no turn captures.
    pub(crate) origins: Bitboard,
}

impl LargestCapture {
    /// Of the turns of a player with these stones against it.
    pub(crate) fn of(enemy: Bitboard) -> Self {
        Self { enemy, most: 0, origins: 0 }
    }
}

impl Visitor for LargestCapture {
    type Path = Bitboard;

    #[inline]
    fn begin(&mut self, _: Option<u8>, origin: Option<u8>) -> Bitboard {
        origin.map_or(0, bit)
    }

    #[inline]
    fn step(&mut self, path: Bitboard, _: Direction, _: Kind, _: u8) -> Bitboard {
        path
    }

    #[inline]
    fn turn(&mut self, path: Bitboard, after: Stones) {
        let taken = (self.enemy & !after.enemy).count_ones();
        if taken > self.most {
            (self.most, self.origins) = (taken, path);
        } else if taken == self.most && taken > 0 {
            self.origins |= path;
        }
    }
}

/// Passes on paikas and the turns that take `most` stones.
pub(super) struct OnlyMost<'a, V> {
    pub(super) inner: &'a mut V,
    pub(super) enemy: Bitboard,
    pub(super) most: u32,
}

impl<V: Visitor> Visitor for OnlyMost<'_, V> {
    type Path = V::Path;

    fn begin(&mut self, removed: Option<u8>, origin: Option<u8>) -> V::Path {
        self.inner.begin(removed, origin)
    }

    fn step(&mut self, path: V::Path, direction: Direction, kind: Kind, to: u8) -> V::Path {
        self.inner.step(path, direction, kind, to)
    }

    fn turn(&mut self, path: V::Path, after: Stones) {
        let taken = (self.enemy & !after.enemy).count_ones();
        if taken == self.most || taken == 0 {
            self.inner.turn(path, after);
        }
    }
}

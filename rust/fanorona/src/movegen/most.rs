//! Visitors for the rule that the most stones must be taken.

use super::{Stones, Visitor};
use crate::bitboard::{Bitboard, bit};
use crate::direction::Direction;
use crate::moves::Kind;

/// Finds the largest number of stones that a turn takes.
pub(crate) struct LargestCapture {
    pub(crate) enemy: Bitboard,
    pub(crate) most: u32,
}

impl Visitor for LargestCapture {
    type Path = ();

    fn begin(&mut self, _: Option<u8>, _: Option<u8>) {}

    fn step(&mut self, (): (), _: Direction, _: Kind, _: u8) {}

    fn turn(&mut self, (): (), after: Stones) {
        self.most = self.most.max((self.enemy & !after.enemy).count_ones());
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

/// Collects the points where the turns that take `most` stones begin.
pub(super) struct Origins {
    pub(super) set: Bitboard,
    pub(super) enemy: Bitboard,
    pub(super) most: u32,
}

impl Visitor for Origins {
    type Path = Bitboard;

    fn begin(&mut self, _: Option<u8>, origin: Option<u8>) -> Bitboard {
        origin.map_or(0, bit)
    }

    fn step(&mut self, path: Bitboard, _: Direction, _: Kind, _: u8) -> Bitboard {
        path
    }

    fn turn(&mut self, path: Bitboard, after: Stones) {
        if (self.enemy & !after.enemy).count_ones() == self.most {
            self.set |= path;
        }
    }
}

//! Where enemy stones near a point let a stone there capture, without a loop over directions.

use super::{Geometry, LONGEST_DELTA};
use crate::bitboard::Bitboard;
use crate::direction::Direction;

/// The eight lines of a point as two bundles of four; no bundle holds two lines whose stones a
/// [`Shift`] would mix up, on any board.
const BUNDLES: usize = 2;

/// Left shifts that make room for negative distances: for each bundle the largest difference
/// between joined points, and twice that.
const NEARER: u32 = LONGEST_DELTA as u32;
const ACROSS: [u32; BUNDLES] = [2 * 9, 2 * LONGEST_DELTA as u32];

/// The enemy stones that let a stone at one point capture; aligned so that none shares a cache line
/// with others.
#[derive(Clone, Copy, Debug)]
#[repr(align(128))]
pub(super) struct Around {
    /// From the points two steps away to those between: a stone there can be approached.
    nearer: [Shift; BUNDLES],
    /// From the neighbours to those opposite: one can withdraw from a stone there.
    across: [Shift; BUNDLES],
}

impl Around {
    pub(super) const NOTHING: Self =
        Self { nearer: [Shift::NONE; BUNDLES], across: [Shift::NONE; BUNDLES] };

    pub(super) const fn new(geometry: &Geometry, point: usize) -> Self {
        let mut around = Self::NOTHING;
        let mut index = 0;
        while index < 8 {
            let bundle = matches!(
                Direction::ALL[index],
                Direction::East | Direction::West | Direction::NorthEast | Direction::SouthWest
            ) as usize;
            let next = geometry.next[point][index];
            if next != 0 {
                let delta = geometry.delta[index] as i32;
                let beyond = geometry.next[next.trailing_zeros() as usize][index];
                let opposite = geometry.next[point][7 - index];
                around.nearer[bundle].add(beyond, next, NEARER as i32 - delta);
                around.across[bundle].add(next, opposite, ACROSS[bundle] as i32 - 2 * delta);
            }
            index += 1;
        }
        around
    }

    /// The neighbours behind which, seen from the point, there is a stone of the set.
    #[inline]
    pub(super) fn nearer(&self, enemy: Bitboard) -> Bitboard {
        self.nearer[0].apply::<NEARER>(enemy) | self.nearer[1].apply::<NEARER>(enemy)
    }

    /// The neighbours opposite to a stone of the set.
    #[inline]
    pub(super) fn across(&self, enemy: Bitboard) -> Bitboard {
        self.across[0].apply::<{ ACROSS[0] }>(enemy)
            | self.across[1].apply_wide::<{ ACROSS[1] }>(enemy)
    }
}

/// Moves up to four stones, each by a distance of its own.
///
/// Multiplying a set by a sum of powers of two adds up a copy of the set for each power, moved by
/// its exponent. Each exponent is the one that moves one of the stones to where it belongs, plus a
/// constant to be undone by a right shift. What a copy does to the other stones is cut off
/// afterwards; that these don't end up where a stone belongs, nor carry there, is why lines are
/// split into [`BUNDLES`], and is tested for every board, point and set.
#[derive(Clone, Copy, Debug)]
struct Shift {
    from: Bitboard,
    copies: u64,
    to: Bitboard,
}

impl Shift {
    const NONE: Self = Self { from: 0, copies: 0, to: 0 };

    /// Adds the way from one point to another, unless the board lacks either.
    const fn add(&mut self, from: Bitboard, to: Bitboard, distance: i32) {
        if from != 0 && to != 0 {
            self.from |= from;
            self.to |= to;
            self.copies |= 1 << distance;
        }
    }

    #[inline]
    fn apply<const UNDONE: u32>(self, set: Bitboard) -> Bitboard {
        ((set & self.from).wrapping_mul(self.copies) >> UNDONE) & self.to
    }

    /// The same where 64 bits are not enough: on the largest board, a stone on the last point.
    #[inline]
    fn apply_wide<const UNDONE: u32>(self, set: Bitboard) -> Bitboard {
        let moved = u128::from(set & self.from) * u128::from(self.copies);
        (moved >> UNDONE) as Bitboard & self.to
    }
}

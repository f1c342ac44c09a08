//! Chains of captures, followed without a branch that depends on the stones.
//!
//! Whether a chain goes on, and how, is a toss-up for the processor, and a branch guessed wrongly
//! costs as much as a turn. So stones in mid-turn wait in a queue: each pass takes one capturing
//! step of the stone at the head, puts the stone, as it stands after the step, at the tail, and
//! keeps it there only if it can go on.
//!
//! A second trick is that the captures that can follow a step are known before what it takes. The
//! stones taken lie beyond the destination or behind the origin, in line with the step. There they
//! matter only to a next step in the same direction, or back to the origin, and neither is legal.

use super::{Mover, Visitor};
use crate::bitboard::{Bitboard, bit};
use crate::moves::Kind;
use crate::stones::Stones;

// The chain rule as a constant, so that each gets its own loop without tests inside.
pub(super) const OPTIONAL: u8 = 0;
pub(super) const FORCED: u8 = 1;
pub(super) const SINGLE: u8 = 2;

/// A stone that has some capturing steps before it.
#[derive(Clone, Copy)]
pub(super) struct Chaining<P> {
    /// The points where it may arrive by an approach, as far as not yet done.
    pub(super) approaches: Bitboard,
    /// The same for withdrawals.
    pub(super) withdrawals: Bitboard,
    pub(super) enemy: Bitboard,
    /// The points it may not arrive at: those visited, and the one that is banned.
    pub(super) visited: Bitboard,
    pub(super) at: u8,
    pub(super) path: P,
}

impl Mover {
    /// All turns that go on with `chain` or begin with a capture by one of the stones `origins`.
    pub(super) fn follow<const CHAIN: u8, V: Visitor>(
        &self,
        chain: Option<Chaining<V::Path>>,
        mut origins: Bitboard,
        visitor: &mut V,
    ) {
        let own = self.stones.own;
        let first = match chain {
            Some(chain) => chain,
            None if origins == 0 => return,
            None => self.first_captures(take_lowest(&mut origins), visitor),
        };
        let mut queue = Queue::new(first);
        // Passes done and chains queued in all; a slot is their remainder.
        let (mut head, mut tail) = (0, 1);
        loop {
            while origins != 0 && tail - head < LENGTH {
                queue.set(tail, self.first_captures(take_lowest(&mut origins), visitor));
                tail += 1;
            }
            if head == tail {
                return;
            }
            while head != tail {
                let Chaining { approaches, withdrawals, enemy, visited, at, path } =
                    queue.get(head);
                // One approach or, where none is left, one withdrawal.
                let withdraws = all_if_empty(approaches);
                let step = lowest(approaches | withdrawals & withdraws);
                let approaches = approaches & approaches.wrapping_sub(1);
                let withdrawals = withdrawals ^ step & withdraws;
                queue.approaches[head % LENGTH] = approaches;
                queue.withdrawals[head % LENGTH] = withdrawals;
                head += usize::from(approaches | withdrawals == 0);

                let destination = step.trailing_zeros() as u8;
                let delta = i64::from(destination) - i64::from(at);
                let visited = visited | step;
                let ahead = 1 << ((i64::from(destination) + delta) & 63);
                let free = !(own | enemy | visited | ahead);
                let (approaches, withdrawals) = self.geometry.captures(destination, free, enemy);
                let goes_on = approaches | withdrawals != 0;

                // Towards the stones taken: as the step goes, or the other way.
                let towards = (delta ^ withdraws as i64) - withdraws as i64;
                let ray = self.geometry.ray_by_delta(at, towards) & !bit(destination);
                let enemy = enemy & !run(ray, enemy, towards);

                let kind = if withdraws == 0 { Kind::Approach } else { Kind::Withdrawal };
                let direction = self.geometry.direction_to(at, destination);
                let path = visitor.step(path, direction, kind, destination);
                if CHAIN != FORCED || !goes_on {
                    visitor.turn(path, Stones { own: own & !visited | step, enemy });
                }
                if CHAIN == SINGLE {
                    continue;
                }
                let chain =
                    Chaining { approaches, withdrawals, enemy, visited, at: destination, path };
                if tail - head < LENGTH {
                    queue.set(tail, chain);
                    tail += usize::from(goes_on);
                } else if goes_on {
                    self.follow::<CHAIN, V>(Some(chain), 0, visitor);
                }
            }
        }
    }

    /// A stone at the beginning of a turn.
    #[inline]
    fn first_captures<V: Visitor>(&self, origin: u8, visitor: &mut V) -> Chaining<V::Path> {
        let Stones { own, enemy } = self.stones;
        let banned = if bit(origin) == self.ban.stone { self.ban.target } else { 0 };
        let free = !(own | enemy | banned);
        let (approaches, withdrawals) = self.geometry.captures(origin, free, enemy);
        let path = visitor.begin(self.removed, Some(origin));
        let visited = bit(origin) | banned;
        Chaining { approaches, withdrawals, enemy, visited, at: origin, path }
    }
}

/// How many chains wait at most; those that find the queue full are followed at once.
const LENGTH: usize = 16;

/// Chains that wait, field by field: that is quicker to clear than an array of them.
struct Queue<P> {
    approaches: [Bitboard; LENGTH],
    withdrawals: [Bitboard; LENGTH],
    enemy: [Bitboard; LENGTH],
    visited: [Bitboard; LENGTH],
    at: [u8; LENGTH],
    path: [P; LENGTH],
}

impl<P: Copy> Queue<P> {
    #[inline]
    fn new(first: Chaining<P>) -> Self {
        let mut queue = Self {
            approaches: [0; LENGTH],
            withdrawals: [0; LENGTH],
            enemy: [0; LENGTH],
            visited: [0; LENGTH],
            at: [0; LENGTH],
            path: [first.path; LENGTH],
        };
        queue.set(0, first);
        queue
    }

    #[inline]
    fn get(&self, index: usize) -> Chaining<P> {
        let slot = index % LENGTH;
        Chaining {
            approaches: self.approaches[slot],
            withdrawals: self.withdrawals[slot],
            enemy: self.enemy[slot],
            visited: self.visited[slot],
            at: self.at[slot],
            path: self.path[slot],
        }
    }

    #[inline]
    fn set(&mut self, index: usize, chain: Chaining<P>) {
        let slot = index % LENGTH;
        self.approaches[slot] = chain.approaches;
        self.withdrawals[slot] = chain.withdrawals;
        self.enemy[slot] = chain.enemy;
        self.visited[slot] = chain.visited;
        self.at[slot] = chain.at;
        self.path[slot] = chain.path;
    }
}

/// The unbroken run of enemy stones from the near end of a ray whose next point lies `delta` after
/// the last.
#[inline]
pub(super) fn run(ray: Bitboard, enemy: Bitboard, delta: i64) -> Bitboard {
    let held = ray & enemy;
    let blockers = ray ^ held;
    let below_lowest = blockers.wrapping_sub(1);
    // The highest blocker moved up by one, or bit 0 where there is none; no board reaches bit 63.
    let above_highest = Bitboard::MAX << (blockers << 1 | 1).ilog2();
    let upwards = (delta.wrapping_neg() >> 63) as Bitboard;
    held & (above_highest ^ (above_highest ^ below_lowest) & upwards)
}

/// All bits where a set of points is empty, else none; by its sign once one is taken away, since
/// a comparison would become a branch.
#[inline]
fn all_if_empty(set: Bitboard) -> Bitboard {
    (set.wrapping_sub(1) as i64 >> 63) as Bitboard
}

/// The lowest point of a set, alone.
#[inline]
fn lowest(set: Bitboard) -> Bitboard {
    set & set.wrapping_neg()
}

/// Takes the lowest point off a set that is not empty.
#[inline]
fn take_lowest(set: &mut Bitboard) -> u8 {
    let point = set.trailing_zeros() as u8;
    *set &= *set - 1;
    point
}

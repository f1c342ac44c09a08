//! Turns as the search wants them: small, and with the stones that they lead to.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::movegen::Visitor;
use crate::moves::{Ends, Kind, Move};
use crate::position::Position;
use crate::stones::Stones;
use crate::variant::Variant;

const NONE: u8 = u8::MAX;

/// A legal turn and where it leads. Of a chain only its ends are kept; [`to_move`] finds the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) after: Stones,
    removed: u8,
    origin: u8,
    destination: u8,
    /// The number of stones it takes.
    pub(super) taken: u8,
    /// The place in the order in which turns are tried, the highest first.
    pub(super) rank: i32,
    /// The estimate of the position it leads to, for the side that plays it; 0 until it is needed.
    pub(super) estimate: i32,
}

impl Turn {
    pub(super) fn ends(&self) -> Ends {
        let point = |point: u8| (point != NONE).then_some(point);
        let path = point(self.origin).map(|origin| (origin, self.destination));
        Ends { removed: point(self.removed), path }
    }

    /// A number for the pair of ends, below the square of [`Variant::MOST_POINTS`]; 0 for a removal
    /// alone.
    pub(super) fn ends_index(&self) -> usize {
        if self.origin == NONE {
            return 0;
        }
        usize::from(self.origin) * Variant::MOST_POINTS + usize::from(self.destination)
    }

    /// A short hash, by which the table remembers the turn.
    pub(super) fn signature(&self) -> u16 {
        let ends = u64::from(self.origin) << 16 | u64::from(self.destination) << 8;
        let stones = self.after.own ^ self.after.enemy.rotate_left(29);
        let mixed =
            (stones ^ ends << 40 ^ u64::from(self.removed)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 48) as u16
    }
}

/// Lists of more turns than this are searched for turns that lead to the same position. Shorter
/// ones hold them too rarely to pay for the search, and the table finds them anyway.
const MANY: usize = 24;

/// Appends the legal turns of a position to `list`. Of several turns that lead to the same position
/// one is kept where there are many.
pub(super) fn append(position: &Position, list: &mut Vec<Turn>) {
    let start = list.len();
    position.visit_turns(&mut List { enemy: position.enemy(), list });
    // Under rules with history equal stones are not yet equal positions.
    if list.len() - start > MANY && !position.rules().needs_history() {
        let mut turns = list.split_off(start);
        turns.sort_unstable_by_key(|turn| (turn.after.own, turn.after.enemy, turn.ends_index()));
        turns.dedup_by_key(|turn| turn.after);
        list.append(&mut turns);
    }
}

/// The legal move that is meant by a turn of this position.
pub(super) fn to_move(position: &Position, turn: &Turn) -> Option<Move> {
    position.legal_moves().into_iter().find(|candidate| {
        candidate.ends() == turn.ends() && position.stones_after(candidate) == turn.after
    })
}

struct List<'a> {
    enemy: Bitboard,
    list: &'a mut Vec<Turn>,
}

impl Visitor for List<'_> {
    /// Removed stone, origin, destination.
    type Path = (u8, u8, u8);

    #[inline]
    fn begin(&mut self, removed: Option<u8>, origin: Option<u8>) -> (u8, u8, u8) {
        (removed.unwrap_or(NONE), origin.unwrap_or(NONE), NONE)
    }

    #[inline]
    fn step(
        &mut self,
        (removed, origin, _): (u8, u8, u8),
        _: Direction,
        _: Kind,
        destination: u8,
    ) -> (u8, u8, u8) {
        (removed, origin, destination)
    }

    #[inline]
    fn turn(&mut self, (removed, origin, destination): (u8, u8, u8), after: Stones) {
        let taken = (self.enemy & !after.enemy).count_ones() as u8;
        self.list.push(Turn { after, removed, origin, destination, taken, rank: 0, estimate: 0 });
    }
}

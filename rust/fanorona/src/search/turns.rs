//! Turns as the search wants them: with the stones that they lead to.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::movegen::{Stones, Visitor};
use crate::moves::{Kind, Move};
use crate::position::Position;
use crate::variant::Variant;

/// A legal turn and where it leads.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) turn: Move,
    pub(super) after: Stones,
    /// The number of stones it takes.
    pub(super) taken: u32,
}

/// The legal turns of a position, those that take most first. Of several turns that lead to the
/// same position one is kept.
pub(super) fn candidates(position: &Position) -> Vec<Candidate> {
    let mut list = List {
        variant: position.variant(),
        enemy: position.enemy(),
        candidates: Vec::with_capacity(32),
    };
    position.visit_turns(&mut list);
    let mut candidates = list.candidates;
    // Under rules with history equal stones are not yet equal positions.
    if !position.rules().needs_history() {
        candidates.sort_unstable_by_key(|candidate| {
            (candidate.after.own, candidate.after.enemy, candidate.turn)
        });
        candidates.dedup_by_key(|candidate| candidate.after);
    }
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.taken));
    candidates
}

struct List {
    variant: Variant,
    enemy: Bitboard,
    candidates: Vec<Candidate>,
}

impl Visitor for List {
    type Path = Move;

    fn begin(&mut self, removed: Option<u8>, origin: Option<u8>) -> Move {
        Move::begin_turn(self.variant, removed, origin)
    }

    fn step(&mut self, path: Move, direction: Direction, kind: Kind, destination: u8) -> Move {
        path.then(direction, kind, destination)
    }

    fn turn(&mut self, turn: Move, after: Stones) {
        let taken = (self.enemy & !after.enemy).count_ones();
        self.candidates.push(Candidate { turn, after, taken });
    }
}

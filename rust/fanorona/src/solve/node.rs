//! The nodes that are searched: stones as the mover sees them, and whether the attacker moves.

use crate::movegen::{AfterEach, Mover};
use crate::position::Position;
use crate::rules::Rules;
use crate::stones::Stones;
use crate::symmetry::Symmetry;
use crate::variant::Variant;

/// The smallest image of the stones under the symmetries of the board.
pub(super) fn canonical(variant: Variant, stones: Stones) -> Stones {
    let mut best = stones;
    for &symmetry in &Symmetry::of(variant)[1..] {
        let own = symmetry.apply_set(variant, stones.own);
        if own > best.own {
            continue;
        }
        let enemy = symmetry.apply_set(variant, stones.enemy);
        if (own, enemy) < (best.own, best.enemy) {
            best = Stones { own, enemy };
        }
    }
    best
}

/// A question about a position: does the attacker win?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node {
    /// Canonical, from the mover's view.
    pub(super) stones: Stones,
    /// Whether the mover is the attacker.
    pub(super) attacker_moves: bool,
}

/// Lists where the turns of a board lead, under the rules of theory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    variant: Variant,
    mover: Mover,
}

impl Turns {
    pub(super) fn new(variant: Variant) -> Self {
        Self { variant, mover: Position::start(variant, Rules::THEORY).mover(None) }
    }

    fn mover(&self, stones: Stones) -> Mover {
        Mover { stones, ..self.mover }
    }

    pub(super) fn canonical(&self, stones: Stones) -> Stones {
        canonical(self.variant, stones)
    }

    /// Whether the mover, who has stones, has a turn.
    pub(super) fn any(&self, stones: Stones) -> bool {
        self.mover(stones).has_turn()
    }

    /// The number of turns.
    pub(super) fn number(&self, stones: Stones) -> u32 {
        let mut number = 0;
        self.mover(stones).visit(&mut AfterEach(|_| number += 1));
        number
    }

    /// What [`Self::append`] appends.
    pub(super) fn list(&self, stones: Stones) -> Vec<Stones> {
        let mut list = Vec::new();
        self.append(stones, &mut list);
        list
    }

    /// Appends the positions after each turn, as their mover sees them: canonical, sorted, each
    /// once. A position in which the mover has no stone left may be among them.
    pub(super) fn append(&self, stones: Stones, list: &mut Vec<Stones>) {
        let first = list.len();
        let add = |after: Stones| list.push(canonical(self.variant, after.swapped()));
        self.mover(stones).visit(&mut AfterEach(add));
        list[first..].sort_unstable_by_key(|stones| (stones.own, stones.enemy));
        let mut kept = first;
        for at in first..list.len() {
            if at == first || list[at] != list[kept - 1] {
                list[kept] = list[at];
                kept += 1;
            }
        }
        list.truncate(kept);
    }
}

//! Playing from a certificate.

use super::certificate::Certificate;
use super::node::Turns;
use crate::moves::Move;
use crate::position::Position;
use crate::stones::Stones;
use crate::tablebase::{Tablebase, serves};
use crate::wdl::Wdl;

impl Certificate {
    /// A turn with which the mover gets what is proved for it; nothing where the proof does not
    /// reach the position, or needs tables that are not given.
    ///
    /// The winner of a won root is led to the end or into the tables, and from there on the tables
    /// lead. Neither side of a drawn root loses.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use fanorona::solve::{Limits, Solver};
    /// use fanorona::{Position, Rules, Variant};
    ///
    /// let start = Position::start(Variant::TELO, Rules::THEORY);
    /// let mut solver = Solver::new(Variant::TELO, None, 1)?;
    /// let stop = AtomicBool::new(false);
    /// let solution = solver.solve(&start, &Limits::default(), &stop, &mut |_| {})?;
    /// let turn = solution.certificate.expect("a proof").turn(&start, None);
    /// assert!(start.is_legal(&turn.expect("White wins")));
    /// # Ok::<(), fanorona::solve::SolveError>(())
    /// ```
    #[must_use]
    pub fn turn(&self, position: &Position, tables: Option<&Tablebase>) -> Option<Move> {
        let same_game = position.variant() == self.root.variant()
            && serves(position.rules())
            && position.chain().is_none();
        if !same_game || position.is_eliminated() {
            return None;
        }
        let turns = Turns::new(position.variant());
        for claim in &self.claims {
            let attacks = claim.attacker == position.turn();
            if claim.wins && attacks {
                let own = turns.canonical(position.view());
                let Some(entry) = claim.entries.get(&(own.own, own.enemy)) else { continue };
                let wanted = *turns.list(own).get(entry.turn as usize)?;
                return turn_to(position, |after| turns.canonical(after) == wanted);
            }
            if !claim.wins && !attacks {
                let saves = |after: Stones| {
                    let seen = turns.canonical(after);
                    claim.entries.contains_key(&(seen.own, seen.enemy))
                        || self.is_saved(seen, tables)
                };
                let found = turn_to(position, saves);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Whether the attacker, who is to move, is known not to win.
    fn is_saved(&self, stones: Stones, tables: Option<&Tablebase>) -> bool {
        let variant = self.root.variant();
        if stones.own == 0 || !Turns::new(variant).any(stones) {
            return true;
        }
        let small = stones.count() <= self.largest_table();
        small
            && tables.is_some_and(|tables| {
                tables.value(variant, stones).is_ok_and(|value| value != Wdl::Win)
            })
    }
}

/// A legal turn after which the stones are as wanted, as the opponent sees them.
fn turn_to(position: &Position, wanted: impl Fn(Stones) -> bool) -> Option<Move> {
    let leads_there = |turn: &Move| wanted(position.stones_after(turn).swapped());
    position.legal_moves().into_iter().find(leads_there)
}

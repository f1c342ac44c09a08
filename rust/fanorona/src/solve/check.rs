//! The check of certificates. It knows the rules and the tables and nothing of the solver.
//!
//! A proof is walked from its root, so that every entry is checked and one that the proof has no
//! use for is refused.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::certificate::{Certificate, Claim, Entry, stones_of};
use super::error::Refusal;
use crate::color::Color;
use crate::history::History;
use crate::movegen::AfterEach;
use crate::position::Position;
use crate::rules::Rules;
use crate::stones::Stones;
use crate::symmetry::Symmetry;
use crate::tablebase::Tablebase;
use crate::variant::Variant;
use crate::wdl::Wdl;

impl Certificate {
    /// Whether this is a proof of what it claims. `tables` must hold the tables that it names;
    /// where it names none they are not asked. Nothing is proved if `stop` was set before the end.
    ///
    /// # Errors
    /// A [`Refusal`] that says where the proof fails, or that tables are missing or others.
    pub fn check(&self, tables: Option<&Tablebase>, stop: &AtomicBool) -> Result<(), Refusal> {
        let variant = self.root.variant();
        for (counts, digest) in &self.tables {
            let name = format!("table {}v{}", counts.own, counts.enemy);
            let found = match tables {
                Some(tables) => tables.values_digest(variant, *counts, stop),
                None => return Refusal::new(format!("{name}: needed and not given")),
            };
            match found {
                Ok(found) if found == *digest => {}
                Ok(_) => return Refusal::new(format!("{name}: not the one of the certificate")),
                Err(error) => return Refusal::new(format!("{name}: {error}")),
            }
        }
        let game = Game { variant, tables, largest: self.largest_table() };
        self.claims.iter().try_for_each(|claim| Walk::new(game, claim).walk_from(&self.root, stop))
    }
}

/// The rules and the tables.
#[derive(Clone, Copy)]
struct Game<'a> {
    variant: Variant,
    tables: Option<&'a Tablebase>,
    largest: u32,
}

impl Game<'_> {
    /// The mover's value where no turn needs to be looked at: a side without stones, tables.
    fn known(&self, stones: Stones) -> Result<Option<Wdl>, Refusal> {
        let Stones { own, enemy } = stones;
        if own == 0 || enemy == 0 {
            return Ok(Some(if own == 0 { Wdl::Loss } else { Wdl::Win }));
        }
        if stones.count() > self.largest {
            return Ok(None);
        }
        let Some(tables) = self.tables else { return Ok(None) };
        match tables.value(self.variant, stones) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Refusal::new(format!("tables: {error}")),
        }
    }

    /// The position with these stones; colours make no difference.
    fn position(&self, Stones { own, enemy }: Stones) -> Result<Position, Refusal> {
        let history = History::default();
        Position::new(self.variant, Rules::THEORY, own, enemy, Color::White, history)
            .map_err(|error| Refusal(error.to_string()))
    }

    /// Where the turns lead, as the opponent sees it: canonical, sorted, each once.
    fn turns(&self, stones: Stones) -> Result<Vec<Stones>, Refusal> {
        let mut list = Vec::new();
        let mut add = AfterEach(|after: Stones| list.push(self.canonical(after.swapped())));
        self.position(stones)?.visit_turns(&mut add);
        list.sort_unstable_by_key(|stones| (stones.own, stones.enemy));
        list.dedup();
        Ok(list)
    }

    fn canonical(&self, Stones { own, enemy }: Stones) -> Stones {
        let images = Symmetry::of(self.variant).iter().map(|symmetry| {
            let image = |set| symmetry.apply_set(self.variant, set);
            (image(own), image(enemy))
        });
        let (own, enemy) = images.min().unwrap_or((own, enemy));
        Stones { own, enemy }
    }
}

/// The walk through one claim's proof.
struct Walk<'a> {
    game: Game<'a>,
    wins: bool,
    attacker: Color,
    /// What is claimed of each position with the attacker to move, and whether it was reached.
    entries: HashMap<Stones, (Entry, bool)>,
    /// Reached and still to be checked.
    open: Vec<Stones>,
}

impl<'a> Walk<'a> {
    fn new(game: Game<'a>, claim: &Claim) -> Self {
        let entries =
            claim.entries.iter().map(|(key, &entry)| (stones_of(key), (entry, false))).collect();
        Self { game, wins: claim.wins, attacker: claim.attacker, entries, open: Vec::new() }
    }

    fn walk_from(mut self, root: &Position, stop: &AtomicBool) -> Result<(), Refusal> {
        let stones = self.game.canonical(root.view());
        if root.turn() != self.attacker {
            self.defend(stones)?;
        } else if self.answered(stones, true)? != Some(true) {
            self.reach(stones)?;
        }
        while let Some(stones) = self.open.pop() {
            if stop.load(Ordering::Relaxed) {
                return Refusal::new("stopped before the end");
            }
            let attacked = if self.wins { self.attack(stones) } else { self.survive(stones) };
            attacked.map_err(|Refusal(reason)| {
                Refusal(format!("{}: {reason}", self.describe(stones)))
            })?;
        }
        match self.entries.iter().find(|(_, (_, reached))| !reached) {
            Some((&stones, _)) => {
                Refusal::new(format!("{}: not reached from the root", self.describe(stones)))
            }
            None => Ok(()),
        }
    }

    fn describe(&self, stones: Stones) -> String {
        self.game.position(stones).map_or_else(|Refusal(reason)| reason, |position| position.fen())
    }

    /// Whether what is known of a position agrees with the claim; nothing where nothing is known.
    fn answered(&self, stones: Stones, attacker_moves: bool) -> Result<Option<bool>, Refusal> {
        let value = match self.game.known(stones)? {
            Some(value) => value,
            None if !self.game.position(stones)?.has_legal_move() => Wdl::Loss,
            None => return Ok(None),
        };
        let attacker_wins = value == if attacker_moves { Wdl::Win } else { Wdl::Loss };
        Ok(Some(attacker_wins == self.wins))
    }

    /// Notes that the proof rests on the claim about a position with the attacker to move.
    fn reach(&mut self, stones: Stones) -> Result<(), Refusal> {
        let Some((_, reached)) = self.entries.get_mut(&stones) else {
            return Refusal::new(format!("no entry for {}", self.describe(stones)));
        };
        if !*reached {
            *reached = true;
            self.open.push(stones);
        }
        Ok(())
    }

    /// A position with the attacker to move: the given turn is the first of those that win soonest,
    /// and the rank is right.
    fn attack(&mut self, stones: Stones) -> Result<(), Refusal> {
        let Entry { rank, turn } = self.entries[&stones].0;
        let turns = self.game.turns(stones)?;
        let mut best = None;
        for (&after, number) in turns.iter().zip(0..) {
            if let Some(below) = self.rank_after(after)?
                && best.is_none_or(|(least, _)| below + 1 < least)
            {
                best = Some((below + 1, number));
            }
        }
        match best {
            Some(best) if best == (rank, turn) => {}
            Some((rank, turn)) => {
                return Refusal::new(format!("expected rank {rank} and turn {turn}"));
            }
            None => return Refusal::new("the claim does not hold after any turn"),
        }
        for reply in self.game.turns(turns[turn as usize])? {
            if self.answered(reply, true)?.is_none() {
                self.reach(reply)?;
            }
        }
        Ok(())
    }

    /// The largest rank of the entries on which the win rests in a position with the defender to
    /// move, 0 where it rests on none; nothing where it is not proved.
    fn rank_after(&self, stones: Stones) -> Result<Option<u32>, Refusal> {
        if let Some(agrees) = self.answered(stones, false)? {
            return Ok(agrees.then_some(0));
        }
        let mut largest = 0;
        for reply in self.game.turns(stones)? {
            let rank = match self.answered(reply, true)? {
                Some(true) => Some(0),
                Some(false) => None,
                None => self.entries.get(&reply).map(|(entry, _)| entry.rank),
            };
            let Some(rank) = rank else { return Ok(None) };
            largest = largest.max(rank);
        }
        Ok(Some(largest))
    }

    /// A position with the attacker to move: after every turn the defender keeps from losing.
    fn survive(&mut self, stones: Stones) -> Result<(), Refusal> {
        for after in self.game.turns(stones)? {
            self.defend(after)?;
        }
        Ok(())
    }

    /// A position with the defender to move agrees with the claim, as far as the entries that it
    /// rests on do.
    fn defend(&mut self, stones: Stones) -> Result<(), Refusal> {
        let agrees = self.answered(stones, false)?;
        if agrees == Some(true) {
            return Ok(());
        }
        let turns = if agrees.is_none() { self.game.turns(stones)? } else { Vec::new() };
        if agrees.is_none() && self.wins {
            return turns.into_iter().try_for_each(|after| match self.answered(after, true)? {
                Some(true) => Ok(()),
                Some(false) => Refusal::new(self.contradiction(after)),
                None => self.reach(after),
            });
        }
        for &after in &turns {
            if self.answered(after, true)? == Some(true) {
                return Ok(());
            }
        }
        match turns.into_iter().find(|after| self.entries.contains_key(after)) {
            Some(after) => self.reach(after),
            None => Refusal::new(self.contradiction(stones)),
        }
    }

    fn contradiction(&self, stones: Stones) -> String {
        format!("the claim does not hold where a turn leads to {}", self.describe(stones))
    }
}

//! The proof that the attacker wins.

use std::collections::{HashMap, HashSet};

use super::certificate::Entry;
use super::node::Node;
use super::numbers::Value;
use super::proof::{Entries, Failure, Proof};
use crate::stones::Stones;

/// What the attacker plays in a won position.
#[derive(Clone, Copy)]
struct Choice {
    turn: u32,
    after: Stones,
    /// [`BELOW`] until all that the position rests on is ranked.
    rank: u32,
}

const BELOW: u32 = u32::MAX;

type Choices = HashMap<Stones, Choice>;

impl Choice {
    fn is_ranked(&self) -> bool {
        self.rank != BELOW
    }
}

impl Proof<'_, '_> {
    /// A winning turn with its rank for each position that the proof reaches.
    pub(super) fn victory(&mut self, root: &Node) -> Result<Entries, Failure> {
        let mut choices = Choices::new();
        let mut begun_anew = HashSet::new();
        let mut line = self.roots(root);
        while let Some(stones) = self.rank(&mut line, &mut choices)? {
            // Parts of the proof were found at different times and lead in a circle.
            if !begun_anew.insert(stones) {
                return Err(Failure::Forgotten);
            }
            self.begin_anew(stones, &mut choices)?;
            line = self.roots(root);
            line.push(stones);
        }
        self.shorten(&mut choices)?;
        let mut entries = Entries::new();
        let mut open = self.roots(root);
        while let Some(stones) = open.pop() {
            let choice = choices[&stones];
            let entry = Entry { rank: choice.rank, turn: choice.turn };
            if entries.insert((stones.own, stones.enemy), entry).is_none() {
                open.extend(self.open_replies(choice.after));
            }
        }
        Ok(entries)
    }

    /// Gives each position the first turn with the smallest rank that rests on these positions
    /// alone, until no rank gets smaller.
    fn shorten(&self, choices: &mut Choices) -> Result<(), Failure> {
        let mut positions: Vec<Stones> = choices.keys().copied().collect();
        positions.sort_unstable_by_key(|stones| choices[stones].rank);
        loop {
            let mut shorter = false;
            for &stones in &positions {
                self.stop_if_asked()?;
                let turns = self.search.turns.list(stones).into_iter().zip(0..);
                let ranked = turns.filter_map(|(after, turn)| {
                    let rank = self.rank_after(after, choices)? + 1;
                    Some(Choice { turn, after, rank })
                });
                // The first of those of equal rank.
                if let Some(best) = ranked.min_by_key(|choice| choice.rank) {
                    let before = choices.insert(stones, best);
                    shorter |= before.is_none_or(|before| before.rank != best.rank);
                }
            }
            if !shorter {
                return Ok(());
            }
        }
    }

    /// The largest rank of the positions on which one with the defender to move rests; nothing
    /// where the attacker is not known to win.
    fn rank_after(&self, stones: Stones, choices: &Choices) -> Option<u32> {
        let value = |stones, attacker_moves| {
            self.search.known.value(&Node { stones, attacker_moves }).map(Value::answer)
        };
        if let Some(wins) = value(stones, false) {
            return (wins == Some(true)).then_some(0);
        }
        self.search.turns.list(stones).into_iter().try_fold(0, |largest, reply| {
            let rank = match value(reply, true) {
                Some(wins) => (wins == Some(true)).then_some(0)?,
                None => choices.get(&reply)?.rank,
            };
            Some(largest.max(rank))
        })
    }

    /// Ranks the positions of a line, which grows by those that they rest on. The position at
    /// which the proof leads in a circle, if it does.
    fn rank(
        &mut self,
        line: &mut Vec<Stones>,
        choices: &mut Choices,
    ) -> Result<Option<Stones>, Failure> {
        while let Some(&stones) = line.last() {
            let choice = match choices.get(&stones) {
                Some(&choice) => choice,
                None => self.choose(stones)?,
            };
            if choice.is_ranked() {
                line.pop();
                continue;
            }
            let before = line.len();
            let mut rank = 1;
            for reply in self.open_replies(choice.after) {
                match choices.get(&reply) {
                    Some(reply) if reply.is_ranked() => rank = rank.max(reply.rank + 1),
                    Some(_) => return Ok(Some(stones)),
                    None if reply == stones => return Ok(Some(stones)),
                    None => line.push(reply),
                }
            }
            if line.len() == before {
                line.pop();
            } else {
                rank = BELOW;
            }
            choices.insert(stones, Choice { rank, ..choice });
        }
        Ok(None)
    }

    /// Forgets all but what is ranked, and finds a proof for a position anew.
    fn begin_anew(&mut self, stones: Stones, choices: &mut Choices) -> Result<(), Failure> {
        choices.retain(|_, choice| choice.is_ranked());
        self.search.table.clear();
        for (&stones, choice) in choices.iter() {
            let node = Node { stones, attacker_moves: true };
            self.search.table.put(&node, Value::Proved { rank: choice.rank }, 1);
        }
        self.ask(&Node { stones, attacker_moves: true }).map(drop)
    }

    /// The winning turn whose proof was the shortest.
    fn choose(&mut self, stones: Stones) -> Result<Choice, Failure> {
        let turns = self.search.turns.list(stones);
        let best = |proof: &Self| {
            let ranked = turns.iter().zip(0..).filter_map(|(&after, turn)| {
                match proof.value(&Node { stones: after, attacker_moves: false }) {
                    Value::Proved { rank } => Some((rank, Choice { turn, after, rank: BELOW })),
                    _ => None,
                }
            });
            ranked.min_by_key(|&(rank, _)| rank).map(|(_, choice)| choice)
        };
        if let Some(choice) = best(self) {
            return Ok(choice);
        }
        self.ask(&Node { stones, attacker_moves: true })?;
        if let Some(choice) = best(self) {
            return Ok(choice);
        }
        for (&after, turn) in turns.iter().zip(0..) {
            if self.ask(&Node { stones: after, attacker_moves: false })? {
                return Ok(Choice { turn, after, rank: BELOW });
            }
        }
        Err(Failure::Forgotten)
    }
}

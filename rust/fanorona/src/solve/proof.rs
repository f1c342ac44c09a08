//! Putting a proof together from what the search remembers.
//!
//! The search forgets what has no room. Where a piece of the proof is missing it is searched again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use super::certificate::Entry;
use super::error::SolveError;
use super::node::Node;
use super::numbers::{Numbers, Value};
use super::search::Search;
use super::table::Table;
use crate::movegen::Stones;

pub(super) type Entries = BTreeMap<(u64, u64), Entry>;

/// Why no proof came together.
#[derive(Debug)]
pub(super) enum Failure {
    Stopped,
    Forgotten,
}

impl Failure {
    pub(super) fn into_error(self, memory_mb: u64) -> SolveError {
        match self {
            Self::Stopped => SolveError::Stopped,
            Self::Forgotten => SolveError::Memory(memory_mb),
        }
    }
}

/// A proof in the making.
pub(super) struct Proof<'s, 'a> {
    pub(super) search: &'s mut Search<'a>,
    pub(super) stop: &'s AtomicBool,
    pub(super) look: &'s mut dyn FnMut(&Table, u64, Numbers),
}

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
    /// The entries that prove the answer to the root's question.
    pub(super) fn entries(&mut self, root: &Node, wins: bool) -> Result<Entries, Failure> {
        if wins { self.victory(root) } else { self.survival(root) }
    }

    /// Asks the question of a node again.
    fn ask(&mut self, node: &Node) -> Result<bool, Failure> {
        self.search.run(*node, u64::MAX, self.stop, self.look).ok_or(Failure::Stopped)
    }

    fn look_at_the_flag(&self) -> Result<(), Failure> {
        if self.stop.load(Ordering::Relaxed) { Err(Failure::Stopped) } else { Ok(()) }
    }

    fn value(&self, node: &Node) -> Value {
        let unknown = Value::Open(Numbers { proof: 1, disproof: 1 });
        let known = self.search.known.value(node);
        known.or_else(|| self.search.table.get(node)).unwrap_or(unknown)
    }

    /// Positions with the attacker to move on which a position with the defender to move rests.
    fn open_replies(&self, stones: Stones) -> Vec<Stones> {
        let node = Node { stones, attacker_moves: false };
        if self.search.known.value(&node).is_some() {
            return Vec::new();
        }
        let mut list = self.search.turns.list(stones);
        list.retain(|&stones| {
            self.search.known.value(&Node { stones, attacker_moves: true }).is_none()
        });
        list
    }

    /// The positions from which a proof begins.
    fn roots(&self, root: &Node) -> Vec<Stones> {
        if !root.attacker_moves {
            self.open_replies(root.stones)
        } else if self.search.known.value(root).is_none() {
            vec![root.stones]
        } else {
            Vec::new()
        }
    }

    /// A winning turn with its rank for each position that the proof reaches.
    fn victory(&mut self, root: &Node) -> Result<Entries, Failure> {
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
                self.look_at_the_flag()?;
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

    /// Positions that the attacker cannot leave for a win.
    fn survival(&mut self, root: &Node) -> Result<Entries, Failure> {
        let mut kept = HashSet::new();
        let mut open = Vec::new();
        self.start_survival(root, &mut kept, &mut open)?;
        while let Some(stones) = open.pop() {
            self.look_at_the_flag()?;
            for after in self.search.turns.list(stones) {
                self.keep_reply(after, &mut kept, &mut open)?;
            }
        }
        Ok(self.reached(root, &kept))
    }

    fn start_survival(
        &mut self,
        root: &Node,
        kept: &mut HashSet<Stones>,
        open: &mut Vec<Stones>,
    ) -> Result<(), Failure> {
        if root.attacker_moves {
            for stones in self.roots(root) {
                kept.insert(stones);
                open.push(stones);
            }
            return Ok(());
        }
        self.keep_reply(root.stones, kept, open)
    }

    /// Sees to it that the defender has a turn to a kept position, or to one that is known.
    fn keep_reply(
        &mut self,
        stones: Stones,
        kept: &mut HashSet<Stones>,
        open: &mut Vec<Stones>,
    ) -> Result<(), Failure> {
        let Some(replies) = self.replies_to_keep(stones) else { return Ok(()) };
        if replies.iter().any(|reply| kept.contains(reply)) {
            return Ok(());
        }
        let reply = match self.refuted(&replies) {
            Some(reply) => reply,
            None => self.search_refuted(stones, &replies)?,
        };
        kept.insert(reply);
        open.push(reply);
        Ok(())
    }

    /// The defender's turns, unless the attacker is known not to win here or after one of them.
    fn replies_to_keep(&self, stones: Stones) -> Option<Vec<Stones>> {
        if self.search.known.value(&Node { stones, attacker_moves: false }).is_some() {
            return None;
        }
        let replies = self.search.turns.list(stones);
        let saves = |&stones: &Stones| {
            let node = Node { stones, attacker_moves: true };
            self.search.known.value(&node) == Some(Value::Disproved)
        };
        (!replies.iter().any(saves)).then_some(replies)
    }

    fn refuted(&self, replies: &[Stones]) -> Option<Stones> {
        let refuted = |&&stones: &&Stones| {
            self.value(&Node { stones, attacker_moves: true }) == Value::Disproved
        };
        replies.iter().find(refuted).copied()
    }

    fn search_refuted(&mut self, stones: Stones, replies: &[Stones]) -> Result<Stones, Failure> {
        self.ask(&Node { stones, attacker_moves: false })?;
        if let Some(reply) = self.refuted(replies) {
            return Ok(reply);
        }
        for &stones in replies {
            if !self.ask(&Node { stones, attacker_moves: true })? {
                return Ok(stones);
            }
        }
        Err(Failure::Forgotten)
    }

    /// The kept positions that are reached if the defender plays the first turn to one.
    fn reached(&self, root: &Node, kept: &HashSet<Stones>) -> Entries {
        let mut entries = Entries::new();
        let first = |stones: Stones| {
            let replies = self.replies_to_keep(stones)?;
            replies.into_iter().find(|reply| kept.contains(reply))
        };
        let mut open =
            if root.attacker_moves { self.roots(root) } else { Vec::from_iter(first(root.stones)) };
        while let Some(stones) = open.pop() {
            if entries.insert((stones.own, stones.enemy), Entry { rank: 0, turn: 0 }).is_none() {
                open.extend(self.search.turns.list(stones).into_iter().filter_map(first));
            }
        }
        entries
    }
}

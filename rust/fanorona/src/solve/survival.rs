//! The proof that the attacker does not win: a set of positions that it cannot leave for a win.
//!
//! The search believes what rests on repetitions, so its refutations are checked here. Where one
//! has nothing to rest on, the question is asked anew, with that refutation forgotten. It is found
//! again, on other grounds, or the attacker wins, and whoever relied on the contrary is looked at
//! once more. Only a set that holds together is an answer.

use std::collections::HashMap;

use super::certificate::Entry;
use super::node::Node;
use super::numbers::{INFINITE, Value};
use super::proof::{Entries, Failure, Proof};
use crate::stones::Stones;

/// A set in the making.
#[derive(Default)]
struct Kept {
    /// Each position with the one from which it was reached, none for the root's.
    from: HashMap<Stones, Option<Stones>>,
    /// Positions still to be looked at.
    open: Vec<Stones>,
    /// Whether a position was taken out again, which others may rely on.
    shrank: bool,
}

impl Kept {
    fn keep(&mut self, stones: Stones, from: Option<Stones>) {
        self.from.insert(stones, from);
        self.open.push(stones);
    }

    /// Takes out a position that the attacker wins.
    fn take_out(&mut self, stones: Stones) {
        self.shrank = true;
        if let Some(Some(from)) = self.from.remove(&stones) {
            self.open.push(from);
        }
    }
}

impl Proof<'_, '_> {
    /// The set for a root that the search has refuted; nothing where the attacker may win after all
    /// and the root's question is open again.
    pub(super) fn survival(&mut self, root: &Node) -> Result<Option<Entries>, Failure> {
        loop {
            let mut kept = Kept::default();
            if root.attacker_moves {
                for stones in self.roots(root) {
                    kept.keep(stones, None);
                }
            } else if !self.keep_reply(root.stones, None, &mut kept)? {
                return Ok(None);
            }
            while let Some(stones) = kept.open.pop() {
                self.stop_if_asked()?;
                if kept.from.contains_key(&stones) && !self.holds(stones, &mut kept)? {
                    kept.take_out(stones);
                }
            }
            if !kept.shrank {
                return Ok(Some(self.reached(root, &kept)));
            }
            let is_refuted = self.value(root) == Value::Disproved;
            if !is_refuted {
                return Ok(None);
            }
        }
    }

    /// Whether the defender has an answer to every turn; a position for which it has none is noted
    /// as won.
    fn holds(&mut self, stones: Stones, kept: &mut Kept) -> Result<bool, Failure> {
        for after in self.search.turns.list(stones) {
            if !self.keep_reply(after, Some(stones), kept)? {
                let rank = match self.value(&Node { stones: after, attacker_moves: false }) {
                    Value::Proved { rank } => (rank + 1).min(INFINITE),
                    _ => INFINITE,
                };
                let node = Node { stones, attacker_moves: true };
                self.search.table.put(&node, Value::Proved { rank }, 1);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Sees to it that the defender has a turn to a kept position, or to one that is known; false
    /// where the attacker wins instead.
    fn keep_reply(
        &mut self,
        stones: Stones,
        from: Option<Stones>,
        kept: &mut Kept,
    ) -> Result<bool, Failure> {
        let node = Node { stones, attacker_moves: false };
        if let Some(value) = self.search.known.value(&node) {
            return Ok(value == Value::Disproved);
        }
        let Some(replies) = self.replies_to_keep(stones) else { return Ok(true) };
        if replies.iter().any(|reply| kept.from.contains_key(reply)) {
            return Ok(true);
        }
        let reply = match self.refuted(&replies) {
            Some(reply) => Some(reply),
            None => self.search_refuted(&node, &replies)?,
        };
        if let Some(reply) = reply {
            kept.keep(reply, from);
        }
        Ok(reply.is_some())
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

    /// Asks anew about a position with the defender to move whose refutation rests on nothing.
    fn search_refuted(
        &mut self,
        node: &Node,
        replies: &[Stones],
    ) -> Result<Option<Stones>, Failure> {
        if self.value(node) == Value::Disproved {
            self.search.forget(node);
        }
        if self.ask(node)? {
            return Ok(None);
        }
        if let Some(reply) = self.refuted(replies) {
            return Ok(Some(reply));
        }
        // Found and forgotten again, for want of room.
        for &stones in replies {
            if !self.ask(&Node { stones, attacker_moves: true })? {
                return Ok(Some(stones));
            }
        }
        Ok(None)
    }

    /// The kept positions that are reached if the defender plays the first turn to one.
    fn reached(&self, root: &Node, kept: &Kept) -> Entries {
        let mut entries = Entries::new();
        let first = |stones: Stones| {
            let replies = self.replies_to_keep(stones)?;
            replies.into_iter().find(|reply| kept.from.contains_key(reply))
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

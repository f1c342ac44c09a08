//! Putting a proof together from what the search remembers.
//!
//! The search forgets what has no room. Where a piece of the proof is missing it is searched again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::certificate::Entry;
use super::node::Node;
use super::numbers::{Numbers, Value};
use super::search::Search;
use super::table::Table;
use crate::stones::Stones;

pub(super) type Entries = BTreeMap<(u64, u64), Entry>;

/// Why no proof came together.
#[derive(Debug)]
pub(super) enum Failure {
    Stopped,
    Forgotten,
}

/// A proof in the making.
pub(super) struct Proof<'s, 'a> {
    pub(super) search: &'s mut Search<'a>,
    /// The most nodes that may be searched.
    pub(super) most: u64,
    pub(super) stop: &'s AtomicBool,
    pub(super) look: &'s mut dyn FnMut(&Table, u64, Numbers),
}

impl Proof<'_, '_> {
    /// The answer to the root's question with the entries that prove it; those of a win only where
    /// they are wanted.
    pub(super) fn answer(
        &mut self,
        root: &Node,
        wants_victory: bool,
    ) -> Result<(bool, Entries), Failure> {
        loop {
            if self.ask(root)? {
                let entries = if wants_victory { self.victory(root)? } else { Entries::new() };
                return Ok((true, entries));
            }
            if let Some(entries) = self.survival(root)? {
                return Ok((false, entries));
            }
        }
    }

    /// Asks the question of a node. A yes is true, a no may yet turn out to be none.
    pub(super) fn ask(&mut self, node: &Node) -> Result<bool, Failure> {
        self.search.run(*node, self.most, self.stop, self.look).ok_or(Failure::Stopped)
    }

    pub(super) fn stop_if_asked(&self) -> Result<(), Failure> {
        if self.stop.load(Ordering::Relaxed) { Err(Failure::Stopped) } else { Ok(()) }
    }

    pub(super) fn value(&self, node: &Node) -> Value {
        let unknown = Value::Open(Numbers { proof: 1, disproof: 1 });
        let known = self.search.known.value(node);
        known.or_else(|| self.search.table.get(node)).unwrap_or(unknown)
    }

    /// Positions with the attacker to move on which a position with the defender to move rests.
    pub(super) fn open_replies(&self, stones: Stones) -> Vec<Stones> {
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
    pub(super) fn roots(&self, root: &Node) -> Vec<Stones> {
        if !root.attacker_moves {
            self.open_replies(root.stones)
        } else if self.search.known.value(root).is_none() {
            vec![root.stones]
        } else {
            Vec::new()
        }
    }
}

//! Refutations that rest on a repetition.
//!
//! Where a position of the current line comes back, the attacker has made no headway, so the turn
//! is refuted as long as the position that comes back is refuted, too. What follows from that is
//! believed everywhere, for want of a proof of the contrary, and noted here beside the position
//! that it rests on: when that one is proved, it is forgotten.

use std::collections::HashMap;

use super::node::Node;

/// The most notes that are kept. Losing them costs time and nothing else, since no refutation is an
/// answer before a closed set of positions has been found for it.
const MOST: usize = 1 << 21;

/// Depths of the line on which something rests.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Dependence(Vec<u32>);

/// More depths than this are cut off, the first ones first.
const MOST_DEPTHS: usize = 32;

impl Dependence {
    pub(super) fn on(depth: u32) -> Self {
        Self(vec![depth])
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn join(&mut self, other: &Self) {
        for depth in &other.0 {
            if !self.0.contains(depth) {
                self.0.push(*depth);
            }
        }
        if self.0.len() > MOST_DEPTHS {
            self.0.sort_unstable();
            self.0.drain(..self.0.len() - MOST_DEPTHS);
        }
    }

    pub(super) fn remove(&mut self, depth: u32) {
        self.0.retain(|&other| other != depth);
    }

    pub(super) fn depths(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|&depth| depth as usize)
    }
}

/// By position, the refutations that rest on it.
#[derive(Default, Debug)]
pub(super) struct Doubts {
    resting: HashMap<Node, Vec<Node>>,
    count: usize,
}

impl Doubts {
    /// Notes that the refutation of `node` rests on that of `base`.
    pub(super) fn note(&mut self, base: Node, node: Node) {
        if self.count >= MOST {
            self.resting.clear();
            self.count = 0;
        }
        let resting = self.resting.entry(base).or_default();
        if resting.last() != Some(&node) {
            resting.push(node);
            self.count += 1;
        }
    }

    /// What rests on a position, which is then forgotten here.
    pub(super) fn take(&mut self, base: &Node) -> Vec<Node> {
        let resting = self.resting.remove(base).unwrap_or_default();
        self.count -= resting.len();
        resting
    }
}

//! Refutations that rest on positions of the current line.
//!
//! Where a position of the line comes back, the attacker has made no headway, so the turn is
//! refuted, but only as long as that position is refuted too. Such refutations are kept here
//! together with the positions that they rest on, and hold only while all of these are on the
//! line. When the last of them is refuted and rests on nothing itself, all that rest on it alone
//! are refuted for good: a set of positions that the attacker cannot leave for a win.

use std::collections::HashMap;

use super::node::Node;

/// The most refutations that are kept; more are forgotten, which costs time and nothing else.
const MOST: usize = 1 << 20;
/// The most positions that a refutation may rest on to be kept.
const MOST_BASES: usize = 16;
/// The most refutations that are looked at again when a position is left.
const MOST_RESTING: usize = 1 << 14;

/// Depths of the line on which something rests.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Dependence(Vec<u32>);

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
    }

    pub(super) fn remove(&mut self, depth: u32) {
        self.0.retain(|&other| other != depth);
    }

    pub(super) fn depths(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|&depth| depth as usize)
    }
}

/// The refutations that rest on something.
#[derive(Default, Debug)]
pub(super) struct Cycles {
    bases: HashMap<Node, Vec<Node>>,
    /// By depth of the line, what rests on the position there.
    resting: Vec<Vec<Node>>,
}

impl Cycles {
    pub(super) fn clear(&mut self) {
        self.bases.clear();
        self.resting.clear();
    }

    pub(super) fn get(&self, node: &Node) -> Option<&[Node]> {
        self.bases.get(node).map(Vec::as_slice)
    }

    pub(super) fn put(&mut self, node: Node, bases: Vec<Node>) {
        if bases.len() > MOST_BASES {
            self.bases.remove(&node);
            return;
        }
        if self.bases.len() >= MOST {
            self.clear();
        }
        self.bases.insert(node, bases);
    }

    pub(super) fn remove(&mut self, node: &Node) {
        self.bases.remove(node);
    }

    /// Notes that a refutation rests on the position at this depth.
    pub(super) fn register(&mut self, depth: usize, node: Node) {
        if self.resting.len() <= depth {
            self.resting.resize_with(depth + 1, Vec::new);
        }
        if self.resting[depth].len() < MOST_RESTING {
            self.resting[depth].push(node);
        }
    }

    /// What was noted of a depth, which is then free for another position.
    pub(super) fn take(&mut self, depth: usize) -> Vec<Node> {
        self.resting.get_mut(depth).map(std::mem::take).unwrap_or_default()
    }

    /// The position at this depth is left without an answer, or proved.
    pub(super) fn leave(&mut self, depth: usize) {
        if let Some(resting) = self.resting.get_mut(depth) {
            resting.clear();
        }
    }
}

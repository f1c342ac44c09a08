//! Depth-first proof-number search (Nagai, "Df-pn Algorithm for Searching AND/OR Trees", 2002).
//!
//! Summing numbers over a graph counts what several turns share again and again, so the sum is
//! replaced by the largest number and one for each other open turn.
//!
//! A proof that is found here holds. A refutation may rest on the repetition of a position that is
//! not refuted in the end; see [`super::doubts`]. It becomes an answer in [`super::survival`].

use std::sync::atomic::{AtomicBool, Ordering};

use super::doubts::{Dependence, Doubts};
use super::known::Known;
use super::node::{Node, Turns};
use super::numbers::{INFINITE, Numbers, Value};
use super::table::Table;
use crate::stones::Stones;

/// A turn is searched until it looks worse than the next best one by this share more than that.
const PATIENCE: u32 = 4;

/// How many nodes are searched between two looks, and between two polls of the stop flag.
const LOOK: u64 = 4096;
const POLL: u64 = 256;

/// A position after a turn, with what is missing to the aim of who made the turn (proof or
/// disproof) and to the opponent's.
#[derive(Clone, Copy, Debug)]
struct Child {
    stones: Stones,
    aim: u32,
    other: u32,
    rank: u32,
}

/// A position of the current line.
#[derive(Debug)]
struct Frame {
    node: Node,
    /// Whether the turn that led here captured nothing.
    quiet: bool,
    /// Where its turns begin in the list of all.
    first: usize,
    /// The search comes back when either number reaches its limit; mover's view.
    aim_limit: u32,
    other_limit: u32,
    /// Nodes searched so far below this one.
    effort: u64,
    /// The positions of the line, by depth, that a refutation of this one rests on so far.
    dependence: Dependence,
    /// The turn that is being searched.
    current: usize,
}

/// The search for one answer, with all that it remembers.
pub(super) struct Search<'a> {
    pub(super) turns: Turns,
    pub(super) known: Known<'a>,
    pub(super) table: Table,
    pub(super) nodes: u64,
    doubts: Doubts,
    frames: Vec<Frame>,
    children: Vec<Child>,
}

impl<'a> Search<'a> {
    pub(super) fn new(turns: Turns, known: Known<'a>, table: Table) -> Self {
        Self {
            turns,
            known,
            table,
            nodes: 0,
            doubts: Doubts::default(),
            frames: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Gives up the search and keeps what it remembers.
    pub(super) fn into_table(self) -> Table {
        self.table
    }

    /// Searches until the answer is found, or `most` nodes have been searched or `stop` is set, and
    /// there is none.
    /// `look` is called now and then with the nodes so far and the numbers of the root.
    pub(super) fn run(
        &mut self,
        root: Node,
        most: u64,
        stop: &AtomicBool,
        look: &mut dyn FnMut(&Table, u64, Numbers),
    ) -> Option<bool> {
        if let Some(value) = self.known.value(&root).or_else(|| self.answer(&root)) {
            return value.answer();
        }
        self.frames.clear();
        self.children.clear();
        self.enter(root, false, INFINITE, INFINITE);
        let mut numbers = self.estimate(&root);
        loop {
            let depth = self.frames.len() - 1;
            let summary = self.weigh(depth);
            if depth == 0 {
                numbers = numbers_of(root.attacker_moves, summary.aim, summary.other);
            }
            if self.nodes.is_multiple_of(LOOK) {
                look(&self.table, self.nodes, numbers);
            }
            let frame = &self.frames[depth];
            let answered = summary.aim == 0 || summary.other == 0;
            let stopped = self.nodes >= most
                || self.nodes.is_multiple_of(POLL) && stop.load(Ordering::Relaxed);
            let done =
                answered || summary.aim >= frame.aim_limit || summary.other >= frame.other_limit;
            if done || stopped {
                if let Some(value) = self.leave(&summary) {
                    return value.answer();
                }
            } else {
                self.descend(depth, &summary);
            }
        }
    }

    fn answer(&self, node: &Node) -> Option<Value> {
        self.table.get(node).filter(|value| !matches!(value, Value::Open(_)))
    }

    /// Numbers, best and second best turn of a position of the line.
    fn weigh(&self, depth: usize) -> Summary {
        let frame = &self.frames[depth];
        let children = &self.children[frame.first..];
        let mut summary =
            Summary { aim: INFINITE, other: 0, second: INFINITE, best: 0, open: 0, rank: 0 };
        let mut largest = 0;
        let mut best_other = INFINITE;
        let mut least_rank = INFINITE;
        for (at, child) in children.iter().enumerate() {
            if child.aim == 0 {
                least_rank = least_rank.min(child.rank);
            }
            summary.rank = summary.rank.max(child.rank);
            if (child.aim, child.other) < (summary.aim, best_other) {
                summary.second = summary.aim;
                (summary.aim, best_other, summary.best) = (child.aim, child.other, at);
            } else {
                summary.second = summary.second.min(child.aim);
            }
            if child.aim != INFINITE {
                largest = largest.max(child.other);
                summary.open += 1;
            }
        }
        if summary.aim == 0 {
            summary.other = INFINITE;
            summary.rank = least_rank;
        } else if summary.open > 0 {
            summary.other = (largest + summary.open - 1).min(INFINITE - 1);
        }
        summary
    }

    fn descend(&mut self, depth: usize, summary: &Summary) {
        let frame = &mut self.frames[depth];
        frame.current = frame.first + summary.best;
        let child = self.children[frame.current];
        let patience = summary.second.saturating_add(summary.second / PATIENCE + 1);
        // What counts against the child's mover is this mover's aim.
        let other_limit = frame.aim_limit.min(patience).min(INFINITE);
        let aim_limit = if frame.other_limit == INFINITE {
            INFINITE
        } else {
            frame.other_limit + 1 - summary.open
        };
        let node = Node { stones: child.stones, attacker_moves: !frame.node.attacker_moves };
        let quiet = child.stones.count() == frame.node.stones.count();
        self.enter(node, quiet, aim_limit, other_limit);
    }

    /// Makes a position the last of the line.
    fn enter(&mut self, node: Node, quiet: bool, aim_limit: u32, other_limit: u32) {
        self.nodes += 1;
        let first = self.children.len();
        let dependence = Dependence::default();
        let (effort, current) = (1, first);
        let frame =
            Frame { node, quiet, first, aim_limit, other_limit, effort, dependence, current };
        self.frames.push(frame);
        let list = self.turns.list(node.stones);
        let nodes =
            || list.iter().map(|&stones| Node { stones, attacker_moves: !node.attacker_moves });
        let known: Vec<Option<Value>> = nodes().map(|next| self.known.value(&next)).collect();
        // Nothing else in between, so that waits for memory overlap.
        let remembered: Vec<Option<Value>> = nodes()
            .zip(&known)
            .map(|(next, known)| known.or_else(|| self.table.get(&next)))
            .collect();
        let mut dependence = Dependence::default();
        let mut is_refuted = false;
        for (next, known) in nodes().zip(remembered) {
            let is_quiet = next.stones.count() == node.stones.count();
            let (value, on) = self.look_at(&next, known, is_quiet);
            if node.attacker_moves {
                dependence.join(&on);
            } else if value == Value::Disproved && !(is_refuted && dependence.is_empty()) {
                // One refutation is enough for the defender, best one that rests on nothing.
                (is_refuted, dependence) = (true, on);
            }
            self.children.push(child_of(node.attacker_moves, next.stones, value));
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.dependence = dependence;
        }
    }

    /// The value of a position after a turn of the last of the line, and the position of the line
    /// that a refutation rests on; `known` is what tables and the memory say.
    fn look_at(&self, node: &Node, known: Option<Value>, is_quiet: bool) -> (Value, Dependence) {
        let nothing = Dependence::default();
        if let Some(value @ (Value::Proved { .. } | Value::Disproved)) = known {
            return (value, nothing);
        }
        if is_quiet && let Some(depth) = self.depth_of(node) {
            return (Value::Disproved, Dependence::on(depth));
        }
        (known.unwrap_or_else(|| Value::Open(self.estimate(node))), nothing)
    }

    /// Where a position stands on the line since the last capture.
    fn depth_of(&self, node: &Node) -> Option<u32> {
        for (depth, frame) in self.frames.iter().enumerate().rev() {
            if frame.node == *node {
                return Some(depth as u32);
            }
            if !frame.quiet {
                return None;
            }
        }
        None
    }

    /// The more turns and stones a side has, the more is missing to the other side's aim.
    fn estimate(&self, node: &Node) -> Numbers {
        let (own, enemy) = (node.stones.own.count_ones(), node.stones.enemy.count_ones());
        let turns = self.turns.number(node.stones).min(INFINITE / 4);
        let (movers, opponents) = (1 + enemy / 2, 1 + own / 2 + 2 * turns);
        numbers_of(node.attacker_moves, movers, opponents)
    }

    /// Takes the last position off the line, remembers its numbers and hands them to the one
    /// before it. What is known of it where it was the root.
    fn leave(&mut self, summary: &Summary) -> Option<Value> {
        let frame = self.frames.pop()?;
        let depth = self.frames.len();
        self.children.truncate(frame.first);
        let attacker = frame.node.attacker_moves;
        let proved = if attacker { summary.aim == 0 } else { summary.other == 0 };
        let disproved =
            if attacker { summary.other == 0 && summary.aim != 0 } else { summary.aim == 0 };
        let mut dependence = frame.dependence;
        dependence.remove(depth as u32);
        let value = if proved {
            let rank = if attacker { summary.rank + 1 } else { summary.rank };
            Value::Proved { rank }
        } else if disproved {
            Value::Disproved
        } else {
            Value::Open(numbers_of(attacker, summary.aim, summary.other))
        };
        self.table.put(&frame.node, value, frame.effort);
        match value {
            Value::Proved { .. } => self.forget_doubtful(&frame.node),
            Value::Disproved => {
                for depth in dependence.depths() {
                    self.doubts.note(self.frames[depth].node, frame.node);
                }
            }
            Value::Open(_) => {}
        }
        if !disproved {
            dependence = Dependence::default();
        }
        let Some(parent) = self.frames.last_mut() else {
            return Some(value);
        };
        parent.effort += frame.effort;
        if disproved && !parent.node.attacker_moves {
            parent.dependence = dependence;
        } else {
            parent.dependence.join(&dependence);
        }
        let at = parent.current;
        self.children[at] = child_of(parent.node.attacker_moves, frame.node.stones, value);
        None
    }

    /// Forgets the refutations that rest on a position which is proved.
    fn forget_doubtful(&mut self, node: &Node) {
        let mut proved = vec![*node];
        while let Some(base) = proved.pop() {
            for resting in self.doubts.take(&base) {
                if self.table.get(&resting) == Some(Value::Disproved) {
                    self.forget(&resting);
                    proved.push(resting);
                }
            }
        }
    }

    /// Makes the question of a position open again.
    pub(super) fn forget(&mut self, node: &Node) {
        let numbers = self.estimate(node);
        self.table.put(node, Value::Open(numbers), 1);
    }
}

/// What the turns of a position come to, from its mover's view.
#[derive(Debug)]
struct Summary {
    aim: u32,
    other: u32,
    /// The second smallest aim of a turn.
    second: u32,
    best: usize,
    open: u32,
    rank: u32,
}

fn numbers_of(attacker_moves: bool, aim: u32, other: u32) -> Numbers {
    let (proof, disproof) = if attacker_moves { (aim, other) } else { (other, aim) };
    Numbers { proof, disproof }
}

fn child_of(attacker_made_it: bool, stones: Stones, value: Value) -> Child {
    let (numbers, rank) = match value {
        Value::Proved { rank } => (Numbers { proof: 0, disproof: INFINITE }, rank),
        Value::Disproved => (Numbers { proof: INFINITE, disproof: 0 }, 0),
        Value::Open(numbers) => (numbers, 0),
    };
    let (aim, other) = if attacker_made_it {
        (numbers.proof, numbers.disproof)
    } else {
        (numbers.disproof, numbers.proof)
    };
    Child { stones, aim, other, rank }
}

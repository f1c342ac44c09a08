//! What is known of a position without a search: finished games and endgame tables.

use super::node::{Node, Turns};
use super::numbers::Value;
use crate::stones::Stones;
use crate::tablebase::Tablebase;
use crate::variant::Variant;
use crate::wdl::Wdl;

/// The ends of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    variant: Variant,
    turns: Turns,
    tables: Option<&'a Tablebase>,
    /// Up to how many stones the tables are asked.
    largest: u32,
}

impl<'a> Known<'a> {
    /// Tables are asked up to as many stones as they have, and never about more than `most`.
    pub(super) fn new(variant: Variant, tables: Option<&'a Tablebase>, most: u32) -> Self {
        let largest = tables.map_or(0, |tables| tables.most_stones(variant).min(most));
        Self { variant, turns: Turns::new(variant), tables, largest }
    }

    /// Up to how many stones every position is known.
    pub(super) fn largest(&self) -> u32 {
        self.largest
    }

    /// The answer to the question of a node, if it needs no search.
    #[inline]
    pub(super) fn value(&self, node: &Node) -> Option<Value> {
        let Stones { own, enemy } = node.stones;
        let mover_wins = if own == 0 {
            false
        } else if enemy == 0 {
            true
        } else if node.stones.count() <= self.largest {
            match self.tables?.value(self.variant, node.stones).ok()? {
                Wdl::Draw => return Some(Value::Disproved),
                Wdl::Win => true,
                Wdl::Loss => false,
            }
        } else if self.turns.any(node.stones) {
            return None;
        } else {
            false
        };
        let proved = mover_wins == node.attacker_moves;
        Some(if proved { Value::Proved { rank: 0 } } else { Value::Disproved })
    }
}

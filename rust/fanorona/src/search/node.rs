//! A position on the line that is being searched.

use super::score::WIN;
use super::turns::Turn;
use crate::position::Position;
use crate::zobrist;

/// Turns before the no-capture limit from which on the table tells positions with different
/// counters apart.
const NEAR_LIMIT: u32 = 16;

/// A position on the current line and what led to it.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) position: &'a Position,
    /// Turns from the root.
    pub(super) line: usize,
    /// Turns without a capture.
    pub(super) quiet: u32,
    /// The ends of the turn that led here.
    pub(super) last: usize,
    /// The estimate for its mover; 0 where the search goes deeper and needs none.
    pub(super) estimate: i32,
}

/// The value of a won position from the root, for the side that wins after `line` turns.
pub(super) fn win(line: usize) -> i32 {
    WIN - line as i32
}

impl Node<'_> {
    /// The node after a turn, which leads to this position.
    pub(super) fn next<'b>(&self, position: &'b Position, turn: &Turn) -> Node<'b> {
        Node {
            position,
            line: self.line + 1,
            quiet: if turn.taken > 0 { 0 } else { self.quiet + 1 },
            last: turn.ends_index(),
            estimate: -turn.estimate,
        }
    }

    /// The key under which the table keeps the position.
    pub(super) fn table_key(&self) -> u64 {
        let limit = self.position.rules().no_capture;
        let near = limit.is_some_and(|limit| self.quiet + NEAR_LIMIT >= limit);
        let counter = if near { zobrist::mix(u64::from(self.quiet) + 2000) } else { 0 };
        self.position.hash_key() ^ counter
    }
}

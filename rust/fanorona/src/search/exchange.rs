//! The search beyond the horizon.

use super::evaluation::Prospects;
use super::node::Node;
use super::ordering::next_best;
use super::turns;
use super::worker::{LONGEST_LINE, Worker};

/// How many captures in a row are followed beyond the horizon.
const LONGEST_EXCHANGE: u32 = 12;

impl Worker<'_> {
    /// The value of a position at the horizon. From there on only captures are followed, since a
    /// position in the middle of an exchange has no fair estimate.
    pub(super) fn exchange(&mut self, node: Node<'_>, alpha: i32, beta: i32) -> i32 {
        self.follow_captures(node, alpha, beta, LONGEST_EXCHANGE)
    }

    fn follow_captures(&mut self, node: Node<'_>, mut alpha: i32, beta: i32, left: u32) -> i32 {
        if self.count(node.line) {
            return 0;
        }
        if let Some(value) = self.end(node).or_else(|| self.table_value(node)) {
            return value;
        }
        if !node.position.has_capture() {
            return if node.position.has_legal_move() { node.estimate } else { self.blocked(node) };
        }
        // Capturing may be forced but is hardly ever bad, so the mover has at least the estimate.
        if left == 0 || node.line >= LONGEST_LINE || node.estimate >= beta {
            return node.estimate;
        }
        alpha = alpha.max(node.estimate);
        let mut best = node.estimate;
        let prospects = Prospects::new(self.network, node.position);
        let first = self.turns.len();
        turns::append(node.position, &mut self.turns);
        let count = self.turns.len() - first;
        for turn in &mut self.turns[first..] {
            turn.rank = i32::from(turn.taken);
        }
        for index in 0..count {
            next_best(&mut self.turns[first + index..]);
            let mut turn = self.turns[first + index];
            if turn.taken == 0 {
                continue;
            }
            turn.estimate = prospects.estimate(turn.after);
            if turn.estimate <= alpha && !self.may_end(node, &turn) {
                // The opponent would be content at once: that is what looking would find.
                best = best.max(turn.estimate);
                continue;
            }
            let position = node.position.after(turn.ends(), turn.after);
            let next = node.next(&position, &turn);
            let value = -self.follow_captures(next, -beta, -alpha, left - 1);
            if self.stopped {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.turns.truncate(first);
        best
    }
}

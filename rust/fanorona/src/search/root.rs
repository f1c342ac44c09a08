//! The turns to choose from.

use super::node::Node;
use super::score::LARGEST_ESTIMATE;
use super::tables::Known;
use super::turns::{self, Turn};
use super::worker::Worker;
use crate::game::Game;

/// The legal turns of the root, in the order in which they are searched.
pub(super) struct Root {
    /// Those that look best at a glance first; where endgame tables reach, those that are best by
    /// them. The rank is the value by tables and by what the rules make of the game so far, or at a
    /// glance.
    pub(super) turns: Vec<Turn>,
    /// Whether the ranks are those of tables.
    judged: bool,
}

impl Root {
    pub(super) fn new(worker: &mut Worker<'_>, game: &Game, known: &mut Option<Known<'_>>) -> Self {
        let mut turns = Vec::new();
        if game.outcome().is_some() {
            return Self { turns, judged: false };
        }
        let root = game.position();
        turns::append(root, &mut turns);
        for turn in &mut turns {
            // Under huff rules what is owed takes long to find, and there can be thousands.
            if worker.is_stopped() {
                break;
            }
            turn.estimate = worker.glance(root, turn);
            turn.rank = turn.estimate;
        }
        turns.sort_by_key(|turn| std::cmp::Reverse(turn.rank));
        let quiet = game.quiet_turns();
        let values = known.as_mut().and_then(|known| known.judge_root(root, quiet, &turns));
        let judged = values.is_some();
        let node = Node { position: root, line: 0, quiet, last: 0, estimate: 0 };
        for (turn, value) in turns.iter_mut().zip(values.into_iter().flatten()) {
            turn.rank = by_rules(worker, node, turn, value);
        }
        if judged {
            turns.sort_by_key(|turn| std::cmp::Reverse(turn.rank));
        }
        Self { turns, judged }
    }

    /// The turns to choose the next best from, once `chosen` are: all the others, or where tables
    /// reach those that are as good by them.
    pub(super) fn rest(&mut self, chosen: usize) -> &mut [Turn] {
        let rest = &mut self.turns[chosen..];
        let equal = match rest.first() {
            Some(first) if self.judged => {
                let rank = first.rank;
                rest.iter().take_while(|turn| turn.rank == rank).count()
            }
            _ => rest.len(),
        };
        &mut rest[..equal]
    }

    /// The value of a chosen turn that was searched with this result. A search can only be wiser
    /// than tables where it has found the end of the game.
    pub(super) fn value(&self, chosen: usize, searched: i32) -> i32 {
        let rank = self.turns[chosen].rank;
        let found_end = searched.abs() > LARGEST_ESTIMATE && searched.signum() == rank.signum();
        if self.judged && !found_end { rank } else { searched }
    }
}

/// The value of a root turn to which tables give this one. They know nothing of repetitions and of
/// the limit of turns without a capture, by which the game may end with this turn or the next.
fn by_rules(worker: &mut Worker<'_>, root: Node<'_>, turn: &Turn, value: i32) -> i32 {
    if let Some(end) = worker.end_after(root, turn) {
        return end;
    }
    let drawn = value == 0 || value > 0 && worker.allows_draw(root, turn);
    if drawn { worker.draw(root.position) } else { value }
}

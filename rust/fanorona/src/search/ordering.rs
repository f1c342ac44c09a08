//! In which order turns are tried: those that cut off most first.

use super::turns::Turn;
use crate::variant::Variant;

const ENDS: usize = Variant::MOST_POINTS * Variant::MOST_POINTS;
/// No entry of the history grows beyond this.
const LARGEST: i32 = 16_384;
/// The rank of the turn that the table remembers.
pub(super) const REMEMBERED: i32 = 1 << 30;
const KILLER: i32 = LARGEST + 2;
const ANSWER: i32 = LARGEST + 1;
/// A stone taken ranks above any paika.
const STONE: i32 = 2 * LARGEST;

/// What the search has learned about turns, by the points where they start and end.
pub(super) struct TurnOrder {
    /// By side: how often a turn was the best, less how often it was tried in vain.
    history: Vec<[i16; ENDS]>,
    /// By ply: paikas that cut off in a sister position.
    killers: Vec<[u16; 2]>,
    /// By side and the opponent's last turn: the paika that cut off after it.
    answers: Vec<[u16; ENDS]>,
}

impl TurnOrder {
    pub(super) fn new(longest_line: usize) -> Self {
        Self {
            history: vec![[0; ENDS]; 2],
            killers: vec![[0; 2]; longest_line + 1],
            answers: vec![[0; ENDS]; 2],
        }
    }

    /// Gives each turn its rank. `remembered` is the table's turn, `last` the ends of the turn
    /// before.
    pub(super) fn rank(
        &self,
        turns: &mut [Turn],
        side: usize,
        line: usize,
        remembered: Option<u16>,
        last: usize,
    ) {
        let (killers, answer) = (self.killers[line], self.answers[side][last]);
        for turn in turns {
            let ends = turn.ends_index();
            turn.rank = if remembered.is_some_and(|signature| signature == turn.signature()) {
                REMEMBERED
            } else if turn.taken > 0 {
                i32::from(turn.taken) * STONE + i32::from(self.history[side][ends])
            } else if killers.contains(&(ends as u16)) {
                KILLER
            } else if answer == ends as u16 {
                ANSWER
            } else {
                i32::from(self.history[side][ends])
            };
        }
    }

    /// A turn cut off after the others of `tried` had not.
    pub(super) fn reward(
        &mut self,
        best: &Turn,
        tried: &[Turn],
        side: usize,
        line: usize,
        depth: i32,
        last: usize,
    ) {
        let bonus = (depth * depth).min(400);
        self.adjust(side, best.ends_index(), bonus);
        for turn in tried {
            self.adjust(side, turn.ends_index(), -bonus / 2);
        }
        if best.taken == 0 {
            let ends = best.ends_index() as u16;
            self.answers[side][last] = ends;
            let killers = &mut self.killers[line];
            if killers[0] != ends {
                *killers = [ends, killers[0]];
            }
        }
    }

    fn adjust(&mut self, side: usize, ends: usize, change: i32) {
        let entry = &mut self.history[side][ends];
        let old = i32::from(*entry);
        // Pulled towards zero the more, the larger it is, so that it stays in bounds.
        *entry = (old + change * 16 - old * (change * 16).abs() / LARGEST) as i16;
    }
}

/// Moves the turn of the highest rank of `turns` to its front.
pub(super) fn next_best(turns: &mut [Turn]) {
    let mut best = 0;
    for index in 1..turns.len() {
        if turns[index].rank > turns[best].rank {
            best = index;
        }
    }
    turns.swap(0, best);
}

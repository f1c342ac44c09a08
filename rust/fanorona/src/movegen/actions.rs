//! The indices of legal single steps, in increasing order.

use super::{Mover, Progress};
use crate::bitboard::{Bitboard, bit, points};
use crate::moves::{Kind, Step};
use crate::rules::Capture;

impl Mover {
    /// Appends the first steps of all legal turns, `most` left aside.
    pub(crate) fn append_first_actions(&self, actions: &mut Vec<u16>) {
        let capturing = self.capturing();
        if capturing == 0 {
            for origin in points(self.stones.own) {
                self.append_steps(origin, [self.free_neighbours(origin), 0, 0], actions);
            }
            return;
        }
        let must_capture = self.capture == Capture::Mandatory;
        for origin in points(if must_capture { capturing } else { self.stones.own }) {
            let free = self.free_neighbours(origin);
            let (approaches, withdrawals) = self.geometry.captures(origin, free, self.stones.enemy);
            let paikas = if must_capture { 0 } else { free & !(approaches | withdrawals) };
            self.append_steps(origin, [paikas, approaches, withdrawals], actions);
        }
    }

    /// Appends the capturing steps with which the chain can go on.
    pub(crate) fn append_next_actions(&self, progress: Progress, actions: &mut Vec<u16>) {
        let (approaches, withdrawals) = self.continuations(progress);
        self.append_steps(progress.at, [0, approaches, withdrawals], actions);
    }

    /// The points where a stone may go from one point, by whatever kind of step.
    #[inline]
    fn free_neighbours(&self, origin: u8) -> Bitboard {
        let banned = if bit(origin) == self.ban.stone { self.ban.target } else { 0 };
        let taken = self.stones.own | self.stones.enemy | banned;
        self.geometry.neighbours[usize::from(origin)] & !taken
    }

    /// Appends the steps from one point, the destinations being given for each kind. A farther
    /// destination has a later direction, so that the order is that of the indices.
    #[inline]
    fn append_steps(&self, origin: u8, destinations: [Bitboard; 3], actions: &mut Vec<u16>) {
        let [paikas, approaches, withdrawals] = destinations;
        // Every kind is written and only those that are legal are kept: what a point holds is
        // chance to the processor, which would guess a condition here wrong every other time.
        let mut steps = [0; MOST_STEPS];
        let mut count = 0;
        for destination in points(paikas | approaches | withdrawals) {
            let direction = self.geometry.direction_to(origin, destination);
            for (kind, set) in Kind::ALL.into_iter().zip(destinations) {
                let step = Step { origin, destination, direction, kind };
                steps[count % MOST_STEPS] = step.action() as u16;
                count += usize::from(set & bit(destination) != 0);
            }
        }
        // To copy all is a few instructions, to copy so many a call.
        let end = actions.len() + count;
        actions.extend_from_slice(&steps);
        actions.truncate(end);
    }
}

/// No point has more steps: eight neighbours, each reached by a paika or by at most two captures.
/// A power of two above 16, so that an index needs no check.
const MOST_STEPS: usize = 32;

//! Playing a whole turn: the next position and what it remembers.

use crate::bitboard::{Bitboard, bit};
use crate::error::MoveError;
use crate::history::{Back, History};
use crate::movegen::Stones;
use crate::moves::{Ends, Move};
use crate::position::Position;
use crate::rules::Capture;
use crate::zobrist;

impl Position {
    /// The position after a legal turn.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where the turn is not legal here.
    pub fn play(&self, turn: &Move) -> Result<Self, MoveError> {
        self.check(turn)
            .map_err(|reason| MoveError::illegal(turn.to_string(), reason))
            .map(|after| self.after(turn.ends(), after))
    }

    /// The position after a turn taken from [`Self::legal_moves`]. Another turn may give nonsense,
    /// never undefined behaviour.
    #[must_use]
    pub fn play_unchecked(&self, turn: &Move) -> Self {
        self.after(turn.ends(), self.stones_after(turn))
    }

    /// The stones after a legal turn, still from the side that moved.
    pub(crate) fn stones_after(&self, turn: &Move) -> Stones {
        let mut mover = self.mover(turn.removed());
        let done = self.chain.map_or(0, |chain| chain.len());
        for step in turn.steps().skip(done) {
            let captured = mover.step_captures(step);
            mover.stones.own = mover.stones.own & !bit(step.origin) | bit(step.destination);
            mover.stones.enemy &= !captured;
        }
        mover.stones
    }

    /// A random turn, chosen step by step; `most` and removals are left aside.
    pub(crate) fn random_turn(&self, rng: &mut fastrand::Rng) -> Option<(Ends, Stones)> {
        self.mover(None).random_turn(rng)
    }

    /// The start of the opponent's turn, the stones being known.
    pub(crate) fn after(&self, ends: Ends, after: Stones) -> Self {
        let mut next = Self { chain: None, ..*self };
        next.put_stones(after);
        next.key ^= zobrist::BLACK_TO_MOVE;
        next.turn = !self.turn;
        if self.rules.needs_history() {
            next.history = self.history_after(ends, after);
        }
        next
    }

    pub(crate) fn put_stones(&mut self, after: Stones) {
        let mover = self.turn;
        for (color, set) in [(mover, after.own), (!mover, after.enemy)] {
            self.key ^= zobrist::stones(color, self.stones[color.index()] ^ set);
            self.stones[color.index()] = set;
        }
    }

    fn history_after(&self, ends: Ends, after: Stones) -> History {
        let (mover, opponent) = (self.turn.index(), (!self.turn).index());
        let mut history = self.history;
        history.first[mover] = false;
        if !self.rules.reversal {
            let kept =
                history.back[opponent].filter(|back| after.enemy & bit(back.destination) != 0);
            history.back[opponent] = kept;
            history.back[mover] =
                ends.path.map(|(origin, destination)| Back { origin, destination });
        }
        if self.rules.capture == Capture::Huff {
            history.huff = self.offenders(ends, after);
        }
        history
    }

    /// The stones that could have made an owed capture which a turn with these ends left undone,
    /// where they are after it.
    fn offenders(&self, ends: Ends, after: Stones) -> Bitboard {
        let mover = self.mover(ends.removed);
        let taken = (mover.stones.enemy & !after.enemy).count_ones();
        let owed = if self.rules.most {
            let most = mover.largest_capture();
            if most == taken { 0 } else { mover.capturing_stones(Some(most)) }
        } else if taken > 0 {
            0
        } else {
            mover.capturing_stones(None)
        };
        match ends.path {
            Some((origin, destination)) if owed & bit(origin) != 0 => {
                owed ^ bit(origin) ^ bit(destination)
            }
            _ => owed,
        }
    }
}

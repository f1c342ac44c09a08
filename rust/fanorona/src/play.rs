//! Playing a whole turn: the next position and what it remembers.

use crate::bitboard::{Bitboard, bit};
use crate::error::MoveError;
use crate::history::{Back, History};
use crate::moves::{Ends, Move};
use crate::position::Position;
use crate::rules::Capture;
use crate::stones::Stones;
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
        self.after_owing(ends, after, self.owed(ends.removed))
    }

    /// [`Self::after`] where what was owed once the turn's removal was done is known already.
    fn after_owing(&self, ends: Ends, after: Stones, owed: Owed) -> Self {
        let mut next = *self;
        next.end_owing(ends, after, owed);
        next
    }

    /// Becomes the start of the opponent's turn, the stones being known.
    #[inline]
    pub(crate) fn end(&mut self, ends: Ends, after: Stones) {
        self.end_owing(ends, after, self.owed(ends.removed));
    }

    #[inline]
    fn end_owing(&mut self, ends: Ends, after: Stones, owed: Owed) {
        if self.rules.needs_history() {
            self.history = self.history_after(ends, after, owed);
        }
        self.chain = None;
        self.put_stones(after);
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.turn = !self.turn;
    }

    /// What the player to move owes once this stone is removed; nothing but under huff rules.
    fn owed(&self, removed: Option<u8>) -> Owed {
        if self.rules.capture != Capture::Huff {
            return Owed { least: 0, stones: 0 };
        }
        let mover = self.mover(removed);
        if self.rules.most {
            let largest = mover.largest_capture();
            return Owed { least: largest.most, stones: largest.origins };
        }
        let stones = mover.capturing();
        Owed { least: u32::from(stones != 0), stones }
    }

    pub(crate) fn put_stones(&mut self, after: Stones) {
        let mover = self.turn;
        for (color, set) in [(mover, after.own), (!mover, after.enemy)] {
            self.key ^= zobrist::stones(color, self.stones[color.index()] ^ set);
            self.stones[color.index()] = set;
        }
    }

    fn history_after(&self, ends: Ends, after: Stones, owed: Owed) -> History {
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
            history.huff = self.offenders(ends, after, owed);
        }
        history
    }

    /// The stones that could have made an owed capture which a turn with these ends left undone,
    /// where they are after it.
    fn offenders(&self, ends: Ends, after: Stones, owed: Owed) -> Bitboard {
        let before = self.enemy() & !ends.removed.map_or(0, bit);
        if (before & !after.enemy).count_ones() >= owed.least {
            return 0;
        }
        match ends.path {
            Some((origin, destination)) if owed.stones & bit(origin) != 0 => {
                owed.stones ^ bit(origin) ^ bit(destination)
            }
            _ => owed.stones,
        }
    }
}

/// What a player owes under huff rules, the turn's removal being done.
#[derive(Clone, Copy)]
struct Owed {
    /// How many stones the steps of a turn must take.
    least: u32,
    /// The stones that could take so many; they have offended if the turn takes fewer.
    stones: Bitboard,
}

/// The positions after several turns of one. What was owed in it can take long to find and is the
/// same for all turns with the same removal.
pub(crate) struct Successors<'a> {
    position: &'a Position,
    /// What was owed after the last removal, with that removal.
    owed: Option<(Option<u8>, Owed)>,
}

impl<'a> Successors<'a> {
    pub(crate) fn of(position: &'a Position) -> Self {
        Self { position, owed: None }
    }

    /// As [`Position::after`]; fastest if turns with the same removal come together.
    pub(crate) fn after(&mut self, ends: Ends, after: Stones) -> Position {
        let owed = match self.owed {
            Some((removed, owed)) if removed == ends.removed => owed,
            _ => self.position.owed(ends.removed),
        };
        self.owed = Some((ends.removed, owed));
        self.position.after_owing(ends, after, owed)
    }

    /// As [`Position::play_unchecked`].
    pub(crate) fn play_unchecked(&mut self, turn: &Move) -> Position {
        self.after(turn.ends(), self.position.stones_after(turn))
    }
}

//! Playing a turn step by step, and positions with a chain in progress.

use crate::bitboard::{Bitboard, bit};
use crate::color::Color;
use crate::direction::Direction;
use crate::error::{MoveError, PositionError};
use crate::history::History;
use crate::movegen::Progress;
use crate::moves::{Ends, Kind, Move, Step};
use crate::position::Position;
use crate::rules::{Capture, Chain, Rules};

impl Position {
    /// The legal steps: first steps of turns, or in mid-chain its continuations.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] under huff rules, which are not offered step by step.
    pub fn legal_steps(&self) -> Result<Vec<Step>, MoveError> {
        self.refuse_huff("steps")?;
        if self.is_eliminated() {
            return Ok(Vec::new());
        }
        if self.rules.most {
            let done = self.chain.map_or(0, |chain| chain.len());
            let mut steps: Vec<Step> =
                self.legal_moves().iter().filter_map(|turn| turn.steps().nth(done)).collect();
            steps.sort_unstable();
            steps.dedup();
            return Ok(steps);
        }
        Ok(self.possible_steps())
    }

    /// The legal steps, `most` left aside, in the order of their indices.
    fn possible_steps(&self) -> Vec<Step> {
        let mut actions = Vec::new();
        self.append_possible_actions(&mut actions);
        actions.into_iter().filter_map(|action| self.variant.step_at(action)).collect()
    }

    /// Appends the indices of the legal steps, `most` left aside, in increasing order.
    #[inline]
    pub(crate) fn append_possible_actions(&self, actions: &mut Vec<u16>) {
        let mover = self.mover(None);
        match &self.chain {
            Some(chain) => mover.append_next_actions(self.progress(chain), actions),
            None => mover.append_first_actions(actions),
        }
    }

    pub(crate) fn refuse_huff(&self, what: &str) -> Result<(), MoveError> {
        if self.rules.capture == Capture::Huff {
            let reason = "capture=huff is not offered step by step; play whole turns";
            return Err(MoveError::illegal(what, reason));
        }
        Ok(())
    }

    /// Whether a chain is in progress and may stop here.
    #[must_use]
    pub fn can_end_turn(&self) -> bool {
        self.chain.is_some() && self.rules.chain == Chain::Optional && !self.rules.most
    }

    /// The position after a single step: in mid-chain where the stone can go on, else the start of
    /// the opponent's turn.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where the step is none of [`Self::legal_steps`].
    ///
    /// ```
    /// use fanorona::{Fen, Rules};
    /// let before = Fen::parse("3b5/9/2w1b4/9/9 w", Rules::STANDARD).unwrap().position;
    /// let step = before.legal_steps()?[0];
    /// let middle = before.play_step(step)?;
    /// assert_eq!(middle.chain().unwrap().to_string(), "c3-d3A");
    /// assert_eq!(middle.end_turn()?, before.play_text("c3-d3A")?);
    /// # Ok::<(), fanorona::MoveError>(())
    /// ```
    pub fn play_step(&self, step: Step) -> Result<Self, MoveError> {
        if !self.legal_steps()?.contains(&step) {
            let text = Move::from_steps(self.variant, None, &[step]).map(|turn| turn.to_string());
            let text = text.unwrap_or_else(|_| "step".to_owned());
            return Err(MoveError::illegal(text, "no legal step here"));
        }
        Ok(self.play_step_unchecked(step))
    }

    /// The turn so far with one more step.
    pub(crate) fn chain_with(&self, step: Step) -> Move {
        let so_far = self.chain.unwrap_or(Move::begin(self.variant, None, step.origin));
        so_far.then(step.direction, step.kind, step.destination)
    }

    fn play_step_unchecked(&self, step: Step) -> Self {
        let mut next = *self;
        next.make_step(step);
        next
    }

    /// Becomes the position after a step of [`Self::legal_steps`].
    #[inline]
    pub(crate) fn make_step(&mut self, step: Step) {
        let mut mover = self.mover(None);
        mover.stones.enemy &= !mover.step_captures(step);
        mover.stones.own ^= bit(step.origin) ^ bit(step.destination);
        if step.kind == Kind::Paika || !mover.can_go_on(self.progress_with(step)) {
            let origin = self.chain.as_ref().and_then(Move::origin).unwrap_or(step.origin);
            self.end(Ends { removed: None, path: Some((origin, step.destination)) }, mover.stones);
            return;
        }
        self.chain = Some(self.chain_with(step));
        self.put_stones(mover.stones);
        let opponent = &mut self.history.back[(!self.turn).index()];
        *opponent = opponent.filter(|back| mover.stones.enemy & bit(back.destination) != 0);
    }

    /// Becomes the start of the opponent's turn after stopping a chain that may stop.
    pub(crate) fn make_end_of_turn(&mut self) {
        if let Some(chain) = self.chain {
            self.end(chain.ends(), self.mover(None).stones);
        }
    }

    /// The start of the opponent's turn after stopping the chain in progress.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where there is no chain or it must go on.
    pub fn end_turn(&self) -> Result<Self, MoveError> {
        match self.chain {
            Some(_) if self.can_end_turn() => {
                let mut next = *self;
                next.make_end_of_turn();
                Ok(next)
            }
            Some(_) => Err(MoveError::illegal("end of turn", "the chain must go on")),
            None => Err(MoveError::illegal("end of turn", "no chain is in progress")),
        }
    }

    pub(crate) fn progress(&self, chain: &Move) -> Progress {
        let banned = chain.origin().map_or(0, |origin| self.banned(origin));
        Progress {
            at: chain.destination().unwrap_or_default(),
            visited: chain.visited() | banned,
            last: chain.last_direction().unwrap_or(Direction::East),
        }
    }

    /// The state of the turn after one more step.
    #[inline]
    fn progress_with(&self, step: Step) -> Progress {
        let visited = match &self.chain {
            Some(chain) => self.progress(chain).visited,
            None => bit(step.origin) | self.banned(step.origin),
        };
        let at = step.destination;
        Progress { at, visited: visited | bit(at), last: step.direction }
    }

    /// The point where the mover's stone from `origin` may not go back to.
    fn banned(&self, origin: u8) -> Bitboard {
        match self.history.back[self.turn.index()] {
            Some(back) if back.destination == origin => bit(back.origin),
            _ => 0,
        }
    }

    /// A position in mid-chain: the stones after the steps of `chain`. Where nothing can continue
    /// it is the start of the opponent's turn.
    pub(crate) fn in_chain(
        rules: Rules,
        stones: [Bitboard; 2],
        turn: Color,
        history: History,
        chain: &Move,
    ) -> Result<Self, PositionError> {
        let error = |reason: &str| PositionError::new("CHAIN", format!("{chain}: {reason}"));
        if rules.capture == Capture::Huff {
            return Err(error("under capture=huff only whole turns are played"));
        }
        if rules.chain == Chain::None {
            return Err(error("under chain=none every turn is a single step"));
        }
        Self::check_stones(chain.variant(), stones[0], stones[1])?;
        let Some(before) = stones_before(stones, turn, chain) else {
            return Err(error("not possible with these stones"));
        };
        let mut position = Self::unchecked(chain.variant(), rules, before, turn, history);
        position.check_history()?;
        for (index, step) in chain.steps().enumerate() {
            if position.turn != turn {
                return Err(error(&format!("nothing can continue after step {index}")));
            }
            if !position.possible_steps().contains(&step) {
                return Err(error(&format!("step {} is not possible", index + 1)));
            }
            position = position.play_step_unchecked(step);
        }
        if position.stones != stones {
            return Err(error("not possible with these stones"));
        }
        Ok(position)
    }
}

/// Stones from which `chain` leads to `stones`, if there can be any: one fell at each step. Where
/// more fell, nothing would be different from here on; where these do not lead here, none do, since
/// a longer run only takes more.
fn stones_before(stones: [Bitboard; 2], turn: Color, chain: &Move) -> Option<[Bitboard; 2]> {
    let geometry = chain.variant().geometry();
    let (origin, at) = (bit(chain.origin()?), bit(chain.destination()?));
    let mut before = stones;
    let own = &mut before[turn.index()];
    if *own & at == 0 || *own & origin != 0 {
        return None;
    }
    *own = *own & !at | origin;
    for step in chain.steps() {
        let (point, direction) = step.captures_from();
        before[(!turn).index()] |= geometry.next[usize::from(point)][direction.index()];
    }
    (before[0] & before[1] == 0).then_some(before)
}

//! A game in progress: history, counters, ends, and taking back.

use std::fmt;

use crate::color::Color;
use crate::error::MoveError;
use crate::moves::{Move, Step};
use crate::notation::Fen;
use crate::outcome::{Outcome, Termination};
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::Variant;

/// A game in progress, played by whole turns or step by step.
///
/// ```
/// use fanorona::{Game, Rules, Variant};
/// let mut game = Game::new(Variant::TSIVY, Rules::STANDARD);
/// game.push_text("d3-e3A")?;
/// assert_eq!(game.turns().len(), 1);
/// assert!(game.outcome().is_none());
/// game.pop();
/// assert_eq!(game.position(), &fanorona::Position::start(Variant::TSIVY, Rules::STANDARD));
/// # Ok::<(), fanorona::MoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    position: Position,
    /// Turns without a capture before the current turn.
    quiet: u32,
    /// The number of the turn pair.
    number: u32,
    plies: Vec<Ply>,
    /// The positions before each step of the turn in progress.
    steps: Vec<Position>,
    outcome: Option<Outcome>,
    declared: bool,
}

/// A turn that was played, and what it takes to take it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ply {
    before: Position,
    quiet: u32,
    number: u32,
    turn: Move,
}

/// What [`Game::pop`] took back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakenBack {
    /// A whole turn.
    Turn(Move),
    /// The steps of the turn in progress; this was the chain.
    Chain(Move),
    /// An agreement, a resignation or a flag.
    Declaration(Outcome),
}

/// What [`Game::pop_step`] took back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepTakenBack {
    /// A step.
    Step(Step),
    /// The decision to stop a chain that could go on.
    EndOfTurn,
    /// An agreement, a resignation or a flag.
    Declaration(Outcome),
}

impl Game {
    /// A game from the start of this board under these rules.
    #[must_use]
    pub fn new(variant: Variant, rules: Rules) -> Self {
        Self::from_fen(Fen { position: Position::start(variant, rules), quiet: 0, number: 1 })
    }

    /// A game from a position with its counters.
    #[must_use]
    pub fn from_fen(fen: Fen) -> Self {
        let mut game = Self {
            position: fen.position,
            quiet: fen.quiet,
            number: fen.number,
            plies: Vec::new(),
            steps: Vec::new(),
            outcome: None,
            declared: false,
        };
        game.outcome = Outcome::of(&game.position, game.repetitions(), game.quiet);
        game
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The current position with its counters.
    #[must_use]
    pub const fn fen(&self) -> Fen {
        Fen { position: self.position, quiet: self.quiet_turns(), number: self.number }
    }

    /// Consecutive turns without a capture; 0 in mid-chain.
    #[must_use]
    pub const fn quiet_turns(&self) -> u32 {
        if self.position.chain().is_some() { 0 } else { self.quiet }
    }

    /// The number of the turn pair, from 1; it goes up after Black.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The whole turns played so far.
    #[must_use]
    pub fn turns(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.plies.iter().map(|ply| ply.turn)
    }

    /// The positions at the start of each turn played so far, oldest first, without the current
    /// one.
    #[must_use]
    pub fn earlier_positions(&self) -> impl ExactSizeIterator<Item = &Position> + '_ {
        self.plies.iter().map(|ply| &ply.before)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How often the current position (stones and side to move, at the start of a turn) has
    /// occurred; in mid-chain 0.
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        if self.position.chain().is_some() {
            return 0;
        }
        // Only turns without a capture can lead back to an earlier position.
        let quiet = self.plies.iter().rev().take_while(|ply| !ply.turn.is_capture());
        1 + quiet.filter(|ply| ply.before.same_stones(&self.position)).count() as u32
    }

    /// The legal turns; none in a finished game.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome.is_some() { Vec::new() } else { self.position.legal_moves() }
    }

    /// Whether a turn is legal; none is in a finished game.
    #[must_use]
    pub fn is_legal(&self, turn: &Move) -> bool {
        self.outcome.is_none() && self.position.is_legal(turn)
    }

    /// The legal steps; none in a finished game.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] under huff rules.
    pub fn legal_steps(&self) -> Result<Vec<Step>, MoveError> {
        if self.outcome.is_some() { Ok(Vec::new()) } else { self.position.legal_steps() }
    }

    fn refuse_when_over(&self, text: impl fmt::Display) -> Result<(), MoveError> {
        match self.outcome {
            Some(outcome) => {
                let reason = format!("the game is over ({})", outcome.termination);
                Err(MoveError::illegal(text.to_string(), reason))
            }
            None => Ok(()),
        }
    }

    /// Plays a whole turn; in mid-chain one that begins with the chain.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where the turn is not legal or the game is over; the game is as
    /// before then.
    pub fn push(&mut self, turn: &Move) -> Result<(), MoveError> {
        self.refuse_when_over(turn)?;
        let after = self.position.play(turn)?;
        self.finish_turn(*turn, after);
        Ok(())
    }

    /// Plays the turn that a text names; see [`Position::parse_move`].
    ///
    /// # Errors
    /// As [`Position::parse_move`]; the game is as before then.
    pub fn push_text(&mut self, text: &str) -> Result<Move, MoveError> {
        let turn = self.parse_move(text)?;
        self.push(&turn)?;
        Ok(turn)
    }

    /// Reads move text as a legal turn of the current position.
    ///
    /// # Errors
    /// As [`Position::parse_move`], and [`MoveError::Illegal`] in a finished game.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.refuse_when_over(text)?;
        self.position.parse_move(text)
    }

    fn finish_turn(&mut self, turn: Move, after: Position) {
        let before = self.steps.first().copied().unwrap_or(self.position);
        self.steps.clear();
        self.plies.push(Ply { before, quiet: self.quiet, number: self.number, turn });
        self.quiet = if turn.is_capture() { 0 } else { self.quiet.saturating_add(1) };
        if before.turn() == Color::Black {
            self.number = self.number.saturating_add(1);
        }
        self.position = after;
        self.outcome = Outcome::of(&self.position, self.repetitions(), self.quiet);
    }

    /// Plays a single step; the turn ends by itself where the stone cannot go on.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where the step is not legal or the game is over.
    ///
    /// ```
    /// use fanorona::{Game, Rules, Variant};
    /// let mut game = Game::new(Variant::TSIVY, Rules::STANDARD);
    /// let step = game.legal_steps()?[0];
    /// game.push_step(step)?;
    /// assert_eq!(game.turns().len(), 1, "no first capture can go on");
    /// # Ok::<(), fanorona::MoveError>(())
    /// ```
    pub fn push_step(&mut self, step: Step) -> Result<(), MoveError> {
        self.refuse_when_over("step")?;
        let after = self.position.play_step(step)?;
        if after.chain().is_some() {
            self.steps.push(self.position);
            self.position = after;
        } else {
            self.finish_turn(self.position.chain_with(step), after);
        }
        Ok(())
    }

    /// Stops the chain in progress.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where there is none, it must go on, or the game is over.
    pub fn end_turn(&mut self) -> Result<(), MoveError> {
        self.refuse_when_over("end of turn")?;
        let after = self.position.end_turn()?;
        if let Some(chain) = self.position.chain() {
            self.finish_turn(chain, after);
        }
        Ok(())
    }

    /// Takes back the last declaration, the chain in progress, or the last turn; none where there
    /// is nothing to take back.
    pub fn pop(&mut self) -> Option<TakenBack> {
        if let Some(outcome) = self.take_back_declaration() {
            return Some(TakenBack::Declaration(outcome));
        }
        if let (Some(&before), Some(chain)) = (self.steps.first(), self.position.chain()) {
            self.position = before;
            self.steps.clear();
            return Some(TakenBack::Chain(chain));
        }
        let ply = self.take_back_ply()?;
        self.position = ply.before;
        Some(TakenBack::Turn(ply.turn))
    }

    /// Takes back the last declaration, the last step, or the decision to stop a chain; a turn
    /// that ended by itself is entered again. None where there is nothing to take back.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] under huff rules, which are not offered step by step.
    pub fn pop_step(&mut self) -> Result<Option<StepTakenBack>, MoveError> {
        if let Some(outcome) = self.take_back_declaration() {
            return Ok(Some(StepTakenBack::Declaration(outcome)));
        }
        if self.position.chain().is_none() {
            self.position.refuse_huff("step taken back")?;
            let Some(ply) = self.take_back_ply() else { return Ok(None) };
            let done = ply.before.chain().map_or(0, |chain| chain.len());
            self.position = ply.before;
            for step in ply.turn.steps().skip(done) {
                self.steps.push(self.position);
                self.position = self.position.play_step(step)?;
            }
            if self.position.turn() == ply.before.turn() {
                return Ok(Some(StepTakenBack::EndOfTurn));
            }
            return Ok(self.take_back_step(ply.turn.steps().last()));
        }
        let last = self.position.chain().and_then(|chain| chain.steps().last());
        Ok(self.take_back_step(last))
    }

    fn take_back_step(&mut self, last: Option<Step>) -> Option<StepTakenBack> {
        self.position = self.steps.pop()?;
        last.map(StepTakenBack::Step)
    }

    fn take_back_ply(&mut self) -> Option<Ply> {
        let ply = self.plies.pop()?;
        (self.quiet, self.number, self.outcome) = (ply.quiet, ply.number, None);
        Some(ply)
    }

    fn take_back_declaration(&mut self) -> Option<Outcome> {
        if !self.declared {
            return None;
        }
        self.declared = false;
        self.outcome.take()
    }

    /// The players agree on a draw.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where the game is over already.
    pub fn agree_draw(&mut self) -> Result<(), MoveError> {
        self.declare(None, Termination::Agreement)
    }

    /// A player gives up; the other wins.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where the game is over already.
    pub fn resign(&mut self, loser: Color) -> Result<(), MoveError> {
        self.declare(Some(!loser), Termination::Resignation)
    }

    /// A player's time has run out; the other wins.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where the game is over already.
    pub fn flag(&mut self, loser: Color) -> Result<(), MoveError> {
        self.declare(Some(!loser), Termination::Timeout)
    }

    fn declare(&mut self, winner: Option<Color>, end: Termination) -> Result<(), MoveError> {
        self.refuse_when_over(end)?;
        self.outcome = Some(Outcome::new(winner, end));
        self.declared = true;
        Ok(())
    }
}

//! The numbers of single steps, as reinforcement learning uses them.
//!
//! A step from point `p` in direction `d` of kind `k` has the index `(p * 8 + d) * 3 + k`; the
//! last index, 24 times the number of points, ends the turn.

use crate::direction::Direction;
use crate::error::{MoveError, ParseError};
use crate::game::Game;
use crate::moves::{Kind, Step};
use crate::position::Position;
use crate::rules::Capture;
use crate::variant::Variant;

impl Variant {
    /// The index that ends the turn; all indices are at most this.
    #[must_use]
    pub const fn end_turn_action(self) -> u32 {
        self.points() as u32 * 24
    }

    /// The number of indices.
    #[must_use]
    pub const fn action_count(self) -> usize {
        self.end_turn_action() as usize + 1
    }

    /// The step with this index; none for the end of the turn.
    ///
    /// # Errors
    /// A [`ParseError`] where no step along a line of the board has this index.
    ///
    /// ```
    /// use fanorona::Variant;
    /// let step = Variant::TSIVY.step_of(310)?.unwrap();
    /// assert_eq!(Variant::TSIVY.point_name(step.origin), "d2");
    /// assert_eq!(Variant::TSIVY.step_of(1080), Ok(None));
    /// assert!(Variant::TSIVY.step_of(0).is_err(), "no line leads south-west from a1");
    /// # Ok::<(), fanorona::ParseError>(())
    /// ```
    pub fn step_of(self, action: u32) -> Result<Option<Step>, ParseError> {
        if action == self.end_turn_action() {
            return Ok(None);
        }
        let error = |reason: String| Err(ParseError::new("action", &action.to_string(), reason));
        if action > self.end_turn_action() {
            return error(format!("expected 0 to {}", self.end_turn_action()));
        }
        self.step_at(action as u16).map_or_else(
            || {
                let direction = Direction::ALL[action as usize / 3 % 8];
                let origin = self.point_name((action / 24) as u8);
                error(format!("no line leads {direction} from {origin}"))
            },
            |step| Ok(Some(step)),
        )
    }

    /// The index of a step, legal or not; none where it is not along a line of this board.
    ///
    /// ```
    /// use fanorona::Variant;
    /// let step = Variant::TSIVY.step_of(310)?.unwrap();
    /// assert_eq!(Variant::TSIVY.action_of(step), Some(310));
    /// assert_eq!(Variant::TELO.action_of(step), None, "d2 is off the board");
    /// # Ok::<(), fanorona::ParseError>(())
    /// ```
    #[must_use]
    pub fn action_of(self, step: Step) -> Option<u32> {
        let action = step.action();
        (self.step_at(action as u16) == Some(step)).then_some(action)
    }

    /// The step with this index; none where it is not that of a step along a line of the board.
    #[inline]
    pub(crate) fn step_at(self, action: u16) -> Option<Step> {
        let kind = Kind::ALL[usize::from(action) % 3];
        let direction = Direction::ALL[usize::from(action) / 3 % 8];
        let origin = (action / 24) as u8;
        if origin >= self.points() {
            return None;
        }
        let destination = self.geometry().neighbour(origin, direction)?;
        Some(Step { origin, destination, direction, kind })
    }
}

impl Step {
    /// The index of this step.
    ///
    /// ```
    /// use fanorona::Variant;
    /// let step = Variant::DIMY.step_of(295)?.unwrap();
    /// assert_eq!(step.action(), 295);
    /// # Ok::<(), fanorona::ParseError>(())
    /// ```
    #[must_use]
    pub const fn action(self) -> u32 {
        (self.origin as u32 * 8 + self.direction as u32) * 3 + self.kind as u32
    }
}

impl Position {
    /// The indices of the legal steps, and of the end of the turn where stopping is legal, in
    /// increasing order.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] under huff rules.
    ///
    /// ```
    /// use fanorona::{Position, Rules, Variant};
    /// let start = Position::start(Variant::TSIVY, Rules::STANDARD);
    /// assert!(start.actions()?.contains(&310));
    /// # Ok::<(), fanorona::MoveError>(())
    /// ```
    pub fn actions(&self) -> Result<Vec<u32>, MoveError> {
        let mut actions = Vec::new();
        self.append_actions(&mut actions)?;
        Ok(actions.into_iter().map(u32::from).collect())
    }

    /// Appends what [`Self::actions`] lists.
    pub(crate) fn append_actions(&self, actions: &mut Vec<u16>) -> Result<(), MoveError> {
        if self.rules.most || self.rules.capture == Capture::Huff {
            let first = actions.len();
            actions.extend(self.legal_steps()?.into_iter().map(|step| step.action() as u16));
            actions[first..].sort_unstable();
        } else if !self.is_eliminated() {
            self.append_possible_actions(actions);
        }
        if self.can_end_turn() {
            actions.push(self.variant.end_turn_action() as u16);
        }
        Ok(())
    }

    /// Becomes the position after an action of [`Self::actions`].
    #[inline]
    pub(crate) fn make_action(&mut self, action: u16) {
        match self.variant.step_at(action) {
            Some(step) => self.make_step(step),
            None => self.make_end_of_turn(),
        }
    }
}

impl Game {
    /// The indices of the legal steps, as [`Position::actions`]; none in a finished game.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] under huff rules.
    pub fn actions(&self) -> Result<Vec<u32>, MoveError> {
        if self.outcome().is_some() { Ok(Vec::new()) } else { self.position().actions() }
    }

    /// Plays the step with this index, or ends the turn.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] where the action is not legal or the game is over; the game is as
    /// before then.
    ///
    /// ```
    /// use fanorona::{Game, Rules, Variant};
    /// let mut game = Game::new(Variant::TSIVY, Rules::STANDARD);
    /// game.push_action(310)?;
    /// assert!(game.push_action(0).is_err());
    /// # Ok::<(), fanorona::MoveError>(())
    /// ```
    pub fn push_action(&mut self, action: u32) -> Result<(), MoveError> {
        match self.position().variant().step_of(action) {
            Ok(Some(step)) => self.push_step(step),
            Ok(None) => self.end_turn(),
            Err(error) => Err(MoveError::illegal(format!("action {action}"), error.reason)),
        }
    }
}

//! The numbers of single steps, as reinforcement learning uses them.
//!
//! A step from point `p` in direction `d` of kind `k` has the index `(p * 8 + d) * 3 + k`; the
//! last index, 24 times the number of points, ends the turn.

use crate::direction::Direction;
use crate::error::{MoveError, ParseError};
use crate::moves::{Kind, Step};
use crate::position::Position;
use crate::variant::Variant;

impl Variant {
    /// The index that ends the turn; all indices are at most this.
    #[must_use]
    pub const fn end_turn_action(self) -> u32 {
        self.points() as u32 * 24
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
        let kind = Kind::ALL[action as usize % 3];
        let direction = Direction::ALL[action as usize / 3 % 8];
        let origin = (action / 24) as u8;
        match self.geometry().neighbour(origin, direction) {
            Some(destination) => Ok(Some(Step { origin, destination, direction, kind })),
            None => error(format!("no line leads {direction} from {}", self.point_name(origin))),
        }
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
        let mut actions: Vec<u32> = self.legal_steps()?.into_iter().map(Step::action).collect();
        actions.sort_unstable();
        actions.extend(self.can_end_turn().then_some(self.variant.end_turn_action()));
        Ok(actions)
    }
}

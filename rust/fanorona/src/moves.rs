//! Steps and whole turns.

use std::fmt;

use crate::bitboard::{Bitboard, bit};
use crate::direction::Direction;
use crate::error::MoveError;
use crate::symmetry::Symmetry;
use crate::variant::Variant;

/// What a step does: nothing, or a capture before or behind it.
///
/// ```
/// use fanorona::Kind;
/// assert_eq!(Kind::Approach.letter(), Some('A'));
/// assert_eq!(Kind::Paika.letter(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A step that captures nothing.
    Paika = 0,
    /// Captures the stones beyond the destination.
    Approach = 1,
    /// Captures the stones behind the origin.
    Withdrawal = 2,
}

impl Kind {
    /// All kinds in index order.
    pub const ALL: [Self; 3] = [Self::Paika, Self::Approach, Self::Withdrawal];

    /// The letter in move text: `A`, `W`, none for a paika.
    #[must_use]
    pub const fn letter(self) -> Option<char> {
        match self {
            Self::Paika => None,
            Self::Approach => Some('A'),
            Self::Withdrawal => Some('W'),
        }
    }
}

/// One displacement of one stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Step {
    /// Where the stone was.
    pub origin: u8,
    /// The adjacent point where it goes.
    pub destination: u8,
    /// The direction of the displacement.
    pub direction: Direction,
    /// Whether and how it captures.
    pub kind: Kind,
}

impl Step {
    /// The point from which, and the direction in which, the step's captures are counted: from
    /// the destination onward, or from the origin back.
    pub(crate) const fn captures_from(self) -> (u8, Direction) {
        match self.kind {
            Kind::Withdrawal => (self.origin, self.direction.opposite()),
            Kind::Approach | Kind::Paika => (self.destination, self.direction),
        }
    }
}

/// The longest chain a [`Move`] holds, in steps. A chain never returns to a point, so on the
/// largest board, with 45 points, it has at most 44 steps.
pub const LONGEST_CHAIN: usize = 44;

/// The points of a turn on which what a position remembers depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ends {
    /// The stone removed first, under huff rules.
    pub(crate) removed: Option<u8>,
    /// Where the moving stone starts and where it ends; none where the turn is a removal alone.
    pub(crate) path: Option<(u8, u8)>,
}

const NO_POINT: u8 = u8::MAX;
const STEPS_PER_WORD: usize = 16;
const WORDS: usize = LONGEST_CHAIN.div_ceil(STEPS_PER_WORD);

/// All that a player does before the opponent plays: a paika, or a capture and its
/// continuations, under huff rules after the removal of an offender's stone.
///
/// A small value: steps are packed into four bits each.
///
/// ```
/// use fanorona::{Move, Variant};
/// let turn = Move::parse("d3-e3A-e4W", Variant::TSIVY)?;
/// assert_eq!(turn.len(), 2);
/// assert!(turn.is_capture());
/// assert_eq!(turn.to_string(), "d3-e3A-e4W");
/// # Ok::<(), fanorona::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    variant: Variant,
    removed: u8,
    origin: u8,
    destination: u8,
    length: u8,
    paika: bool,
    /// Four bits a step, the first lowest: direction, then one bit for withdrawal.
    steps: [u64; WORDS],
}

impl Move {
    /// A turn that has not begun: the stone stands on `origin`.
    #[inline]
    pub(crate) const fn begin(variant: Variant, removed: Option<u8>, origin: u8) -> Self {
        let removed = match removed {
            Some(point) => point,
            None => NO_POINT,
        };
        Self {
            variant,
            removed,
            origin,
            destination: origin,
            length: 0,
            paika: false,
            steps: [0; WORDS],
        }
    }

    /// A turn that consists of the removal alone.
    pub(crate) const fn removal(variant: Variant, removed: u8) -> Self {
        Self::begin(variant, Some(removed), NO_POINT)
    }

    /// A turn as a visitor's `begin` describes it: a removal alone has no origin.
    #[inline]
    pub(crate) fn begin_turn(variant: Variant, removed: Option<u8>, origin: Option<u8>) -> Self {
        match (removed, origin) {
            (Some(point), None) => Self::removal(variant, point),
            (_, origin) => Self::begin(variant, removed, origin.unwrap_or_default()),
        }
    }

    /// This turn with one more step to `destination`.
    ///
    /// # Panics
    /// Where the chain is longer than [`LONGEST_CHAIN`], which no board allows.
    #[inline]
    #[must_use]
    pub(crate) fn then(mut self, direction: Direction, kind: Kind, destination: u8) -> Self {
        let index = usize::from(self.length);
        let code = direction.index() as u64 | u64::from(kind == Kind::Withdrawal) << 3;
        self.steps[index / STEPS_PER_WORD] |= code << (4 * (index % STEPS_PER_WORD));
        self.length += 1;
        self.paika = kind == Kind::Paika;
        self.destination = destination;
        self
    }

    /// The turn's first `length` steps.
    #[must_use]
    pub(crate) fn prefix(&self, length: usize) -> Self {
        let begin = Self { removed: self.removed, ..Self::begin(self.variant, None, self.origin) };
        self.steps()
            .take(length)
            .fold(begin, |turn, step| turn.then(step.direction, step.kind, step.destination))
    }

    /// The turn made of these steps, each beginning where the one before ended.
    ///
    /// # Errors
    /// [`MoveError::Invalid`] where there is nothing at all, a step is not along a line of the
    /// board, a step does not begin where the last one ended, a paika is not alone, or there are
    /// more than [`LONGEST_CHAIN`] steps.
    pub fn from_steps(
        variant: Variant,
        removed: Option<u8>,
        steps: &[Step],
    ) -> Result<Self, MoveError> {
        let invalid = |reason: String| Err(MoveError::invalid("steps", reason));
        if let Some(point) = removed.filter(|point| *point >= variant.points()) {
            return invalid(format!(
                "removed point {point} is not on the {} board",
                variant.size()
            ));
        }
        let Some(first) = steps.first() else {
            return removed.map_or_else(
                || invalid("a turn has at least one step".to_owned()),
                |point| Ok(Self::removal(variant, point)),
            );
        };
        if steps.len() > LONGEST_CHAIN {
            return invalid(format!("a chain has at most {LONGEST_CHAIN} steps"));
        }
        let mut turn = Self::begin(variant, removed, first.origin);
        for step in steps {
            let joined = step.origin < variant.points()
                && variant.geometry().neighbour(step.origin, step.direction)
                    == Some(step.destination);
            if !joined {
                return invalid(format!(
                    "no line leads {} from point {}",
                    step.direction, step.origin
                ));
            }
            if step.origin != turn.destination {
                return invalid("a step begins where the one before ended".to_owned());
            }
            if step.kind == Kind::Paika && steps.len() > 1 {
                return invalid("a paika is a whole turn".to_owned());
            }
            turn = turn.then(step.direction, step.kind, step.destination);
        }
        Ok(turn)
    }

    /// The board that the points belong to.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The opponent's stone that is removed first, under huff rules.
    #[must_use]
    pub const fn removed(&self) -> Option<u8> {
        if self.removed == NO_POINT { None } else { Some(self.removed) }
    }

    /// Where the stone starts; none where the turn is a removal alone.
    #[must_use]
    pub const fn origin(&self) -> Option<u8> {
        if self.origin == NO_POINT { None } else { Some(self.origin) }
    }

    /// Where the stone ends; none where the turn is a removal alone.
    #[must_use]
    pub const fn destination(&self) -> Option<u8> {
        if self.destination == NO_POINT { None } else { Some(self.destination) }
    }

    pub(crate) fn ends(&self) -> Ends {
        Ends { removed: self.removed(), path: self.origin().zip(self.destination()) }
    }

    /// The number of steps.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether there is no step, which is so for a removal alone.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Whether the turn takes a stone, by a step or by removal.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        !self.paika || self.removed != NO_POINT
    }

    /// Whether the stone's step captures nothing.
    #[must_use]
    pub const fn is_paika(&self) -> bool {
        self.paika
    }

    /// The direction of the last step; none where there is no step.
    #[must_use]
    pub fn last_direction(&self) -> Option<Direction> {
        self.len().checked_sub(1).map(|index| self.step_code(index).0)
    }

    fn step_code(&self, index: usize) -> (Direction, Kind) {
        let code = self.steps[index / STEPS_PER_WORD] >> (4 * (index % STEPS_PER_WORD)) & 15;
        let kind = match (self.paika, code & 8) {
            (true, _) => Kind::Paika,
            (false, 0) => Kind::Approach,
            (false, _) => Kind::Withdrawal,
        };
        (Direction::ALL[code as usize & 7], kind)
    }

    /// The steps in order.
    #[must_use]
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> + '_ {
        let geometry = self.variant.geometry();
        let mut at = self.origin;
        (0..self.len()).map(move |index| {
            let (direction, kind) = self.step_code(index);
            let destination = (at as i8 + geometry.delta[direction.index()]) as u8;
            let step = Step { origin: at, destination, direction, kind };
            at = destination;
            step
        })
    }

    /// The points where the stone has been, its origin included.
    pub(crate) fn visited(&self) -> Bitboard {
        self.steps().fold(self.origin().map_or(0, bit), |set, step| set | bit(step.destination))
    }

    /// The image under a symmetry of the board.
    ///
    /// # Errors
    /// [`MoveError::Invalid`] where the symmetry makes files of ranks and the board is not square.
    ///
    /// ```
    /// use fanorona::{Move, Symmetry, Variant};
    /// let turn = Move::parse("d3-e3A", Variant::TSIVY)?;
    /// assert_eq!(turn.transform(Symmetry::MirrorFiles)?.to_string(), "f3-e3A");
    /// # Ok::<(), fanorona::MoveError>(())
    /// ```
    pub fn transform(&self, symmetry: Symmetry) -> Result<Self, MoveError> {
        match symmetry.check(self.variant) {
            Ok(()) => Ok(self.image(symmetry)),
            Err(reason) => Err(MoveError::invalid(&self.to_string(), reason)),
        }
    }

    /// The image under one of the board's symmetries.
    pub(crate) fn image(&self, symmetry: Symmetry) -> Self {
        let point = |point| symmetry.apply(self.variant, point);
        let begin = Self {
            removed: self.removed().map_or(NO_POINT, point),
            ..Self::begin(self.variant, None, self.origin().map_or(NO_POINT, point))
        };
        self.steps().fold(begin, |turn, step| {
            turn.then(symmetry.apply_direction(step.direction), step.kind, point(step.destination))
        })
    }

    /// Whether this turn begins with all of `chain`.
    #[must_use]
    pub fn starts_with(&self, chain: &Self) -> bool {
        self.len() >= chain.len()
            && (self.variant, self.removed, self.origin)
                == (chain.variant, chain.removed, chain.origin)
            && self.steps().zip(chain.steps()).all(|(mine, theirs)| mine == theirs)
    }
}

impl fmt::Display for Move {
    /// Canonical move text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(point) = self.removed() {
            write!(f, "x{}", self.variant.point_name(point))?;
            if self.origin().is_some() {
                f.write_str(",")?;
            }
        }
        if let Some(point) = self.origin() {
            f.write_str(&self.variant.point_name(point))?;
        }
        for step in self.steps() {
            write!(f, "-{}", self.variant.point_name(step.destination))?;
            if let Some(letter) = step.kind.letter() {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_small() {
        assert_eq!(size_of::<Move>(), 32);
    }
}

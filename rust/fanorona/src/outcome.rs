//! How a game ends.

use std::fmt;

use crate::color::Color;
use crate::position::Position;
use crate::rules::{AtLimit, BothBlocked};

/// Why a game is over (rules, section 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Termination {
    /// A player has no stone left.
    Elimination,
    /// The player to move has stones but no legal turn.
    Blocked,
    /// A position occurred as often as the rules allow.
    Repetition,
    /// As many turns in a row as the rules allow captured nothing.
    NoCapture,
    /// More stones, where the rules ask for them when play is blocked or the limit is reached.
    Majority,
    /// The players agreed on a draw.
    Agreement,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Timeout,
}

impl Termination {
    /// All terminations in the order of the rules page, which is that of precedence.
    pub const ALL: [Self; 8] = [
        Self::Elimination,
        Self::Blocked,
        Self::Repetition,
        Self::NoCapture,
        Self::Majority,
        Self::Agreement,
        Self::Resignation,
        Self::Timeout,
    ];

    /// The name in capitals, as records write it: `NO_CAPTURE`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Elimination => "ELIMINATION",
            Self::Blocked => "BLOCKED",
            Self::Repetition => "REPETITION",
            Self::NoCapture => "NO_CAPTURE",
            Self::Majority => "MAJORITY",
            Self::Agreement => "AGREEMENT",
            Self::Resignation => "RESIGNATION",
            Self::Timeout => "TIMEOUT",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The end of a game: who won, if anyone, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Outcome {
    /// The winner; none in a draw.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub termination: Termination,
}

impl Outcome {
    pub(crate) const fn new(winner: Option<Color>, termination: Termination) -> Self {
        Self { winner, termination }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The end that a position brings about by itself, `occurrences` counting the position's own
    /// and `quiet` the turns without a capture before it.
    ///
    /// ```
    /// use fanorona::{Fen, Outcome, Rules, Termination};
    /// let fen = Fen::parse("9/9/9/bb7/wb7 w", Rules::STANDARD)?;
    /// let outcome = Outcome::of(&fen.position, 1, 0).unwrap();
    /// assert_eq!((outcome.result(), outcome.termination), ("0-1", Termination::Blocked));
    /// # Ok::<(), fanorona::PositionError>(())
    /// ```
    #[must_use]
    pub fn of(position: &Position, occurrences: u32, quiet: u32) -> Option<Self> {
        Self::given(position, || position.has_legal_move(), occurrences, quiet)
    }

    /// [`Self::of`], where there is a quicker way to know whether there is a legal turn.
    #[inline]
    pub(crate) fn given(
        position: &Position,
        has_legal_move: impl FnOnce() -> bool,
        occurrences: u32,
        quiet: u32,
    ) -> Option<Self> {
        let rules = position.rules();
        for color in Color::ALL {
            if position.stones(color) == 0 {
                return Some(Self::new(Some(!color), Termination::Elimination));
            }
        }
        if position.chain().is_some() {
            return None;
        }
        if !has_legal_move() {
            let majority = rules.both_blocked == BothBlocked::Majority
                && !position.with_other_side_to_move().has_legal_move();
            return Some(if majority {
                Self::majority(position)
            } else {
                Self::new(Some(!position.turn()), Termination::Blocked)
            });
        }
        if rules.repetition.is_some_and(|limit| occurrences >= limit) {
            return Some(Self::new(None, Termination::Repetition));
        }
        if rules.no_capture.is_some_and(|limit| quiet >= limit) {
            return Some(match rules.at_limit {
                AtLimit::Draw => Self::new(None, Termination::NoCapture),
                AtLimit::Majority => Self::majority(position),
            });
        }
        None
    }

    fn majority(position: &Position) -> Self {
        let [white, black] = Color::ALL.map(|color| position.stones(color).count_ones());
        let winner = match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Color::White),
            std::cmp::Ordering::Less => Some(Color::Black),
            std::cmp::Ordering::Equal => None,
        };
        Self::new(winner, Termination::Majority)
    }
}

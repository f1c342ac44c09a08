//! Playing strengths for people: fewer positions visited, and a bounded random choice.

use std::fmt;

use fastrand::Rng;

use super::limits::Limits;
use super::score::Score;
use super::searcher::Line;
use crate::error::ParseError;

/// A playing strength from 1, for a child, to 10.
///
/// A level visits a fixed number of positions and then chooses at random among the turns whose
/// score is within a margin of the best. It never trades a win for less, nor plays into a loss
/// that it sees while there is something else.
///
/// ```
/// use fanorona::search::Level;
/// assert!(Level::new(1)?.nodes() < Level::new(10)?.nodes());
/// assert!(Level::new(11).is_err());
/// # Ok::<(), fanorona::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// By level: positions visited, margin in hundredths of a stone.
const STRENGTHS: [(u64, i32); 10] = [
    (30, 150),
    (42, 130),
    (60, 110),
    (120, 80),
    (250, 60),
    (600, 45),
    (1_500, 30),
    (4_000, 20),
    (12_000, 10),
    (300_000, 0),
];

impl Level {
    /// The strongest level.
    pub const STRONGEST: Self = Self(10);

    /// The level with this number.
    ///
    /// # Errors
    /// A [`ParseError`] where the number is not from 1 to 10.
    pub fn new(number: u8) -> Result<Self, ParseError> {
        if (1..=10).contains(&number) {
            return Ok(Self(number));
        }
        Err(ParseError::new("level", &number.to_string(), "expected 1 to 10"))
    }

    fn strength(self) -> (u64, i32) {
        STRENGTHS[usize::from(self.0) - 1]
    }

    /// How many positions it visits for a turn.
    #[must_use]
    pub fn nodes(self) -> u64 {
        self.strength().0
    }

    /// How far below the best, in hundredths of a stone, a turn may be that it chooses.
    #[must_use]
    pub fn margin(self) -> i32 {
        self.strength().1
    }

    /// How many of the best turns it looks at closely.
    #[must_use]
    pub fn lines(self) -> usize {
        if self.margin() > 0 { 4 } else { 1 }
    }

    /// The limits of its search.
    #[must_use]
    pub fn limits(self) -> Limits {
        Limits { nodes: Some(self.nodes()), ..Limits::default() }
    }

    /// Chooses one of the lines that its search found, best first; the same for the same seed.
    /// None where there are none.
    #[must_use]
    pub fn choose(self, lines: &[Line], seed: u64) -> Option<&Line> {
        let best = lines.first()?;
        let good = match best.score {
            Score::Estimate(value) => {
                let near = |line: &&Line| match line.score {
                    Score::Estimate(other) => value - other <= self.margin(),
                    Score::Win(_) => true,
                    Score::Loss(_) => false,
                };
                lines.iter().take_while(near).count()
            }
            Score::Win(_) | Score::Loss(_) => 1,
        };
        Some(&lines[Rng::with_seed(seed).usize(..good.max(1))])
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

//! The value of a position for its mover.

use std::fmt;

/// The largest distance to a win that a score can tell from an estimate, in turns.
const LONGEST_WIN: i32 = 1000;
/// The inner value of a win on the spot; estimates stay below `WIN - LONGEST_WIN`.
pub(super) const WIN: i32 = 30_000;
/// The largest value that is no win in a known number of turns.
pub(super) const LARGEST_ESTIMATE: i32 = WIN - LONGEST_WIN - 1;
/// The value of a win by endgame tables at the root; each turn on the way there takes one off.
pub(super) const TABLE_WIN: i32 = 20_000;
/// The largest estimate of a position that nothing is known about.
pub(super) const LARGEST_GUESS: i32 = TABLE_WIN - LONGEST_WIN - 1;

/// Values that count turns from the root are stored by their distance from the position.
pub(super) fn from_root_to_position(value: i32, line: usize) -> i32 {
    let known = i32::from(value > LARGEST_GUESS) - i32::from(value < -LARGEST_GUESS);
    value + known * line as i32
}

/// The inverse of [`from_root_to_position`].
pub(super) fn from_position_to_root(value: i32, line: usize) -> i32 {
    let known = i32::from(value > LARGEST_GUESS) - i32::from(value < -LARGEST_GUESS);
    value - known * line as i32
}

/// What a search thinks of a position, from the mover's view.
///
/// ```
/// use fanorona::search::Score;
/// assert_eq!(Score::Estimate(150).to_string(), "+1.50");
/// assert_eq!(Score::Win(3).to_string(), "win in 3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a stone; near ±20000 where endgame tables know the winner, but not in how
    /// many turns.
    Estimate(i32),
    /// Won in this many turns, both players' counted.
    Win(u32),
    /// Lost in this many turns, both players' counted.
    Loss(u32),
}

impl Score {
    pub(super) const fn from_value(value: i32) -> Self {
        if value > LARGEST_ESTIMATE {
            Self::Win((WIN - value) as u32)
        } else if value < -LARGEST_ESTIMATE {
            Self::Loss((WIN + value) as u32)
        } else {
            Self::Estimate(value)
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Estimate(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            Self::Win(turns) => write!(f, "win in {turns}"),
            Self::Loss(turns) => write!(f, "loss in {turns}"),
        }
    }
}

//! When a search stops, and how much it may use.

use std::num::NonZeroUsize;
use std::time::Duration;

/// What ends a search; the first limit that is reached counts. Without any limit it goes on until
/// it is stopped or everything is searched.
///
/// ```
/// use fanorona::search::Limits;
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// The deepest iteration, in turns of both players.
    pub depth: Option<u32>,
    /// The number of positions visited.
    pub nodes: Option<u64>,
}

/// How a search works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Threads that search together. With one thread and no limit of time a search is
    /// reproducible.
    pub threads: NonZeroUsize,
    /// How many of the best turns are each given a line and an exact score.
    pub lines: NonZeroUsize,
    /// Whether endgame tables are asked, if the searcher has some.
    pub tables: bool,
    /// What a draw costs the side to move at the root, in hundredths of a stone: it goes on where
    /// it is behind by less than this, and takes draws gladly where this is below 0. A drawn line
    /// has the negative of it as its score. Values beyond [`Self::MOST_CONTEMPT`] count as that.
    pub contempt: i32,
}

impl Options {
    /// The most that a draw can cost.
    pub const MOST_CONTEMPT: i32 = 1000;
}

impl Default for Options {
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, lines: NonZeroUsize::MIN, tables: true, contempt: 0 }
    }
}

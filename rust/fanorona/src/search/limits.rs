//! When a search stops.

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

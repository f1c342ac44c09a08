//! The estimate of a position where the search stops.

use super::score::LARGEST_ESTIMATE;
use crate::position::Position;

/// The value of a stone.
const STONE: i32 = 100;

/// Hundredths of a stone by which the mover is ahead. A lead weighs more the fewer stones are
/// left, so that the side ahead likes exchanges.
pub(super) fn evaluate(position: &Position) -> i32 {
    let own = position.own().count_ones() as i32;
    let enemy = position.enemy().count_ones() as i32;
    let lead = own - enemy;
    let scarcity = STONE * lead / (own + enemy).max(1);
    (STONE * lead + scarcity).clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
}

//! The estimate of a position where the search stops.

use super::network::Network;
use super::score::LARGEST_GUESS;
use crate::position::Position;

/// Hundredths of a stone by which the mover is thought to be ahead.
pub(super) fn evaluate(network: &Network, position: &Position) -> i32 {
    let estimate = network.estimate(position.own(), position.enemy());
    estimate.clamp(-LARGEST_GUESS, LARGEST_GUESS)
}

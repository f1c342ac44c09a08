//! The estimate of a position where the search stops.

use super::network::{Hidden, Network};
use super::score::LARGEST_GUESS;
use crate::position::Position;
use crate::stones::Stones;

/// Hundredths of a stone by which the mover is thought to be ahead.
pub(super) fn evaluate(network: &Network, position: &Position) -> i32 {
    let stones = position.view();
    bounded(network.estimate(&network.hidden(stones), stones))
}

/// Estimates of the positions after the turns of one position. They have most stones in common,
/// so that the network need only be told of the others.
pub(super) struct Prospects<'a> {
    network: &'a Network,
    before: Stones,
    /// The position before the turn as the opponent sees it.
    hidden: Hidden,
}

impl<'a> Prospects<'a> {
    /// The prospects of the mover.
    pub(super) fn new(network: &'a Network, position: &Position) -> Self {
        let before = position.view();
        Self { network, before, hidden: network.hidden(before.swapped()) }
    }

    /// The estimate for the mover of the position after a turn that leads to these stones.
    pub(super) fn estimate(&self, after: Stones) -> i32 {
        let (before, after) = (self.before.swapped(), after.swapped());
        let hidden = self.network.changed(&self.hidden, before, after);
        -bounded(self.network.estimate(&hidden, after))
    }
}

fn bounded(estimate: i32) -> i32 {
    estimate.clamp(-LARGEST_GUESS, LARGEST_GUESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::search::turns;
    use crate::variant::Variant;

    #[test]
    fn prospects_are_estimates_of_the_positions_after_the_turns() {
        let mut rng = fastrand::Rng::with_seed(1);
        for variant in Variant::ALL {
            let network = Network::of(variant);
            for _ in 0..20 {
                let mut position = Position::start(variant, Rules::STANDARD);
                loop {
                    let mut turns = Vec::new();
                    turns::append(&position, &mut turns);
                    let prospects = Prospects::new(network, &position);
                    for turn in &turns {
                        let next = position.after(turn.ends(), turn.after);
                        assert_eq!(prospects.estimate(turn.after), -evaluate(network, &next));
                    }
                    let Some(turn) = rng.choice(&turns).filter(|turn| turn.after.enemy != 0) else {
                        break;
                    };
                    if turn.taken == 0 && rng.u8(..4) == 0 {
                        break;
                    }
                    position = position.after(turn.ends(), turn.after);
                }
            }
        }
    }
}

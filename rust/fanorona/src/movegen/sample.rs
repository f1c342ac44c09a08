//! A random turn, step by step, without listing the others.

use fastrand::Rng;

use super::{Mover, Progress};
use crate::bitboard::{Bitboard, bit, points};
use crate::direction::Direction;
use crate::moves::Ends;
use crate::rules::{Capture, Chain};
use crate::stones::Stones;

impl Mover {
    /// A random turn of a player to whom every legal step, and stopping where that is legal, is as
    /// likely as any other; with the stones after it. None where the player is blocked. `most` is
    /// left aside.
    pub(crate) fn random_turn(&self, rng: &mut Rng) -> Option<(Ends, Stones)> {
        let (origin, mut progress, mut mover) = self.random_first_step(rng)?;
        while let Some((next, after)) = mover.random_next_step(progress, rng) {
            (progress, mover.stones) = (next, after);
        }
        let ends = Ends { removed: self.removed, path: Some((origin, progress.at)) };
        Some((ends, mover.stones))
    }

    /// Origin and outcome of a random first step. A turn that captures nothing leaves nothing to
    /// go on with, since its destination counts as every point visited.
    fn random_first_step(&self, rng: &mut Rng) -> Option<(u8, Progress, Self)> {
        let free = !(self.stones.own | self.stones.enemy);
        let captures = |origin: u8| {
            let banned = if bit(origin) == self.ban.stone { self.ban.target } else { 0 };
            self.geometry.captures(origin, free & !banned, self.stones.enemy)
        };
        let capturing = self.capturing();
        let mut steps = 0;
        for origin in points(capturing) {
            let (approaches, withdrawals) = captures(origin);
            steps += approaches.count_ones() + withdrawals.count_ones();
        }
        let quiet = match (steps, self.capture) {
            // Where nothing captures every open step is a paika.
            (0, _) => self.open_steps(),
            (_, Capture::Mandatory) => [0; 8],
            _ => {
                let open = self.open_steps();
                std::array::from_fn(|d| self.quiet(&open, d))
            }
        };
        let all = steps + quiet.iter().map(|set| set.count_ones()).sum::<u32>();
        if all == 0 {
            return None;
        }
        let mut left = rng.u32(..all);
        for origin in points(capturing) {
            let (approaches, withdrawals) = captures(origin);
            if let Some((destination, withdraws)) = pick(approaches, withdrawals, &mut left) {
                let banned = if bit(origin) == self.ban.stone { self.ban.target } else { 0 };
                let visited = bit(origin) | banned;
                let (progress, stones) = self.capture(origin, destination, withdraws, visited);
                return Some((origin, progress, Self { stones, ..*self }));
            }
        }
        for direction in Direction::ALL {
            if let Some((origin, _)) = pick(quiet[direction.index()], 0, &mut left) {
                let at = (origin as i8 + self.geometry.delta[direction.index()]) as u8;
                let own = self.stones.own ^ bit(origin) ^ bit(at);
                let progress = Progress { at, visited: Bitboard::MAX, last: direction };
                let stones = Stones { own, enemy: self.stones.enemy };
                return Some((origin, progress, Self { stones, ..*self }));
            }
        }
        None
    }

    /// The outcome of a random continuation; none where the turn ends.
    fn random_next_step(&self, progress: Progress, rng: &mut Rng) -> Option<(Progress, Stones)> {
        if self.chain == Chain::None {
            return None;
        }
        let (approaches, withdrawals) = self.continuations(progress);
        let steps = approaches.count_ones() + withdrawals.count_ones();
        if steps == 0 {
            return None;
        }
        let mut left = rng.u32(..steps + u32::from(self.chain == Chain::Optional));
        let (destination, withdraws) = pick(approaches, withdrawals, &mut left)?;
        Some(self.capture(progress.at, destination, withdraws, progress.visited))
    }

    fn capture(
        &self,
        origin: u8,
        destination: u8,
        withdraws: bool,
        visited: Bitboard,
    ) -> (Progress, Stones) {
        let delta = i64::from(destination) - i64::from(origin);
        let (point, towards) = if withdraws { (origin, -delta) } else { (destination, delta) };
        let ray = self.geometry.ray_by_delta(point, towards);
        let Stones { own, enemy } = self.stones;
        let progress = Progress {
            at: destination,
            visited: visited | bit(destination),
            last: self.geometry.direction_to(origin, destination),
        };
        let own = own ^ bit(origin) ^ bit(destination);
        (progress, Stones { own, enemy: enemy & !super::run(ray, enemy, towards) })
    }
}

/// The point of two sets with this number, counted through the first and then the second; says
/// whether it is of the second. Where the number is larger the sizes are taken off it.
fn pick(first: Bitboard, second: Bitboard, left: &mut u32) -> Option<(u8, bool)> {
    for (set, of_second) in [(first, false), (second, true)] {
        let size = set.count_ones();
        if *left < size {
            return points(set).nth(*left as usize).map(|point| (point, of_second));
        }
        *left -= size;
    }
    None
}

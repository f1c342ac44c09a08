//! Games of the engine against itself, as material to learn from.

use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::game::Game;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::{Limits, Options, Score, Searcher};
use crate::variant::Variant;
use crate::zobrist;

/// How games are played.
///
/// ```
/// use fanorona::selfplay::Settings;
/// use fanorona::{Rules, Variant};
/// let settings = Settings::new(Variant::TELO, Rules::STANDARD, 100);
/// let game = settings.play(3);
/// assert_eq!(game, settings.play(3), "a game follows from the settings and its number");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The board.
    pub variant: Variant,
    /// The rule set.
    pub rules: Rules,
    /// Positions that the engine visits for a turn; a third of it where at most 15 stones are left
    /// and an eighth where at most 8 are, since most turns of a game are played there.
    pub nodes: u64,
    /// The most random turns at the beginning; each game draws its number from 1 to this. With 0
    /// none is random there.
    pub random_turns: u32,
    /// One turn in so many is random later on too; 0 for none.
    pub random_every: u32,
    /// Turns after which a game is broken off as a draw.
    pub longest: u32,
    /// Consecutive turns without a capture after which it is, too; endings would else fill most
    /// of the samples.
    pub most_quiet: u32,
    /// Every game follows from this and its number.
    pub seed: u64,
}

/// A position of a game with what became of it, from the mover's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The mover's stones.
    pub own: Bitboard,
    /// The opponent's stones.
    pub enemy: Bitboard,
    /// What the search thought of it: hundredths of a stone, beyond ±29000 wins and losses.
    pub score: i16,
    /// The result of the game: 1 won, 0 drawn, -1 lost.
    pub result: i8,
    /// Turns played before.
    pub turns: u16,
}

/// A game of the engine against itself.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SelfPlayGame {
    /// The turns played.
    pub turns: Vec<Move>,
    /// The end; none where the game was broken off, or decided by a score that leaves no doubt.
    pub outcome: Option<Outcome>,
    /// The positions that were searched.
    pub samples: Vec<Sample>,
}

impl Sample {
    /// The size of a packed sample, in bytes.
    pub const SIZE: usize = 16;

    /// Packed little-endian into 128 bits: own stones (45), opponent's (45), score (16, two's
    /// complement), result plus one (2), turns (10), zeros.
    ///
    /// ```
    /// use fanorona::selfplay::Sample;
    /// let sample = Sample { own: 1 << 44, enemy: 5, score: -7, result: -1, turns: 90 };
    /// assert_eq!(Sample::unpack(sample.pack()), sample);
    /// ```
    #[must_use]
    pub fn pack(&self) -> [u8; Self::SIZE] {
        let score = u128::from(self.score as u16);
        let result = (self.result + 1) as u128;
        let turns = u128::from(self.turns.min(1023));
        let stones = u128::from(self.own) | u128::from(self.enemy) << 45;
        (stones | score << 90 | result << 106 | turns << 108).to_le_bytes()
    }

    /// The sample that [`Self::pack`] packed.
    #[must_use]
    pub fn unpack(bytes: [u8; Self::SIZE]) -> Self {
        let word = u128::from_le_bytes(bytes);
        let stones = (1 << 45) - 1;
        Self {
            own: word as u64 & stones,
            enemy: (word >> 45) as u64 & stones,
            score: (word >> 90) as i16,
            result: (word >> 106 & 3) as i8 - 1,
            turns: (word >> 108 & 1023) as u16,
        }
    }
}

impl Settings {
    /// Settings with the usual random turns and length, and seed 0.
    #[must_use]
    pub const fn new(variant: Variant, rules: Rules, nodes: u64) -> Self {
        Self {
            variant,
            rules,
            nodes,
            random_turns: 16,
            random_every: 30,
            longest: 300,
            most_quiet: 30,
            seed: 0,
        }
    }

    /// Plays the game with this number.
    #[must_use]
    pub fn play(&self, number: u64) -> SelfPlayGame {
        // Nobody sets the flag, so there is a game.
        self.play_until(number, &AtomicBool::new(false)).unwrap_or_default()
    }

    /// [`Self::play`] that gives up, with no game, soon after `stop` is set.
    #[must_use]
    pub fn play_until(&self, number: u64, stop: &AtomicBool) -> Option<SelfPlayGame> {
        let mut rng = Rng::with_seed(zobrist::game_seed(self.seed, number));
        let random_turns = match self.random_turns {
            0 => 0,
            most => rng.u32(1..=most),
        };
        let mut game = Game::new(self.variant, self.rules);
        let mut searcher = Searcher::new(1);
        let mut seen: Vec<(Color, Sample)> = Vec::new();
        // The winner, where a search has found a win before the game is at its end.
        let mut winner = None;
        while game.outcome().is_none() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let turns = game.turns().len() as u32;
            if turns >= self.longest || game.quiet_turns() >= self.most_quiet {
                break;
            }
            let random =
                turns < random_turns || self.random_every > 0 && rng.u32(0..self.random_every) == 0;
            let turn = if random {
                let legal = game.legal_moves();
                legal[rng.usize(..legal.len())]
            } else {
                let nodes = Some(self.nodes_for(game.position()));
                let limits = Limits { nodes, ..Limits::default() };
                let info = searcher.search(&game, &limits, &Options::default(), stop, &mut |_| {});
                let line = &info.lines[0];
                let side = game.position().turn();
                seen.push((side, Self::sample(&game, line.score)));
                match line.score {
                    Score::Win(_) => winner = Some(side),
                    Score::Loss(_) => winner = Some(!side),
                    Score::Estimate(_) => {}
                }
                line.turns[0]
            };
            if winner.is_some() || game.push(&turn).is_err() {
                break;
            }
        }
        let winner = winner.or(game.outcome().and_then(|outcome| outcome.winner));
        let samples = seen.into_iter().map(|(side, sample)| {
            let result = winner.map_or(0, |winner| if winner == side { 1 } else { -1 });
            Sample { result, ..sample }
        });
        (!stop.load(Ordering::Relaxed)).then(|| SelfPlayGame {
            turns: game.turns().collect(),
            outcome: game.outcome(),
            samples: samples.collect(),
        })
    }

    fn nodes_for(&self, position: &Position) -> u64 {
        match position.view().count() {
            0..=8 => self.nodes / 8,
            9..=15 => self.nodes / 3,
            _ => self.nodes,
        }
    }

    fn sample(game: &Game, score: Score) -> Sample {
        let position = game.position();
        let score = match score {
            Score::Estimate(value) => value.clamp(-29_000, 29_000) as i16,
            Score::Win(turns) => 30_000 - turns.min(999) as i16,
            Score::Loss(turns) => turns.min(999) as i16 - 30_000,
        };
        Sample {
            own: position.own(),
            enemy: position.enemy(),
            score,
            result: 0,
            turns: game.turns().len().min(1023) as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where no turn is random at all, every game is the same.
    #[test]
    fn without_random_turns_the_first_turn_is_searched_for() {
        let settings = Settings {
            random_turns: 0,
            random_every: 0,
            ..Settings::new(Variant::DIMY, Rules::STANDARD, 50)
        };
        let game = settings.play(0);
        assert_eq!(game.samples[0].turns, 0);
        assert_eq!(game, settings.play(1));
    }

    /// A search without an end, were it not for the flag.
    #[test]
    fn a_game_stops_within_a_search() {
        let settings = Settings {
            random_turns: 1,
            random_every: 0,
            ..Settings::new(Variant::TSIVY, Rules::STANDARD, u64::MAX)
        };
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let game = scope.spawn(|| settings.play_until(0, &stop));
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
            assert_eq!(game.join().expect("a game"), None);
        });
    }
}

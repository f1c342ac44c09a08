//! What many random games look like: branching, length, chains, results.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::color::Color;
use crate::moves::{LONGEST_CHAIN, Move};
use crate::notation::Fen;
use crate::outcome::Termination;
use crate::playout::{End, RandomPlayer};
use crate::zobrist;

/// Sums over random games in which every legal turn is as likely as any other.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use fanorona::statistics::Statistics;
/// use fanorona::{Fen, Position, Rules, Variant};
///
/// let position = Position::start(Variant::DIMY, Rules::STANDARD);
/// let start = Fen { position, quiet: 0, number: 1 };
/// let found = Statistics::of_random_games(&start, 0..100, 1, 1000, &AtomicBool::new(false));
/// assert_eq!(found.games, 100);
/// assert_eq!(found.results.iter().sum::<u64>() + found.unfinished, 100);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Games played.
    pub games: u64,
    /// Turns played in all games.
    pub turns: u64,
    /// Legal turns counted over all positions in which a turn was played.
    pub legal: u64,
    /// The most legal turns met in a position.
    pub most_legal: u64,
    /// The most turns of a game.
    pub longest: u64,
    /// Turns by their number of capturing steps: paikas and removals first.
    pub chains: [u64; LONGEST_CHAIN + 1],
    /// Games won by White, won by Black, and drawn.
    pub results: [u64; 3],
    /// Games by how they ended, in the order of [`Termination::ALL`].
    pub terminations: [u64; Termination::ALL.len()],
    /// Games that were broken off at the longest length.
    pub unfinished: u64,
}

impl Default for Statistics {
    fn default() -> Self {
        Self {
            games: 0,
            turns: 0,
            legal: 0,
            most_legal: 0,
            longest: 0,
            chains: [0; LONGEST_CHAIN + 1],
            results: [0; 3],
            terminations: [0; Termination::ALL.len()],
            unfinished: 0,
        }
    }
}

impl Statistics {
    /// Plays the games with these numbers; each follows from `seed` and its number alone. Games
    /// are broken off after `longest` turns, and no further one is begun once `stop` is set.
    #[must_use]
    pub fn of_random_games(
        start: &Fen,
        numbers: std::ops::Range<u64>,
        seed: u64,
        longest: u32,
        stop: &AtomicBool,
    ) -> Self {
        let mut sums = Self::default();
        for number in numbers {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let mut player = RandomPlayer::new(zobrist::game_seed(seed, number));
            let end = player.play(start, longest, |turn, legal| sums.add_turn(turn, legal as u64));
            sums.add_end(&end);
        }
        sums
    }

    fn add_turn(&mut self, turn: &Move, legal: u64) {
        self.turns += 1;
        self.legal += legal;
        self.most_legal = self.most_legal.max(legal);
        self.chains[if turn.is_paika() { 0 } else { turn.len() }] += 1;
    }

    fn add_end(&mut self, end: &End) {
        self.games += 1;
        self.longest = self.longest.max(u64::from(end.turns));
        match end.outcome {
            Some(outcome) => {
                self.results[outcome.winner.map_or(2, Color::index)] += 1;
                self.terminations[outcome.termination as usize] += 1;
            }
            None => self.unfinished += 1,
        }
    }
}

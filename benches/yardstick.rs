//! Strength against a yardstick: a full-width alpha-beta player that looks four turns ahead and
//! counts stones. Paired games from openings that the engine itself calls even, sides swapped.
//!
//! `cargo bench --bench yardstick -- PAIRS MILLISECONDS` prints the engine's share of the points.

#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fanorona::search::{Limits, Options, Score, Searcher};
use fanorona::{Color, Game, Move, Rules, Variant};

#[path = "full_width.rs"]
mod full_width;

use full_width::{WIN, value};

const DEPTH: u32 = 4;
/// Games are called draws after so many turns.
const LONGEST: usize = 400;

/// The yardstick's turn; of equal ones any, so that games differ.
fn yardstick(game: &Game, rng: &mut fastrand::Rng) -> Move {
    let mut moves = game.legal_moves();
    rng.shuffle(&mut moves);
    let (mut best, mut alpha) = (moves[0], -2 * WIN);
    for turn in moves {
        let after = game.position().play_unchecked(&turn);
        let value = -value(&after, DEPTH - 1, -2 * WIN, -alpha, &mut 0);
        if value > alpha {
            (best, alpha) = (turn, value);
        }
    }
    best
}

fn engine(searcher: &mut Searcher, game: &Game, limits: &Limits) -> Option<(Move, Score)> {
    let stop = AtomicBool::new(false);
    let info = searcher.search(game, limits, &Options::default(), &stop, &mut |_| {});
    info.lines.first().map(|line| (line.turns[0], line.score))
}

/// A start of four to eight random turns that the engine calls even.
fn opening(rng: &mut fastrand::Rng, searcher: &mut Searcher) -> Game {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    loop {
        let mut game = Game::new(Variant::TSIVY, Rules::STANDARD);
        for _ in 0..rng.u32(4..=8) {
            let legal = game.legal_moves();
            if let Some(turn) = rng.choice(legal) {
                // It is legal, so it cannot fail.
                let _ = game.push(&turn);
            }
        }
        if let Some((_, Score::Estimate(-30..=30))) = engine(searcher, &game, &limits) {
            return game;
        }
    }
}

/// Half points of the engine, which plays `side`.
fn play(mut game: Game, side: Color, limits: &Limits, rng: &mut fastrand::Rng) -> u32 {
    let mut searcher = Searcher::new(32);
    while game.outcome().is_none() && game.turns().len() < LONGEST {
        let turn = if game.position().turn() == side {
            engine(&mut searcher, &game, limits).map(|(turn, _)| turn)
        } else {
            Some(yardstick(&game, rng))
        };
        let Some(turn) = turn else { break };
        assert!(game.push(&turn).is_ok(), "an illegal turn: {turn}");
    }
    match game.outcome().map(|outcome| outcome.winner) {
        Some(Some(winner)) if winner == side => 2,
        Some(Some(_)) => 0,
        _ => 1,
    }
}

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let pairs = numbers.first().copied().unwrap_or(5);
    let milliseconds = numbers.get(1).copied().unwrap_or(10);
    let limits = Limits { time: Some(Duration::from_millis(milliseconds)), ..Limits::default() };
    let mut rng = fastrand::Rng::with_seed(numbers.get(2).copied().unwrap_or(1));
    let mut openings = Searcher::new(32);
    let mut results = [0_u32; 3];
    for _ in 0..pairs {
        let start = opening(&mut rng, &mut openings);
        for side in Color::ALL {
            results[play(start.clone(), side, &limits, &mut rng) as usize] += 1;
        }
    }
    let games: u32 = results.iter().sum();
    let points = f64::from(2 * results[2] + results[1]) / f64::from(2 * games);
    println!(
        "engine at {milliseconds} ms against depth {DEPTH}: {:.1} % of {games} games \
         (won {}, drawn {}, lost {})",
        100.0 * points,
        results[2],
        results[1],
        results[0],
    );
}

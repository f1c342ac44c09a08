//! Speed of whole random Tsivy games on one core, to their end under the standard rules, chosen
//! step by step and turn by turn.

#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::hint::black_box;
use std::time::Instant;

use fanorona::playout::RandomPlayer;
use fanorona::{Fen, Position, Rules, Variant};

const GAMES: u32 = 20_000;
const ROUNDS: usize = 7;

/// The median speed in games a second, and the turns played in a round.
fn measure(name: &str, mut game: impl FnMut(&mut RandomPlayer) -> u32) -> f64 {
    let mut speeds = Vec::new();
    let mut expected = None;
    for _ in 0..ROUNDS {
        let mut player = RandomPlayer::new(1);
        let start = Instant::now();
        let turns: u32 = (0..GAMES).map(|_| black_box(game(&mut player))).sum();
        speeds.push(f64::from(GAMES) / start.elapsed().as_secs_f64());
        assert_eq!(*expected.get_or_insert(turns), turns, "the same games each round");
    }
    speeds.sort_by(f64::total_cmp);
    let turns = f64::from(expected.unwrap_or_default()) / f64::from(GAMES);
    let speed = speeds[ROUNDS / 2];
    println!("{name}: {speed:.0} games a second (median of {ROUNDS}), {turns:.1} turns a game");
    speed
}

fn main() {
    let position = Position::start(Variant::TSIVY, Rules::STANDARD);
    let start = Fen { position, quiet: 0, number: 1 };
    let steps = measure("step by step", |player| {
        let end = player.play_steps(&start, 1000);
        assert!(end.outcome.is_some());
        end.turns
    });
    let turns = measure("turn by turn", |player| {
        let end = player.play(&start, 1000, |_, _| {});
        assert!(end.outcome.is_some());
        end.turns
    });
    println!("ratio {:.2}", steps / turns);
}

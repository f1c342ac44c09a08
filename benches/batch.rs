//! Speed of a batch of 1,024 random Tsivy games, without and with observations and the places of
//! legal actions in masks; beside random games that choose their steps alike and show nothing.

#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::num::NonZeroUsize;
use std::time::Instant;

use fanorona::batch::{Autoreset, Batch, Settings};
use fanorona::playout::RandomPlayer;
use fanorona::{Fen, Position, Rules, Variant};

const GAMES: usize = 1024;
const STEPS: usize = 400;
const ROUNDS: usize = 15;
/// Games that show nothing, in a round.
const PLAIN_GAMES: usize = 20_000;

/// Steps a batch with random actions; how many games ended.
fn steps(threads: usize, all: bool) -> usize {
    let mut batch = Batch::new(Settings {
        variant: Variant::TSIVY,
        rules: Rules::STANDARD,
        games: GAMES,
        threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
        seed: 1,
        autoreset: Autoreset::NextStep,
        max_turns: None,
        observations: all,
        masks: all,
    })
    .expect("the settings are right");
    let mut actions = Vec::new();
    let mut ended = 0;
    for _ in 0..STEPS {
        batch.sample(&mut actions).expect("threads");
        batch.step(&actions).expect("the actions are legal");
        let flags = batch.arrays().flat_map(|arrays| &arrays.terminated);
        ended += flags.map(|flag| usize::from(*flag)).sum::<usize>();
    }
    ended
}

/// Measures how fast `run` is, which does something `count` times: what it gives, and the median
/// speed in millions a second.
fn measure<T: PartialEq + std::fmt::Debug>(
    name: &str,
    count: usize,
    mut run: impl FnMut() -> T,
) -> (T, f64) {
    let mut speeds = Vec::new();
    let expected = run();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        assert_eq!(run(), expected, "the same games each round");
        speeds.push(count as f64 / start.elapsed().as_secs_f64() / 1e6);
    }
    speeds.sort_by(f64::total_cmp);
    let (median, fastest) = (speeds[ROUNDS / 2], speeds[ROUNDS - 1]);
    println!("{name}: {median:.2} million a second (fastest of {ROUNDS}: {fastest:.2})");
    (expected, median)
}

fn main() {
    let count = GAMES * STEPS;
    let (mut ended, mut speeds) = (Vec::new(), Vec::new());
    for threads in [1, 2] {
        for (what, all) in [("steps alone", false), ("with observations and places in masks", true)]
        {
            let name = format!("{what} on {threads} threads");
            let (games, speed) = measure(&name, count, || steps(threads, all));
            ended.push(games);
            speeds.push(speed);
        }
    }
    assert!(ended.iter().all(|number| *number == ended[0]), "the same games in all ways");
    let steps_each = count / ended[0];
    println!("{} games ended, of {steps_each} steps each", ended[0]);
    let position = Position::start(Variant::TSIVY, Rules::STANDARD);
    let start = Fen { position, quiet: 0, number: 1 };
    let name = "steps of games that show nothing, on 1 thread";
    let (turns, plain) = measure(name, PLAIN_GAMES * steps_each, || {
        let mut player = RandomPlayer::new(1);
        (0..PLAIN_GAMES).map(|_| player.play_steps(&start, 1000).turns).sum::<u32>()
    });
    assert!((870_000..900_000).contains(&turns), "about 44 turns a game: {turns}");
    println!(
        "to show the legal actions alone takes {:.2} times as long, all on one thread {:.2} times",
        plain / speeds[0],
        plain / speeds[1],
    );
}

//! Time to depth: how long, and over how many positions, the engine takes to look so many turns
//! ahead from the start of Tsivy and from 30 positions of the middle game, one thread, empty table.
//!
//! The plain search of the yardstick goes to a smaller depth in the same run, so that the ratio says
//! something on a busy machine too. `cargo bench --bench search -- DEPTH PLAIN_DEPTH`.

#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fanorona::search::{Info, Limits, Options, Searcher};
use fanorona::{Fen, Game, Rules};

#[path = "full_width.rs"]
mod full_width;

use full_width::{WIN, value};

/// Also read by `fanorona bench`.
const POSITIONS: &str = include_str!("../python/fanorona/data/benchmark.fen");
const DEPTH: u32 = 12;
const PLAIN_DEPTH: u32 = 8;

/// What it took to finish a depth.
#[derive(Clone, Copy, Default)]
struct Effort {
    nodes: u64,
    time: Duration,
}

/// The effort up to each depth from 1 on. A position that is decided earlier costs no more.
fn engine(game: &Game, depth: u32) -> Vec<Effort> {
    let mut efforts = Vec::new();
    let mut note = |info: &Info| efforts.push(Effort { nodes: info.nodes, time: info.time });
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let stop = AtomicBool::new(false);
    Searcher::new(16).search(game, &limits, &Options::default(), &stop, &mut note);
    let last = efforts.last().copied().unwrap_or_default();
    efforts.resize(depth as usize, last);
    efforts
}

/// The effort of the plain search.
fn plain(game: &Game, depth: u32) -> Effort {
    let start = Instant::now();
    let mut nodes = 0;
    black_box(value(game.position(), depth, -2 * WIN, 2 * WIN, &mut nodes));
    Effort { nodes, time: start.elapsed() }
}

fn total(efforts: impl Iterator<Item = Effort>) -> Effort {
    efforts.fold(Effort::default(), |sum, one| Effort {
        nodes: sum.nodes + one.nodes,
        time: sum.time + one.time,
    })
}

/// The middle one of the positions' effective branching factors: the `depth`th roots of the nodes.
fn branching(nodes: impl Iterator<Item = u64>, depth: u32) -> f64 {
    let mut factors: Vec<f64> =
        nodes.map(|nodes| (nodes as f64).powf(1.0 / f64::from(depth))).collect();
    factors.sort_by(f64::total_cmp);
    factors[factors.len() / 2]
}

fn report(name: &str, depth: u32, efforts: &[Effort]) {
    let Effort { nodes, time } = total(efforts.iter().copied());
    let branching = branching(efforts.iter().map(|effort| effort.nodes), depth);
    let start = efforts[0];
    println!(
        "{name} {depth:>5} {nodes:>12} {:>9.1} {branching:>9.2} {:>11} {:>9.1}",
        time.as_secs_f64() * 1e3,
        start.nodes,
        start.time.as_secs_f64() * 1e3,
    );
}

fn main() {
    let numbers: Vec<u32> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let depth = numbers.first().copied().unwrap_or(DEPTH).max(1);
    let plain_depth = numbers.get(1).copied().unwrap_or(PLAIN_DEPTH).clamp(1, depth);
    let games: Vec<Game> = POSITIONS
        .lines()
        .map(|line| Game::from_fen(Fen::parse(line, Rules::STANDARD).expect("a position")))
        .collect();
    let found: Vec<Vec<Effort>> = games.iter().map(|game| engine(game, depth)).collect();
    for (game, first) in games.iter().zip(&found) {
        let nodes = |efforts: &[Effort]| efforts.iter().map(|one| one.nodes).collect::<Vec<_>>();
        assert_eq!(nodes(first), nodes(&engine(game, depth)), "{}", game.fen());
    }
    println!("{} positions, and the first of them, the start, alone", games.len());
    println!("search depth        nodes        ms branching start nodes  start ms");
    for depth in 1..=depth {
        let efforts: Vec<Effort> = found.iter().map(|one| one[depth as usize - 1]).collect();
        report("engine", depth, &efforts);
    }
    let baseline: Vec<Effort> = games.iter().map(|game| plain(game, plain_depth)).collect();
    report("plain ", plain_depth, &baseline);
    let engine = total(found.iter().map(|one| one[plain_depth as usize - 1]));
    let plain = total(baseline.into_iter());
    println!(
        "to depth {plain_depth} the engine takes 1/{:.0} of the plain search's nodes, 1/{:.0} of \
         its time",
        plain.nodes as f64 / engine.nodes as f64,
        plain.time.as_secs_f64() / engine.time.as_secs_f64(),
    );
}

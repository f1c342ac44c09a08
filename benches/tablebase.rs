//! Endgame tables: processor time to build those of up to five stones of Tsivy, probes of quiet
//! positions a second from memory beside those of a plain map of the same positions, and the share
//! of random positions that have a capture.

#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::collections::HashMap;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use fanorona::search::Tables;
use fanorona::tablebase::{Monitor, Request, Tablebase, build};
use fanorona::{Color, History, Position, Rules, Variant, Wdl};

const STONES: u32 = 5;
const POSITIONS: usize = 200_000;
const ROUNDS: usize = 20;

/// A position of so many stones of White, to move, and of Black.
fn random_position(rng: &mut fastrand::Rng, white: u32, black: u32) -> Position {
    let points = u32::from(Variant::TSIVY.points());
    let mut sets = [0_u64; 2];
    for (index, count) in [white, black].into_iter().enumerate() {
        while sets[index].count_ones() < count {
            let point = 1 << rng.u32(..points);
            if (sets[0] | sets[1]) & point == 0 {
                sets[index] |= point;
            }
        }
    }
    let [white, black] = sets;
    let history = History::default();
    Position::new(Variant::TSIVY, Rules::STANDARD, white, black, Color::White, history)
        .expect("a position")
}

fn has_capture(position: &Position) -> bool {
    position.legal_moves().first().is_some_and(fanorona::Move::is_capture)
}

/// Builds into a new folder, which stays until the end.
fn built(folder: &Path) -> Tablebase {
    let monitor = Monitor::new(NonZeroUsize::MIN);
    let request = Request::new(Variant::TSIVY, STONES);
    let start = Instant::now();
    let mut bytes = 0;
    build(folder, request, &monitor, &mut |table| bytes += table.bytes).expect("built");
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(monitor.done(), request.work());
    println!(
        "{} positions of up to {STONES} stones in {seconds:.2} s on one thread, {bytes} bytes",
        request.positions()
    );
    Tablebase::open(folder).expect("opened")
}

/// The values of all positions, added up.
fn sum<T>(positions: &[T], value: impl Fn(&T) -> Option<Wdl>) -> i64 {
    positions.iter().map(|one| i64::from(value(one).map_or(0, Wdl::sign))).sum()
}

/// The fastest of some rounds in which all positions are asked about, in millions a second.
fn speed<T>(positions: &[T], expected: i64, value: impl Fn(&T) -> Option<Wdl>) -> f64 {
    let mut fastest = f64::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let found = sum(black_box(positions), &value);
        fastest = fastest.min(start.elapsed().as_secs_f64());
        assert_eq!(found, expected);
    }
    positions.len() as f64 / fastest / 1e6
}

fn probes(tables: &Tablebase, positions: &[Position]) {
    let probe = |position: &Position| Some(tables.probe_wdl(position).expect("a value"));
    let stones: Vec<(u64, u64)> = positions
        .iter()
        .map(|position| (position.stones(Color::White), position.stones(Color::Black)))
        .collect();
    let values = stones.iter().copied().zip(positions.iter().filter_map(probe));
    let plain: HashMap<(u64, u64), Wdl> = values.collect();
    let expected = sum(positions, probe);
    let ask = |&(own, enemy): &_| tables.quiet_value(Variant::TSIVY, own, enemy);
    let found = speed(&stones, expected, ask);
    let in_map = speed(&stones, expected, |stones| plain.get(stones).copied());
    println!(
        "quiet positions, as the search asks: {found:.1} million probes a second; a plain map of \
         these alone {in_map:.1}, ratio {:.2}",
        found / in_map
    );
}

fn probes_of_any(tables: &Tablebase, name: &str, positions: &[Position]) {
    let probe = |position: &Position| Some(tables.probe_wdl(position).expect("a value"));
    let found = speed(positions, sum(positions, probe), probe);
    println!("{name}: {found:.2} million a second");
}

fn main() {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("fanorona-bench-{}", std::process::id()));
    let tables = built(&folder);
    tables.load(Variant::TSIVY).expect("loaded");
    let mut rng = fastrand::Rng::with_seed(5);
    let all: Vec<Position> = (0..POSITIONS).map(|_| random_position(&mut rng, 2, 3)).collect();
    let (noisy, quiet): (Vec<Position>, Vec<Position>) = all.iter().partition(|p| has_capture(p));
    let share = noisy.len() as f64 / all.len() as f64;
    println!("{:.1} % of random 2-against-3 positions have a capture", share * 100.0);
    assert!((0.6..0.7).contains(&share));
    probes(&tables, &quiet);
    probes_of_any(&tables, "quiet positions, checked and looked at for captures", &quiet);
    probes_of_any(&tables, "positions with a capture, one turn deeper", &noisy);
    probes_of_any(&tables, "random positions", &all);
    std::fs::remove_dir_all(&folder).expect("removed");
}

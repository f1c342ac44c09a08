//! Turns visited a second, on one thread: the crate's `perft` of the Tsivy start beside a plain
//! bitboard generator, the kind that anyone would write first.
//!
//! Both visit every turn, cache and merge nothing, and must count what the rules say. The ratio is
//! the median of pairs timed one right after the other, so that a busy machine disturbs it little.

#![allow(clippy::print_stdout, reason = "a benchmark reports")]
#![allow(clippy::inline_always, reason = "constant directions make the plain generator faster")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fanorona::{Position, Rules, Setup, Variant};

/// The numbers of turn sequences from the start of Tsivy, for depths 1 to 6.
const COUNTS: [u64; 6] = [5, 39, 724, 18_026, 431_852, 9_205_774];
const DEPTH: u32 = 6;
const PAIRS: usize = 15;

/// A plain generator for the Tsivy board under the standard rules: shifts of whole sets, loops
/// along the rays, and one function that calls itself for chains and for replies.
mod plain {
    /// How far each direction moves a point index; the opposite of direction `d` is `7 - d`.
    const DELTA: [i32; 8] = [-10, -9, -8, -1, 1, 8, 9, 10];

    /// For each direction, the points that a line leaves in it.
    const LEAVING: [u64; 8] = leaving();

    const fn leaving() -> [u64; 8] {
        let mut leaving = [0; 8];
        let mut point = 0;
        while point < 45 {
            let (file, rank) = (point % 9, point / 9);
            let mut d = 0;
            while d < 8 {
                let north = (DELTA[d] + 13) / 9 - 1;
                let east = DELTA[d] - 9 * north;
                let joined = east == 0 || north == 0 || (file + rank) % 2 == 0;
                let on_board =
                    0 <= file + east && file + east < 9 && 0 <= rank + north && rank + north < 5;
                if joined && on_board {
                    leaving[d] |= 1 << point;
                }
                d += 1;
            }
            point += 1;
        }
        leaving
    }

    /// Moves a set of points along the lines in direction `d`.
    #[inline(always)]
    fn step(set: u64, d: usize) -> u64 {
        let set = set & LEAVING[d];
        if DELTA[d] > 0 { set << DELTA[d] } else { set >> -DELTA[d] }
    }

    /// The enemy stones without interruption in direction `d` from a point, itself left out.
    #[inline(always)]
    fn run(enemy: u64, point: u64, d: usize) -> u64 {
        let mut taken = 0;
        let mut next = step(point, d);
        while next & enemy != 0 {
            taken |= next;
            next = step(next, d);
        }
        taken
    }

    /// Counts the sequences of `depth` turns of which the first is played, or goes on, with one of
    /// `stones`; in mid-chain with the points it has visited and its last direction.
    fn count(own: u64, enemy: u64, stones: u64, visited: u64, last: usize, depth: u32) -> u64 {
        let free = !(own | enemy | visited);
        let mut turns = 0;
        let mut captures = visited != 0;
        // Written out for each direction, so that the shifts are by constants.
        macro_rules! captures_in {
            ($($d:literal)*) => {$(
                if $d != last {
                    let destinations = step(stones, $d) & free;
                    let mut approaches = destinations & step(enemy, 7 - $d);
                    let mut withdrawals = destinations & step(step(enemy, $d), $d);
                    while approaches | withdrawals != 0 {
                        let (to, taken);
                        if approaches != 0 {
                            to = approaches & approaches.wrapping_neg();
                            approaches ^= to;
                            taken = run(enemy, to, $d);
                        } else {
                            to = withdrawals & withdrawals.wrapping_neg();
                            withdrawals ^= to;
                            taken = run(enemy, step(to, 7 - $d), 7 - $d);
                        }
                        captures = true;
                        let from = step(to, 7 - $d);
                        let (own, enemy) = (own ^ from ^ to, enemy ^ taken);
                        turns += perft(enemy, own, depth - 1);
                        turns += count(own, enemy, to, visited | from | to, $d, depth);
                    }
                }
            )*};
        }
        captures_in!(0 1 2 3 4 5 6 7);
        if captures {
            return turns;
        }
        for d in 0..8 {
            let mut destinations = step(own, d) & free;
            while destinations != 0 {
                let to = destinations & destinations.wrapping_neg();
                destinations ^= to;
                turns += perft(enemy, own ^ to ^ step(to, 7 - d), depth - 1);
            }
        }
        turns
    }

    #[inline(always)]
    pub(crate) fn perft(own: u64, enemy: u64, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if own == 0 || enemy == 0 => 0,
            _ => count(own, enemy, own, 0, usize::MAX, depth),
        }
    }
}

fn timed(perft: impl FnOnce() -> u64) -> Duration {
    let start = Instant::now();
    assert_eq!(perft(), COUNTS[DEPTH as usize - 1]);
    start.elapsed()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn perft(criterion: &mut Criterion) {
    let start = Position::start(Variant::TSIVY, Rules::STANDARD);
    let (white, black) = Variant::TSIVY.start(Setup::Standard);
    let ours = |depth| black_box(&start).perft(depth);
    let plain = |depth| plain::perft(black_box(white), black_box(black), depth);
    for (depth, count) in (1..).zip(COUNTS) {
        assert_eq!(ours(depth), count, "perft({depth})");
        assert_eq!(plain(depth), count, "plain perft({depth})");
    }

    let millions = |time: Duration| COUNTS[DEPTH as usize - 1] as f64 / time.as_secs_f64() / 1e6;
    let pairs: Vec<(f64, f64)> = (0..PAIRS)
        .map(|_| (millions(timed(|| ours(DEPTH))), millions(timed(|| plain(DEPTH)))))
        .collect();
    println!(
        "perft({DEPTH}), medians of {PAIRS}: {:.1} M turns/s, plain generator {:.1} M turns/s, \
         ratio {:.2}",
        median(pairs.iter().map(|(ours, _)| *ours).collect()),
        median(pairs.iter().map(|(_, plain)| *plain).collect()),
        median(pairs.iter().map(|(ours, plain)| ours / plain).collect()),
    );

    let mut group = criterion.benchmark_group(format!("perft({DEPTH}) of Tsivy"));
    group.sample_size(10).throughput(Throughput::Elements(COUNTS[DEPTH as usize - 1]));
    group.bench_function("fanorona", |bencher| bencher.iter(|| ours(DEPTH)));
    group.bench_function("plain", |bencher| bencher.iter(|| plain(DEPTH)));
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);

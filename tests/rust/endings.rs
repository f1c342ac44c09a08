//! The engine against perfect knowledge: a plain retrograde solver of small endings.

mod common;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fanorona::search::{Limits, Options, Searcher};
use fanorona::{Fen, Game, Position, Rules, Variant};

use common::solved::{Solved, Stones, position, stones};

/// Lets the engine choose in random positions and compares what it keeps with what it had.
fn check(variant: Variant, most: u32, positions: usize, limits: &Limits) {
    let solved = Solved::new(variant, most);
    let mut known: Vec<(Stones, i8)> = solved.values.iter().map(|(&s, &v)| (s, v)).collect();
    known.sort_unstable();
    let mut rng = fastrand::Rng::with_seed(3);
    let mut searcher = Searcher::new(16);
    let mut checked = 0;
    while checked < positions {
        let (placed, value) = known[rng.usize(..known.len())];
        let fen = Fen { position: position(variant, placed), quiet: 0, number: 1 };
        let game = Game::from_fen(fen);
        if game.outcome().is_some() {
            continue;
        }
        searcher.clear();
        let stop = AtomicBool::new(false);
        let info = searcher.search(&game, limits, &Options::default(), &stop, &mut |_| {});
        let turn = info.lines[0].turns[0];
        let kept = -solved.values[&stones(&game.position().play_unchecked(&turn))];
        assert_eq!(kept, value, "{} {turn} {info:?}", game.position().fen());
        checked += 1;
    }
}

#[test]
fn the_solver_agrees_with_the_published_value_of_telo() {
    let solved = Solved::new(Variant::TELO, 9);
    let start = Position::start(Variant::TELO, Rules::THEORY);
    assert_eq!(solved.values[&stones(&start)], 1);
    assert_eq!(solved.values.len(), 3_usize.pow(9) - 1);
}

#[test]
fn no_value_is_lost_in_telo() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    check(Variant::TELO, 9, 150, &limits);
}

#[test]
#[ignore = "deep: takes minutes"]
fn no_value_is_lost_in_small_endings_at_50_milliseconds() {
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    check(Variant::TELO, 9, 1000, &limits);
    check(Variant::with_size(3, 5).expect("a board"), 5, 1000, &limits);
}

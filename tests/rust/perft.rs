//! Perft against the values of independent implementations, quick to a node limit and, ignored by
//! default, to the end.

mod common;

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use common::random_positions;
use fanorona::{Position, Rules, Setup, Variant};

const VALUES: &str = include_str!("../data/perft.txt");

fn check(most: u64) {
    let mut boards = 0;
    for line in VALUES.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let variant: Variant = words.next().expect("a board").parse().expect("a known board");
        let values = words.map(|word| word.parse::<u64>().expect("a count"));
        for setup in [Setup::Standard, Setup::Mirrored] {
            let start = Position::start(variant, Rules { setup, ..Rules::STANDARD });
            for (depth, value) in (1..).zip(values.clone()).filter(|(_, value)| *value <= most) {
                assert_eq!(start.perft(depth), value, "{variant} {setup} perft({depth})");
            }
        }
        boards += 1;
    }
    assert_eq!(boards, 8);
}

#[test]
fn values_up_to_100_000() {
    check(100_000);
}

#[test]
#[ignore = "slow without optimisation"]
fn all_values() {
    check(u64::MAX);
}

/// What is owed and forbidden after a turn is found once for many turns; playing each of them by
/// itself must lead to as many.
#[test]
fn counting_agrees_with_playing_turn_by_turn() {
    random_positions(7, 3_000, &Variant::ALL, |position| {
        let replies = |turn| position.play_unchecked(turn).legal_moves().len() as u64;
        let parts: Vec<_> =
            position.legal_moves().iter().map(|turn| (*turn, replies(turn))).collect();
        let sum: u64 = parts.iter().map(|(_, count)| count).sum();
        assert_eq!(position.perft(2), sum, "{position:?}");
        let divided = position.divide_until(2, NonZeroUsize::MIN, &AtomicBool::new(false));
        assert_eq!(divided, Some(parts), "{position:?}");
    });
}

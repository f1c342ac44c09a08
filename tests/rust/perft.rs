//! Perft against the values of independent implementations, quick to a node limit and, ignored by
//! default, to the end.

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

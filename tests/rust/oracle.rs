//! The fast generator against the naive one, and both against turns listed by another program.

mod common;

use std::collections::HashSet;

use common::{
    Random, check_against_naive, legality_rules, naive, possible_backs, random_history,
    random_positions, turns,
};
use fanorona::{
    Capture, Color, Direction, Fen, History, Kind, Move, Position, Rules, Step, Variant,
};

const LISTED: &str = include_str!("../data/turns.jsonl");

/// The eight boards but Telo, which is exhausted.
const LARGER: &[Variant] = Variant::ALL.split_at(1).1;

#[test]
fn turns_listed_by_another_program() {
    let mut lines = 0;
    for line in LISTED.lines() {
        let entry: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        let rows = text(&entry["board"]).replace('.', "1");
        let side = text(&entry["turn"]);
        let position = Fen::parse(&format!("{} {side}", join_digits(&rows)), Rules::STANDARD)
            .unwrap_or_else(|error| panic!("{line}: {error}"))
            .position;
        assert_eq!(entry["rows"], position.variant().rows());
        assert_eq!(entry["cols"], position.variant().cols());

        let listed = entry["turns"].as_array().expect("a list");
        let mut expected: Vec<String> = listed.iter().map(text).collect();
        expected.sort();
        assert_eq!(turns(&position), expected.join(" "), "{line}");
        assert_eq!(entry["n_turns"], position.legal_moves().len(), "{line}");
        let results: HashSet<[u64; 2]> = position
            .legal_moves()
            .iter()
            .map(|turn| Color::ALL.map(|color| position.play_unchecked(turn).stones(color)))
            .collect();
        assert_eq!(entry["n_results"], results.len(), "{line}");
        check_against_naive(&position);
        lines += 1;
    }
    assert_eq!(lines, 250);
}

/// Runs of `1` as one digit each.
fn join_digits(rows: &str) -> String {
    (2..=9).rev().fold(rows.to_owned(), |rows, n| rows.replace(&"1".repeat(n), &n.to_string()))
}

/// All placements of stones on the smallest board, at least one, as White's and Black's sets.
fn telo_placements() -> Vec<[u64; 2]> {
    let all = Variant::TELO.geometry().all;
    let sets = |within: u64| (0..=all).filter(move |set| set & !within == 0);
    let pairs = sets(all).flat_map(|white| sets(all & !white).map(move |black| [white, black]));
    pairs.filter(|[white, black]| white | black != 0).collect()
}

fn telo(rules: Rules, [white, black]: [u64; 2], turn: Color, history: History) -> Position {
    Position::new(Variant::TELO, rules, white, black, turn, history)
        .unwrap_or_else(|error| panic!("{rules} {white:#x} {black:#x} {history:?}: {error}"))
}

/// Every `stride`th of: all placements, both sides, all legality rules, without history.
fn telo_without_history(stride: usize) {
    let placements = telo_placements();
    assert_eq!(placements.len(), 19_682);
    let mut checked = 0;
    for (index, rules) in legality_rules().into_iter().enumerate() {
        for stones in placements.iter().skip(index % stride).step_by(stride) {
            for turn in Color::ALL {
                check_against_naive(&telo(rules, *stones, turn, History::default()));
                checked += 1;
            }
        }
    }
    assert!(checked * stride >= 72 * 2 * 19_682 - 72 * 2 * stride, "{checked} positions");
}

#[test]
fn telo_sample() {
    telo_without_history(71);
}

#[test]
#[ignore = "deep: 2.8 million positions"]
fn telo_exhausted() {
    telo_without_history(1);
}

/// Every `stride`th of: all placements, both sides, all legality rules that remember something,
/// with `samples` random histories each.
fn telo_with_history(stride: usize, samples: usize) {
    let mut random = Random::new(1);
    let placements = telo_placements();
    let remembering = legality_rules().into_iter().filter(Rules::needs_history);
    for (index, rules) in remembering.enumerate() {
        for stones in placements.iter().skip(index % stride).step_by(stride) {
            for turn in Color::ALL {
                for _ in 0..samples {
                    let history = random_history(&mut random, Variant::TELO, rules, *stones, turn);
                    check_against_naive(&telo(rules, *stones, turn, history));
                }
            }
        }
    }
}

#[test]
fn telo_histories_sample() {
    telo_with_history(97, 1);
}

#[test]
#[ignore = "deep: 4.7 million positions"]
fn telo_histories_many() {
    telo_with_history(1, 2);
}

/// Every last turn that the mover can have had, under `reversal = no`.
fn telo_last_turns(stride: usize) {
    let rules = Rules { reversal: false, ..Rules::THEORY };
    let rules = [rules, Rules { most: true, capture: Capture::Optional, ..rules }];
    for stones in telo_placements().iter().step_by(stride) {
        for turn in Color::ALL {
            for rules in rules {
                for back in possible_backs(Variant::TELO, rules, *stones, turn, turn) {
                    let mut history = History::default();
                    history.back[turn.index()] = Some(back);
                    check_against_naive(&telo(rules, *stones, turn, history));
                }
            }
        }
    }
}

#[test]
fn telo_last_turns_sample() {
    telo_last_turns(83);
}

#[test]
#[ignore = "deep: 0.9 million positions"]
fn telo_last_turns_all() {
    telo_last_turns(1);
}

fn compare_random_positions(seed: u64, count: usize) {
    let mut in_chain = 0;
    random_positions(seed, count, LARGER, |position| {
        in_chain += usize::from(position.chain().is_some());
        check_against_naive(position);
    });
    assert!(in_chain > count / 50, "only {in_chain} positions in mid-chain");
}

#[test]
fn random_positions_sample() {
    compare_random_positions(2, 20_000);
}

#[test]
#[ignore = "deep: 3,000,000 positions"]
fn random_positions_many() {
    compare_random_positions(3, 3_000_000);
}

/// Every sequence of up to three steps along lines of the smallest board.
fn telo_candidates() -> Vec<Move> {
    let variant = Variant::TELO;
    let mut chains: Vec<Vec<Step>> = Vec::new();
    for origin in 0..variant.points() {
        chains.extend(steps_from(variant, origin).map(|step| vec![step]));
    }
    let mut from = 0;
    for _ in 1..3 {
        let to = chains.len();
        for index in from..to {
            let chain = chains[index].clone();
            let at = chain[chain.len() - 1].destination;
            chains.extend(steps_from(variant, at).map(|step| [&chain[..], &[step]].concat()));
        }
        from = to;
    }
    chains.iter().filter_map(|steps| Move::from_steps(variant, None, steps).ok()).collect()
}

fn steps_from(variant: Variant, origin: u8) -> impl Iterator<Item = Step> {
    let geometry = variant.geometry();
    Direction::ALL.into_iter().flat_map(move |direction| {
        let next = geometry.neighbour(origin, direction);
        next.into_iter().flat_map(move |destination| {
            Kind::ALL.map(|kind| Step { origin, destination, direction, kind })
        })
    })
}

/// `is_legal` says yes to the listed turns and to no other candidate, and `play` follows it.
fn check_candidates(position: &Position, candidates: &[Move]) {
    let legal: HashSet<Move> = position.legal_moves().into_iter().collect();
    for turn in legal.iter().chain(candidates) {
        let listed = legal.contains(turn);
        assert_eq!(position.is_legal(turn), listed, "{turn} in {position:?}");
        match position.play(turn) {
            Ok(after) => assert_eq!(after, position.play_unchecked(turn), "{turn} in {position:?}"),
            Err(error) => assert!(!listed, "{turn} in {position:?}: {error}"),
        }
    }
}

/// The candidates, and each with every removal that makes a difference.
fn with_removals(position: &Position, candidates: &[Move]) -> Vec<Move> {
    let variant = position.variant();
    let mut all = candidates.to_vec();
    let removed: Vec<u8> = (0..variant.points())
        .filter(|&point| position.history().huff >> point & 1 == 1 || point == 0)
        .collect();
    for point in removed {
        for turn in candidates {
            let steps: Vec<Step> = turn.steps().collect();
            all.extend(Move::from_steps(variant, Some(point), &steps));
        }
        all.extend(Move::from_steps(variant, Some(point), &[]));
    }
    all
}

fn telo_all_candidates(count: usize) {
    let candidates = telo_candidates();
    let few: Vec<Move> = candidates.iter().copied().filter(|turn| turn.len() < 3).collect();
    random_positions(5, count, &[Variant::TELO], |position| {
        check_candidates(position, &candidates);
        check_candidates(position, &with_removals(position, &few));
    });
}

#[test]
fn is_legal_for_all_candidates_sample() {
    telo_all_candidates(150);
}

#[test]
#[ignore = "deep: 20,000 positions"]
fn is_legal_for_all_candidates_many() {
    telo_all_candidates(20_000);
}

/// The turn with one thing changed: a step's kind, its last step, its end, its removal.
fn mutate(random: &mut Random, turn: &Move) -> Option<Move> {
    let variant = turn.variant();
    let mut steps: Vec<Step> = turn.steps().collect();
    let mut removed = turn.removed();
    match random.below(5) {
        0 => {
            let index = random.below(steps.len().max(1));
            steps.get_mut(index)?.kind = random.pick(&Kind::ALL);
        }
        1 => {
            steps.pop();
        }
        2 => {
            let at = steps.last()?.destination;
            let further: Vec<Step> = steps_from(variant, at).collect();
            steps.push(random.pick(&further));
        }
        3 => {
            let origin = steps.pop()?.origin;
            let other: Vec<Step> = steps_from(variant, origin).collect();
            steps.push(random.pick(&other));
        }
        _ => removed = random.coin().then(|| random.below(variant.points().into()) as u8),
    }
    Move::from_steps(variant, removed, &steps).ok()
}

/// Turns of positions met before, of any board, and changed turns of this one.
fn mutated_candidates(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let mut pool: Vec<Move> = Vec::new();
    random_positions(seed, count, &Variant::ALL, |position| {
        let moves = position.legal_moves();
        let mut candidates: Vec<Move> =
            (0..pool.len().min(40)).map(|_| random.pick(&pool)).collect();
        for _ in 0..moves.len().min(60) {
            let turn = random.pick(&moves);
            candidates.extend(mutate(&mut random, &turn));
        }
        check_candidates(position, &candidates);
        pool.extend(moves.iter().take(3));
        if pool.len() > 2_000 {
            pool.drain(..1_000);
        }
    });
}

#[test]
fn is_legal_for_changed_turns_sample() {
    mutated_candidates(6, 10_000);
}

#[test]
#[ignore = "deep: 500,000 positions"]
fn is_legal_for_changed_turns_many() {
    mutated_candidates(7, 500_000);
}

/// The naive generator counts as the fast one does, from every start.
#[test]
fn perft_of_both_generators() {
    for variant in Variant::ALL {
        for rules in legality_rules() {
            let start = Position::start(variant, rules);
            let slow = fanorona::naive::perft(&naive(&start), 2);
            assert_eq!(start.perft(2), slow, "{variant} {rules}");
        }
    }
}

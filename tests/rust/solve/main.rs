//! The solver against tables, its certificates, and the files in which it keeps what it knows.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fanorona::solve::{
    Certificate, Claim, Entry, Limits, Refusal, Solution, SolveError, Solver, Verdict,
};
use fanorona::tablebase::{Counts, Monitor, Request, Tablebase};
use fanorona::{Color, History, Position, Rules, Variant, Wdl};
use sha2::{Digest, Sha256};

mod certificates;
mod checkpoints;
#[path = "../common/mod.rs"]
mod common;

use common::folder::Folder;
use common::{Random, few_stones};

const PLAIN: Limits<'_> =
    Limits { nodes: None, checkpoint: None, interval: Duration::from_mins(5), proof: true };

fn tables(variant: Variant, most: u32) -> Arc<Tablebase> {
    let monitor = Monitor::new(NonZeroUsize::MIN);
    Arc::new(Tablebase::in_memory(Request::new(variant, most), &monitor).expect("tables"))
}

fn board(size: &str) -> Variant {
    size.parse().expect("a board")
}

fn solve(solver: &mut Solver, root: &Position, limits: &Limits) -> Result<Solution, SolveError> {
    solver.solve(root, limits, &AtomicBool::new(false), &mut |_| {})
}

/// Whether a certificate is a proof.
fn check(certificate: &Certificate, tables: Option<&Tablebase>) -> Result<(), Refusal> {
    certificate.check(tables, &AtomicBool::new(false))
}

/// The value as tables tell it, from White's view.
fn expected(tables: &Tablebase, root: &Position) -> Verdict {
    match tables.probe_wdl(root).expect("a value") {
        Wdl::Win => Verdict::Win(root.turn()),
        Wdl::Loss => Verdict::Win(!root.turn()),
        Wdl::Draw => Verdict::Draw,
    }
}

/// Solves positions with few tables or none and compares with many tables; every proof holds.
fn compare(variant: Variant, all: &Tablebase, few: u32, roots: impl Iterator<Item = Position>) {
    let few = (few > 0).then(|| tables(variant, few));
    let mut solver = Solver::new(variant, few.clone(), 1).expect("a solver");
    for root in roots {
        let solution = solve(&mut solver, &root, &PLAIN).expect("solved");
        assert_eq!(solution.verdict(), Some(expected(all, &root)), "{root:?}");
        let certificate = solution.certificate.expect("a proof");
        assert_eq!(check(&certificate, few.as_deref()), Ok(()), "{root:?}");
        let again = Certificate::from_bytes(&certificate.to_bytes());
        assert_eq!(again.as_ref(), Ok(&certificate), "{root:?}");
    }
}

fn every_position_of_telo() -> impl Iterator<Item = Position> {
    let placements = (1..512_u64).flat_map(|white| (1..512_u64).map(move |black| (white, black)));
    placements.filter(|(white, black)| white & black == 0).map(|(white, black)| {
        let history = History::default();
        Position::new(Variant::TELO, Rules::THEORY, white, black, Color::White, history)
            .expect("a position")
    })
}

#[test]
fn every_position_of_telo_is_solved_and_proved() {
    let all = tables(Variant::TELO, 9);
    for few in [0, 4] {
        compare(Variant::TELO, &all, few, every_position_of_telo().step_by(7));
    }
}

#[test]
#[ignore = "deep: tens of thousands of proofs"]
fn every_position_of_telo_without_exception() {
    let all = tables(Variant::TELO, 9);
    for few in [0, 3, 5] {
        compare(Variant::TELO, &all, few, every_position_of_telo());
    }
}

/// Positions with at most so many stones.
fn endings(variant: Variant, most: usize, count: usize) -> impl Iterator<Item = Position> {
    let mut random = Random::new(11);
    std::iter::repeat_with(move || {
        let [white, black] = few_stones(&mut random, variant, most);
        let (turn, history) = (random.pick(&Color::ALL), History::default());
        Position::new(variant, Rules::THEORY, white, black, turn, history).expect("a position")
    })
    .take(count)
}

#[test]
fn positions_of_larger_boards_are_solved_and_proved() {
    for (size, most) in [("3x5", 7), ("5x3", 7), ("3x7", 5)] {
        let variant = board(size);
        let all = tables(variant, most);
        compare(variant, &all, 3, endings(variant, most as usize, 200));
    }
}

/// The start of a board, solved with tables of so many stones.
fn start(size: &str, most: u32) -> (Arc<Tablebase>, Solution) {
    let variant = board(size);
    let tables = tables(variant, most);
    let mut solver = Solver::new(variant, Some(tables.clone()), 1).expect("a solver");
    let solution =
        solve(&mut solver, &Position::start(variant, Rules::THEORY), &PLAIN).expect("solved");
    (tables, solution)
}

#[test]
fn small_boards_have_their_values() {
    for (size, most) in [("3x3", 4), ("3x5", 4), ("5x3", 4), ("3x7", 4)] {
        let (tables, solution) = start(size, most);
        assert_eq!(solution.verdict(), Some(Verdict::Win(Color::White)), "{size}");
        assert_eq!(check(&solution.certificate.expect("a proof"), Some(&tables)), Ok(()), "{size}");
    }
}

#[test]
fn dimy_is_a_draw_and_3x9_is_won_though_the_memory_holds_only_a_part() {
    let draw = Verdict::Draw;
    for (size, most, value) in [("5x5", 5, draw), ("3x9", 5, Verdict::Win(Color::White))] {
        let (tables, solution) = start(size, most);
        assert_eq!(solution.verdict(), Some(value), "{size}");
        assert_eq!(check(&solution.certificate.expect("a proof"), Some(&tables)), Ok(()), "{size}");
    }
}

/// The same contents under a right digest.
fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    let digest = Sha256::digest(&body);
    body.extend(digest);
    body
}

#[test]
fn what_is_no_question_is_refused() {
    let mut solver = Solver::new(Variant::DIMY, None, 1).expect("a solver");
    for (root, reason) in [
        (Position::start(Variant::TELO, Rules::THEORY), "board telo"),
        (Position::start(Variant::DIMY, Rules::ALQUERQUE), "rules alquerque"),
    ] {
        let error = solve(&mut solver, &root, &PLAIN).expect_err("refused").to_string();
        assert!(error.starts_with(&format!("position: {reason}")), "{error}");
    }
}

//! The solver against tables, and its certificates against everything that is no proof.

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

fn is_proof(bytes: &[u8], tables: &Tablebase) -> bool {
    Certificate::from_bytes(bytes).is_ok_and(|read| check(&read, Some(tables)).is_ok())
}

#[test]
fn a_changed_byte_is_refused_by_the_digest_and_under_a_right_digest_by_the_content() {
    let (tables, solution) = start("3x5", 4);
    let bytes = solution.certificate.expect("a proof").to_bytes();
    assert!(is_proof(&bytes, &tables));
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(Certificate::from_bytes(&changed).is_err(), "byte {at}");
        assert!(Certificate::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        if at < bytes.len() - 32 {
            changed.truncate(bytes.len() - 32);
            assert!(!is_proof(&sealed(changed), &tables), "byte {at} under a right digest");
        }
    }
}

/// Every certificate that differs from a proof in one entry.
fn spoilt(certificate: &Certificate) -> Vec<(String, Certificate)> {
    let mut all = Vec::new();
    for (number, claim) in certificate.claims.iter().enumerate() {
        for (&key, &entry) in &claim.entries {
            let mut add = |what: &str, entry: Option<Entry>| {
                let mut other = certificate.clone();
                let entries = &mut other.claims[number].entries;
                match entry {
                    Some(entry) => entries.insert(key, entry),
                    None => entries.remove(&key),
                };
                all.push((format!("claim {number}, {key:x?}: {what}"), other));
            };
            add("removed", None);
            if claim.wins {
                add("rank raised", Some(Entry { rank: entry.rank + 1, ..entry }));
                add("rank lowered", Some(Entry { rank: entry.rank - 1, ..entry }));
            }
        }
    }
    all
}

#[test]
fn a_removed_entry_and_another_rank_are_refused_under_a_right_digest() {
    for (size, most) in [("3x3", 4), ("3x5", 4), ("5x3", 4), ("5x5", 5)] {
        let (tables, solution) = start(size, most);
        let certificate = solution.certificate.expect("a proof");
        let step = certificate.claims.iter().map(|claim| claim.entries.len()).sum::<usize>() / 60;
        for (what, other) in spoilt(&certificate).into_iter().step_by(step.max(1)) {
            assert!(!is_proof(&other.to_bytes(), &tables), "{size}: {what}");
        }
    }
}

/// A turn that is replaced by one after which the opponent does not lose has no proof.
#[test]
fn a_turn_that_does_not_win_is_refused_under_a_right_digest() {
    let variant = board("3x5");
    let all = tables(variant, 14);
    let (tables, solution) = start("3x5", 4);
    let certificate = solution.certificate.expect("a proof");
    let mut refused = 0;
    for (&(own, enemy), entry) in &certificate.claims[0].entries {
        let history = History::default();
        let root = Position::new(variant, Rules::THEORY, own, enemy, Color::White, history)
            .expect("a position");
        let mut after: Vec<_> = root
            .legal_moves()
            .iter()
            .map(|turn| root.play_unchecked(turn).canonical())
            .map(|seen| (seen.stones(Color::Black), seen.stones(Color::White), seen))
            .collect();
        after.sort_unstable_by_key(|&(own, enemy, _)| (own, enemy));
        after.dedup();
        for (turn, (_, _, seen)) in (0..).zip(&after) {
            if turn == entry.turn || all.probe_wdl(seen).expect("a value") == Wdl::Loss {
                continue;
            }
            let mut other = certificate.clone();
            other.claims[0].entries.insert((own, enemy), Entry { turn, ..*entry });
            assert!(!is_proof(&other.to_bytes(), &tables), "{root:?} {turn}");
            refused += 1;
        }
    }
    assert!(refused > 0);
}

#[test]
fn a_claim_that_is_not_true_has_no_proof() {
    let (tables, solution) = start("5x5", 5);
    let certificate = solution.certificate.expect("a proof");
    for (number, wins) in [(0, true), (1, true)] {
        let mut other = certificate.clone();
        other.claims = vec![Claim { wins, ..certificate.claims[number].clone() }];
        assert!(!is_proof(&other.to_bytes(), &tables));
    }
}

#[test]
fn an_entry_that_the_proof_has_no_use_for_is_refused() {
    let (tables, solution) = start("3x5", 4);
    let certificate = solution.certificate.expect("a proof");
    let claim = &certificate.claims[0];
    let entry = *claim.entries.values().next().expect("an entry");
    let useless = endings(board("3x5"), 9, 100)
        .map(|position| position.canonical())
        .map(|position| (position.stones(Color::White), position.stones(Color::Black)))
        .find(|stones| !claim.entries.contains_key(stones));
    let mut other = certificate.clone();
    other.claims[0].entries.insert(useless.expect("another position"), entry);
    let refusal = check(&other, Some(&tables)).expect_err("an entry too many").to_string();
    assert!(refusal.ends_with("not reached from the root"), "{refusal}");
}

#[test]
fn claims_that_tell_no_value_together_are_refused() {
    let claim = |attacker, wins| Claim { attacker, wins, entries: BTreeMap::new() };
    let [white, black] = Color::ALL;
    let root = Position::start(Variant::TELO, Rules::THEORY);
    let read = |claims: &[Claim]| {
        let certificate = Certificate { root, tables: Vec::new(), claims: claims.to_vec() };
        Certificate::from_bytes(&certificate.to_bytes())
    };
    for claims in [
        vec![claim(white, false)],
        vec![claim(white, true), claim(black, false)],
        vec![claim(white, false), claim(black, true)],
        vec![claim(black, false), claim(white, false)],
        vec![claim(white, false), claim(white, false)],
    ] {
        let refusal = read(&claims).expect_err("no value").to_string();
        assert_eq!(refusal, "claims: together they tell no value", "{claims:?}");
    }
    for claims in [vec![], vec![claim(white, false); 3]] {
        let refusal = read(&claims).expect_err("no value").to_string();
        assert_eq!(refusal, format!("claims {}: expected 1 or 2", claims.len()));
    }
    assert!(read(&[claim(white, false), claim(black, false)]).is_ok());
}

#[test]
fn a_proof_that_rests_on_tables_of_its_own_root_is_refused() {
    let (variant, placed) = (Variant::TELO, 3);
    let all = tables(variant, placed);
    let root = endings(variant, 3, 100).find(|root| stones(root) == placed).expect("an ending");
    let solution = solve(&mut Solver::new(variant, None, 1).expect("a solver"), &root, &PLAIN);
    let certificate = solution.expect("solved").certificate.expect("a proof");
    for most in [2, 3] {
        let counts = (2..=most)
            .flat_map(|total| (1..total).map(move |own| Counts { own, enemy: total - own }));
        let digests =
            counts.map(|counts| (counts, all.values_digest(variant, counts).expect("a table")));
        let other = Certificate { tables: digests.collect(), ..certificate.clone() };
        let read = Certificate::from_bytes(&other.to_bytes());
        assert_eq!(read.is_ok(), most < placed, "{read:?}");
    }
}

/// The number of stones.
fn stones(position: &Position) -> u32 {
    Color::ALL.map(|color| position.stones(color).count_ones()).iter().sum()
}

#[test]
fn a_proof_of_a_win_leads_to_the_end_or_into_the_tables() {
    let variant = board("3x5");
    let all = tables(variant, 14);
    let (tables, solution) = start("3x5", 4);
    let certificate = solution.certificate.expect("a proof");
    let mut random = Random::new(3);
    for _ in 0..100 {
        let mut position = certificate.root;
        while position.has_legal_move() && stones(&position) > certificate.largest_table() {
            let turn = if position.turn() == Color::White {
                certificate.turn(&position, Some(&tables)).expect("a turn that wins")
            } else {
                assert_eq!(certificate.turn(&position, Some(&tables)), None, "nothing is proved");
                random.pick(&position.legal_moves())
            };
            position = position.play(&turn).expect("a legal turn");
            assert_eq!(expected(&all, &position), Verdict::Win(Color::White), "{position:?}");
        }
    }
}

#[test]
fn a_proof_of_a_draw_keeps_both_sides_from_losing() {
    let variant = Variant::DIMY;
    let (all, few) = (tables(variant, 5), tables(variant, 3));
    let mut solver = Solver::new(variant, Some(few.clone()), 1).expect("a solver");
    let draws = |root: &Position| stones(root) > 3 && expected(&all, root) == Verdict::Draw;
    let mut asked = 0;
    for root in endings(variant, 5, 1000).filter(draws) {
        let certificate = solve(&mut solver, &root, &PLAIN).expect("solved").certificate;
        let turn = certificate.expect("a proof").turn(&root, Some(&few)).expect("a turn");
        assert_eq!(expected(&all, &root.play_unchecked(&turn)), Verdict::Draw, "{root:?} {turn}");
        asked += 1;
    }
    assert!(asked >= 10, "{asked}");
}

#[test]
fn a_proof_holds_with_its_own_tables_only() {
    let (tables, solution) = start("3x7", 4);
    let certificate = solution.certificate.expect("a proof");
    assert!(check(&certificate, None).is_err());
    let mut other = certificate.clone();
    other.tables[1].1[0] ^= 1;
    let refusal = check(&other, Some(&tables)).expect_err("another table");
    assert_eq!(refusal.to_string(), "table 1v2: not the one of the certificate");
    let fewer = self::tables(board("3x7"), 3);
    assert!(check(&certificate, Some(&fewer)).is_err());
}

#[test]
fn hostile_files_are_refused_without_harm() {
    let (tables, solution) = start("3x5", 4);
    let bytes = solution.certificate.expect("a proof").to_bytes();
    let body = &bytes[..bytes.len() - 32];
    let mut random = Random::new(5);
    for _ in 0..10_000 {
        let mut changed = body.to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(changed.len());
            match random.below(4) {
                0 => changed[at] = random.next() as u8,
                1 => changed.truncate(at.max(1)),
                2 => changed.insert(at, random.next() as u8),
                _ if changed.len() > 1 => drop(changed.remove(at)),
                _ => {}
            }
        }
        if changed != body {
            assert!(!is_proof(&sealed(changed), &tables));
        }
    }
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let folder = Folder::new("checkpoint");
    let path = folder.path().join("checkpoint");
    let variant = Variant::DIMY;
    let tables = tables(variant, 4);
    let root = Position::start(variant, Rules::THEORY);
    let limits = Limits { checkpoint: Some(&path), ..PLAIN };
    let run = |limits: Limits<'_>| {
        let mut solver = Solver::new(variant, Some(tables.clone()), 8).expect("a solver");
        solve(&mut solver, &root, &limits)
    };
    let mut most = 5_000;
    let solution = loop {
        let solution = run(Limits { nodes: Some(most), ..limits }).expect("searched");
        assert!(solution.nodes.iter().sum::<u64>() <= most + 100_000);
        if solution.certificate.is_some() {
            break solution;
        }
        most += 20_000;
    };
    assert!(most > 20_000, "the first searches were too short for an answer");
    assert_eq!(solution.verdict(), Some(Verdict::Draw));
    let other = Position::start(variant, Rules::FIFTY);
    let mut solver = Solver::new(variant, Some(tables.clone()), 8).expect("a solver");
    let error = solve(&mut solver, &other, &limits).expect_err("another position").to_string();
    assert!(error.ends_with("a checkpoint of another position"), "{error}");
    let bytes = std::fs::read(&path).expect("a checkpoint");
    let mut random = Random::new(1);
    for _ in 0..100 {
        let mut changed = bytes.clone();
        let at = random.below(changed.len());
        changed[at] ^= 1 << random.below(8);
        std::fs::write(&path, &changed).expect("written");
        assert!(run(limits).is_err(), "byte {at}");
        std::fs::write(&path, &bytes[..at]).expect("written");
        assert!(run(limits).is_err(), "cut at {at}");
    }
}

/// Pipes, which would keep whoever opens them waiting.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let folder = Folder::new("irregular");
    let pipe = folder.pipe("pipe");
    let mut solver = Solver::new(Variant::TELO, None, 1).expect("a solver");
    let root = Position::start(Variant::TELO, Rules::THEORY);
    for path in [pipe.as_path(), folder.path()] {
        let limits = Limits { checkpoint: Some(path), ..PLAIN };
        for error in [
            solve(&mut solver, &root, &limits).expect_err("no checkpoint"),
            Certificate::read(path).expect_err("no certificate"),
        ] {
            assert_eq!(error.to_string(), format!("{}: not a regular file", path.display()));
        }
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_told_at_once() {
    let folder = Folder::new("unwritable");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("written");
    let path = file.join("checkpoint");
    let limits = Limits { checkpoint: Some(&path), ..PLAIN };
    let mut solver = Solver::new(Variant::TELO, None, 1).expect("a solver");
    let root = Position::start(Variant::TELO, Rules::THEORY);
    let error = solve(&mut solver, &root, &limits).expect_err("no folder").to_string();
    assert!(error.starts_with(&path.display().to_string()), "{error}");
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

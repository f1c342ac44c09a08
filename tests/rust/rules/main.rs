//! One small test for each clause of the rules page: what goes wrong if the clause is left out.
//!
//! Section 5 needs counters and is tested with `Game`. Section 1 and 2 are tested with the boards.

#[path = "../common/mod.rs"]
mod common;
mod section_3_steps;
mod section_4_turns;
mod section_6_capture_most_chain;
mod section_6_first_turn_single;
mod section_6_huff;
mod section_6_reversal;

use common::{play, position, turns, turns_of};
use fanorona::bitboard::points;
use fanorona::{Back, Color, Move, MoveError, Position, Step, Variant};

/// The names of these points, lowest first.
fn names(variant: Variant, set: u64) -> String {
    points(set).map(|point| variant.point_name(point)).collect::<Vec<_>>().join(" ")
}

/// What a turn takes.
fn taken(text: &str, rules: &str, turn: &str) -> String {
    let position = position(text, rules);
    let turn = position.parse_move(turn).unwrap_or_else(|error| panic!("{text}: {error}"));
    names(position.variant(), position.captured(&turn).expect("a legal turn"))
}

/// The last field of the position string: what the position remembers.
fn remembered(position: &Position) -> String {
    position.fen().split(' ').nth(5).unwrap_or_default().to_owned()
}

fn assert_illegal(position: &Position, turn: &str) {
    let answer = position.parse_move(turn);
    assert!(matches!(answer, Err(MoveError::Illegal { .. })), "{turn}: {answer:?}");
    if let Ok(turn) = Move::parse(turn, position.variant()) {
        assert!(!position.is_legal(&turn), "{turn} in {position:?}");
    }
}

/// The step of this one-step turn.
fn step(position: &Position, text: &str) -> Step {
    let wanted = |step: &Step| {
        let name = |point| position.variant().point_name(point);
        let letter = step.kind.letter().map(String::from).unwrap_or_default();
        format!("{}-{}{letter}", name(step.origin), name(step.destination)) == text
    };
    let steps = position.legal_steps().expect("steps under these rules");
    steps.into_iter().find(wanted).unwrap_or_else(|| panic!("no {text} in {position:?}"))
}

fn step_to(position: &Position, text: &str) -> Position {
    position.play_step(step(position, text)).expect("a legal step")
}

/// The position after the only legal step.
fn step_to_end(position: &Position) -> Position {
    let steps = position.legal_steps().expect("steps under these rules");
    assert_eq!(steps.len(), 1, "{position:?}");
    position.play_step(steps[0]).expect("a legal step")
}

/// `c3-d3A` takes e3 and may go on to d4, taking d5.
const ONE_STONE: &str = "3b5/9/2w1b4/9/9 w";
const ITS_PAIKAS: &str = "c3-b2 c3-b3 c3-b4 c3-c2 c3-c4 c3-d2 c3-d4";

/// Beside it `i2-i3A` takes i4 and i5 in one step.
const TWO_EACH: &str = "3b4b/8b/2w1b4/8w/9 w";

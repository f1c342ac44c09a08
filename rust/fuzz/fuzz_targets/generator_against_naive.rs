//! A game of up to 16 turns or steps from any position under any rules: at each position the fast
//! generator lists the naive generator's turns, with their captures and what follows.

#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use fanorona::naive::{NaiveChain, NaivePosition};
use fanorona::{Color, Position};
use libfuzzer_sys::fuzz_target;

#[derive(Debug)]
struct Input {
    position: Position,
    choices: Vec<u16>,
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(data: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self { position: fanorona_fuzz::position(data)?, choices: data.arbitrary()? })
    }
}

fuzz_target!(|input: Input| {
    let Input { mut position, choices } = input;
    check(&position);
    for choice in choices.into_iter().take(16) {
        let Some(next) = fanorona_fuzz::advance(&position, choice.into()) else { return };
        position = next;
        check(&position);
    }
});

/// A turn: its text, what it captures, the stones and the history after it.
type Turn = (String, u64, [u64; 2], String);

fn check(position: &Position) {
    let slow = naive(position);
    let mut expected: Vec<Turn> = slow
        .turns()
        .into_iter()
        .map(|turn| {
            let stones = Color::ALL.map(|color| stones(&turn.after, color));
            (turn.text, turn.captured, stones, format!("{:?}", turn.after.history))
        })
        .collect();
    let mut found: Vec<Turn> = position
        .legal_moves()
        .iter()
        .map(|turn| {
            let captured = position.captured(turn).expect("a listed turn is legal");
            let after = position.play_unchecked(turn);
            assert_eq!(after.repetition_key(), after.fresh_repetition_key());
            let stones = Color::ALL.map(|color| after.stones(color));
            (turn.to_string(), captured, stones, format!("{:?}", after.history()))
        })
        .collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{position:?}");
    assert_eq!(position.has_legal_move(), !found.is_empty(), "{position:?}");
    assert_eq!(position.can_end_turn(), slow.can_end_turn(), "{position:?}");
    if let Ok(mut steps) = position.legal_steps() {
        steps.sort_unstable();
        assert_eq!(steps, slow.steps(), "{position:?}");
    }
}

fn naive(position: &Position) -> NaivePosition {
    let variant = position.variant();
    let chain = position.chain().map(|chain| NaiveChain { steps: chain.steps().collect() });
    NaivePosition {
        variant,
        rules: position.rules(),
        cells: (0..variant.points()).map(|point| position.stone_at(point)).collect(),
        turn: position.turn(),
        history: position.history(),
        chain,
    }
}

fn stones(position: &NaivePosition, color: Color) -> u64 {
    let stones = (0..).zip(&position.cells).filter(|(_, cell)| **cell == Some(color));
    stones.fold(0, |set, (point, _)| set | 1 << point)
}

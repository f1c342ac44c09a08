//! Any text as a move, with and without a position: an error or a turn, never a panic; with a
//! position a legal one, and its text names it again.

#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use fanorona::{Move, Position};
use libfuzzer_sys::fuzz_target;

#[derive(Debug)]
struct Input {
    position: Position,
    text: String,
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(data: &mut Unstructured<'a>) -> Result<Self> {
        let mut position = fanorona_fuzz::position(data)?;
        for choice in data.arbitrary::<[u8; 2]>()? {
            position = fanorona_fuzz::advance(&position, choice.into()).unwrap_or(position);
        }
        let moves = position.legal_moves();
        let legal = match moves.get(usize::from(data.arbitrary::<u16>()?) % moves.len().max(1)) {
            Some(turn) if data.arbitrary()? => turn.to_string(),
            Some(turn) => turn.to_abstractplay().unwrap_or_default(),
            None => String::new(),
        };
        Ok(Self { position, text: fanorona_fuzz::changed(data, &legal)? })
    }
}

fuzz_target!(|input: Input| {
    let Input { position, text } = input;
    if let Ok(turn) = Move::parse(&text, position.variant()) {
        let written = turn.to_string();
        assert_eq!(Move::parse(&written, position.variant()), Ok(turn), "{text:?}");
        assert_eq!(position.is_legal(&turn), position.legal_moves().contains(&turn), "{turn}");
        if turn.removed().is_none() {
            assert_eq!(
                turn.to_abstractplay().and_then(|text| Move::parse(&text, position.variant())),
                Ok(turn)
            );
        }
    }
    if let Ok(turn) = position.parse_move(&text) {
        assert!(position.legal_moves().contains(&turn), "{turn} in {position:?}");
        assert_eq!(position.parse_move(&turn.to_string()), Ok(turn), "{text:?} in {position:?}");
    }
});

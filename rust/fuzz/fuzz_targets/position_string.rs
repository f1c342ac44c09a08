//! Any text as a position string and as a state of fanorona-aec: an error or a value, never a
//! panic, and what is read is written so that it is read the same again.

#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use fanorona::notation::aec;
use fanorona::{Fen, Rules};
use libfuzzer_sys::fuzz_target;

#[derive(Debug)]
struct Input {
    rules: Rules,
    text: String,
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(data: &mut Unstructured<'a>) -> Result<Self> {
        let mut position = fanorona_fuzz::position(data)?;
        for choice in data.arbitrary::<[u8; 4]>()? {
            position = fanorona_fuzz::advance(&position, choice.into()).unwrap_or(position);
        }
        let fen = Fen { position, quiet: 0, number: 1 };
        let text = if data.arbitrary()? { fen.to_string() } else { aec::write_state(&fen) };
        Ok(Self { rules: position.rules(), text: fanorona_fuzz::changed(data, &text)? })
    }
}

fuzz_target!(|input: Input| {
    let Input { rules, text } = input;
    if let Ok(fen) = Fen::parse(&text, rules) {
        let written = fen.to_string();
        assert_eq!(Fen::parse(&written, rules), Ok(fen), "{text:?} under {rules}");
        assert_eq!(fen.position.repetition_key(), fen.position.fresh_repetition_key());
        for turn in fen.position.legal_moves() {
            let after = fen.position.play(&turn).expect("a listed turn is legal");
            assert_eq!(Fen::parse(&after.fen(), rules).map(|fen| fen.position), Ok(after));
        }
    }
    if let Ok(fen) = aec::read_state(&text, rules) {
        let written = aec::write_state(&fen);
        assert_eq!(aec::read_state(&written, rules), Ok(fen), "{text:?} under {rules}");
    }
});

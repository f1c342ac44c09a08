//! Texts and values that were changed at random.

use super::*;
use crate::common::mutation::mutate;

const QUICK: usize = 20_000;
const DEEP: usize = 2_000_000;

/// Hands `count` changed texts to a reader, which says whether it accepted; some are
/// accepted and some are not.
fn feed(seed: u64, texts: &[String], count: usize, mut accepts: impl FnMut(&str) -> bool) {
    let mut random = Random::new(seed);
    let mut accepted = 0;
    for _ in 0..count {
        let one = random.below(texts.len());
        let other = random.below(texts.len());
        let below = &mut |count| random.below(count);
        let text = mutate(below, &texts[one], &texts[other]);
        accepted += usize::from(accepts(&text));
    }
    assert!(accepted > count / 200, "{accepted} of {count} accepted");
    assert!(accepted < count, "{accepted} of {count} accepted");
}

fn position_strings(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    for _ in 0..20 {
        let rules = random_rules(&mut random);
        let mut texts = Vec::new();
        for _ in 0..100 {
            let variant = random.pick(&Variant::ALL);
            let start = random_placement(&mut random, variant, rules);
            random_walk(&mut random, start, 5, &mut |position| texts.push(position.fen()));
        }
        feed(random.next(), &texts, count / 20, |text| {
            let Ok(fen) = Fen::parse(text, rules) else { return false };
            let canonical = fen.to_string();
            assert_eq!(Fen::parse(&canonical, rules), Ok(fen), "{text:?} under {rules}");
            assert_eq!(Fen::parse(&canonical, rules).map(|fen| fen.to_string()), Ok(canonical));
            common::check_against_naive(&fen.position);
            true
        });
    }
}

#[test]
fn position_strings_sample() {
    position_strings(51, QUICK);
}

#[test]
#[ignore = "deep: 2,000,000 texts"]
fn position_strings_many() {
    position_strings(52, DEEP);
}

/// Texts of turns, those of huff rules included, of one board.
fn turn_texts(seed: u64, variant: Variant) -> Vec<String> {
    let mut texts = Vec::new();
    random_positions(seed, 500, &[variant], |position| {
        for turn in position.legal_moves().iter().take(5) {
            texts.push(turn.to_string());
            texts.extend(turn.to_abstractplay());
        }
    });
    texts
}

fn move_texts(seed: u64, count: usize) {
    for variant in Variant::ALL {
        let texts = turn_texts(seed, variant);
        feed(seed, &texts, count / 8, |text| {
            let Ok(turn) = Move::parse(text, variant) else { return false };
            let canonical = turn.to_string();
            assert_eq!(Move::parse(&canonical, variant), Ok(turn), "{text:?}");
            true
        });
    }
}

#[test]
fn move_texts_sample() {
    move_texts(53, QUICK);
}

#[test]
#[ignore = "deep: 2,000,000 texts"]
fn move_texts_many() {
    move_texts(54, DEEP);
}

fn move_texts_with_a_position(seed: u64, count: usize) {
    let per_position = 50;
    random_positions(seed, count / per_position, &Variant::ALL, |position| {
        let legal = position.legal_moves();
        let texts: Vec<String> = legal.iter().take(20).map(Move::to_string).collect();
        let mut random = Random::new(position.hash_key());
        for _ in 0..per_position {
            let Some(text) = texts.get(random.below(texts.len().max(1))) else { return };
            let text = mutate(&mut |count| random.below(count), text, text);
            let Ok(turn) = position.parse_move(&text) else { continue };
            assert!(legal.contains(&turn), "{text:?} in {position:?}");
            assert_eq!(position.parse_move(&turn.to_string()), Ok(turn), "{text:?}");
            assert!(position.play(&turn).is_ok(), "{text:?} in {position:?}");
        }
    });
}

#[test]
fn move_texts_with_a_position_sample() {
    move_texts_with_a_position(55, QUICK);
}

#[test]
#[ignore = "deep: 2,000,000 texts"]
fn move_texts_with_a_position_many() {
    move_texts_with_a_position(56, DEEP);
}

#[test]
fn rule_sets() {
    let mut random = Random::new(57);
    let texts: Vec<String> = (0..500).map(|_| random_rules(&mut random).to_string()).collect();
    feed(58, &texts, QUICK, |text| {
        let Ok(rules) = text.parse::<Rules>() else { return false };
        assert_eq!(rules.to_string().parse(), Ok(rules), "{text:?}");
        true
    });
}

#[test]
fn boards() {
    let sizes = Variant::ALL.map(Variant::size);
    let names = Variant::ALL.map(|variant| variant.to_string());
    feed(59, &[sizes, names].concat(), QUICK, |text| {
        let Ok(variant) = text.parse::<Variant>() else { return false };
        assert_eq!(variant.to_string().parse(), Ok(variant), "{text:?}");
        true
    });
}

/// The number of turns goes beyond that of turn pairs, which have 32 bits.
#[test]
fn the_largest_state_of_fanorona_aec() {
    let position = Position::start(Variant::TSIVY, Rules::STANDARD);
    let last = aec::write_state(&Fen { position, quiet: 0, number: u32::MAX });
    assert!(last.ends_with(" 8589934588"), "{last}");
    let fen = aec::read_state(&last, Rules::STANDARD).expect("a state");
    assert_eq!(fen.number, u32::MAX);
    let error = aec::read_state(&last.replace("8589934588", "8589934590"), Rules::STANDARD);
    assert_eq!(error.expect_err("too many turns").field, "COUNT");
}

fn states_of_fanorona_aec(seed: u64, count: usize) {
    let mut texts = Vec::new();
    let mut random = Random::new(seed);
    random_positions(seed, 2_000, &Variant::ALL, |position| {
        let number = 1 + random.below(60) as u32;
        let fen = Fen { position: *position, quiet: 0, number };
        texts.push(aec::write_state(&fen));
    });
    feed(seed, &texts, count, |text| {
        let Ok(fen) = aec::read_state(text, Rules::STANDARD) else { return false };
        let state = aec::write_state(&fen);
        assert_eq!(aec::read_state(&state, Rules::STANDARD), Ok(fen), "{text:?}");
        true
    });
}

#[test]
fn states_of_fanorona_aec_sample() {
    states_of_fanorona_aec(60, QUICK);
}

#[test]
#[ignore = "deep: 2,000,000 texts"]
fn states_of_fanorona_aec_many() {
    states_of_fanorona_aec(61, DEEP);
}

//! Texts and what they stand for: what is written is read as an equal value, and written the same
//! again.

mod common;

use std::collections::HashMap;

use common::{
    Random, fen, legality_rules, random_placement, random_positions, random_rules, rules,
};
use fanorona::notation::aec;
use fanorona::{Color, Fen, Move, MoveError, Position, Rules, Step, Variant};

#[test]
fn position_strings() {
    let mut random = Random::new(11);
    random_positions(11, 20_000, &Variant::ALL, |position| {
        let in_chain = position.chain().is_some();
        let quiet = if in_chain { 0 } else { random.next() as u32 };
        let number = (random.next() as u32).max(1);
        let fen = Fen { position: *position, quiet, number };
        let text = fen.to_string();
        let read = Fen::parse(&text, position.rules());
        assert_eq!(read.as_ref(), Ok(&fen), "{text} under {}", position.rules());
        assert_eq!(read.expect("a position").to_string(), text);
    });
}

#[test]
fn position_strings_in_other_case_and_without_defaults() {
    let mut random = Random::new(12);
    for _ in 0..5_000 {
        let variant = random.pick(&Variant::ALL);
        let position = random_placement(&mut random, variant, Rules::STANDARD);
        let text = position.fen();
        let short = text.strip_suffix(" - 0 1").expect("the defaults");
        for shorter in [
            short.to_owned(),
            format!("{short} -"),
            format!("{short} - 0"),
            format!("{} - 0 1", short.to_ascii_uppercase()),
        ] {
            let read = Fen::parse(&shorter, Rules::STANDARD).map(|fen| fen.to_string());
            assert_eq!(read.as_ref(), Ok(&text), "{shorter}");
        }
        if position.turn() == Color::White {
            let rows = short.strip_suffix(" w").expect("the side");
            assert_eq!(fen(rows, "standard").to_string(), text);
        }
    }
}

#[test]
fn move_texts() {
    random_positions(13, 5_000, &Variant::ALL, |position| {
        for turn in position.legal_moves() {
            let text = turn.to_string();
            assert_eq!(Move::parse(&text, position.variant()), Ok(turn), "{text}");
            assert_eq!(position.parse_move(&text), Ok(turn), "{text} in {position:?}");
            let steps: Vec<Step> = turn.steps().collect();
            let rebuilt = Move::from_steps(position.variant(), turn.removed(), &steps);
            assert_eq!(rebuilt, Ok(turn), "{text}");
            if turn.removed().is_none() {
                let other = turn.to_abstractplay().expect("no removal");
                assert_eq!(Move::parse(&other, position.variant()), Ok(turn), "{other}");
                assert_eq!(position.parse_move(&other), Ok(turn), "{other}");
            }
        }
    });
}

/// Other case, and no letters: what matches is the one turn, or several.
#[test]
fn lenient_move_texts() {
    random_positions(14, 3_000, &Variant::ALL, |position| {
        let mut by_path: HashMap<String, Vec<Move>> = HashMap::new();
        for turn in position.legal_moves() {
            let path = turn.to_string().replace(['A', 'W'], "");
            by_path.entry(path).or_default().push(turn);
        }
        for (path, turns) in by_path {
            let answer = position.parse_move(&path.to_ascii_uppercase());
            match (turns.as_slice(), answer) {
                ([turn], answer) => assert_eq!(answer, Ok(*turn), "{path} in {position:?}"),
                (_, Err(MoveError::Ambiguous { candidates, .. })) => {
                    let texts: Vec<String> = turns.iter().map(Move::to_string).collect();
                    assert!(candidates.iter().all(|text| texts.contains(text)), "{path}");
                }
                (_, answer) => panic!("{path} in {position:?}: {answer:?}"),
            }
            for turn in turns {
                let small = turn.to_string().to_ascii_lowercase();
                assert_eq!(position.parse_move(&small), Ok(turn), "{small} in {position:?}");
            }
        }
    });
}

#[test]
fn rule_sets() {
    let mut random = Random::new(15);
    let random_sets = (0..20_000).map(|_| random_rules(&mut random));
    let presets = Rules::PRESETS.map(|(_, rules)| rules);
    for rules in random_sets.chain(presets).chain(legality_rules()).chain([Rules::HUFFING]) {
        let text = rules.to_string();
        assert_eq!(text.parse(), Ok(rules), "{text}");
        let fields: Vec<&str> =
            text.split(';').skip(1).map(|part| part.split('=').next().unwrap_or(part)).collect();
        let mut in_order = fields.clone();
        in_order.sort_by_key(|field| Rules::FIELDS.iter().position(|known| known == field));
        assert_eq!(fields, in_order, "{text}");
    }
    for (name, rules) in Rules::PRESETS {
        assert_eq!(rules.to_string(), name);
    }
}

#[test]
fn named_rule_sets_are_those_of_the_table() {
    for (name, fields) in [
        ("standard", "mandatory no optional no yes 3 none draw loss standard"),
        ("theory", "mandatory no optional no yes none none draw loss standard"),
        ("fifty", "mandatory no optional no yes none 50 draw loss mirrored"),
        ("alquerque", "optional no none no no none 50 majority majority standard"),
        ("huffing", "huff yes none no no none 50 majority majority standard"),
    ] {
        let mut spelled_out = Rules::STANDARD;
        for (field, value) in Rules::FIELDS.into_iter().zip(fields.split(' ')) {
            spelled_out.set(field, value).expect("a field and its value");
        }
        assert_eq!(rules(name), spelled_out, "{name}");
    }
}

#[test]
fn boards_and_points() {
    for variant in Variant::ALL {
        assert_eq!(variant.to_string().parse(), Ok(variant));
        assert_eq!(variant.size().parse(), Ok(variant));
        for point in 0..variant.points() {
            assert_eq!(variant.point(&variant.point_name(point)), Ok(point));
        }
    }
}

#[test]
fn states_of_fanorona_aec() {
    random_positions(16, 20_000, &Variant::ALL, |position| {
        let start = Position::start(position.variant(), Rules::STANDARD);
        if position.rules().needs_history() || position.rules().setup != start.rules().setup {
            return;
        }
        let number = 1 + position.stones(Color::White).count_ones();
        let state = aec::write_state(&Fen { position: *position, quiet: 0, number });
        let read = aec::read_state(&state, position.rules());
        let read = read.unwrap_or_else(|error| panic!("{state} for {position:?}: {error}"));
        // The kinds of capture are not in the state, but what follows is the same.
        assert_eq!(read.number, number, "{state}");
        assert_eq!(read.position.hash_key(), position.hash_key(), "{state} for {position:?}");
        assert_eq!(aec::write_state(&read), state);
    });
}

//! What must not tell apart what is equal: symmetries, hashes, and playing by steps or by turns.

mod common;

use std::collections::HashMap;

use common::{Random, position, random_placement, random_positions, rules, step_by_step, turns};
use fanorona::{Capture, Color, Fen, History, Move, Position, Rules, Step, Symmetry, Variant};

mod symmetries {
    use super::*;

    /// The image of a turn, step by step.
    fn image(turn: &Move, symmetry: Symmetry) -> Move {
        let variant = turn.variant();
        let point = |point| symmetry.apply(variant, point);
        let steps: Vec<Step> = turn
            .steps()
            .map(|step| Step {
                origin: point(step.origin),
                destination: point(step.destination),
                direction: symmetry.apply_direction(step.direction),
                kind: step.kind,
            })
            .collect();
        Move::from_steps(variant, turn.removed().map(point), &steps).expect("a turn")
    }

    #[test]
    fn symmetries_commute_with_moving() {
        let mut random = Random::new(21);
        random_positions(21, 3_000, &Variant::ALL, |position| {
            let symmetry = random.pick(Symmetry::of(position.variant()));
            let mirrored = position.transform(symmetry).expect("a symmetry of the board");
            let moves = position.legal_moves();
            let mut images: Vec<Move> = moves.iter().map(|turn| image(turn, symmetry)).collect();
            let mut found = mirrored.legal_moves();
            images.sort();
            found.sort();
            assert_eq!(images, found, "{symmetry:?} of {position:?}");
            for turn in &moves {
                assert_eq!(
                    position.play_unchecked(turn).transform(symmetry).as_ref(),
                    Ok(&mirrored.play_unchecked(&image(turn, symmetry))),
                    "{turn} and {symmetry:?} of {position:?}"
                );
            }
        });
    }

    #[test]
    fn images_and_the_way_back() {
        random_positions(22, 5_000, &Variant::ALL, |position| {
            for &symmetry in Symmetry::of(position.variant()) {
                let image = position.transform(symmetry).expect("a symmetry of the board");
                assert_eq!(image.transform(symmetry.inverse()).as_ref(), Ok(position));
                assert_eq!(image.canonical(), position.canonical(), "{position:?}");
                assert!(position.canonical() <= image);
                let read = Fen::parse(&image.fen(), image.rules()).map(|fen| fen.position);
                assert_eq!(read, Ok(image), "{symmetry:?} of {position:?}");
            }
            assert_eq!(position.canonical().canonical(), position.canonical());
        });
    }

    #[test]
    fn files_and_ranks_change_places_on_square_boards_only() {
        for variant in Variant::ALL {
            let start = Position::start(variant, Rules::STANDARD);
            for symmetry in Symmetry::ALL {
                let allowed = variant.is_square() || !symmetry.swaps_axes();
                assert_eq!(start.transform(symmetry).is_ok(), allowed, "{variant} {symmetry:?}");
            }
        }
    }

    /// The rules know no difference between the colours.
    #[test]
    fn colours_may_change_places() {
        let swap = |[white, black]: [_; 2]| [black, white];
        random_positions(23, 5_000, &Variant::ALL, |position| {
            if position.chain().is_some() {
                return;
            }
            let History { first: [a, b], back: [c, d], huff } = position.history();
            let history = History { first: [b, a], back: [d, c], huff };
            let [white, black] = swap(Color::ALL.map(|color| position.stones(color)));
            let (variant, rules) = (position.variant(), position.rules());
            let other = Position::new(variant, rules, white, black, !position.turn(), history);
            assert_eq!(turns(&other.expect("a position")), turns(position), "{position:?}");
        });
    }
}

mod hashes {
    use super::*;

    #[test]
    fn incremental_hashes_are_those_of_the_position_read_anew() {
        random_positions(31, 20_000, &Variant::ALL, |position| {
            assert_eq!(position.repetition_key(), position.fresh_repetition_key(), "{position:?}");
            let read = Fen::parse(&position.fen(), position.rules()).expect("a position").position;
            assert_eq!(read.repetition_key(), position.repetition_key(), "{position:?}");
            assert_eq!(read.hash_key(), position.hash_key(), "{position:?}");
        });
    }

    /// Equal hashes mean equal positions, except that two chains may have come the same way by
    /// other captures; they go on alike.
    #[test]
    fn other_positions_have_other_hashes() {
        for rules_text in ["theory", "alquerque;chain=optional;capture=huff", HISTORY] {
            let rules = rules(rules_text);
            let mut seen: HashMap<u64, Position> = HashMap::new();
            let mut random = Random::new(32);
            for _ in 0..30_000 {
                let position = random_placement(&mut random, Variant::DIMY, rules);
                let other = seen.insert(position.hash_key(), position).unwrap_or(position);
                assert_eq!(other, position);
            }
        }
    }

    const HISTORY: &str = "theory;reversal=no;first_turn_single=yes";

    #[test]
    fn chains_with_equal_hashes_go_on_alike() {
        let mut seen: HashMap<(Variant, Rules, u64), Position> = HashMap::new();
        let mut alike = 0;
        random_positions(33, 60_000, &[Variant::TELO, Variant::DIMY], |position| {
            if position.chain().is_none() {
                return;
            }
            let key = (position.variant(), position.rules(), position.hash_key());
            let other = *seen.entry(key).or_insert(*position);
            if other != *position {
                alike += 1;
                assert_eq!(other.legal_steps(), position.legal_steps(), "{position:?} {other:?}");
                assert_eq!(other.stones(Color::White), position.stones(Color::White));
                assert_eq!(other.stones(Color::Black), position.stones(Color::Black));
            }
        });
        assert!(alike < seen.len());
    }

    /// The repetition rule compares stones and side, nothing else.
    #[test]
    fn the_repetition_key_is_of_stones_and_side() {
        let remembering = position("8b/9/9/9/w8 w - 0 1 back=b1a1/i4i5", "theory;reversal=no");
        let other = position("8b/9/9/9/w8 w", "theory;reversal=no");
        assert_ne!(remembering.hash_key(), other.hash_key());
        assert_eq!(remembering.repetition_key(), other.repetition_key());
        let black = position("8b/9/9/9/w8 b", "theory;reversal=no");
        assert_ne!(black.repetition_key(), other.repetition_key());
    }
}

/// Single steps lead to the same turns and the same positions as whole turns.
#[test]
fn steps_make_turns() {
    random_positions(41, 5_000, &Variant::ALL, |position| {
        if position.rules().capture == Capture::Huff {
            return;
        }
        let mut by_steps = step_by_step(position);
        let whole = |turn: &Move| (*turn, position.play_unchecked(turn));
        let mut whole: Vec<(Move, Position)> = position.legal_moves().iter().map(whole).collect();
        by_steps.sort();
        whole.sort();
        assert_eq!(by_steps, whole, "{position:?}");
    });
}

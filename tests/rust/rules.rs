//! One small test for each clause of the rules page: what goes wrong if the clause is left out.
//!
//! Section 5 needs counters and is tested with `Game`. Section 1 and 2 are tested with the boards.

mod common;

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

mod section_3_steps {
    use super::*;

    #[test]
    fn a_step_goes_to_an_adjacent_empty_point() {
        assert_eq!(turns_of("4b/5/w4 w", "theory"), "a1-a2 a1-b1 a1-b2");
        assert_eq!(turns_of("5/w4/ww2b w", "theory"), "a1-b2 a2-a3 a2-b2 b1-b2 b1-c1");
    }

    #[test]
    fn only_strong_points_have_diagonals() {
        assert_eq!(turns_of("5/5/1w2b w", "theory"), "b1-a1 b1-b2 b1-c1");
    }

    #[test]
    fn only_the_mover_s_stones_move() {
        assert_eq!(turns_of("4b/5/w4 b", "theory"), "e3-d2 e3-d3 e3-e2");
        assert_illegal(&position("4b/5/w4 w", "theory"), "e3-d3");
    }

    #[test]
    fn approach_takes_the_stones_beyond_the_destination() {
        assert_eq!(taken("9/9/w1bbb4/9/9 w", "theory", "a3-b3A"), "c3 d3 e3");
    }

    #[test]
    fn withdrawal_takes_the_stones_behind_the_origin() {
        assert_eq!(taken("9/9/bbbw5/9/9 w", "theory", "d3-e3W"), "a3 b3 c3");
    }

    #[test]
    fn a_run_ends_at_an_empty_point() {
        assert_eq!(taken("9/9/w1bb1b3/9/9 w", "theory", "a3-b3A"), "c3 d3");
        assert_eq!(taken("9/9/b1bbw4/9/9 w", "theory", "e3-f3W"), "c3 d3");
    }

    #[test]
    fn a_run_ends_at_an_own_stone() {
        assert_eq!(taken("9/9/w1bbwb3/9/9 w", "theory", "a3-b3A"), "c3 d3");
        assert_eq!(taken("9/9/bwbbw4/9/9 w", "theory", "e3-f3W"), "c3 d3");
    }

    #[test]
    fn a_run_ends_at_the_edge() {
        assert_eq!(taken("9/b8/5w1bb/9/9 w", "theory", "f3-g3A"), "h3 i3");
        assert_eq!(taken("9/9/bbw6/8b/9 w", "theory", "c3-d3W"), "a3 b3");
    }

    #[test]
    fn a_run_follows_the_line_of_the_step() {
        let text = "2bbb4/2bbb4/2bbb4/9/w8 w";
        assert_eq!(taken(text, "theory", "a1-b2A"), "c3 d4 e5");
    }

    #[test]
    fn a_step_that_could_capture_both_ways_captures_one_way() {
        let text = "9/9/1bw1b4/9/9 w";
        assert_eq!(turns_of(text, "theory"), "c3-d3A c3-d3W");
        assert_eq!(taken(text, "theory", "c3-d3A"), "e3");
        assert_eq!(taken(text, "theory", "c3-d3W"), "b3");
        let answer = position(text, "theory").parse_move("c3-d3");
        assert!(matches!(answer, Err(MoveError::Ambiguous { .. })), "{answer:?}");
    }

    #[test]
    fn a_step_that_could_capture_is_no_paika() {
        for rules in ["theory;capture=optional", "theory;capture=huff"] {
            let position = position("9/9/1bw1b4/9/9 w", rules);
            assert!(!turns(&position).contains("c3-d3 "), "{rules}");
            assert!(position.parse_move("c3-d2").is_ok(), "{rules}");
        }
    }
}

mod section_4_turns {
    use super::*;

    #[test]
    fn a_possible_capture_must_be_made() {
        assert_eq!(turns_of("8b/9/w1b6/9/8w w", "theory"), "a3-b3A");
        assert_illegal(&position("8b/9/w1b6/9/8w w", "theory"), "i1-h1");
    }

    #[test]
    fn any_capture_will_do() {
        assert_eq!(turns_of(TWO_EACH, "theory"), "c3-d3A c3-d3A-d4A i2-i3A");
    }

    #[test]
    fn without_captures_the_turn_is_one_paika() {
        assert_eq!(turns_of("8b/9/9/9/w8 w", "theory"), "a1-a2 a1-b1 a1-b2");
        assert_illegal(&position("8b/9/9/9/w8 w", "theory"), "a1-a2A");
    }

    #[test]
    fn the_turn_may_end_after_any_capture() {
        let text = "3b5/2b6/1b7/2w6/9 w";
        assert_eq!(turns_of(text, "theory"), "c2-c3A c2-c3A-d3W c2-c3A-d3W-d4A");
        let middle = step_to(&position(text, "theory"), "c2-c3A");
        assert!(middle.can_end_turn());
        assert_eq!(middle.end_turn(), position(text, "theory").play_text("c2-c3A"));
    }

    #[test]
    fn only_the_same_stone_goes_on() {
        // After a3-b3A the stone on i1 could capture, but not in this turn.
        let text = "9/9/w1b5b/9/8w w";
        assert_eq!(turns_of(text, "theory"), "a3-b3A i1-i2A");
    }

    #[test]
    fn only_captures_continue_a_capture() {
        let text = "8b/9/1w1b5/9/9 w";
        assert_eq!(turns_of(text, "theory;capture=optional").matches("b3-c3").count(), 1);
        assert_eq!(turns_of(text, "theory"), "b3-c3A");
    }

    #[test]
    fn the_stone_never_returns_to_its_origin() {
        // d3-c3 would take the other stone.
        assert_eq!(turns_of("9/9/1bw1b4/9/9 w", "theory"), "c3-d3A c3-d3W");
    }

    #[test]
    fn the_stone_never_returns_to_a_visited_point() {
        let text = "9/2b6/1b2b4/2w6/9 w";
        assert_eq!(turns_of(text, "theory"), "c2-c3A c2-c3A-d3A c2-c3A-d3W");
        // The same where the second step led there.
        let text = "9/2b6/1b2b4/1w1b5/9 w";
        assert_eq!(
            turns_of(text, "theory"),
            "b2-b1W b2-c2A b2-c2A-c3A b2-c2A-c3A-d3A b2-c2A-c3A-d3W"
        );
    }

    #[test]
    fn no_two_steps_in_a_row_have_the_same_direction() {
        assert_eq!(turns_of("9/9/bw2b4/9/9 w", "theory"), "b3-c3W");
        // The same after another step.
        assert_eq!(turns_of("9/2b6/1b3b3/2w6/9 w", "theory"), "c2-c3A c2-c3A-d3W");
    }

    #[test]
    fn a_direction_may_return_after_another_one() {
        assert!(turns_of("3b5/2b6/1b7/2w6/9 w", "theory").ends_with("c2-c3A-d3W-d4A"));
    }

    #[test]
    fn captured_stones_leave_at_once() {
        // The last step goes to c4, where the first captured stone stood.
        let text = "3b5/2b1b4/1b7/2w6/9 w";
        assert_eq!(turns_of(text, "theory"), "c2-c3A c2-c3A-d3W c2-c3A-d3W-d4A c2-c3A-d3W-d4A-c4W");
        assert_eq!(taken(text, "theory", "c2-c3A-d3W-d4A-c4W"), "b3 c4 e4 d5");
    }

    #[test]
    fn the_origin_is_empty_after_the_turn() {
        let after = play(&position(ONE_STONE, "theory"), "c3-d3A-d4A");
        assert_eq!(after.fen(), "9/3w5/9/9/9 b - 0 1");
    }

    #[test]
    fn a_turn_that_cannot_go_on_ends_by_itself() {
        let after = step_to(&position("8b/9/1w1b5/9/9 w", "theory"), "b3-c3A");
        assert_eq!((after.turn(), after.chain()), (Color::Black, None));
        assert!(!after.can_end_turn());
    }

    #[test]
    fn there_is_no_passing() {
        for text in ["8b/9/9/9/w8 w", "9/9/9/bb7/wb7 w"] {
            let position = position(text, "theory");
            assert!(!position.can_end_turn());
            assert!(position.end_turn().is_err());
        }
        assert_eq!(turns_of("9/9/9/bb7/wb7 w", "theory"), "");
    }

    #[test]
    fn turns_differ_by_their_steps_not_by_their_results() {
        // Two ways round to the same stones.
        let position = position("4b/1bb1w/5/5/2b2 w", "theory");
        let [one, other] = ["e4-d4A-c3W-c2A", "e4-e3W-d2A-c3A-c2W"];
        assert!(turns(&position).contains(one) && turns(&position).contains(other));
        assert_eq!(play(&position, one), play(&position, other));
    }

    #[test]
    fn elimination_ends_the_turn_in_mid_chain() {
        let after = step_to(&position("9/9/w1bbbbbbb/9/9 w", "theory"), "a3-b3A");
        assert_eq!((after.turn(), after.chain()), (Color::Black, None));
        assert!(after.is_eliminated());
        assert_eq!(turns(&after), "");
    }

    #[test]
    fn nobody_moves_after_elimination() {
        for side in ["w", "b"] {
            assert_eq!(turns_of(&format!("9/9/9/4w4/9 {side}"), "theory"), "");
            assert_illegal(&position(&format!("9/9/9/4w4/9 {side}"), "theory"), "e2-e3");
        }
    }
}

mod section_6_capture_most_chain {
    use super::*;

    #[test]
    fn optional_capture_allows_paikas_beside_captures() {
        let both = format!("{} c3-d3A c3-d3A-d4A c3-d4", ITS_PAIKAS.replace(" c3-d4", ""));
        assert_eq!(turns_of(ONE_STONE, "theory;capture=optional"), both);
    }

    #[test]
    fn most_keeps_the_largest_captures() {
        assert_eq!(turns_of("9/9/w1bb5/9/w1b6 w", "theory;most=yes"), "a3-b3A");
    }

    #[test]
    fn most_counts_the_whole_turn() {
        // Both take two, one of them in two steps.
        assert_eq!(turns_of(TWO_EACH, "theory;most=yes"), "c3-d3A-d4A i2-i3A");
        // One step takes two, the chain three.
        let text = "8b/2b5b/b3bb3/2w5w/9 w";
        assert_eq!(turns_of(text, "theory;most=yes"), "c2-c3A-d3A");
        assert_eq!(turns_of(text, "theory;most=yes;chain=none"), "i2-i3A");
    }

    #[test]
    fn most_counts_only_what_the_chain_rule_allows() {
        assert_eq!(turns_of(TWO_EACH, "theory;most=yes;chain=none"), "i2-i3A");
    }

    #[test]
    fn most_does_not_oblige_to_capture() {
        let found = turns_of(TWO_EACH, "theory;capture=optional;most=yes");
        assert!(found.starts_with(ITS_PAIKAS.split_once(" c3-d4").expect("its end").0));
        assert!(found.contains("c3-d3A-d4A c3-d4 i2-h2 i2-i1 i2-i3A"), "{found}");
        assert!(!found.contains("c3-d3A "));
    }

    #[test]
    fn most_leaves_paikas_alone_where_nothing_captures() {
        assert_eq!(turns_of("8b/9/9/9/w8 w", "theory;most=yes"), "a1-a2 a1-b1 a1-b2");
    }

    #[test]
    fn most_in_mid_chain_goes_on_and_takes_the_most_from_there() {
        let middle = step_to(&position(TWO_EACH, "theory;most=yes"), "c3-d3A");
        assert!(!middle.can_end_turn());
        assert!(middle.end_turn().is_err());
        assert_eq!(turns(&middle), "c3-d3A-d4A");
        // From c3 one way on takes one stone, the other two.
        let text = "9/9/b1w1bb3/9/9 w c2-c3A";
        assert_eq!(turns_of(text, "theory"), "c2-c3A c2-c3A-b3A c2-c3A-d3A");
        assert_eq!(turns_of(text, "theory;most=yes"), "c2-c3A-d3A");
        let steps = position(text, "theory;most=yes").legal_steps().expect("steps");
        assert_eq!(steps.len(), 1);
    }

    #[test]
    fn most_in_mid_chain_stops_where_nothing_continues() {
        let after = play(&position(TWO_EACH, "theory;most=yes"), "c3-d3A-d4A");
        let middle = step_to(&position(TWO_EACH, "theory;most=yes"), "c3-d3A");
        assert_eq!(step_to_end(&middle), after);
    }

    #[test]
    fn most_offers_no_step_that_leads_to_less() {
        let start = position(TWO_EACH, "theory;most=yes;chain=none");
        assert_eq!(start.legal_steps().expect("steps").len(), 1);
        assert_illegal(&start, "c3-d3A");
    }

    #[test]
    fn most_filters_nothing_under_huff() {
        let found = turns_of(TWO_EACH, "theory;capture=huff;most=yes");
        assert_eq!(found, turns_of(TWO_EACH, "theory;capture=huff"));
        assert!(found.contains("c3-d3A c3-d3A-d4A"));
    }

    #[test]
    fn a_forced_chain_goes_on_while_it_can() {
        assert_eq!(turns_of(TWO_EACH, "theory;chain=forced"), "c3-d3A-d4A i2-i3A");
        let middle = step_to(&position(TWO_EACH, "theory;chain=forced"), "c3-d3A");
        assert!(!middle.can_end_turn());
        assert!(middle.end_turn().is_err());
        assert_illegal(&middle, "c3-d3A");
        assert_eq!(turns(&middle), "c3-d3A-d4A");
    }

    #[test]
    fn a_forced_chain_need_not_be_the_longest() {
        let text = "9/2b6/1b2b4/2w6/9 w";
        let found = turns_of(text, "theory;chain=forced");
        assert_eq!(found, "c2-c3A-d3A c2-c3A-d3W");
    }

    #[test]
    fn forced_chains_do_not_oblige_to_capture() {
        let found = turns_of(ONE_STONE, "theory;chain=forced;capture=optional");
        assert!(found.contains("c3-b2") && found.contains("c3-d3A-d4A"));
        assert!(!found.contains("c3-d3A "));
    }

    #[test]
    fn no_chain_means_one_step_a_turn() {
        assert_eq!(turns_of(TWO_EACH, "theory;chain=none"), "c3-d3A i2-i3A");
        let after = step_to(&position(TWO_EACH, "theory;chain=none"), "c3-d3A");
        assert_eq!((after.turn(), after.chain()), (Color::Black, None));
    }
}

mod section_6_first_turn_single {
    use super::*;

    const RULES: &str = "theory;first_turn_single=yes";

    fn with(first: &str) -> Position {
        position(format!("{TWO_EACH} - 0 1 {first}").trim_end(), RULES)
    }

    #[test]
    fn the_first_turn_does_not_go_on() {
        assert_eq!(turns(&with("first=wb")), "c3-d3A i2-i3A");
        let after = step_to(&with("first=w"), "c3-d3A");
        assert_eq!((after.turn(), after.chain()), (Color::Black, None));
    }

    #[test]
    fn it_is_each_side_s_own_first_turn() {
        assert_eq!(turns(&with("first=b")), "c3-d3A c3-d3A-d4A i2-i3A");
        assert_eq!(remembered(&play(&with("first=wb"), "i2-i3A")), "first=b");
        assert_eq!(remembered(&play(&with("first=w"), "i2-i3A")), "");
        assert_eq!(remembered(&play(&with("first=b"), "c3-d3A")), "first=b");
    }

    #[test]
    fn a_paika_is_a_first_turn_too() {
        let start = position("8b/9/9/9/w8 w - 0 1 first=wb", RULES);
        let after = play(&start, "a1-a2");
        assert_eq!(remembered(&after), "first=b");
        assert_eq!(remembered(&play(&after, "i5-i4")), "");
    }

    #[test]
    fn the_game_starts_with_both_first_turns_to_come() {
        let start = Position::start(Variant::TSIVY, common::rules(RULES));
        assert_eq!(remembered(&start), "first=wb");
        let after = play(&start, "f2-e3A");
        assert!(after.legal_moves().iter().all(|turn| turn.len() == 1));
        let second = play(&after, &after.legal_moves()[0].to_string());
        assert_eq!(remembered(&second), "");
    }

    #[test]
    fn without_a_record_nothing_is_restricted() {
        assert_eq!(turns(&with("")), "c3-d3A c3-d3A-d4A i2-i3A");
    }

    #[test]
    fn it_goes_before_the_forced_chain_and_before_most() {
        for (rules, expected) in [("chain=forced", "c3-d3A i2-i3A"), ("most=yes", "i2-i3A")] {
            let text = format!("{TWO_EACH} - 0 1 first=w");
            assert_eq!(turns_of(&text, &format!("{RULES};{rules}")), expected, "{rules}");
        }
    }
}

mod section_6_reversal {
    use super::*;

    const RULES: &str = "theory;reversal=no";

    fn one_stone(last: &str) -> Position {
        position(&format!("{ONE_STONE} - 0 1 {last}"), RULES)
    }

    #[test]
    fn the_stone_does_not_go_back_by_a_paika() {
        let start = position("8b/9/9/9/w8 w", RULES);
        let after = play(&start, "a1-a2 i5-i4");
        assert_eq!(turns(&after), "a2-a3 a2-b2");
        assert_illegal(&after, "a2-a1");
    }

    #[test]
    fn the_stone_does_not_go_back_by_a_capture_and_none_is_owed() {
        let start = one_stone("back=d3c3/-");
        assert_illegal(&start, "c3-d3A");
        assert_eq!(turns(&start), ITS_PAIKAS);
    }

    #[test]
    fn the_stone_does_not_go_back_in_mid_chain() {
        assert_eq!(turns(&one_stone("back=d4c3/-")), "c3-d3A");
        let after = step_to(&one_stone("back=d4c3/-"), "c3-d3A");
        assert_eq!(after.turn(), Color::Black, "nothing continues");
        assert_eq!(
            turns_of(&format!("{ONE_STONE} - 0 1 back=d4c3/-"), &format!("{RULES};chain=forced")),
            "c3-d3A",
            "so the chain may end"
        );
    }

    #[test]
    fn another_stone_may_go_there() {
        let start = position("8b/9/9/9/ww7 w", RULES);
        let after = play(&start, "b1-b2 i5-i4");
        assert!(turns(&after).contains("a1-b1"));
        assert_illegal(&after, "b2-b1");
        // In mid-chain too.
        let found = turns_of("3b5/9/2w1b4/9/w8 w - 0 1 back=d4a1/-", RULES);
        assert_eq!(found, "c3-d3A c3-d3A-d4A");
    }

    #[test]
    fn the_stone_may_go_back_a_turn_later() {
        let start = position("8b/9/9/9/ww7 w", RULES);
        let after = play(&start, "b1-b2 i5-i4 a1-a2 i4-i3");
        assert!(turns(&after).contains("b2-b1"));
        assert_illegal(&after, "a2-a1");
    }

    #[test]
    fn after_a_chain_its_first_origin_is_forbidden() {
        let text = "3b4b/9/2w1b4/9/9 w";
        let after = play(&position(text, RULES), "c3-d3A-d4A i5-i4");
        assert_eq!(remembered(&after), "back=c3d4/i5i4");
        assert!(turns(&after).contains("d4-d3"), "a point passed on the way is not");
        assert_illegal(&after, "d4-c3");
    }

    #[test]
    fn a_captured_stone_forbids_nothing() {
        let start = position("9/9/2w1b4/9/8b w - 0 1 back=-/e2e3", RULES);
        assert_eq!(remembered(&play(&start, "c3-d3A")), "back=-/c3d3");
        let start = position("9/9/2w1b4/9/8b w - 0 1 back=-/h1i1", RULES);
        assert_eq!(remembered(&play(&start, "c3-d3A")), "back=h1i1/c3d3");
        // In mid-chain at once.
        let start = position(&format!("{ONE_STONE} - 0 1 back=-/e2e3"), RULES);
        assert_eq!(remembered(&step_to(&start, "c3-d3A")), "");
    }

    #[test]
    fn both_sides_last_turns_are_remembered() {
        let after = play(&position("8b/9/9/9/w8 w", RULES), "a1-a2");
        assert_eq!(remembered(&after), "back=-/a1a2");
        assert_eq!(remembered(&play(&after, "i5-i4")), "back=a1a2/i5i4");
    }

    #[test]
    fn who_can_only_go_back_has_no_turn() {
        let text = "5/bb3/w4 w - 0 1";
        assert_eq!(turns_of(text, "theory"), "a1-b1");
        assert_eq!(turns_of(&format!("{text} back=b1a1/-"), RULES), "");
        assert!(!position(&format!("{text} back=b1a1/-"), RULES).has_legal_move());
    }

    #[test]
    fn most_does_not_count_a_way_back() {
        let text = format!("{TWO_EACH} - 0 1 back=i3i2/-");
        assert_eq!(turns_of(&text, "theory;reversal=no;most=yes;chain=none"), "c3-d3A");
    }

    #[test]
    fn positions_with_other_last_turns_are_other_positions() {
        let (one, other) = (one_stone("back=d3c3/-"), one_stone("back=d4c3/-"));
        assert_ne!(one, other);
        assert_ne!(one.hash_key(), other.hash_key());
        assert_eq!(one.repetition_key(), other.repetition_key());
        let [c3, d3] = [20, 21];
        assert_eq!(one.history().back[0], Some(Back { origin: d3, destination: c3 }));
    }

    #[test]
    fn with_reversal_nothing_is_remembered() {
        let after = play(&position("8b/9/9/9/w8 w", "theory"), "a1-a2 i5-i4");
        assert!(after.history().is_empty());
        assert!(turns(&after).contains("a2-a1"));
    }
}

mod section_6_huff {
    use super::*;

    const RULES: &str = "theory;capture=huff";
    const MOST: &str = "theory;capture=huff;most=yes";

    #[test]
    fn a_capture_is_owed_but_not_enforced() {
        let found = turns_of(ONE_STONE, RULES);
        assert_eq!(found, turns_of(ONE_STONE, "theory;capture=optional"));
    }

    #[test]
    fn who_plays_a_paika_instead_has_offended_with_every_stone_that_could_capture() {
        let start = position(TWO_EACH, RULES);
        assert_eq!(remembered(&play(&start, "i2-i1")), "huff=i1+c3");
        assert_eq!(remembered(&play(&start, "c3-b3")), "huff=i2+b3");
    }

    #[test]
    fn stones_that_could_not_capture_are_no_offenders() {
        let start = position("8b/9/w1b6/9/8w w", RULES);
        assert_eq!(remembered(&play(&start, "i1-h1")), "huff=a3");
    }

    #[test]
    fn an_offender_that_moved_is_taken_where_it_now_stands() {
        let after = play(&position("8b/9/w1b6/9/8w w", RULES), "a3-a2");
        assert_eq!(remembered(&after), "huff=a2");
        assert_illegal(&after, "xa3,i5-i4");
    }

    #[test]
    fn any_capture_settles_the_debt_unless_the_most_is_owed() {
        let after = play(&position(TWO_EACH, RULES), "c3-d3A");
        assert_eq!(remembered(&after), "");
        let after = play(&position(TWO_EACH, MOST), "c3-d3A");
        assert_eq!(remembered(&after), "huff=i2+d3");
        for turn in ["c3-d3A-d4A", "i2-i3A"] {
            assert_eq!(remembered(&play(&position(TWO_EACH, MOST), turn)), "", "{turn}");
        }
    }

    #[test]
    fn with_most_only_stones_that_could_take_the_most_are_offenders() {
        let text = "9/9/w1bb5/9/w1b6 w";
        assert_eq!(remembered(&play(&position(text, MOST), "a1-a2")), "huff=a3");
        assert_eq!(remembered(&play(&position(text, MOST), "a1-b1A")), "huff=a3");
        assert_eq!(remembered(&play(&position(text, RULES), "a1-a2")), "huff=a2+a3");
    }

    #[test]
    fn the_chain_rule_decides_what_is_owed() {
        let rules = format!("{MOST};chain=none");
        assert_eq!(remembered(&play(&position(TWO_EACH, &rules), "c3-d3A")), "huff=i2");
        assert_eq!(remembered(&play(&position(TWO_EACH, &rules), "i2-i3A")), "");
    }

    #[test]
    fn where_nothing_captures_nothing_is_owed() {
        assert_eq!(remembered(&play(&position("8b/9/9/9/w8 w", RULES), "a1-a2")), "");
    }

    #[test]
    fn the_removal_is_obligatory() {
        let after = play(&position(TWO_EACH, RULES), "c3-b3");
        assert!(after.legal_moves().iter().all(|turn| turn.removed().is_some()));
        assert_illegal(&after, "i5-h5");
    }

    #[test]
    fn any_offender_but_no_other_stone_may_be_removed() {
        let start = position("8b/9/w1bb5/9/w1b5w w", RULES);
        let after = play(&start, "i1-h1");
        let removed: std::collections::HashSet<_> =
            after.legal_moves().iter().map(Move::removed).collect();
        assert_eq!(removed, [Some(0), Some(18)].into());
        assert_illegal(&after, "xh1,i5-i4");
        assert_illegal(&position("8b/9/9/9/w8 w", RULES), "xi5,a1-a2");
    }

    #[test]
    fn the_removal_is_written_first_and_counts_as_a_capture() {
        let after = play(&position("8b/9/w1b6/9/8w w", RULES), "i1-h1");
        let turn = after.parse_move("xa3,i5-i4").expect("legal");
        assert_eq!(turn.to_string(), "xa3,i5-i4");
        assert!(turn.is_capture() && turn.is_paika());
        assert_eq!(names(Variant::TSIVY, after.captured(&turn).expect("legal")), "a3");
        assert_eq!(after.play(&turn).expect("legal").fen(), "9/8b/2b6/9/7w1 w - 0 1");
    }

    #[test]
    fn the_removal_of_the_last_stone_is_the_whole_turn() {
        let after = play(&position(ONE_STONE, RULES), "c3-c2");
        assert_eq!(turns(&after), "xc2");
        let over = play(&after, "xc2");
        assert!(over.is_eliminated());
        assert_eq!((turns(&over).as_str(), over.fen().as_str()), ("", "3b5/9/4b4/9/9 w - 0 1"));
        assert_illegal(&after, "xc2,e3-e2");
    }

    #[test]
    fn the_removal_of_another_stone_is_not_the_whole_turn() {
        let after = play(&position(TWO_EACH, RULES), "c3-b3");
        assert_illegal(&after, "xb3");
    }

    #[test]
    fn captures_are_seen_on_the_board_after_the_removal() {
        // i4 could take i2 by going to i3; after xi2 that step is a paika.
        let after = play(&position(TWO_EACH, RULES), "c3-c2");
        assert_eq!(remembered(&after), "huff=c2+i2");
        assert!(turns(&after).contains("xc2,i4-i3A"));
        assert!(turns(&after).contains("xi2,i4-i3 "));
        // The removal may also open the way for a capture.
        let opened = turns_of("9/9/bww6/9/8w b - 0 1 huff=b3", RULES);
        assert!(opened.contains("xb3,a3-b3A"), "{opened}");
    }

    #[test]
    fn what_is_owed_next_is_seen_on_the_board_after_the_removal() {
        let after = play(&position(TWO_EACH, RULES), "c3-c2");
        assert_eq!(remembered(&play(&after, "xi2,i4-i3")), "");
        assert_eq!(remembered(&play(&after, "xc2,d5-d4")), "huff=i4");
        assert_eq!(remembered(&play(&after, "xc2,i4-i3A")), "");
    }

    #[test]
    fn a_removal_that_leaves_no_turn_may_not_be_chosen() {
        let text = "8w/9/9/ww7/bw7 b - 0 1";
        assert_eq!(turns_of(&format!("{text} huff=b2+i5"), RULES), "xb2,a1-b2");
        assert_illegal(&position(&format!("{text} huff=b2+i5"), RULES), "xi5");
    }

    #[test]
    fn where_every_removal_leaves_no_turn_the_player_is_blocked() {
        let blocked = position("8w/9/9/ww7/bw7 b - 0 1 huff=i5", RULES);
        assert_eq!(turns(&blocked), "");
        assert!(!blocked.has_legal_move());
        assert_illegal(&blocked, "xi5");
    }

    #[test]
    fn a_blocked_player_may_be_freed_by_the_removal() {
        let text = "8w/9/9/ww7/bw7 b";
        assert_eq!(turns_of(text, RULES), "");
        assert_eq!(turns_of(&format!("{text} - 0 1 huff=b2"), RULES), "xb2,a1-b2");
    }

    #[test]
    fn only_one_stone_is_removed_and_the_offence_is_then_forgotten() {
        let after = play(&position(TWO_EACH, RULES), "c3-c2 xi2,d5-d4 c2-c1");
        assert_eq!(remembered(&after), "");
        assert!(after.legal_moves().iter().all(|turn| turn.removed().is_none()));
    }

    #[test]
    fn a_capture_that_does_not_exist_is_not_owed() {
        let rules = "theory;capture=huff;reversal=no";
        let start = position(&format!("{ONE_STONE} - 0 1 back=d3c3/-"), rules);
        assert_eq!(remembered(&play(&start, "c3-c2")), "back=-/c3c2");
    }

    #[test]
    fn the_removal_of_the_stone_that_moved_leaves_it_nothing_forbidden() {
        let rules = "theory;capture=huff;reversal=no";
        let start = position(TWO_EACH, rules);
        let after = play(&start, "c3-c2");
        assert_eq!(remembered(&after), "back=-/c3c2,huff=c2+i2");
        assert_eq!(remembered(&play(&after, "xc2,d5-c5")), "back=-/d5c5,huff=i4");
        assert_eq!(remembered(&play(&after, "xi2,d5-c5")), "back=c3c2/d5c5");
    }

    #[test]
    fn chains_go_on_after_a_removal() {
        let found = turns_of("3w5/9/2b1w4/9/8w b - 0 1 huff=i1", RULES);
        assert!(found.contains("xi1,c3-d3A xi1,c3-d3A-d4A"), "{found}");
    }

    #[test]
    fn huffing_is_not_offered_step_by_step() {
        let start = position(ONE_STONE, RULES);
        assert!(matches!(start.legal_steps(), Err(MoveError::Illegal { .. })));
        let steps = position(ONE_STONE, "theory").legal_steps().expect("steps");
        assert!(matches!(start.play_step(steps[0]), Err(MoveError::Illegal { .. })));
    }

    #[test]
    fn offenders_belong_to_the_position() {
        let start = position(TWO_EACH, RULES);
        let (offended, not) = (play(&start, "i2-i1"), play(&start, "i2-i3A"));
        assert_ne!(offended.hash_key(), not.hash_key());
        let forgiven = position(&offended.fen().replace(" huff=i1+c3", ""), RULES);
        assert_ne!(offended, forgiven);
        assert_ne!(offended.hash_key(), forgiven.hash_key());
        assert_eq!(offended.repetition_key(), forgiven.repetition_key());
    }
}

//! Huffing (`capture = huff`).

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

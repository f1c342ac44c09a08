//! The field `reversal`.

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

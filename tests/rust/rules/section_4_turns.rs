//! Turns: duty to capture, chains, and where they end.

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
    assert_eq!(turns_of(text, "theory"), "b2-b1W b2-c2A b2-c2A-c3A b2-c2A-c3A-d3A b2-c2A-c3A-d3W");
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

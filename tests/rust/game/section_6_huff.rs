//! Ends and counters where capturing is owed.

use super::*;

const RULES: &str = "theory;capture=huff;no_capture=10";

#[test]
fn a_removal_counts_as_a_capture() {
    let mut game = game("8b/9/w1b6/9/8w w - 5 1", RULES);
    push(&mut game, "i1-h1");
    assert_eq!(game.quiet_turns(), 6);
    push(&mut game, "xa3,i5-i4");
    assert_eq!(game.quiet_turns(), 0);
}

#[test]
fn the_removal_of_the_last_stone_wins() {
    assert_eq!(end_after("9/9/w1b6/9/9 w", RULES, "a3-a2 xa2"), "0-1 ELIMINATION");
}

#[test]
fn who_can_choose_no_removal_is_blocked() {
    assert_eq!(end(&game("8w/9/9/ww7/bw7 b - 0 1 huff=i5", RULES)), "1-0 BLOCKED");
    assert_eq!(end(&game("8w/9/9/ww7/bw7 b - 0 1 huff=b2", RULES)), "*");
}

#[test]
fn single_steps_cannot_be_taken_back() {
    let mut game = game("8b/9/w1b6/9/8w w", RULES);
    push(&mut game, "i1-h1");
    let before = game.clone();
    assert!(matches!(game.pop_step(), Err(MoveError::Illegal { .. })));
    assert_eq!(game, before);
    assert!(matches!(game.pop(), Some(TakenBack::Turn(_))));
}

//! The field `first_turn_single`.

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

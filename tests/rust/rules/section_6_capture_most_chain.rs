//! The fields `capture`, `most` and `chain`.

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

//! Steps and what they capture.

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

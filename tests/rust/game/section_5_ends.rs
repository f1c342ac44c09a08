//! How games end.

use super::*;

#[test]
fn who_has_no_stone_left_loses() {
    assert_eq!(end_after("9/9/w1b6/9/9 w", "theory", "a3-b3A"), "1-0 ELIMINATION");
    assert_eq!(end_after("9/9/b1w6/9/9 b", "theory", "a3-b3A"), "0-1 ELIMINATION");
}

#[test]
fn elimination_ends_the_game_in_mid_chain() {
    let mut game = game("3b5/9/2w1b4/9/9 w", "theory;chain=forced");
    for _ in 0..2 {
        let step = game.legal_steps().expect("steps")[0];
        game.push_step(step).expect("a legal step");
    }
    assert_eq!(end(&game), "1-0 ELIMINATION");
}

#[test]
fn elimination_does_not_depend_on_who_is_to_move() {
    for side in ["w", "b"] {
        assert_eq!(end(&game(&format!("9/9/9/4w4/9 {side}"), "theory")), "1-0 ELIMINATION");
        assert_eq!(end(&game(&format!("9/9/9/4b4/9 {side}"), "theory")), "0-1 ELIMINATION");
    }
}

#[test]
fn who_has_stones_but_no_turn_loses() {
    assert_eq!(end(&game("9/9/9/bb7/wb7 w", "theory")), "0-1 BLOCKED");
    assert_eq!(end(&game("9/9/9/ww7/bw7 b", "theory")), "1-0 BLOCKED");
    let last = end_after("9/9/1b7/b8/wb7 b", "theory;capture=optional", "b3-b2");
    assert_eq!(last, "0-1 BLOCKED");
}

#[test]
fn the_third_occurrence_draws() {
    let mut game = game(APART, "standard");
    assert_eq!(game.repetitions(), 1, "the first position counts");
    push(&mut game, TO_AND_FRO);
    assert_eq!((game.repetitions(), end(&game).as_str()), (2, "*"));
    push(&mut game, TO_AND_FRO);
    assert_eq!((game.repetitions(), end(&game).as_str()), (3, "1/2-1/2 REPETITION"));
}

#[test]
fn a_later_position_may_be_the_repeated_one() {
    let mut game = game("8b/9/9/9/w8 b", "standard");
    push(&mut game, "i5-h4");
    for _ in 0..2 {
        assert_eq!(end(&game), "*");
        push(&mut game, "a1-a2 h4-h5 a2-a1 h5-h4");
    }
    assert_eq!(end(&game), "1/2-1/2 REPETITION");
}

#[test]
fn any_number_of_occurrences_may_be_asked_for_or_none() {
    assert_eq!(end_after(APART, "theory;repetition=2", TO_AND_FRO), "1/2-1/2 REPETITION");
    let twelve = [TO_AND_FRO; 12].join(" ");
    assert_eq!(end_after(APART, "theory", &twelve), "*");
    assert_eq!(end_after(APART, "theory;repetition=13", &twelve), "1/2-1/2 REPETITION");
    assert_eq!(end_after(APART, "theory;repetition=14", &twelve), "*");
}

#[test]
fn the_same_stones_with_the_other_side_to_move_are_another_position() {
    // White takes three turns to come back, Black two.
    let turns = "a1-b1 i5-i4 b1-b2 i4-i5 b2-a1";
    assert_eq!(end_after(APART, "theory;repetition=2", turns), "*");
}

#[test]
fn repetition_does_not_compare_what_is_remembered() {
    let turns = "a1-b1 i5-h5 b1-b2 h5-h4 b2-a1 h4-i5";
    let rules = "theory;reversal=no;repetition=2";
    assert_eq!(end_after(APART, rules, turns), "1/2-1/2 REPETITION");
}

#[test]
fn repetition_is_seen_at_starts_of_turns_only() {
    let mut game = game("3b5/9/2w1b4/9/9 w", "standard");
    let step = game.legal_steps().expect("steps")[0];
    game.push_step(step).expect("a legal step");
    assert!(game.position().chain().is_some());
    assert_eq!(game.repetitions(), 0);
}

#[test]
fn turns_without_a_capture_are_counted_for_both_players() {
    let rules = "theory;no_capture=4";
    let mut game = game(APART, rules);
    push(&mut game, "a1-a2 i5-i4 a2-a1");
    assert_eq!((game.quiet_turns(), end(&game).as_str()), (3, "*"));
    push(&mut game, "i4-i5");
    assert_eq!((game.quiet_turns(), end(&game).as_str()), (4, "1/2-1/2 NO_CAPTURE"));
}

#[test]
fn a_capture_starts_the_count_anew() {
    let rules = "theory;no_capture=3";
    let mut game = game("8b/9/w1b6/9/8b w - 2 1", rules);
    push(&mut game, "a3-b3A");
    assert_eq!((game.quiet_turns(), end(&game).as_str()), (0, "*"));
}

#[test]
fn a_count_that_was_read_goes_on() {
    assert_eq!(end(&game("8b/9/9/9/w8 w - 49 30", "fifty")), "*");
    assert_eq!(end(&game("8b/9/9/9/w8 w - 50 30", "fifty")), "1/2-1/2 NO_CAPTURE");
    assert_eq!(end_after("8b/9/9/9/w8 w - 49 30", "fifty", "a1-a2"), "1/2-1/2 NO_CAPTURE");
}

#[test]
fn at_the_limit_the_majority_may_win() {
    let rules = "theory;no_capture=1;at_limit=majority";
    assert_eq!(end_after("8b/9/9/9/w7w w", rules, "a1-a2"), "1-0 MAJORITY");
    assert_eq!(end_after("7bb/9/9/9/w8 w", rules, "a1-a2"), "0-1 MAJORITY");
    assert_eq!(end_after(APART, rules, "a1-a2"), "1/2-1/2 MAJORITY");
}

#[test]
fn where_both_are_blocked_the_majority_may_win() {
    let majority = "theory;both_blocked=majority";
    assert_eq!(end(&game("wbw/bwb/wbw b", majority)), "1-0 MAJORITY");
    assert_eq!(end(&game("wbw/bwb/wbw w", majority)), "1-0 MAJORITY");
    assert_eq!(end(&game("bwb/wbw/bwb b", majority)), "0-1 MAJORITY");
    assert_eq!(end(&game("wbw/bwb/wbw b", "theory")), "1-0 BLOCKED");
    assert_eq!(end(&game("wbw/bwb/wbw w", "theory")), "0-1 BLOCKED");
}

#[test]
fn where_only_the_mover_is_blocked_the_mover_loses() {
    let majority = "theory;both_blocked=majority";
    assert_eq!(end(&game("9/9/9/bb7/wb7 w", majority)), "0-1 BLOCKED");
    // White has more stones, but Black could move.
    assert_eq!(end(&game("1bw/bbw/www w", majority)), "0-1 BLOCKED");
}

#[test]
fn of_several_ends_the_first_in_the_table_counts() {
    // Elimination before the limit; a read count may be at the limit already.
    let limit = "theory;no_capture=1;repetition=2";
    assert_eq!(end(&game("9/9/9/4w4/9 b - 5 1", limit)), "1-0 ELIMINATION");
    // Blocked before the limit.
    assert_eq!(end(&game("9/9/9/bb7/wb7 w - 5 1", limit)), "0-1 BLOCKED");
    assert_eq!(
        end(&game("9/9/9/bb7/wb7 w - 5 1", "theory;no_capture=1;at_limit=majority")),
        "0-1 BLOCKED"
    );
    // Repetition before the limit.
    let rules = "theory;no_capture=4;repetition=2";
    assert_eq!(end_after(APART, rules, TO_AND_FRO), "1/2-1/2 REPETITION");
    let rules = "theory;no_capture=4;repetition=2;at_limit=majority";
    assert_eq!(end_after("7bb/9/9/9/w8 w", rules, TO_AND_FRO), "1/2-1/2 REPETITION");
}

#[test]
fn the_players_may_agree_on_a_draw() {
    let mut game = game(APART, "theory");
    game.agree_draw().expect("a game in progress");
    assert_eq!(end(&game), "1/2-1/2 AGREEMENT");
}

#[test]
fn who_gives_up_or_runs_out_of_time_loses() {
    for (loser, result) in [(Color::White, "0-1"), (Color::Black, "1-0")] {
        let mut given_up = game(APART, "theory");
        given_up.resign(loser).expect("a game in progress");
        assert_eq!(end(&given_up), format!("{result} RESIGNATION"));
        let mut out_of_time = game(APART, "theory");
        out_of_time.flag(loser).expect("a game in progress");
        assert_eq!(end(&out_of_time), format!("{result} TIMEOUT"));
    }
}

#[test]
fn a_finished_game_takes_no_move_until_something_is_taken_back() {
    let mut drawn = game(APART, "theory;repetition=2");
    push(&mut drawn, TO_AND_FRO);
    let mut agreed = game(APART, "theory");
    push(&mut agreed, "a1-a2 i5-i4");
    agreed.agree_draw().expect("a game in progress");
    for mut game in [drawn, agreed] {
        let before = game.clone();
        let turn = game.position().legal_moves()[0];
        let step = game.position().legal_steps().expect("steps")[0];
        assert!(game.legal_moves().is_empty());
        assert_eq!(game.legal_steps(), Ok(Vec::new()));
        assert!(!game.is_legal(&turn));
        let illegal = |answer| matches!(answer, Err(MoveError::Illegal { .. }));
        assert!(illegal(game.push(&turn)));
        assert!(illegal(game.push_step(step)));
        assert!(illegal(game.end_turn()));
        assert!(illegal(game.push_text(&turn.to_string()).map(drop)));
        assert!(illegal(game.parse_move(&turn.to_string()).map(drop)));
        assert!(illegal(game.agree_draw()));
        assert!(illegal(game.resign(Color::White)));
        assert!(illegal(game.flag(Color::White)));
        assert_eq!(game, before);
        game.pop();
        assert_eq!(end(&game), "*");
        let turn = game.legal_moves()[0];
        game.push(&turn).expect("a legal turn");
    }
}

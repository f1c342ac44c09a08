//! The counters of quiet turns and of turn pairs.

use super::*;

#[test]
fn the_number_goes_up_after_black() {
    let mut game = game(APART, "theory");
    let numbers: Vec<u32> = TO_AND_FRO
        .split(' ')
        .map(|turn| {
            push(&mut game, turn);
            game.number()
        })
        .collect();
    assert_eq!(numbers, [1, 2, 2, 3]);
    let mut blacks = super::game("8b/9/9/9/w8 b - 0 7", "theory");
    push(&mut blacks, "i5-i4");
    assert_eq!(blacks.number(), 8);
}

#[test]
fn stopping_early_is_no_quiet_turn() {
    let mut game = game("3b5/9/2w1b4/9/9 w - 7 1", "standard");
    let step = game.legal_steps().expect("steps")[0];
    game.push_step(step).expect("a legal step");
    assert_eq!(game.quiet_turns(), 0, "in mid-chain");
    game.end_turn().expect("a legal stop");
    assert_eq!(game.quiet_turns(), 0);
    assert_eq!(game.pop().map(|_| game.quiet_turns()), Some(7));
}

#[test]
fn the_largest_counters_stay() {
    let mut game = game("8b/9/9/9/w8 b - 4294967295 4294967295", "theory");
    push(&mut game, "i5-i4");
    assert_eq!((game.quiet_turns(), game.number()), (u32::MAX, u32::MAX));
}

//! Taking back turns, steps and declarations.

use super::*;

#[test]
fn declarations_chains_and_turns() {
    let start = game("3b5/9/2w1b4/9/9 w", "standard");
    let mut game = start.clone();
    assert_eq!(game.pop(), None);
    assert_eq!(game.pop_step(), Ok(None));
    let step = game.legal_steps().expect("steps")[0];
    game.push_step(step).expect("a legal step");
    let middle = game.clone();
    let chain = game.position().chain().expect("a chain");

    game.resign(Color::White).expect("a game in progress");
    let outcome = game.outcome().expect("an end");
    assert_eq!(game.pop(), Some(TakenBack::Declaration(outcome)));
    assert_eq!(game, middle);
    assert_eq!(game.pop(), Some(TakenBack::Chain(chain)));
    assert_eq!(game, start);

    push(&mut game, "c3-d3A");
    assert_eq!(game.pop_step(), Ok(Some(StepTakenBack::EndOfTurn)));
    assert_eq!(game, middle);
    assert_eq!(game.pop_step(), Ok(Some(StepTakenBack::Step(step))));
    assert_eq!(game, start);

    push(&mut game, "c3-d3A-d4A");
    assert!(game.outcome().is_some());
    assert!(matches!(game.pop_step(), Ok(Some(StepTakenBack::Step(_)))));
    assert_eq!(game, middle);
    game.end_turn().expect("a legal stop");
    assert_eq!(game.pop(), Some(TakenBack::Turn(chain)));
    assert_eq!(game, start);
}

#[test]
fn a_game_that_began_in_mid_chain() {
    let text = "3b5/9/3w5/9/8b w c3-d3A 0 1";
    let start = game(text, "standard");
    let mut game = start.clone();
    assert_eq!(game.pop(), None, "what was played before is not known");
    push(&mut game, "c3-d3A-d4A");
    assert_eq!(game.turns().len(), 1);
    assert!(matches!(game.pop_step(), Ok(Some(StepTakenBack::Step(_)))));
    assert_eq!(game, start);
    game.end_turn().expect("a legal stop");
    assert_eq!(game.pop_step(), Ok(Some(StepTakenBack::EndOfTurn)));
    assert_eq!(game, start);
}

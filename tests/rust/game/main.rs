//! Ends of games (section 5 of the rules and the fields of section 6 that decide them), counters,
//! and taking back.

#[path = "../common/mod.rs"]
mod common;
mod counters;
mod section_5_ends;
mod section_6_huff;
mod taking_back;

use common::{Random, fen, naive, random_placement, random_rules, rules};
use fanorona::{
    AtLimit, BothBlocked, Capture, Color, Fen, Game, Move, MoveError, Outcome, Position, Rules,
    StepTakenBack, TakenBack, Termination, Variant,
};

fn game(text: &str, rules_text: &str) -> Game {
    Game::from_fen(fen(text, rules_text))
}

fn push(game: &mut Game, texts: &str) {
    for text in texts.split(' ') {
        game.push_text(text).unwrap_or_else(|error| panic!("{}: {error}", game.fen()));
    }
}

/// The end of the game in two words.
fn end(game: &Game) -> String {
    match game.outcome() {
        Some(outcome) => format!("{} {}", outcome.result(), outcome.termination),
        None => "*".to_owned(),
    }
}

fn end_after(text: &str, rules_text: &str, turns: &str) -> String {
    let mut game = game(text, rules_text);
    push(&mut game, turns);
    end(&game)
}

/// Two lone stones far apart, and four turns that lead back to them.
const APART: &str = "8b/9/9/9/w8 w";
const TO_AND_FRO: &str = "a1-a2 i5-i4 a2-a1 i4-i5";

/// The end of section 5 once more, from the naive generator and from all positions so far.
fn expected_outcome(position: &Position, earlier: &[Position], quiet: u32) -> Option<Outcome> {
    let rules = position.rules();
    let count = |color| position.stones(color).count_ones();
    let [white, black] = Color::ALL.map(count);
    let ended = |winner, termination| Some(Outcome { winner, termination });
    let majority = || {
        let leader = if white > black { Color::White } else { Color::Black };
        ended((white != black).then_some(leader), Termination::Majority)
    };
    if white == 0 || black == 0 {
        let winner = if white == 0 { Color::Black } else { Color::White };
        return ended(Some(winner), Termination::Elimination);
    }
    if naive(position).turns().is_empty() {
        let mut other = naive(position);
        other.turn = !other.turn;
        other.history.huff = 0;
        return if rules.both_blocked == BothBlocked::Majority && other.turns().is_empty() {
            majority()
        } else {
            ended(Some(!position.turn()), Termination::Blocked)
        };
    }
    let seen = |of: &Position| (Color::ALL.map(|color| of.stones(color)), of.turn());
    let occurrences = 1 + earlier.iter().filter(|of| seen(of) == seen(position)).count();
    if rules.repetition.is_some_and(|limit| occurrences >= limit as usize) {
        return ended(None, Termination::Repetition);
    }
    if rules.no_capture.is_some_and(|limit| quiet >= limit) {
        return match rules.at_limit {
            AtLimit::Draw => ended(None, Termination::NoCapture),
            AtLimit::Majority => majority(),
        };
    }
    None
}

/// Plays a turn at random, by steps or whole, and returns the states in mid-chain.
fn random_turn(random: &mut Random, game: &mut Game) -> Vec<Game> {
    let mut middles = Vec::new();
    if game.position().rules().capture == Capture::Huff || random.coin() {
        let turn = random.pick(&game.legal_moves());
        game.push(&turn).expect("a legal turn");
        return middles;
    }
    let played = game.turns().len();
    while game.turns().len() == played {
        if game.position().chain().is_some() {
            middles.push(game.clone());
        }
        if game.position().can_end_turn() && random.coin() {
            game.end_turn().expect("a legal stop");
        } else {
            let step = random.pick(&game.legal_steps().expect("steps"));
            game.push_step(step).expect("a legal step");
        }
    }
    middles
}

/// Random games under random rules end when they should, count what they should, and go back the
/// way they came.
fn random_games(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let mut ends = std::collections::HashMap::new();
    for _ in 0..count {
        let variant = random.pick(&Variant::ALL);
        let drawn = random_rules(&mut random);
        let limits = Rules {
            repetition: random.coin().then(|| 2 + random.below(2) as u32),
            no_capture: random.coin().then(|| 1 + random.below(20) as u32),
            ..drawn
        };
        let position = if random.coin() {
            Position::start(variant, limits)
        } else {
            random_placement(&mut random, variant, limits)
        };
        let fen = Fen { position, quiet: random.below(5) as u32, number: 1 };
        let ended = one_random_game(&mut random, &fen);
        *ends.entry(ended).or_insert(0) += 1;
    }
    for termination in [
        Termination::Elimination,
        Termination::Blocked,
        Termination::Repetition,
        Termination::NoCapture,
        Termination::Majority,
    ] {
        assert!(ends.contains_key(&Some(termination)), "no game ended by {termination}: {ends:?}");
    }
}

fn one_random_game(random: &mut Random, start: &Fen) -> Option<Termination> {
    let mut game = Game::from_fen(*start);
    let mut states = vec![game.clone()];
    let mut middles = Vec::new();
    let (mut quiet, mut number) = (start.quiet, start.number);
    let mut earlier = Vec::new();
    for _ in 0..60 {
        let expected = expected_outcome(game.position(), &earlier, quiet);
        assert_eq!(game.outcome(), expected, "{game:?}");
        assert_eq!((game.quiet_turns(), game.number()), (quiet, number), "{game:?}");
        assert_eq!(game.legal_moves().is_empty(), expected.is_some(), "{game:?}");
        assert_eq!(game.earlier_positions().copied().collect::<Vec<_>>(), earlier);
        if expected.is_some() {
            break;
        }
        let before = *game.position();
        earlier.push(before);
        middles.push(random_turn(random, &mut game));
        let turn = game.turns().last().expect("a turn");
        assert_eq!(before.play(&turn).as_ref(), Ok(game.position()), "{turn} in {before:?}");
        let captured = before.captured(&turn).expect("a legal turn");
        quiet = if captured == 0 { quiet + 1 } else { 0 };
        number += u32::from(before.turn() == Color::Black);
        states.push(game.clone());
    }
    let termination = game.outcome().map(|outcome| outcome.termination);
    go_back(random, game, states, middles);
    termination
}

/// Takes everything back, by turns or by steps.
fn go_back(
    random: &mut Random,
    mut game: Game,
    mut states: Vec<Game>,
    mut middles: Vec<Vec<Game>>,
) {
    while let Some(state) = states.pop() {
        assert_eq!(game, state);
        let turns: Vec<Move> = game.turns().collect();
        let Some(before) = states.last() else { break };
        let middles = middles.pop().unwrap_or_default();
        if game.position().rules().capture == Capture::Huff || random.coin() {
            assert_eq!(game.pop(), turns.last().copied().map(TakenBack::Turn));
        } else {
            let mut passed = Vec::new();
            while game != *before {
                let taken = game.pop_step().expect("steps");
                assert!(taken.is_some());
                passed.push(game.clone());
            }
            passed.pop();
            passed.reverse();
            assert!(middles.is_empty() || passed == middles, "{passed:?} {middles:?}");
        }
    }
    assert_eq!(game.pop(), None);
}

#[test]
fn random_games_sample() {
    random_games(71, 1_000);
}

#[test]
#[ignore = "deep: 20,000 games"]
fn random_games_many() {
    random_games(72, 20_000);
}

/// Rule sets named on the rules page end games as it says.
#[test]
fn presets_and_their_ends() {
    for (name, repetition, no_capture) in [
        ("standard", Some(3), None),
        ("theory", None, None),
        ("fifty", None, Some(50)),
        ("alquerque", None, Some(50)),
    ] {
        let rules = rules(name);
        assert_eq!((rules.repetition, rules.no_capture), (repetition, no_capture), "{name}");
    }
}

//! Ends of games (section 5 of the rules and the fields of section 6 that decide them), counters,
//! and taking back.

mod common;

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

mod section_5_ends {
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
}

mod section_6_huff {
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
}

mod counters {
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
}

mod taking_back {
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
}

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

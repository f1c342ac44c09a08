//! Faults seen in public programs for this game, each under its number in the list of cases. Here
//! are those that concern the core; the others are tested where they belong.

mod common;

use std::sync::atomic::AtomicBool;

use common::{fen, play, position, random_positions, step_by_step, turns, turns_of};
use fanorona::bitboard::bit;
use fanorona::notation::aec;
use fanorona::search::{Limits, Options, Score, Searcher};
use fanorona::{
    Color, Direction, Fen, Game, History, MoveError, Position, Rules, Setup, Symmetry, Termination,
    Variant,
};

const START: &str = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w - 0 1";

fn start() -> Position {
    position(START, "standard")
}

/// The position after the first of the legal steps with this text.
fn step(position: &Position, origin: &str, destination: &str) -> Position {
    let point = |name| position.variant().point(name).expect("a point");
    let ends = (point(origin), point(destination));
    let steps = position.legal_steps().expect("steps under these rules");
    let found = steps.iter().find(|step| (step.origin, step.destination) == ends);
    position.play_step(*found.expect("such a step")).expect("a legal step")
}

#[test]
fn case_01_no_paika_in_mid_chain() {
    let text = "8b/9/1w1b5/9/9 w";
    assert_eq!(turns_of(text, "standard"), "b3-c3A");
    let after = step(&position(text, "standard"), "b3", "c3");
    assert_eq!((after.turn(), after.chain()), (Color::Black, None));
}

#[test]
fn case_02_moves_do_not_wrap_round_the_edge() {
    assert_eq!(turns_of("b8/9/9/9/8w w", "standard"), "i1-h1 i1-h2 i1-i2");
}

#[test]
fn case_03_diagonals_lead_from_strong_points_only() {
    assert_eq!(turns_of("8b/9/9/9/1w7 w", "standard"), "b1-a1 b1-b2 b1-c1");
    for (variant, straight, diagonal) in
        [(Variant::TSIVY, 36 + 40, 32), (Variant::DIMY, 40, 16), (Variant::TELO, 12, 4)]
    {
        let geometry = variant.geometry();
        let points = 0..variant.points();
        let lines = points.flat_map(|point| {
            let lines =
                Direction::ALL.map(|direction| (direction, geometry.neighbour(point, direction)));
            lines.into_iter().filter(|(_, next)| next.is_some()).map(|(direction, _)| direction)
        });
        let (slanted, upright): (Vec<Direction>, Vec<Direction>) =
            lines.partition(|direction| direction.is_diagonal());
        assert_eq!((upright.len() / 2, slanted.len() / 2), (straight, diagonal), "{variant}");
        assert_eq!(geometry.line_count() as usize, straight + diagonal, "{variant}");
    }
}

#[test]
fn case_04_same_direction_twice() {
    let text = "9/9/bw2b4/9/9 w";
    assert_eq!(turns_of(text, "standard"), "b3-c3W");
    let after = step(&position(text, "standard"), "b3", "c3");
    assert_eq!(after.turn(), Color::Black, "nothing continues");
}

#[test]
fn case_05_return_to_the_origin() {
    assert_eq!(turns_of("9/9/1bw1b4/9/9 w", "standard"), "c3-d3A c3-d3W");
}

#[test]
fn case_06_stopping_is_a_turn() {
    assert_eq!(turns_of("3b5/9/2w1b4/9/9 w", "standard"), "c3-d3A c3-d3A-d4A");
}

#[test]
fn case_07_perft_from_the_start() {
    assert_eq!((1..=3).map(|depth| start().perft(depth)).collect::<Vec<_>>(), [5, 39, 724]);
}

#[test]
fn case_08_approach_and_withdrawal_are_told_apart() {
    assert_eq!(turns(&start()), "d2-e3A d3-e3A d3-e3W e2-e3A f2-e3A");
    let mut game = Game::new(Variant::TSIVY, Rules::STANDARD);
    assert!(matches!(game.push_text("d3-e3"), Err(MoveError::Ambiguous { .. })));
    assert_eq!(game, Game::new(Variant::TSIVY, Rules::STANDARD));
    assert_ne!(play(&start(), "d3-e3A"), play(&start(), "d3-e3W"));
}

#[test]
fn case_09_long_captures() {
    let before = fen("9/9/w1bbbbbbb/9/9 w", "standard");
    let turn = before.position.parse_move("a3-b3A").expect("a legal turn");
    let captured = before.position.captured(&turn).expect("a legal turn");
    assert_eq!(captured.count_ones(), 7);
    let mut game = Game::from_fen(before);
    game.push(&turn).expect("a legal turn");
    let outcome = game.outcome().expect("the game is over");
    assert_eq!(
        (outcome.winner, outcome.termination),
        (Some(Color::White), Termination::Elimination)
    );
}

#[test]
fn case_10_a_blocked_side_loses() {
    let game = Game::from_fen(fen("9/9/9/bb7/wb7 w", "standard"));
    assert!(game.legal_moves().is_empty());
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.winner, outcome.termination), (Some(Color::Black), Termination::Blocked));
}

#[test]
fn case_12_the_same_side_goes_on_in_mid_chain() {
    let action = |position: &Position, action| {
        let step = position.variant().step_of(action).expect("a step").expect("not the end");
        position.play_step(step).expect("a legal step")
    };
    assert_eq!(action(&start(), 310), play(&start(), "d2-e3A"));
    assert_eq!(action(&start(), 310).turn(), Color::Black);

    let before = position("3b5/9/2w1b4/9/9 w", "standard");
    let middle = step(&before, "c3", "d3");
    assert_eq!(middle.turn(), Color::White);
    assert_eq!(step(&middle, "d3", "d4").turn(), Color::Black);
    assert_eq!(middle.end_turn().expect("a legal stop").turn(), Color::Black);
}

#[test]
fn case_13_illegal_actions() {
    let actions = start().actions().expect("steps under these rules");
    assert!(!actions.contains(&0) && !actions.contains(&1080));
    assert!(Variant::TSIVY.step_of(0).is_err());
    assert!(Variant::TSIVY.step_of(1081).is_err());
    assert!(Variant::TSIVY.step_of(u32::MAX).is_err());
    let sideways = Variant::TSIVY.step_of(12).expect("a step").expect("not the end");
    assert!(matches!(start().play_step(sideways), Err(MoveError::Illegal { .. })));
}

#[test]
fn case_14_missing_ranks() {
    let error = Fen::parse("9/9/9/9 w", Rules::STANDARD).expect_err("four ranks");
    assert_eq!(error.field, "ROWS");
    assert!(error.reason.contains("4 ranks"), "{error}");
}

#[test]
fn case_15_bad_fields() {
    let nine = "9/9/2w1b4/9/9";
    for (text, field) in [
        (format!("{nine} x"), "TURN"),
        (format!("{nine} white"), "TURN"),
        ("9/9/2w1b5/9/9 w".to_owned(), "ROWS"),
        ("9/9/2w1b3/9/9 w".to_owned(), "ROWS"),
        ("9/90/2w1b4/9/9 w".to_owned(), "ROWS"),
        ("9/9/2w1b4/9/٩ w".to_owned(), "ROWS"),
        (format!("{nine} w - 0 1 - -"), "LAST"),
        (format!("{nine} w - 0 1 trailing"), "LAST"),
        (format!("{nine} w - -1 1"), "QUIET"),
        (format!("{nine} w - 4294967296 1"), "QUIET"),
        (format!("{nine} w - ٣ 1"), "QUIET"),
        (format!("{nine} w - 0 -1"), "NUMBER"),
        (format!("{nine} w - 0 99999999999999999999"), "NUMBER"),
        (format!("{nine} w d3-e3A 0 1"), "CHAIN"),
        (format!("{nine} w b3-c3A 0 1"), "CHAIN"),
    ] {
        let error = Fen::parse(&text, Rules::STANDARD).expect_err(&text);
        assert_eq!(error.field, field, "{text}: {error}");
    }
}

#[test]
fn case_16_move_text_for_other_moves() {
    let answer = |text| start().parse_move(text).expect_err(text);
    assert!(matches!(answer("a5-a4"), MoveError::Illegal { .. }));
    assert!(matches!(answer("d3-e3"), MoveError::Ambiguous { .. }));
    assert!(matches!(answer("d3e"), MoveError::Invalid { .. }));
}

#[test]
fn case_17_elimination_does_not_depend_on_the_side_to_move() {
    for side in ["w", "b"] {
        let game = Game::from_fen(fen(&format!("9/9/9/4w4/9 {side}"), "standard"));
        let outcome = game.outcome().expect("the game is over");
        assert_eq!(outcome.winner, Some(Color::White), "{side} to move");
        assert_eq!(outcome.termination, Termination::Elimination, "{side} to move");
        assert!(game.legal_moves().is_empty(), "{side} to move");
    }
}

#[test]
fn case_18_no_step_is_listed_twice_and_no_end_of_turn_stands_alone() {
    let middle = step(&position("9/9/1w1b5/2b6/9 w", "standard"), "b3", "c3");
    assert_eq!(middle.legal_steps().expect("steps under these rules").len(), 1);
    assert_eq!(turns(&middle), "b3-c3A b3-c3A-c4W");
    let after = step(&middle, "c3", "c4");
    assert_eq!((after.turn(), after.chain()), (Color::Black, None));
}

/// What a search on one thread thinks of the game.
fn score(searcher: &mut Searcher, game: &Game, depth: u32) -> Option<Score> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (options, stop) = (Options::default(), AtomicBool::new(false));
    let info = searcher.search(game, &limits, &options, &stop, &mut |_| {});
    info.lines.first().map(|line| line.score)
}

#[test]
fn case_19_a_chain_in_progress_is_part_of_the_hash() {
    let before = position("3b5/9/2w1b4/9/9 w", "standard");
    let middle = step(&before, "c3", "d3");
    let same_stones = position("3b5/9/3w5/9/9 w", "standard");
    assert_eq!(middle.repetition_key(), same_stones.repetition_key());
    assert_ne!(middle.hash_key(), same_stones.hash_key());
    assert_ne!(middle, same_stones);
    // The same stone has been elsewhere, or came from elsewhere.
    let other = position("3b5/9/3w5/9/9 w e3-d3A 0 1", "standard");
    assert_ne!(middle.hash_key(), other.hash_key());
}

#[test]
fn case_19_searching_chain_states_changes_no_result() {
    let mut decided = 0;
    random_positions(19, 300, &[Variant::TELO], |position| {
        let [white, black] = Color::ALL.map(|color| position.stones(color));
        let history = History::default();
        let turn = position.turn();
        let start = Position::new(Variant::TELO, Rules::THEORY, white, black, turn, history);
        let game =
            Game::from_fen(Fen { position: start.expect("a position"), quiet: 0, number: 1 });
        let mut warmed = Searcher::new(1);
        let mut chains = 0;
        for step in game.legal_steps().expect("steps under these rules") {
            let mut begun = game.clone();
            begun.push_step(step).expect("a legal step");
            chains += usize::from(begun.position().chain().is_some());
            score(&mut warmed, &begun, 6);
        }
        let cold = score(&mut Searcher::new(1), &game, 6);
        if chains > 0 && !matches!(cold, Some(Score::Estimate(_))) {
            decided += 1;
            assert_eq!(score(&mut warmed, &game, 6), cold, "{position:?}");
        }
    });
    assert!(decided > 20, "{decided} decided positions with chains");
}

#[test]
fn case_20_searching_again_after_clearing() {
    let won = Game::from_fen(fen("3/3/w1b b", "theory"));
    let mut searcher = Searcher::new(1);
    let first = score(&mut searcher, &won, 255);
    searcher.clear();
    searcher.clear();
    assert_eq!(score(&mut searcher, &won, 255), first);
    assert!(matches!(first, Some(Score::Win(_) | Score::Loss(_))), "{first:?}");
}

#[test]
fn case_21_starts_of_all_boards() {
    for variant in Variant::ALL {
        for setup in [Setup::Standard, Setup::Mirrored] {
            let (white, black) = variant.start(setup);
            let centre = bit(variant.points() / 2);
            assert_eq!(white.count_ones(), black.count_ones(), "{variant}");
            assert_eq!(white | black | centre, variant.geometry().all, "{variant}");
            assert_eq!((white & black, (white | black) & centre), (0, 0), "{variant}");
        }
    }
    for (variant, turns) in [(Variant::TSIVY, 5), (Variant::DIMY, 5), (Variant::TELO, 4)] {
        assert_eq!(Position::start(variant, Rules::STANDARD).perft(1), turns, "{variant}");
    }
}

#[test]
fn case_23_stopping_a_chain_early_is_no_quiet_turn() {
    let mut game = Game::from_fen(fen("3b5/9/2w1b4/9/9 w - 7 1", "standard"));
    game.push_text("c3-d3A").expect("a legal turn");
    assert_eq!(game.quiet_turns(), 0);
}

#[test]
fn case_24_turns_and_step_sequences_are_one_to_one() {
    for text in [START, "3b5/9/2w1b4/9/9 w", "1wwb1/wb2b/w1b1b/www2/wwbwb w"] {
        let position = position(text, "standard");
        let mut by_steps: Vec<_> = step_by_step(&position).iter().map(|(turn, _)| *turn).collect();
        let mut whole = position.legal_moves();
        by_steps.sort();
        whole.sort();
        assert_eq!(by_steps, whole, "{text}");
    }
}

#[test]
fn case_25_an_undone_capture() {
    let text = "8b/9/w1b6/9/8w w";
    assert!(position(text, "standard;capture=optional").parse_move("i1-h1").is_ok());
    let answer = position(text, "standard").parse_move("i1-h1");
    assert!(matches!(answer, Err(MoveError::Illegal { .. })), "{answer:?}");
}

#[test]
fn case_28_the_start_is_not_mirrored_by_mistake() {
    assert_eq!(start(), Position::start(Variant::TSIVY, Rules::STANDARD));
    for variant in Variant::ALL {
        let [standard, mirrored] =
            [Setup::Standard, Setup::Mirrored].map(|setup| Rules { setup, ..Rules::STANDARD });
        let (white, black) = variant.start(Setup::Standard);
        let turned = |set| Symmetry::Rotate180.apply_set(variant, set);
        assert_eq!((turned(white), turned(black)), (black, white), "{variant}");
        let (other_white, other_black) = variant.start(Setup::Mirrored);
        let mirror = |set| Symmetry::MirrorFiles.apply_set(variant, set);
        assert_eq!((mirror(white), mirror(black)), (other_white, other_black), "{variant}");
        assert_ne!(white, other_white, "{variant}");
        for depth in 1..=3 {
            let [one, other] = [standard, mirrored].map(|rules| Position::start(variant, rules));
            assert_eq!(one.perft(depth), other.perft(depth), "{variant}");
        }
    }
    let mirrored = Position::start(Variant::TSIVY, common::rules("fifty"));
    assert!(mirrored.fen().contains("/wbwb1wbwb/"), "{mirrored:?}");
}

#[test]
fn case_29_mid_chain_states_of_fanorona_aec() {
    let text = "WWWWWWWWW/WWW1WWWWW/BWBWWBWBW/BBBBB1BBB/BBBBBB1BB W E3 NE D2,E3 0";
    let read = aec::read_state(text, Rules::STANDARD).expect("a state");
    assert_eq!(read.to_string(), "bbbbbb1bb/bbbbb1bbb/bwbwwbwbw/www1wwwww/wwwwwwwww b - 0 1");
    // Where the chain can go on it is White's turn still, and the stone's path is known.
    let text = "9/9/3W5/9/3B5 W D3 E C3,D3 0";
    let middle = aec::read_state(text, Rules::STANDARD).expect("a state").position;
    let chain = middle.chain().expect("a chain");
    assert_eq!(chain.last_direction(), Some(Direction::East));
    assert_eq!(chain.to_string(), "c3-d3A");
    assert_eq!(turns(&middle), "c3-d3A c3-d3A-d4A");
}

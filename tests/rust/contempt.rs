//! What a draw costs the engine.

mod common;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fanorona::bitboard::Bitboard;
use fanorona::search::{Info, Limits, Options, Score, Searcher, Tables};
use fanorona::{Fen, Game, Position, Rules, Variant, Wdl};

use common::solved::{Solved, position, stones};

fn search(searcher: &mut Searcher, game: &Game, contempt: i32) -> Info {
    search_to(3_000, searcher, game, contempt)
}

fn search_to(nodes: u64, searcher: &mut Searcher, game: &Game, contempt: i32) -> Info {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = Options { contempt, ..Options::default() };
    searcher.search(game, &limits, &options, &AtomicBool::new(false), &mut |_| {})
}

fn game(fen: &str, rules: &str) -> Game {
    let rules = rules.parse().expect("rules");
    Game::from_fen(Fen::parse(fen, rules).expect("a position"))
}

/// Endgame tables of Telo made of a plain solver's values.
struct Plain(Solved, u32);

impl Tables for Plain {
    fn most_stones(&self, variant: Variant, _: Rules) -> u32 {
        if variant == self.0.variant { self.1 } else { 0 }
    }

    fn quiet_value(&self, _: Variant, own: Bitboard, enemy: Bitboard) -> Option<Wdl> {
        let value = self.0.values[&(own, enemy)];
        [Wdl::Loss, Wdl::Draw, Wdl::Win].into_iter().find(|wdl| wdl.sign() == value)
    }

    fn quiet_distance(&self, _: Variant, _: Bitboard, _: Bitboard) -> Option<u32> {
        None
    }

    fn verdict(&self, position: &Position) -> Option<(Wdl, Option<u32>)> {
        let (own, enemy) = stones(position);
        self.quiet_value(position.variant(), own, enemy).map(|value| (value, None))
    }
}

#[test]
fn a_draw_by_tables_costs_the_mover() {
    let most = 4;
    let solved = Solved::new(Variant::TELO, most);
    let mut placements: Vec<_> = solved.values.iter().map(|(&key, &value)| (key, value)).collect();
    placements.sort_unstable();
    // Roots that the tables reach, and roots of one stone more.
    for reach in [most, most - 1] {
        let tables = Arc::new(Plain(Solved::new(Variant::TELO, reach), reach));
        let mut searcher = Searcher::new(1);
        searcher.use_tables(Some(tables));
        let mut draws = 0;
        for &(placed, value) in placements.iter().step_by(3) {
            let position = position(Variant::TELO, placed);
            let game = Game::from_fen(Fen { position, quiet: 0, number: 1 });
            if game.outcome().is_some() {
                continue;
            }
            for contempt in [0, 250, -250] {
                let info = search(&mut searcher, &game, contempt);
                let score = info.lines[0].score;
                let is_draw = score == Score::Estimate(-contempt);
                if reach == most {
                    assert_eq!(is_draw, value == 0, "{} {contempt} {score}", position.fen());
                    let cut_short = search_to(1, &mut searcher, &game, contempt).lines[0].score;
                    assert!(value != 0 || cut_short == score, "{cut_short} {score}");
                }
                draws += u32::from(is_draw);
            }
        }
        assert!(draws > 20, "{reach}: {draws}");
    }
}

/// Tables that call everything of at most five stones drawn.
struct AllDrawn;

impl Tables for AllDrawn {
    fn most_stones(&self, _: Variant, _: Rules) -> u32 {
        5
    }

    fn quiet_value(&self, _: Variant, _: Bitboard, _: Bitboard) -> Option<Wdl> {
        Some(Wdl::Draw)
    }

    fn quiet_distance(&self, _: Variant, _: Bitboard, _: Bitboard) -> Option<u32> {
        None
    }

    fn verdict(&self, _: &Position) -> Option<(Wdl, Option<u32>)> {
        Some((Wdl::Draw, None))
    }
}

#[test]
fn with_contempt_a_drawn_ending_is_worth_what_it_promises() {
    // White takes the sixth stone whatever it plays, and has four against one then.
    let game = game("6b2/9/b8/1w7/4www2 w", "standard");
    assert!(game.legal_moves().iter().all(|turn| game.position().captured(turn) != Ok(0)));
    let mut searcher = Searcher::new(1);
    searcher.use_tables(Some(Arc::new(AllDrawn)));
    let mut score = |contempt| search(&mut searcher, &game, contempt).lines[0].score;
    assert_eq!([score(0), score(-100)], [Score::Estimate(0), Score::Estimate(100)]);
    assert!(matches!(score(100), Score::Estimate(100..1000)), "{}", score(100));
}

#[test]
fn a_draw_at_the_limit_of_quiet_turns_costs_the_mover() {
    // Nobody can capture in the one turn that is left.
    let game = game("b8/9/9/9/8w w - 49 60", "fifty");
    for contempt in [0, 70, -70, 1000] {
        let info = search(&mut Searcher::new(1), &game, contempt);
        assert_eq!(info.lines[0].score, Score::Estimate(-contempt));
    }
    let beyond = search(&mut Searcher::new(1), &game, i32::MIN);
    assert_eq!(beyond.lines[0].score, Score::Estimate(Options::MOST_CONTEMPT));
}

#[test]
fn a_repetition_costs_the_mover() {
    let mut game = game("b8/9/9/9/8w w", "standard");
    for turn in ["i1-i2", "a5-a4", "i2-i1", "a4-a5", "i1-i2", "a5-a4", "i2-i1"] {
        game.push_text(turn).expect("a legal turn");
    }
    let options = |contempt| Options { contempt, lines: NonZeroUsize::MAX, ..Options::default() };
    for contempt in [0, 70, -70] {
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let (mut searcher, stop) = (Searcher::new(1), AtomicBool::new(false));
        let info = searcher.search(&game, &limits, &options(contempt), &stop, &mut |_| {});
        let back = info.lines.iter().find(|line| line.turns[0].to_string() == "a4-a5");
        assert_eq!(back.map(|line| line.score), Some(Score::Estimate(-contempt)));
    }
}

#[test]
fn what_was_found_out_for_one_side_is_not_believed_for_the_other() {
    for fen in ["5b3/5b2b/1w7/8w/9 w", "b8/1b1b5/7w1/7w1/1wwwb2w1 b", "7b1/9/4b4/bw7/3w3w1 w"] {
        let game = game(fen, "standard");
        for (first, then) in [(250, -250), (0, 70), (0, 1000), (-70, 0)] {
            let mut both = Searcher::new(16);
            search(&mut both, &game, first);
            let second = search(&mut both, &game, then);
            let fresh = search(&mut Searcher::new(16), &game, then);
            assert_eq!((second.nodes, second.lines), (fresh.nodes, fresh.lines), "{then}");
        }
    }
}

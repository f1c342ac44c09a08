//! Won endings are brought home: the engine with endgame tables against the longest defence.

mod common;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::{Random, few_stones};
use fanorona::search::{Limits, Options, Searcher};
use fanorona::tablebase::{Monitor, Request, Tablebase, build};
use fanorona::{Color, Fen, Game, History, Move, Position, Rules, Variant, Wdl};

/// No ending of so few stones is so long.
const LONGEST: usize = 1000;
/// Positions that the engine visits for a turn.
const NODES: u64 = 1000;

/// Tables with distances up to so many stones, built once and kept beside other build products.
fn tables(variant: Variant, stones: u32) -> Arc<Tablebase> {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("wins-{variant}-{stones}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let monitor = Monitor::new(NonZeroUsize::new(2).expect("two threads"));
    let request = Request { distances: true, ..Request::new(variant, stones) };
    build(&folder, request, &monitor, &mut |_| {}).expect("tables");
    let tables = Tablebase::open(&folder).expect("tables");
    tables.load(variant).expect("tables that can be read");
    Arc::new(tables)
}

fn distance(tables: &Tablebase, position: &Position) -> u32 {
    let distance = tables.probe_dtc(position).expect("a known position");
    distance.unwrap_or_else(|| panic!("the win is given away: {}", position.fen())).unsigned_abs()
}

/// A won start of a turn whose best turn captures nothing yet.
fn won(tables: &Tablebase, random: &mut Random, variant: Variant, rules: Rules) -> Position {
    let most = tables.most_stones(variant) as usize;
    loop {
        let [white, black] = few_stones(random, variant, most);
        let turn = Color::White;
        let position = Position::new(variant, rules, white, black, turn, History::default());
        let position = position.expect("a position");
        let value = tables.probe_wdl(&position).expect("a known position");
        if value == Wdl::Win && distance(tables, &position) > 1 {
            return position;
        }
    }
}

/// The turn that holds out longest in a lost position: until the winner captures, and as long as
/// possible a turn of one's own that captures nothing.
fn defence(tables: &Tablebase, position: &Position) -> Move {
    let endurance = |turn: &Move| {
        let after = position.play_unchecked(turn);
        if turn.is_capture() { 0 } else { distance(tables, &after) + 1 }
    };
    let turns = position.legal_moves();
    turns.into_iter().max_by_key(endurance).expect("a turn of a game that goes on")
}

/// Plays a won ending on; whether every part of it, from a capture to the next, was short enough
/// for the rule set's limit of turns without one.
fn bring_home(tables: &Arc<Tablebase>, searcher: &mut Searcher, start: Position) -> bool {
    let limit = start.rules().no_capture.unwrap_or(u32::MAX);
    let mut game = Game::from_fen(Fen { position: start, quiet: 0, number: 1 });
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let stop = AtomicBool::new(false);
    searcher.clear();
    while game.outcome().is_none() && game.turns().len() < LONGEST {
        let position = *game.position();
        if game.quiet_turns() == 0 && distance(tables, &position) > limit {
            return false;
        }
        let turn = if position.turn() == Color::White {
            let info = searcher.search(&game, &limits, &Options::default(), &stop, &mut |_| {});
            info.lines[0].turns[0]
        } else {
            defence(tables, &position)
        };
        game.push(&turn).expect("a legal turn");
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    let turns: Vec<String> = game.turns().map(|turn| turn.to_string()).collect();
    assert_eq!(winner, Some(Color::White), "{} {:?} {turns:?}", start.fen(), game.outcome());
    true
}

fn check(variant: Variant, stones: u32, count: usize) {
    let tables = tables(variant, stones);
    let mut searcher = Searcher::new(4);
    searcher.use_tables(Some(tables.clone()));
    for rules in [Rules::STANDARD, Rules::FIFTY] {
        let mut random = Random::new(u64::from(stones));
        let mut won_home = 0;
        for _ in 0..count {
            let start = won(&tables, &mut random, variant, rules);
            won_home += usize::from(bring_home(&tables, &mut searcher, start));
        }
        // Few endings are too long for the limit.
        assert!(won_home * 10 >= count * 9, "{won_home} of {count} under {rules}");
    }
}

#[test]
fn dimy_with_four_stones() {
    check(Variant::DIMY, 4, 40);
}

#[test]
#[ignore = "deep: builds tables of five stones"]
fn dimy_with_five_stones() {
    check(Variant::DIMY, 5, 500);
}

#[test]
#[ignore = "deep: builds tables of five stones"]
fn tsivy_with_five_stones() {
    check(Variant::TSIVY, 5, 500);
}

//! Iterative deepening, on one thread or several.

use std::collections::TryReserveError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::limits::{Limits, Options};
use super::root::Root;
use super::score::{LARGEST_ESTIMATE, LARGEST_GUESS, Score, WIN};
use super::table::Table;
use super::tables::{Known, Tables};
use super::turns::{self, Turn};
use super::worker::{Shared, Worker};
use crate::game::Game;
use crate::moves::Move;
use crate::threads::with_helpers;

/// One of the best turns with what follows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The value of the position for its mover, if this line is played.
    pub score: Score,
    /// The turns of both sides, the first to be played now.
    pub turns: Vec<Move>,
}

/// What a search has found out so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// The last finished iteration, in turns.
    pub depth: u32,
    /// The longest line looked at, in turns.
    pub deepest: u32,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Wall time since the search began.
    pub time: Duration,
    /// Positions of which endgame tables told the value.
    pub table_hits: u64,
    /// How full the transposition table is, in thousandths.
    pub hash_permille: u32,
    /// The best turns, the best first; as many as were asked for and exist. None where the game
    /// is over.
    pub lines: Vec<Line>,
}

/// A player's memory between searches.
pub struct Searcher {
    table: Table,
    tables: Option<Arc<dyn Tables>>,
}

/// The deepest iteration, in turns.
const DEEPEST: u32 = 200;
/// Half the first window around the last iteration's value.
const WINDOW: i32 = 30;
/// The first iteration with a window.
const FIRST_WINDOWED: u32 = 5;

impl Searcher {
    /// A searcher whose transposition table takes at most so many MiB.
    ///
    /// # Panics
    /// Where there is not so much memory; see [`Self::try_new`].
    #[must_use]
    pub fn new(hash_megabytes: usize) -> Self {
        match Self::try_new(hash_megabytes) {
            Ok(searcher) => searcher,
            Err(error) => panic!("{hash_megabytes} MiB for the table: {error}"),
        }
    }

    /// A searcher whose transposition table takes at most so many MiB.
    ///
    /// # Errors
    /// Where there is not so much memory.
    pub fn try_new(hash_megabytes: usize) -> Result<Self, TryReserveError> {
        Table::new(hash_megabytes).map(|table| Self { table, tables: None })
    }

    /// Endgame tables to be asked from now on, or none. What earlier searches found out without
    /// them is forgotten.
    pub fn use_tables(&mut self, tables: Option<Arc<dyn Tables>>) {
        self.tables = tables;
        self.clear();
    }

    /// Forgets what earlier searches found out.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches for the best turn of the side to move, until a limit is reached or `stop` is set.
    /// `on_info` is called after each finished iteration.
    ///
    /// Where the game is over there is no line.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        options: &Options,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> Info {
        self.table.new_search();
        let shared = Shared {
            table: &self.table,
            limits,
            contempt: options.contempt.clamp(-Options::MOST_CONTEMPT, Options::MOST_CONTEMPT),
            start: Instant::now(),
            stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
        };
        let known = self.tables.as_deref().filter(|_| options.tables);
        let known = known.and_then(|tables| Known::new(tables, game));
        let help = |helper| help(&shared, game, known, helper);
        with_helpers(options.threads.get() - 1, help, || {
            let info = lead(&shared, game, known, options, on_info);
            shared.done.store(true, Ordering::Relaxed);
            info
        })
    }
}

/// The thread whose result counts.
fn lead(
    shared: &Shared<'_>,
    game: &Game,
    mut known: Option<Known<'_>>,
    options: &Options,
    on_info: &mut dyn FnMut(&Info),
) -> Info {
    let alone = options.threads.get() == 1;
    let mut worker = Worker::new(shared, game, alone);
    let mut root = Root::new(&mut worker, game, &mut known);
    worker.use_tables(known);
    let wanted = options.lines.get().min(root.turns.len());
    let mut info = first_guess(game, &root.turns[..wanted], shared);
    let mut values = vec![0; wanted];
    let deepest = shared.limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
    for depth in 1..=deepest {
        let mut lines = Vec::with_capacity(wanted);
        for (place, expected) in values.iter_mut().enumerate() {
            let value = windowed(&mut worker, game, root.rest(place), depth, *expected);
            let line = worker.best_line().to_vec();
            if worker.stopped {
                // A best turn that was searched in full counts even if others were not: it is the
                // old one, or better than that.
                if let (Some(first), 0) = (line.first(), place) {
                    prefer(&mut info, game, first);
                }
                break;
            }
            *expected = value;
            lines.push((root.value(place, value), line));
        }
        if worker.stopped || lines.is_empty() {
            break;
        }
        lines.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        info.depth = depth;
        info.lines = lines.iter().map(|(value, line)| to_line(game, *value, line)).collect();
        measure(&mut info, &mut worker, shared);
        on_info(&info);
        let value = lines[0].0;
        let decided = value.abs() > LARGEST_ESTIMATE && WIN - value.abs() <= depth as i32;
        if decided {
            break;
        }
    }
    measure(&mut info, &mut worker, shared);
    info
}

/// A thread that fills the common table, half of them a turn deeper so that they do not all do the
/// same.
fn help(shared: &Shared<'_>, game: &Game, mut known: Option<Known<'_>>, helper: usize) {
    let mut worker = Worker::new(shared, game, false);
    let mut root = Root::new(&mut worker, game, &mut known);
    worker.use_tables(known);
    if root.turns.is_empty() {
        return;
    }
    let mut value = 0;
    for depth in 1..=DEEPEST {
        value = windowed(&mut worker, game, root.rest(0), depth + helper as u32 % 2, value);
        if worker.stopped {
            break;
        }
    }
    worker.count_rest();
}

/// Searches with a narrow window around the expected value, wider after each failure.
fn windowed(
    worker: &mut Worker<'_>,
    game: &Game,
    turns: &mut [Turn],
    depth: u32,
    expected: i32,
) -> i32 {
    let narrow = depth >= FIRST_WINDOWED && expected.abs() <= LARGEST_GUESS;
    let mut width = if narrow { WINDOW } else { 2 * WIN };
    let (mut below, mut above) = (width, width);
    loop {
        let alpha = (expected - below).max(-WIN);
        let beta = (expected + above).min(WIN);
        let (depth, quiet) = (depth as i32, game.quiet_turns());
        let value = worker.search_root(game.position(), turns, depth, quiet, (alpha, beta));
        if worker.stopped {
            return value;
        }
        width *= 4;
        if value <= alpha && alpha > -WIN {
            below = width;
        } else if value >= beta && beta < WIN {
            above = width;
        } else {
            return value;
        }
    }
}

/// What is known before the first iteration: how the turns look at a glance.
fn first_guess(game: &Game, turns: &[Turn], shared: &Shared<'_>) -> Info {
    Info {
        depth: 0,
        deepest: 0,
        nodes: 0,
        time: shared.start.elapsed(),
        table_hits: 0,
        hash_permille: 0,
        lines: turns.iter().map(|turn| to_line(game, turn.rank, &[*turn])).collect(),
    }
}

/// Puts a turn in front of the lines, whose scores stay.
fn prefer(info: &mut Info, game: &Game, turn: &Turn) {
    let Some(better) = turns::to_move(game.position(), turn) else { return };
    let same = |line: &Line| line.turns.first() == Some(&better);
    match info.lines.iter().position(same) {
        Some(place) => info.lines[..=place].rotate_right(1),
        None => {
            if let Some(line) = info.lines.first_mut() {
                line.turns = vec![better];
            }
        }
    }
}

fn measure(info: &mut Info, worker: &mut Worker<'_>, shared: &Shared<'_>) {
    info.deepest = worker.deepest as u32;
    info.nodes = worker.count_rest();
    info.time = shared.start.elapsed();
    info.table_hits = shared.table_hits.load(Ordering::Relaxed);
    info.hash_permille = shared.table.permille_used();
}

fn to_line(game: &Game, value: i32, line: &[Turn]) -> Line {
    let mut position = *game.position();
    let mut moves = Vec::with_capacity(line.len());
    for turn in line {
        let Some(next) = turns::to_move(&position, turn) else { break };
        position = position.play_unchecked(&next);
        moves.push(next);
    }
    Line { score: Score::from_value(value), turns: moves }
}

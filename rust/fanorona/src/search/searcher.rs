//! Iterative deepening alpha-beta over whole turns.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::evaluation::evaluate;
use super::limits::Limits;
use super::score::{LONGEST_WIN, Score, WIN};
use super::table::{Bound, Entry, Table, signature};
use super::turns::{Candidate, candidates};
use crate::game::Game;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rules::Rules;
use crate::zobrist;

/// What a search has found out so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// The last finished iteration, in turns.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Wall time since the search began.
    pub time: Duration,
    /// The value of the position for its mover.
    pub score: Score,
    /// The principal variation: the best turns of both sides.
    pub variation: Vec<Move>,
    /// How full the transposition table is, in thousandths.
    pub hash_permille: u32,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The turn to play; none where the game is over.
    pub best: Option<Move>,
    /// What is known about the position.
    pub info: Info,
}

/// A player's memory between searches.
pub struct Searcher {
    table: Table,
}

/// The deepest search, in turns.
const DEEPEST: u32 = 255;
/// The longest line followed, iterations and quiescence together.
const LONGEST_LINE: usize = 512;
/// After a capture at the horizon the search goes on for so many turns at most.
const LONGEST_EXCHANGE: i32 = 8;
/// Turns before the no-capture limit from which on the table tells positions with different
/// counters apart.
const NEAR_LIMIT: u32 = 16;

impl Searcher {
    /// A searcher whose transposition table takes at most so many MiB.
    #[must_use]
    pub fn new(hash_megabytes: usize) -> Self {
        Self { table: Table::new(hash_megabytes) }
    }

    /// Forgets what earlier searches found out.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches for the best turn of the side to move, until a limit is reached or `stop` is set.
    /// `on_info` is called after each finished iteration.
    ///
    /// Of a game that is over the report has no turn and the value of the end.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        let root = *game.position();
        if let Some(outcome) = game.outcome() {
            let value = match outcome.winner {
                None => 0,
                Some(winner) if winner == root.turn() => WIN,
                Some(_) => -WIN,
            };
            return Report { best: None, info: Info::of(value, Instant::now()) };
        }
        let mut worker = Worker::new(&self.table, game, limits, stop);
        let mut turns = candidates(&root);
        let mut report =
            Report { best: turns.first().map(|first| first.turn), info: Info::of(0, worker.start) };
        let deepest = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        for depth in 1..=deepest {
            let Some((value, best)) = worker.search_root(&root, &turns, depth as i32) else {
                break;
            };
            // The best turn leads the next iteration; the others keep their order.
            turns[..=best].rotate_right(1);
            report = Report {
                best: Some(turns[0].turn),
                info: Info {
                    depth,
                    nodes: worker.nodes,
                    time: worker.start.elapsed(),
                    score: Score::from_value(value),
                    variation: self.variation(game, turns[0].turn, depth),
                    hash_permille: self.table.permille_used(),
                },
            };
            on_info(&report.info);
            let decided = !matches!(report.info.score, Score::Estimate(_));
            if decided && WIN - value.abs() <= depth as i32 || worker.no_time_for_another() {
                break;
            }
        }
        report.info.nodes = worker.nodes;
        report.info.time = worker.start.elapsed();
        report
    }

    /// The line of best turns that the table remembers, `first` in front.
    fn variation(&self, game: &Game, first: Move, depth: u32) -> Vec<Move> {
        let mut line = vec![first];
        let mut game = game.clone();
        while game.push(&line[line.len() - 1]).is_ok() && line.len() < depth as usize {
            let key = table_key(game.position(), game.quiet_turns());
            let Some(entry) = self.table.get(key).filter(|entry| entry.bound == Bound::Exact)
            else {
                break;
            };
            let next = game.legal_moves().into_iter().find(|turn| signature(turn) == entry.turn);
            let Some(next) = next else { break };
            line.push(next);
        }
        line
    }
}

impl Info {
    fn of(value: i32, start: Instant) -> Self {
        Self {
            depth: 0,
            nodes: 0,
            time: start.elapsed(),
            score: Score::from_value(value),
            variation: Vec::new(),
            hash_permille: 0,
        }
    }
}

/// The key under which the table keeps a position.
fn table_key(position: &Position, quiet: u32) -> u64 {
    let near = position.rules().no_capture.filter(|limit| quiet + NEAR_LIMIT >= *limit);
    position.hash_key() ^ near.map_or(0, |_| zobrist::mix(u64::from(quiet) + 2000))
}

/// One search.
struct Worker<'a> {
    table: &'a Table,
    rules: Rules,
    /// Keys of the positions before the current one, oldest first, from the last capture of the
    /// game on; the first `game_keys` of them were really played.
    keys: Vec<u64>,
    game_keys: usize,
    root_quiet: u32,
    nodes: u64,
    start: Instant,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    stopped: bool,
}

impl<'a> Worker<'a> {
    fn new(table: &'a Table, game: &Game, limits: &'a Limits, stop: &'a AtomicBool) -> Self {
        let quiet = game.quiet_turns() as usize;
        let played = game.earlier_positions();
        let recent = played.len().saturating_sub(quiet);
        let keys: Vec<u64> =
            game.earlier_positions().skip(recent).map(Position::repetition_key).collect();
        Self {
            table,
            rules: game.position().rules(),
            game_keys: keys.len(),
            keys,
            root_quiet: game.quiet_turns(),
            nodes: 0,
            start: Instant::now(),
            limits,
            stop,
            stopped: false,
        }
    }

    /// Value and index of the best root turn, or none if the search was stopped before the first
    /// turn of this iteration was done.
    fn search_root(
        &mut self,
        root: &Position,
        turns: &[Candidate],
        depth: i32,
    ) -> Option<(i32, usize)> {
        let mut best = None;
        let mut alpha = -WIN;
        for (index, candidate) in turns.iter().enumerate() {
            let value = self.after(root, candidate, depth, 0, -WIN, -alpha, self.root_quiet);
            if self.stopped {
                // What was finished of this iteration still counts: the first turn searched is the
                // best one so far.
                break;
            }
            if value > alpha || best.is_none() {
                alpha = value;
                best = Some((value, index));
            }
        }
        if self.stopped && best.is_none() { None } else { best }
    }

    /// The value of a turn for the side that plays it.
    // The window, the depth and the counters of alpha-beta; a struct would only rename them.
    #[allow(clippy::too_many_arguments)]
    fn after(
        &mut self,
        position: &Position,
        candidate: &Candidate,
        depth: i32,
        line: usize,
        alpha: i32,
        beta: i32,
        quiet: u32,
    ) -> i32 {
        let next = position.after(&candidate.turn, candidate.after);
        let quiet = if candidate.turn.is_capture() { 0 } else { quiet + 1 };
        self.keys.push(position.repetition_key());
        let value = -self.search_node(&next, depth - 1, line + 1, alpha, beta, quiet);
        self.keys.pop();
        value
    }

    fn search_node(
        &mut self,
        position: &Position,
        depth: i32,
        line: usize,
        mut alpha: i32,
        beta: i32,
        quiet: u32,
    ) -> i32 {
        self.nodes += 1;
        if self.out_of_limits() {
            return 0;
        }
        if position.own() == 0 {
            return line as i32 - WIN;
        }
        if let Some(value) = self.end(position, quiet, line) {
            return value;
        }
        if line >= LONGEST_LINE || depth <= -LONGEST_EXCHANGE {
            return evaluate(position);
        }
        if depth <= 0 {
            if !position.has_capture() {
                return evaluate(position);
            }
            // Capturing is forced but hardly ever bad, so the mover has at least this.
            alpha = alpha.max(evaluate(position));
            if alpha >= beta {
                return alpha;
            }
        }
        let key = table_key(position, quiet);
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| usable(entry, depth, line, alpha, beta)) {
            return value;
        }
        let mut turns = candidates(position);
        if let Some(entry) = known {
            if let Some(index) =
                turns.iter().position(|candidate| signature(&candidate.turn) == entry.turn)
            {
                turns[..=index].rotate_right(1);
            }
        }
        let lowest = alpha;
        let mut best = if depth <= 0 { (alpha, None) } else { (-WIN, None) };
        for candidate in &turns {
            if depth <= 0 && candidate.taken == 0 {
                continue;
            }
            let value = self.after(position, candidate, depth, line, -beta, -alpha, quiet);
            if self.stopped {
                return 0;
            }
            if value > best.0 || best.1.is_none() && depth > 0 {
                best = (value, Some(candidate.turn));
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        let (value, turn) = best;
        let bound = if value >= beta {
            Bound::Lower
        } else if value > lowest {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let turn = turn.map_or(0, |turn| signature(&turn));
        let stored = to_table(value, line);
        self.table.put(key, Entry { value: stored, depth: depth.max(0) as u8, bound, turn });
        value
    }

    /// The value of a position in which the game ends, at the start of a turn.
    fn end(&self, position: &Position, quiet: u32, line: usize) -> Option<i32> {
        // Coming back to a position of this line is a draw: whoever wanted something else could
        // have had it the first time.
        let mut occurrences = 1;
        let back = self.keys.len().saturating_sub(quiet as usize);
        for (index, &key) in self.keys.iter().enumerate().skip(back) {
            if key == position.repetition_key() {
                let limit = self.rules.repetition;
                occurrences += 1;
                if index >= self.game_keys || limit.is_some_and(|limit| occurrences >= limit) {
                    return Some(0);
                }
            }
        }
        let at_limit = self.rules.no_capture.is_some_and(|limit| quiet >= limit);
        if !at_limit && position.has_legal_move() {
            return None;
        }
        Outcome::of(position, 1, quiet).map(|outcome| match outcome.winner {
            None => 0,
            Some(winner) if winner == position.turn() => WIN - line as i32,
            Some(_) => line as i32 - WIN,
        })
    }

    fn out_of_limits(&mut self) -> bool {
        if self.nodes % 1024 == 0 {
            let late = self.limits.time.is_some_and(|time| self.start.elapsed() >= time);
            self.stopped |= late || self.stop.load(Ordering::Relaxed);
        }
        self.stopped |= self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes);
        self.stopped
    }

    /// Whether another iteration would hardly finish: each takes several times the one before.
    fn no_time_for_another(&self) -> bool {
        self.stopped || self.limits.time.is_some_and(|time| self.start.elapsed() * 2 > time)
    }
}

/// The value of an entry where it decides the node.
fn usable(entry: Entry, depth: i32, line: usize, alpha: i32, beta: i32) -> Option<i32> {
    if i32::from(entry.depth) < depth.max(0) {
        return None;
    }
    let value = from_table(entry.value, line);
    match entry.bound {
        Bound::Exact => Some(value),
        Bound::Lower => (value >= beta).then_some(value),
        Bound::Upper => (value <= alpha).then_some(value),
    }
}

/// Wins are stored by their distance from the position, searched by that from the root.
fn to_table(value: i32, line: usize) -> i32 {
    if value > WIN - LONGEST_WIN {
        value + line as i32
    } else if value < LONGEST_WIN - WIN {
        value - line as i32
    } else {
        value
    }
}

fn from_table(value: i32, line: usize) -> i32 {
    if value > WIN - LONGEST_WIN {
        value - line as i32
    } else if value < LONGEST_WIN - WIN {
        value + line as i32
    } else {
        value
    }
}

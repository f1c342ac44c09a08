//! One thread's alpha-beta search: principal variation search over whole turns.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::evaluation::{Prospects, evaluate};
use super::limits::Limits;
use super::network::Network;
use super::node::{Node, win};
use super::ordering::{TurnOrder, next_best};
use super::score::{LARGEST_GUESS, WIN, from_root_to_position};
use super::table::{Bound, Entry, Table};
use super::tables::Known;
use super::turns::{self, Turn};
use crate::game::Game;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rules::{Capture, Rules};
use crate::zobrist;

/// The longest line followed, in turns from the root.
pub(super) const LONGEST_LINE: usize = 256;
/// How many nodes a thread visits between two looks at the clock; under huff rules a node can take
/// a hundred times as long, since what is owed must be found.
const LOOK: u64 = 512;
const LOOK_UNDER_HUFF: u64 = 8;

/// Keeps the seeds of draws apart from those of stones and counters.
const DRAW_SEED: u64 = 1 << 40;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) limits: &'a Limits,
    /// What a draw costs the side to move at the root.
    pub(super) contempt: i32,
    pub(super) start: Instant,
    /// Set by the caller.
    pub(super) stop: &'a AtomicBool,
    /// Set when the first thread has finished.
    pub(super) done: AtomicBool,
    /// Nodes of all threads, brought up to date at every look at the clock.
    pub(super) nodes: AtomicU64,
    /// Answers of endgame tables to all threads, brought up to date with the nodes.
    pub(super) table_hits: AtomicU64,
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    pub(super) network: &'static Network,
    rules: Rules,
    known: Option<Known<'a>>,
    alone: bool,
    /// What a draw is worth to White and to Black.
    draw: [i32; 2],
    /// Part of the table's keys, so that entries of searches with other draws are not believed.
    draw_key: u64,
    /// Keys of the positions before the current one, oldest first, from the last capture of the
    /// game on; the first `game_keys` of them were really played.
    keys: Vec<u64>,
    game_keys: usize,
    /// The turns of all positions on the current line, one list behind the other.
    pub(super) turns: Vec<Turn>,
    order: TurnOrder,
    /// By ply, the best line from there on.
    lines: Vec<Vec<Turn>>,
    pub(super) nodes: u64,
    counted: u64,
    table_hits: u64,
    /// The longest line reached.
    pub(super) deepest: usize,
    pub(super) stopped: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, game: &Game, alone: bool) -> Self {
        let mut draw = [shared.contempt; 2];
        draw[game.position().turn().index()] *= -1;
        let quiet = game.quiet_turns() as usize;
        let recent = game.earlier_positions().len().saturating_sub(quiet);
        let keys: Vec<u64> =
            game.earlier_positions().skip(recent).map(Position::repetition_key).collect();
        Self {
            shared,
            network: Network::of(game.position().variant()),
            rules: game.position().rules(),
            known: None,
            alone,
            draw,
            draw_key: if draw[0] == 0 { 0 } else { zobrist::mix(draw[0] as u64 ^ DRAW_SEED) },
            game_keys: keys.len(),
            keys,
            turns: Vec::with_capacity(4096),
            order: TurnOrder::new(LONGEST_LINE),
            lines: vec![Vec::new(); LONGEST_LINE + 2],
            nodes: 0,
            counted: 0,
            table_hits: 0,
            deepest: 0,
            stopped: false,
        }
    }

    /// Asks these endgame tables from now on.
    pub(super) fn use_tables(&mut self, known: Option<Known<'a>>) {
        self.known = known;
    }

    /// The value of a root turn at a glance: the estimate of the position after it.
    pub(super) fn glance(&self, root: &Position, turn: &Turn) -> i32 {
        if turn.after.enemy == 0 {
            return win(1);
        }
        -evaluate(self.network, &root.after(turn.ends(), turn.after))
    }

    /// Searches the given root turns; the value of the best is returned and its line is then
    /// [`Self::best_line`]. Where the search is stopped the value means nothing.
    pub(super) fn search_root(
        &mut self,
        root: &Position,
        turns: &mut [Turn],
        depth: i32,
        quiet: u32,
        window: (i32, i32),
    ) -> i32 {
        let (mut alpha, beta) = window;
        let node = Node { position: root, line: 0, quiet, last: 0, estimate: 0 };
        let mut best = -WIN;
        self.lines[0].clear();
        for index in 0..turns.len() {
            let turn = turns[index];
            let value = if index == 0 {
                self.after(node, &turn, depth - 1, -beta, -alpha, true)
            } else {
                let value = self.after(node, &turn, depth - 1, -alpha - 1, -alpha, false);
                if value > alpha && !self.stopped {
                    self.after(node, &turn, depth - 1, -beta, -alpha, true)
                } else {
                    value
                }
            };
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
            }
            if value > alpha || index == 0 {
                self.keep_line(0, &turn);
                // The best turn leads the next iteration; the others keep their order.
                turns[..=index].rotate_right(1);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The best line found by the last [`Self::search_root`].
    pub(super) fn best_line(&self) -> &[Turn] {
        &self.lines[0]
    }

    fn keep_line(&mut self, line: usize, turn: &Turn) {
        let (front, back) = self.lines.split_at_mut(line + 1);
        let kept = &mut front[line];
        kept.clear();
        kept.push(*turn);
        kept.extend_from_slice(&back[0]);
    }

    /// The value of a turn for the side that plays it.
    fn after(
        &mut self,
        node: Node<'_>,
        turn: &Turn,
        depth: i32,
        alpha: i32,
        beta: i32,
        principal: bool,
    ) -> i32 {
        let position = node.position.after(turn.ends(), turn.after);
        let next = node.next(&position, turn);
        self.keys.push(node.position.repetition_key());
        let value = -self.search(next, depth, alpha, beta, principal);
        self.keys.pop();
        value
    }

    /// The value of a position for its mover. `principal` nodes have an open window and keep
    /// their line.
    fn search(
        &mut self,
        node: Node<'_>,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        principal: bool,
    ) -> i32 {
        self.lines[node.line].clear();
        if depth <= 0 {
            return self.exchange(node, alpha, beta);
        }
        if self.count(node.line) {
            return 0;
        }
        if let Some(value) = self.end(node) {
            return value;
        }
        if node.line >= LONGEST_LINE {
            return evaluate(self.network, node.position);
        }
        let (lowest_possible, highest_possible) = self.bounds(node);
        alpha = alpha.max(lowest_possible);
        beta = beta.min(highest_possible);
        if alpha >= beta {
            return alpha.clamp(lowest_possible, highest_possible);
        }
        let key = node.table_key() ^ self.draw_key;
        let known = self.shared.table.get(key);
        if let Some(value) = known
            .filter(|_| !principal)
            .and_then(|entry| entry.decides(depth, node.line, alpha, beta))
        {
            return value;
        }
        let first = self.turns.len();
        turns::append(node.position, &mut self.turns);
        let count = self.turns.len() - first;
        if count == 0 {
            return self.blocked(node);
        }
        if count == 1 {
            depth += 1;
        }
        let (remembered, side) = (known.map(|entry| entry.turn), node.position.turn().index());
        self.order.rank(&mut self.turns[first..], side, node.line, remembered, node.last);
        let found = self.try_turns(node, first, depth, (alpha, beta), principal);
        self.turns.truncate(first);
        if self.stopped {
            return 0;
        }
        let best = found.value.clamp(lowest_possible, highest_possible);
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let value = from_root_to_position(best, node.line);
        let entry = Entry { value, depth: depth.clamp(0, 255) as u8, bound, turn: found.turn };
        self.shared.table.put(key, entry);
        best
    }

    /// Tries the turns of a position, which stand in the list of all from `first` on, in the order
    /// of their ranks.
    fn try_turns(
        &mut self,
        node: Node<'_>,
        first: usize,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        principal: bool,
    ) -> Found {
        let side = node.position.turn().index();
        let prospects = (depth == 1).then(|| Prospects::new(self.network, node.position));
        let mut best = Found { value: -WIN, turn: 0 };
        for index in 0..self.turns.len() - first {
            next_best(&mut self.turns[first + index..]);
            let mut turn = self.turns[first + index];
            if let Some(prospects) = &prospects {
                turn.estimate = prospects.estimate(turn.after);
                if turn.estimate <= alpha && !self.may_end(node, &turn) {
                    // The opponent would be content at once: that is what looking would find.
                    if turn.estimate > best.value {
                        best = Found { value: turn.estimate, turn: turn.signature() };
                    }
                    continue;
                }
            }
            let value = self.try_turn(node, &turn, index, depth, (alpha, beta), principal);
            if self.stopped {
                break;
            }
            if value > best.value {
                best = Found { value, turn: turn.signature() };
                if value > alpha {
                    alpha = value;
                    if principal {
                        self.keep_line(node.line, &turn);
                    }
                }
                if value >= beta {
                    let tried = &self.turns[first..first + index];
                    self.order.reward(&turn, tried, side, node.line, depth, node.last);
                    break;
                }
            }
        }
        best
    }

    /// The value of the `index`th turn: the first with the full window, others first with none and
    /// less deeply.
    fn try_turn(
        &mut self,
        node: Node<'_>,
        turn: &Turn,
        index: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        principal: bool,
    ) -> i32 {
        if index == 0 {
            return self.after(node, turn, depth - 1, -beta, -alpha, principal);
        }
        let reduction = if depth >= 3 { reduction(depth, index, turn) } else { 0 };
        let mut value = self.after(node, turn, depth - 1 - reduction, -alpha - 1, -alpha, false);
        if value > alpha && reduction > 0 && !self.stopped {
            value = self.after(node, turn, depth - 1, -alpha - 1, -alpha, false);
        }
        if value > alpha && value < beta && principal && !self.stopped {
            value = self.after(node, turn, depth - 1, -beta, -alpha, true);
        }
        value
    }

    /// The value of a position in which the game ends, but for a player who is blocked.
    pub(super) fn end(&self, node: Node<'_>) -> Option<i32> {
        if node.position.own() == 0 {
            return Some(-win(node.line));
        }
        if node.quiet >= 4 && self.repeats(node) {
            return Some(self.draw(node.position));
        }
        let at_limit = self.rules.no_capture.is_some_and(|limit| node.quiet >= limit);
        if at_limit { self.outcome(node) } else { None }
    }

    /// The value of a turn for the side that plays it, where the rules end the game then.
    pub(super) fn end_after(&mut self, node: Node<'_>, turn: &Turn) -> Option<i32> {
        let position = node.position.after(turn.ends(), turn.after);
        self.keys.push(node.position.repetition_key());
        let end = self.end(node.next(&position, turn));
        self.keys.pop();
        end.map(|value| -value)
    }

    /// Whether the opponent can end the game in a draw by the first turn after this one.
    pub(super) fn allows_draw(&mut self, node: Node<'_>, turn: &Turn) -> bool {
        let position = node.position.after(turn.ends(), turn.after);
        let (next, draw) = (node.next(&position, turn), self.draw(&position));
        let mut replies = Vec::new();
        turns::append(&position, &mut replies);
        self.keys.push(node.position.repetition_key());
        let allows = replies.iter().any(|reply| self.end_after(next, reply) == Some(draw));
        self.keys.pop();
        allows
    }

    /// The lowest and the highest value that a position can have. A win that endgame tables know
    /// is surpassed only by the end of the game in sight.
    fn bounds(&mut self, node: Node<'_>) -> (i32, i32) {
        let on_the_spot = (-win(node.line), win(node.line + 1));
        match self.table_value(node) {
            None => on_the_spot,
            Some(value) if value > LARGEST_GUESS => (value, on_the_spot.1),
            Some(value) if value < -LARGEST_GUESS => (on_the_spot.0, value),
            Some(value) => (value, value),
        }
    }

    /// Whether the position after a turn may have a value that is no estimate.
    pub(super) fn may_end(&self, node: Node<'_>, turn: &Turn) -> bool {
        let limit = self.rules.no_capture;
        let may_draw = node.quiet >= 3 || limit.is_some_and(|limit| node.quiet + 1 >= limit);
        turn.after.enemy == 0
            || turn.taken == 0 && may_draw
            || self.known.as_ref().is_some_and(|known| known.reach(turn.after))
    }

    /// The value of a position that endgame tables know.
    #[inline]
    pub(super) fn table_value(&mut self, node: Node<'_>) -> Option<i32> {
        let value = self.known.as_ref()?.value(node.position, node.line, node.quiet)?;
        self.table_hits += 1;
        Some(match value {
            // An opponent that one need not settle for a draw with may lose a drawn ending too.
            0 if self.shared.contempt > 0 => evaluate(self.network, node.position),
            0 => self.draw(node.position),
            _ => value,
        })
    }

    /// Whether the position draws by repetition. Coming back to a position of the searched line
    /// counts at once: whoever wanted something else could have had it the first time.
    fn repeats(&self, node: Node<'_>) -> bool {
        let key = node.position.repetition_key();
        let mut occurrences = 1;
        let quiet = self.keys.len().min(node.quiet as usize);
        // The same side moves in every second position, and two turns do not lead back.
        for back in (4..=quiet).step_by(2) {
            let index = self.keys.len() - back;
            if self.keys[index] == key {
                occurrences += 1;
                let limit = self.rules.repetition;
                if index >= self.game_keys || limit.is_some_and(|limit| occurrences >= limit) {
                    return true;
                }
            }
        }
        false
    }

    /// What a draw is worth to the mover.
    pub(super) fn draw(&self, position: &Position) -> i32 {
        self.draw[position.turn().index()]
    }

    pub(super) fn blocked(&self, node: Node<'_>) -> i32 {
        self.outcome(node).unwrap_or(-win(node.line))
    }

    fn outcome(&self, node: Node<'_>) -> Option<i32> {
        Outcome::of(node.position, 1, node.quiet).map(|outcome| match outcome.winner {
            None => self.draw(node.position),
            Some(winner) if winner == node.position.turn() => win(node.line),
            Some(_) => -win(node.line),
        })
    }

    /// Counts a node; says whether the search is over.
    pub(super) fn count(&mut self, line: usize) -> bool {
        self.nodes += 1;
        self.deepest = self.deepest.max(line);
        let look = if self.rules.capture == Capture::Huff { LOOK_UNDER_HUFF } else { LOOK };
        if self.nodes.is_multiple_of(look) {
            self.look();
        }
        if self.alone && self.shared.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.stopped = true;
        }
        self.stopped
    }

    /// Whether the search is to end, by what is known outside.
    pub(super) fn is_stopped(&self) -> bool {
        let Shared { limits, start, stop, .. } = self.shared;
        stop.load(Ordering::Relaxed) || limits.time.is_some_and(|time| start.elapsed() >= time)
    }

    /// Looks at everything that can end the search.
    fn look(&mut self) {
        let Shared { limits, done, nodes, .. } = self.shared;
        let all = nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        let all = all + self.nodes - self.counted;
        self.counted = self.nodes;
        self.stopped |= self.is_stopped()
            || done.load(Ordering::Relaxed)
            || limits.nodes.is_some_and(|limit| all >= limit);
    }

    /// Adds what was visited since the last look to the common count.
    pub(super) fn count_rest(&mut self) -> u64 {
        let rest = self.nodes - self.counted;
        self.counted = self.nodes;
        let hits = std::mem::take(&mut self.table_hits);
        self.shared.table_hits.fetch_add(hits, Ordering::Relaxed);
        self.shared.nodes.fetch_add(rest, Ordering::Relaxed) + rest
    }
}

/// The best of the turns that were tried.
struct Found {
    value: i32,
    /// Its signature.
    turn: u16,
}

/// How much less deeply the `index`th turn is searched at first.
fn reduction(depth: i32, index: usize, turn: &Turn) -> i32 {
    // Half the product of logarithms, in whole turns; late turns of deep searches lose most.
    let logarithm = |number: u32| 31 - (number.max(1)).leading_zeros() as i32;
    let full = (logarithm(depth as u32 * 2) * logarithm(index as u32 + 1)) / 2;
    let full = if turn.taken > 0 { full - 1 } else { full };
    full.clamp(0, depth - 2)
}

//! Solving a position: two questions, their answers and the proof.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::certificate::{Certificate, Claim};
use super::checkpoint::{self, State};
use super::error::SolveError;
use super::known::Known;
use super::node::{Node, Turns};
use super::numbers::Numbers;
use super::proof::{Entries, Failure, Proof};
use super::search::Search;
use super::table::Table;
use crate::color::Color;
use crate::position::Position;
use crate::tablebase::{Counts, FileDigest, Tablebase, serves};
use crate::variant::Variant;

/// What is wanted of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The most nodes to search in all; no limit where there is none.
    pub nodes: Option<u64>,
    /// A file from which the search goes on, and in which it keeps what it knows.
    pub checkpoint: Option<&'a Path>,
    /// The time between two checkpoints.
    pub interval: Duration,
    /// Whether the proof is put together.
    pub proof: bool,
}

impl Default for Limits<'_> {
    /// No limit of nodes, no checkpoint, and a proof.
    fn default() -> Self {
        let interval = Duration::from_mins(5);
        Self { nodes: None, checkpoint: None, interval, proof: true }
    }
}

/// How far a search has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The question: does this side win?
    pub attacker: Color,
    /// Nodes searched for it.
    pub nodes: u64,
    /// How many nodes at least are thought to be missing to a yes.
    pub proof: u32,
    /// How many nodes at least are thought to be missing to a no.
    pub disproof: u32,
    /// Positions in the transposition table.
    pub entries: u64,
    /// The share of the transposition table that is used, in thousandths.
    pub fill: u32,
    /// Why the last checkpoint could not be written, if it could not; the one before it is kept.
    pub checkpoint_failure: Option<String>,
}

/// What was found out about a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// By colour, whether the side wins, where that is known.
    pub wins: [Option<bool>; 2],
    /// By colour, the nodes searched for the answer.
    pub nodes: [u64; 2],
    /// The proof, where both answers are known and it was wanted.
    pub certificate: Option<Certificate>,
}

/// The value of a position under the rules of `theory`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This side wins.
    Win(Color),
    /// Neither side can win.
    Draw,
}

impl Solution {
    /// The value of the position, where it is known.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let winner = Color::ALL.into_iter().find(|color| self.wins[color.index()] == Some(true));
        match winner {
            Some(color) => Some(Verdict::Win(color)),
            None if self.wins == [Some(false); 2] => Some(Verdict::Draw),
            None => None,
        }
    }
}

/// Solves positions of one board. What was found out about one helps with the next.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::sync::{Arc, atomic::AtomicBool};
/// use fanorona::solve::{Limits, Solver, Verdict};
/// use fanorona::tablebase::{Monitor, Request, Tablebase};
/// use fanorona::{Color, Position, Rules, Variant};
///
/// let monitor = Monitor::new(NonZeroUsize::MIN);
/// let tables = Tablebase::in_memory(Request::new(Variant::TELO, 4), &monitor)?;
/// let start = Position::start(Variant::TELO, Rules::THEORY);
/// let tables = Arc::new(tables);
/// let stop = AtomicBool::new(false);
/// let mut solver = Solver::new(Variant::TELO, Some(tables.clone()), 1)?;
/// let solution = solver.solve(&start, &Limits::default(), &stop, &mut |_| {})?;
/// assert_eq!(solution.verdict(), Some(Verdict::Win(Color::White)));
/// solution.certificate.expect("a proof").check(Some(&tables), &stop)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    variant: Variant,
    tables: Option<Arc<Tablebase>>,
    memory_mb: u64,
    /// Lent to the search while there is one.
    table: Option<Table>,
}

impl Solver {
    /// A solver that asks these tables, with so many megabytes for what it remembers.
    ///
    /// # Errors
    /// A [`SolveError`] where a table cannot be read.
    pub fn new(
        variant: Variant,
        tables: Option<Arc<Tablebase>>,
        memory_mb: u64,
    ) -> Result<Self, SolveError> {
        if let Some(tables) = &tables {
            tables.load_values(variant, tables.most_stones(variant), &AtomicBool::new(false))?;
        }
        Ok(Self { variant, tables, memory_mb, table: Some(Table::new(memory_mb)?) })
    }

    /// Asks whether White wins and, if not, whether Black does. `report` is called some times a
    /// second.
    ///
    /// The position may have any rule set under which the turns of `theory` are legal; its value is
    /// that under `theory`.
    ///
    /// # Errors
    /// A [`SolveError`] where the position is none for the solver, a checkpoint cannot be used, or
    /// the memory is too small for a proof. Stopping is no error of the search: its answers are
    /// then missing.
    pub fn solve(
        &mut self,
        root: &Position,
        limits: &Limits<'_>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError> {
        self.check(root)?;
        let mut table = match self.table.take() {
            Some(table) => table,
            None => Table::new(self.memory_mb)?,
        };
        let mut state = State::default();
        if let Some(path) = limits.checkpoint {
            state = checkpoint::read(path, root, &mut table)?.unwrap_or_default();
            // Tried now, so that a folder that cannot be written is not found out in an hour.
            checkpoint::write(path, root, &state, &table)?;
        }
        let fewer = root.view().count() - 1;
        let known = Known::new(self.variant, self.tables.as_deref(), fewer);
        let mut search = Search::new(Turns::new(self.variant), known, table);
        let mut task = Task { root, limits, stop, report };
        let certificate = self
            .questions(&mut search, &mut state, &mut task)
            .and_then(|proofs| self.certificate(&mut search, &mut state, proofs, &mut task));
        self.table = Some(search.into_table());
        Ok(Solution { wins: state.wins, nodes: state.nodes, certificate: certificate? })
    }

    fn check(&self, root: &Position) -> Result<(), SolveError> {
        if root.variant() != self.variant {
            let text = format!("board {}: the solver is for {}", root.variant(), self.variant);
            return Err(SolveError::Position(text));
        }
        if !serves(root.rules()) {
            let text = format!("rules {}: other turns than those of theory", root.rules());
            return Err(SolveError::Position(text));
        }
        if root.chain().is_some() {
            return Err(SolveError::Position("a chain is in progress".to_owned()));
        }
        Ok(())
    }

    fn node(&self, root: &Position, attacker: Color) -> Node {
        let stones = Turns::new(self.variant).canonical(root.view());
        Node { stones, attacker_moves: root.turn() == attacker }
    }

    /// Searches for the answers that are not known yet; returns the proofs that came with them.
    fn questions(
        &self,
        search: &mut Search,
        state: &mut State,
        task: &mut Task,
    ) -> Result<[Option<Entries>; 2], SolveError> {
        let mut proofs = [None, None];
        for attacker in Color::ALL {
            let (index, other) = (attacker.index(), (!attacker).index());
            if state.wins[index].is_some() {
                continue;
            }
            if state.wins[other] == Some(true) {
                state.wins[index] = Some(false);
                continue;
            }
            let most = task.limits.nodes.unwrap_or(u64::MAX).saturating_sub(state.nodes[other]);
            let wants_victory = task.limits.proof;
            let found = self.answer(attacker, search, state, task, most, wants_victory)?;
            if let Some((wins, entries)) = found {
                state.wins[index] = Some(wins);
                proofs[index] = Some(entries);
            }
            if let Some(path) = task.limits.checkpoint {
                checkpoint::write(path, task.root, state, &search.table)?;
            }
            if state.wins[index].is_none() {
                break;
            }
        }
        Ok(proofs)
    }

    /// Answers one question; nothing where the search is stopped or has used up its nodes.
    fn answer(
        &self,
        attacker: Color,
        search: &mut Search,
        state: &mut State,
        task: &mut Task,
        most: u64,
        wants_victory: bool,
    ) -> Result<Option<(bool, Entries)>, SolveError> {
        let node = self.node(task.root, attacker);
        let stop = task.stop;
        search.nodes = state.nodes[attacker.index()];
        let mut keeper = Keeper::new(attacker, *state, task);
        let look = &mut |table: &Table, nodes, numbers: Numbers| keeper.look(table, nodes, numbers);
        let found = Proof { search, most, stop, look }.answer(&node, wants_victory);
        state.nodes[attacker.index()] = search.nodes;
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Failure::Stopped) => Ok(None),
            Err(Failure::Forgotten) => Err(SolveError::Memory(self.memory_mb)),
        }
    }

    fn certificate(
        &self,
        search: &mut Search,
        state: &mut State,
        mut proofs: [Option<Entries>; 2],
        task: &mut Task,
    ) -> Result<Option<Certificate>, SolveError> {
        let [Some(white), Some(black)] = state.wins else { return Ok(None) };
        if !task.limits.proof {
            return Ok(None);
        }
        let mut claims = Vec::new();
        for (attacker, wins) in Color::ALL.into_iter().zip([white, black]) {
            // A win of one side is all that there is to prove.
            if wins != (white || black) {
                continue;
            }
            let entries = match proofs[attacker.index()].take() {
                Some(entries) => entries,
                // The answer came from a checkpoint.
                None => match self.answer(attacker, search, state, task, u64::MAX, true)? {
                    Some((_, entries)) => entries,
                    None => return Err(SolveError::Stopped),
                },
            };
            claims.push(Claim { attacker, wins, entries });
        }
        let tables = self.identities(search.known.largest(), task.stop)?;
        Ok(Some(Certificate { root: task.root.under_theory(), tables, claims }))
    }

    /// The digests of all tables up to so many stones.
    fn identities(
        &self,
        largest: u32,
        stop: &AtomicBool,
    ) -> Result<Vec<(Counts, FileDigest)>, SolveError> {
        let mut identities = Vec::new();
        if let Some(tables) = &self.tables {
            for counts in Counts::up_to(largest) {
                identities.push((counts, tables.values_digest(self.variant, counts, stop)?));
            }
        }
        Ok(identities)
    }
}

/// What is to be solved, within which limits, and who is told of it.
struct Task<'a> {
    root: &'a Position,
    limits: &'a Limits<'a>,
    stop: &'a AtomicBool,
    report: &'a mut dyn FnMut(&Progress),
}

/// Tells of progress and writes checkpoints when it is time.
struct Keeper<'k, 'a> {
    attacker: Color,
    state: State,
    task: &'k mut Task<'a>,
    told: Instant,
    written: Instant,
    failure: Option<String>,
}

const BETWEEN: Duration = Duration::from_millis(200);

impl<'k, 'a> Keeper<'k, 'a> {
    fn new(attacker: Color, state: State, task: &'k mut Task<'a>) -> Self {
        let now = Instant::now();
        Self { attacker, state, task, told: now, written: now, failure: None }
    }

    fn look(&mut self, table: &Table, nodes: u64, numbers: Numbers) {
        if self.told.elapsed() < BETWEEN {
            return;
        }
        if let Some(path) = self.task.limits.checkpoint
            && self.written.elapsed() >= self.task.limits.interval
        {
            self.state.nodes[self.attacker.index()] = nodes;
            let written = checkpoint::write(path, self.task.root, &self.state, table);
            self.failure = written.err().map(|error| error.to_string());
            self.written = Instant::now();
        }
        (self.task.report)(&Progress {
            attacker: self.attacker,
            nodes,
            proof: numbers.proof,
            disproof: numbers.disproof,
            entries: table.used() as u64,
            fill: (table.used() * 1000 / table.room()) as u32,
            checkpoint_failure: self.failure.clone(),
        });
        self.told = Instant::now();
    }
}

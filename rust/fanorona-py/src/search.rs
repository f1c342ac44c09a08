//! `Searcher`, on which `fanorona.engine.Engine` stands.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use fanorona::search::{Info, Level, Limits, Options, Score, Tables};
use fanorona::tablebase::TableError;
use pyo3::prelude::*;

use crate::errors::{Error, Result};
use crate::game::Game;
use crate::interrupt;
use crate::moves::Move;
use crate::tablebase::Tablebase;

/// What a search has found out so far.
#[pyclass(frozen, module = "fanorona._fanorona")]
pub(crate) struct SearchInfo(Info);

#[pymethods]
impl SearchInfo {
    /// The last finished iteration, in turns.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// Seconds since the search began.
    #[getter]
    fn time(&self) -> f64 {
        self.0.time.as_secs_f64()
    }

    /// The longest line looked at, in turns.
    #[getter]
    fn deepest(&self) -> u32 {
        self.0.deepest
    }

    /// The best turns, best first: for each a score (hundredths of a stone, turns to a win, turns
    /// to a loss; one of them is not None) and the turns of both sides.
    #[getter]
    fn lines(&self) -> Vec<(ScoreParts, Vec<Move>)> {
        let lines = self.0.lines.iter();
        lines
            .map(|line| (parts(line.score), line.turns.iter().copied().map(Move).collect()))
            .collect()
    }

    /// The index of the line that a playing strength chooses; the same for the same seed. None
    /// where there is no line.
    fn choose(&self, level: u8, seed: u64) -> Result<Option<usize>> {
        let chosen = Level::new(level)?.choose(&self.0.lines, seed);
        Ok(chosen.and_then(|chosen| self.0.lines.iter().position(|line| line == chosen)))
    }

    /// Positions of which endgame tables told the value.
    #[getter]
    fn table_hits(&self) -> u64 {
        self.0.table_hits
    }

    /// How full the transposition table is, in thousandths.
    #[getter]
    fn hash_permille(&self) -> u32 {
        self.0.hash_permille
    }
}

type ScoreParts = (Option<i32>, Option<u32>, Option<u32>);

fn parts(score: Score) -> ScoreParts {
    match score {
        Score::Estimate(value) => (Some(value), None, None),
        Score::Win(turns) => (None, Some(turns), None),
        Score::Loss(turns) => (None, None, Some(turns)),
    }
}

/// Positions that a playing strength visits, and how many lines it looks at.
#[pyfunction]
pub(crate) fn level_strength(level: u8) -> Result<(u64, usize)> {
    let level = Level::new(level)?;
    Ok((level.nodes(), level.lines()))
}

/// A player's memory between searches; the public face of it is `fanorona.engine.Engine`.
#[pyclass(frozen, module = "fanorona._fanorona")]
pub(crate) struct Searcher {
    memory: Mutex<fanorona::search::Searcher>,
    tables: Option<Arc<fanorona::tablebase::Tablebase>>,
    /// Taken back when a search begins, unless `closed` is set.
    stop: AtomicBool,
    closed: AtomicBool,
}

#[pymethods]
impl Searcher {
    #[new]
    #[pyo3(signature = (hash_mb, tables = None))]
    fn new(hash_mb: usize, tables: Option<&Tablebase>) -> Result<Self> {
        let mut searcher = fanorona::search::Searcher::try_new(hash_mb)
            .map_err(|error| Error::memory(format!("hash_mb {hash_mb}: {error}")))?;
        let tables = tables.map(|tables| Arc::clone(&tables.0));
        searcher.use_tables(tables.clone().map(|tables| tables as Arc<dyn Tables>));
        Ok(Self {
            memory: Mutex::new(searcher),
            tables,
            stop: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        })
    }

    /// Searches; `on_info` is called after each iteration from another thread. An exception that
    /// it raises ends the search and is passed on.
    #[pyo3(signature = (
        game, *, seconds = None, depth = None, nodes = None, threads = 1, lines = 1, tables = true,
        contempt = 0, on_info = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "Python gives them by name")]
    fn search(
        &self,
        py: Python<'_>,
        game: &Game,
        seconds: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        threads: usize,
        lines: usize,
        tables: bool,
        contempt: i32,
        on_info: Option<Py<PyAny>>,
    ) -> PyResult<SearchInfo> {
        let mut searcher = match self.memory.try_lock() {
            Ok(searcher) => searcher,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(Error::runtime("the engine is searching already").into());
            }
        };
        // As soon as others see that there is a search, since they may stop it from then on.
        self.stop.store(false, Ordering::SeqCst);
        if self.closed.load(Ordering::SeqCst) {
            self.stop.store(true, Ordering::SeqCst);
        }
        // Durations beyond what the clock can count are no limit.
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let limits = Limits { time, depth, nodes };
        let at_least_one = |number| NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN);
        let options = Options {
            threads: at_least_one(threads),
            lines: at_least_one(lines),
            tables,
            contempt,
        };
        let game = game.with(Clone::clone);
        let mut failure = None;
        let mut tell = |info: &Info| {
            let Some(callback) = &on_info else { return };
            let told = Python::attach(|py| callback.call1(py, (SearchInfo(info.clone()),)));
            if let Err(error) = told {
                failure.get_or_insert(error);
                self.stop.store(true, Ordering::Relaxed);
            }
        };
        let searcher = &mut *searcher;
        let work = || {
            // The first time this takes a while, which is not part of the search's own.
            let loaded = if tables { self.load_tables(&game) } else { Ok(()) };
            loaded.map(|()| searcher.search(&game, &limits, &options, &self.stop, &mut tell))
        };
        let info = interrupt::run(py, &self.stop, work)?.map_err(Error::from)?;
        match failure {
            Some(error) => Err(error),
            None => Ok(SearchInfo(info)),
        }
    }

    /// Ends a search that runs in another thread as soon as it looks.
    fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Ends a search that runs in another thread, and every later one as soon as it begins.
    fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.stop();
    }

    /// Forgets what earlier searches found out.
    fn clear(&self) -> Result<()> {
        match self.memory.try_lock() {
            Ok(mut searcher) => searcher.clear(),
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner().clear(),
            Err(TryLockError::WouldBlock) => {
                return Err(Error::runtime("the engine is searching"));
            }
        }
        Ok(())
    }
}

impl Searcher {
    /// Reads the tables that a search of this game may ask.
    fn load_tables(&self, game: &fanorona::Game) -> std::result::Result<(), TableError> {
        let (variant, rules) = (game.position().variant(), game.position().rules());
        let Some(tables) = &self.tables else { return Ok(()) };
        // Beyond these not all positions are known, and a search asks about none.
        let most = Tables::most_stones(&**tables, variant, rules);
        match tables.load_until(variant, most, &self.stop) {
            // The search, which asks what has been read, sees the flag as well.
            Err(TableError::Stopped) => Ok(()),
            loaded => loaded,
        }
    }
}

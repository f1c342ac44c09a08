//! `Solver`, on which `fanorona.solve` stands.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, TryLockError};
use std::time::Duration;

use fanorona::solve::{Limits, Progress};
use pyo3::prelude::*;

use crate::arguments::{VariantArgument, Whole};
use crate::certificate::Certificate;
use crate::enums::to_python;
use crate::errors::{Error, Result};
use crate::interrupt;
use crate::position::Position;
use crate::tablebase::Tablebase;

/// By colour, whether the side wins and the nodes searched for it; the proof.
type Solved = ([Option<bool>; 2], [u64; 2], Option<Certificate>);

/// Solves positions of one board and remembers what it found out.
#[pyclass(frozen, module = "fanorona._fanorona")]
pub(crate) struct Solver(Mutex<fanorona::solve::Solver>);

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (variant, tables, /, *, memory_mb))]
    fn new(
        py: Python<'_>,
        variant: VariantArgument,
        tables: Option<&Tablebase>,
        memory_mb: Whole,
    ) -> Result<Self> {
        let given = memory_mb.0;
        let Some(memory_mb) = u64::try_from(given).ok().filter(|&memory| memory > 0) else {
            return Err(Error::value(format!("memory_mb {given}: expected at least 1")));
        };
        let tables = tables.map(|tables| tables.0.clone());
        if let Some(tables) = &tables {
            // Read here, where a signal is noticed.
            let (stop, most) = (AtomicBool::new(false), tables.most_stones(variant.0));
            interrupt::run(py, &stop, || tables.load_values(variant.0, most, &stop))??;
        }
        let new = || fanorona::solve::Solver::new(variant.0, tables, memory_mb);
        Ok(Self(Mutex::new(interrupt::detached(py, new)?)))
    }

    /// Solves a position; `on_progress` is given some times a second the side in question, the
    /// nodes, the proof and disproof numbers, the positions remembered, the thousandths of the
    /// memory in use, and why the last checkpoint could not be written.
    #[pyo3(signature = (position, /, *, nodes, checkpoint, interval, proof, on_progress = None))]
    #[allow(clippy::too_many_arguments, reason = "Python gives them by name")]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Position,
        nodes: Option<u64>,
        checkpoint: Option<PathBuf>,
        interval: f64,
        proof: bool,
        on_progress: Option<Py<PyAny>>,
    ) -> Result<Solved> {
        let mut solver = match self.0.try_lock() {
            Ok(solver) => solver,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(Error::runtime("the solver is at work already"));
            }
        };
        // Durations beyond what the clock can count are for ever.
        let interval = Duration::try_from_secs_f64(interval).unwrap_or(Duration::MAX);
        let limits = Limits { nodes, checkpoint: checkpoint.as_deref(), interval, proof };
        let stop = AtomicBool::new(false);
        let latest: Mutex<Option<Progress>> = Mutex::default();
        let mut tell = |progress: &Progress| {
            if let Ok(mut latest) = latest.lock() {
                *latest = Some(progress.clone());
            }
        };
        let solver = &mut *solver;
        let solution = interrupt::run_watched(
            py,
            &stop,
            || solver.solve(&position.0, &limits, &stop, &mut tell),
            || {
                let progress = latest.lock().ok().and_then(|mut latest| latest.take());
                match (&on_progress, progress) {
                    (Some(on_progress), Some(progress)) => report(py, on_progress, progress),
                    _ => Ok(()),
                }
            },
        )??;
        Ok((solution.wins, solution.nodes, solution.certificate.map(Certificate)))
    }
}

fn report(py: Python<'_>, on_progress: &Py<PyAny>, progress: Progress) -> PyResult<()> {
    let Progress { attacker, nodes, proof, disproof, entries, fill, checkpoint_failure } = progress;
    let attacker = to_python(py, attacker)?;
    let arguments = (attacker, nodes, proof, disproof, entries, fill, checkpoint_failure);
    on_progress.call1(py, (arguments,)).map(drop)
}

//! `Tablebase`, on which `fanorona.tablebase` stands.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use fanorona::tablebase::{
    BuiltTable, Monitor, Name, Request, TableError, TableKind, TableStatistics, build, verify,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{VariantArgument, Whole};
use crate::errors::{Error, Result};
use crate::interrupt;
use crate::position::Position;

/// Positions won, drawn, lost and with a capture; the largest distance of a won one, and a position
/// that has it.
type Counted = ([u64; 4], Option<(u32, Position)>);

/// The tables of a folder; the public face of it is `fanorona.tablebase.Tablebase`.
#[pyclass(frozen, module = "fanorona._fanorona")]
pub(crate) struct Tablebase(pub(crate) Arc<fanorona::tablebase::Tablebase>);

#[pymethods]
impl Tablebase {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> Result<Self> {
        let open = || fanorona::tablebase::Tablebase::open(&folder);
        Ok(Self(Arc::new(interrupt::detached(py, open)?)))
    }

    /// The value of a position for its mover: 1, 0 or -1.
    #[pyo3(signature = (position, /))]
    fn probe_wdl(&self, py: Python<'_>, position: &Position) -> Result<i8> {
        let probe = fanorona::tablebase::Tablebase::probe_wdl_until;
        Ok(self.ask(py, position, TableKind::Wdl, probe)?.sign())
    }

    /// The distance to conversion with the sign of the value; None where the position is drawn.
    #[pyo3(signature = (position, /))]
    fn probe_dtc(&self, py: Python<'_>, position: &Position) -> Result<Option<i32>> {
        let probe = fanorona::tablebase::Tablebase::probe_dtc_until;
        self.ask(py, position, TableKind::Dtc, probe)
    }

    /// The names of the tables that there are, in order.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.0.names().map(|name| name.to_string()).collect()
    }

    /// The names of tables that the folder's list has, but for which there is no file.
    #[getter]
    fn absent(&self) -> Vec<String> {
        self.0.absent().iter().map(ToString::to_string).collect()
    }

    /// The most stones up to which no table of values is missing.
    #[pyo3(signature = (variant, /))]
    fn most_stones(&self, variant: VariantArgument) -> u32 {
        self.0.most_stones(variant.0)
    }

    /// Reads all tables of a board.
    #[pyo3(signature = (variant, /))]
    fn load(&self, py: Python<'_>, variant: VariantArgument) -> Result<()> {
        let stop = AtomicBool::new(false);
        Ok(interrupt::run(py, &stop, || self.0.load_until(variant.0, u32::MAX, &stop))??)
    }

    /// SHA-256 of a table's file.
    #[pyo3(signature = (name, /))]
    fn digest<'py>(&self, py: Python<'py>, name: &str) -> Result<Bound<'py, PyBytes>> {
        let name = table_name(name)?;
        let stop = AtomicBool::new(false);
        let digest = interrupt::run(py, &stop, || self.0.digest(name, &stop))??;
        Ok(PyBytes::new(py, &digest))
    }

    /// Compares every `every`th value of a table with those one turn deeper: how many positions
    /// were compared, and how many of them do not agree.
    #[pyo3(signature = (name, /, *, every, threads, on_progress = None))]
    fn verify(
        &self,
        py: Python<'_>,
        name: &str,
        every: usize,
        threads: Whole,
        on_progress: Option<Py<PyAny>>,
    ) -> Result<(u64, u64)> {
        let name = table_name(name)?;
        let monitor = Monitor::new(threads.threads()?);
        let work = name.places().div_ceil(every.max(1) as u64);
        let found = watched(py, &monitor, work, on_progress.as_ref(), || {
            verify(&self.0, name, every, &monitor)
        })?;
        Ok((found.positions, found.wrong))
    }

    /// Counts the positions of a table.
    #[pyo3(signature = (name, /, *, threads, on_progress = None))]
    fn statistics(
        &self,
        py: Python<'_>,
        name: &str,
        threads: Whole,
        on_progress: Option<Py<PyAny>>,
    ) -> Result<Counted> {
        let monitor = Monitor::new(threads.threads()?);
        let name = table_name(name)?;
        let found = watched(py, &monitor, name.places(), on_progress.as_ref(), || {
            TableStatistics::of(&self.0, name.variant, name.counts, &monitor)
        })?;
        let farthest = found.farthest.map(|one| (one.distance, Position(one.position)));
        Ok(([found.won, found.drawn, found.lost, found.with_capture], farthest))
    }
}

impl Tablebase {
    /// Asks about a position; if files may have to be read, without the GIL and until a signal.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        position: &Position,
        kind: TableKind,
        question: impl Fn(
            &fanorona::tablebase::Tablebase,
            &fanorona::Position,
            &AtomicBool,
        ) -> std::result::Result<T, TableError>
        + Sync,
    ) -> Result<T> {
        let (position, stop) = (&position.0, AtomicBool::new(false));
        let ask = || question(&self.0, position, &stop);
        let has_read = self.0.has_read(position, kind);
        Ok(if has_read { ask() } else { interrupt::run(py, &stop, ask)? }?)
    }
}

/// Builds the tables that a folder does not have yet. `on_progress` is called about every 50
/// milliseconds with what is done, `on_table` with the name of each table and the size of its file,
/// 0 where it was there.
#[pyfunction]
#[pyo3(signature = (
    folder, variant, stones, *,
    distances, threads, memory_mb, compression, fewer = None, on_progress = None, on_table = None
))]
#[allow(clippy::too_many_arguments, reason = "Python gives them by name")]
pub(crate) fn build_tables(
    py: Python<'_>,
    folder: PathBuf,
    variant: VariantArgument,
    stones: Whole,
    distances: bool,
    threads: Whole,
    memory_mb: Whole,
    compression: Whole,
    fewer: Option<Whole>,
    on_progress: Option<Py<PyAny>>,
    on_table: Option<Py<PyAny>>,
) -> Result<()> {
    let monitor = Monitor::new(threads.threads()?);
    let request = Request {
        variant: variant.0,
        stones: not_negative("stones", stones)?,
        distances,
        memory_mb: not_negative("memory_mb", memory_mb)?,
        compression: not_negative("compression", compression)?,
        fewer: fewer.map(|fewer| not_negative("fewer", fewer)).transpose()?,
    };
    let finished: Mutex<Vec<BuiltTable>> = Mutex::default();
    let tell_of_tables = || -> PyResult<()> {
        let tables = finished.lock().map(|mut tables| std::mem::take(&mut *tables));
        let Some(on_table) = &on_table else { return Ok(()) };
        for table in tables.unwrap_or_default() {
            on_table.call1(py, (table.name.to_string(), table.bytes))?;
        }
        Ok(())
    };
    let mut report = |table| {
        if let Ok(mut tables) = finished.lock() {
            tables.push(table);
        }
    };
    let built = interrupt::run_watched(
        py,
        monitor.stop_flag(),
        || build(&folder, request, &monitor, &mut report),
        || {
            tell_of_tables()?;
            tell(py, on_progress.as_ref(), monitor.done(), request.work())
        },
    )?;
    // Also where it failed, so that what was finished has been told.
    tell_of_tables()?;
    built?;
    tell(py, on_progress.as_ref(), request.work(), request.work())?;
    Ok(())
}

fn not_negative<T: TryFrom<u64>>(field: &str, number: Whole) -> Result<T> {
    u64::try_from(number.0)
        .ok()
        .and_then(|number| number.try_into().ok())
        .ok_or_else(|| Error::value(format!("{field} {}: out of range", number.0)))
}

fn table_name(text: &str) -> Result<Name> {
    Name::parse(text).ok_or_else(|| {
        Error::value(format!("name {text:?}: expected that of a table, such as 5x9-3v2.wdl"))
    })
}

/// Runs work on tables while `on_progress` is told about every 50 milliseconds what is done.
fn watched<T: Send>(
    py: Python<'_>,
    monitor: &Monitor,
    work: u64,
    on_progress: Option<&Py<PyAny>>,
    run: impl FnOnce() -> std::result::Result<T, TableError> + Send,
) -> Result<T> {
    let watch = || tell(py, on_progress, monitor.done(), work);
    Ok(interrupt::run_watched(py, monitor.stop_flag(), run, watch)??)
}

fn tell(py: Python<'_>, on_progress: Option<&Py<PyAny>>, done: u64, work: u64) -> PyResult<()> {
    on_progress.map_or(Ok(()), |on_progress| on_progress.call1(py, (done, work)).map(drop))
}

//! `Certificate`, on which `fanorona.solve` stands.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use fanorona::Color;
use pyo3::prelude::*;

use crate::enums::to_python;
use crate::errors::Result;
use crate::interrupt;
use crate::moves::Move;
use crate::position::Position;
use crate::tablebase::Tablebase;

/// The proof of a position's value; the public face of it is `fanorona.solve.Certificate`.
#[pyclass(frozen, module = "fanorona._fanorona")]
pub(crate) struct Certificate(pub(crate) fanorona::solve::Certificate);

#[pymethods]
impl Certificate {
    #[new]
    #[pyo3(signature = (path, /))]
    fn new(py: Python<'_>, path: PathBuf) -> Result<Self> {
        Ok(Self(interrupt::detached(py, || fanorona::solve::Certificate::read(&path))?))
    }

    /// Writes the file.
    #[pyo3(signature = (path, /))]
    fn write(&self, py: Python<'_>, path: PathBuf) -> Result<()> {
        Ok(interrupt::detached(py, || self.0.write(&path))?)
    }

    /// The position.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.root)
    }

    /// The winner that is claimed; None for a draw.
    #[getter]
    fn winner(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.winner().map(|color| to_python::<Color>(py, color)).transpose()
    }

    /// The most stones of a table that the proof rests on.
    #[getter]
    fn largest_table(&self) -> u32 {
        self.0.largest_table()
    }

    /// The number of entries of all claims.
    #[getter]
    fn entries(&self) -> usize {
        self.0.claims.iter().map(|claim| claim.entries.len()).sum()
    }

    /// Raises an error unless this is a proof.
    #[pyo3(signature = (tables, /))]
    fn check(&self, py: Python<'_>, tables: Option<&Tablebase>) -> Result<()> {
        let tables = tables.map(|tables| &*tables.0);
        let stop = AtomicBool::new(false);
        Ok(interrupt::run(py, &stop, || self.0.check(tables, &stop))??)
    }

    /// A turn with which the mover gets what is proved for it.
    #[pyo3(signature = (position, tables, /))]
    fn turn(&self, position: &Position, tables: Option<&Tablebase>) -> Option<Move> {
        self.0.turn(&position.0, tables.map(|tables| &*tables.0)).map(Move)
    }
}

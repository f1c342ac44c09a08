//! The one place that makes Python exceptions.

use std::io;
use std::path::Path;

use fanorona::batch::BatchError;
use fanorona::solve::{Refusal, SolveError};
use fanorona::tablebase::TableError;
use fanorona::{MoveError, ParseError, PositionError};
use pyo3::exceptions::{
    PyIndexError, PyMemoryError, PyOSError, PyRuntimeError, PyTypeError, PyValueError,
};
use pyo3::{PyErr, import_exception};

import_exception!(fanorona.errors, AmbiguousMoveError);
import_exception!(fanorona.errors, BusyTablesError);
import_exception!(fanorona.errors, CertificateError);
import_exception!(fanorona.errors, DamagedTableError);
import_exception!(fanorona.errors, IllegalMoveError);
import_exception!(fanorona.errors, InvalidMoveError);
import_exception!(fanorona.errors, InvalidPositionError);
import_exception!(fanorona.errors, MissingTableError);

/// An error on its way to Python.
pub(crate) struct Error(PyErr);

impl Error {
    pub(crate) fn value(text: impl Into<String>) -> Self {
        Self(PyValueError::new_err(text.into()))
    }

    pub(crate) fn wrong_type(text: impl Into<String>) -> Self {
        Self(PyTypeError::new_err(text.into()))
    }

    pub(crate) fn index(text: impl Into<String>) -> Self {
        Self(PyIndexError::new_err(text.into()))
    }

    pub(crate) fn memory(text: impl Into<String>) -> Self {
        Self(PyMemoryError::new_err(text.into()))
    }

    /// An `OSError` of the kind that its number says.
    fn io(path: &Path, source: &io::Error) -> Self {
        let text = source.to_string();
        let Some(number) = source.raw_os_error() else {
            return Self(PyOSError::new_err(format!("{}: {text}", path.display())));
        };
        // Python writes the number itself.
        let text = text.split(" (os error").next().unwrap_or_default().to_owned();
        // A string, as Python's own errors have it: a path would be shown as an object.
        Self(PyOSError::new_err((number, text, path.as_os_str().to_owned())))
    }

    pub(crate) fn runtime(text: impl Into<String>) -> Self {
        Self(PyRuntimeError::new_err(text.into()))
    }
}

impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        error.0
    }
}

impl From<PyErr> for Error {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::value(error.to_string())
    }
}

impl From<PositionError> for Error {
    fn from(error: PositionError) -> Self {
        Self(InvalidPositionError::new_err(error.to_string()))
    }
}

impl From<MoveError> for Error {
    fn from(error: MoveError) -> Self {
        let text = error.to_string();
        Self(match error {
            MoveError::Invalid { .. } => InvalidMoveError::new_err(text),
            MoveError::Illegal { .. } => IllegalMoveError::new_err(text),
            MoveError::Ambiguous { .. } => AmbiguousMoveError::new_err(text),
        })
    }
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Self {
        let text = error.to_string();
        match error {
            TableError::Io { path, source } => Self::io(&path, &source),
            TableError::Damaged { .. } => Self(DamagedTableError::new_err(text)),
            TableError::Missing(_) => Self(MissingTableError::new_err(text)),
            TableError::Busy(_) => Self(BusyTablesError::new_err(text)),
            TableError::Memory { .. }
            | TableError::Compression { .. }
            | TableError::Fewer { .. }
            | TableError::Stones { .. } => Self::value(text),
            TableError::TooFar(_) | TableError::Stopped => Self::runtime(text),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self(CertificateError::new_err(refusal.to_string()))
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        let text = error.to_string();
        match error {
            SolveError::Io { path, source } => Self::io(&path, &source),
            SolveError::Tables(error) => error.into(),
            SolveError::Certificate { .. } => Self(CertificateError::new_err(text)),
            SolveError::Position(_) | SolveError::Damaged { .. } => Self::value(text),
            SolveError::Memory(_) | SolveError::NoMemory(_) => Self::memory(text),
            SolveError::Stopped => Self::runtime(text),
        }
    }
}

impl From<BatchError> for Error {
    fn from(error: BatchError) -> Self {
        let text = error.to_string();
        match error {
            BatchError::Illegal { .. } => Self(IllegalMoveError::new_err(text)),
            BatchError::Position { .. } => Self(InvalidPositionError::new_err(text)),
            BatchError::Spawn(_) | BatchError::Lost => Self::runtime(text),
            BatchError::Setting { .. } | BatchError::Length { .. } | BatchError::State(_) => {
                Self::value(text)
            }
        }
    }
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

//! What can go wrong when solving, and when checking a proof.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::tablebase::TableError;

/// Why a position could not be solved or a proof could not be kept or checked.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The position is no question for the solver.
    #[error("position: {0}")]
    Position(String),
    /// The operating system refused something.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is no checkpoint of the position, or was changed.
    #[error("{}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file is no certificate.
    #[error("{}: {refusal}", path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// Why it is none.
        refusal: Refusal,
    },
    /// Tables could not be built, read or asked.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// The proof could not be put together in the memory that is allowed.
    #[error("memory of {0} MB: too little to keep the proof together")]
    Memory(u64),
    /// The machine does not have as much memory.
    #[error("memory of {0} MB: more than there is")]
    NoMemory(u64),
    /// The work was stopped before its end.
    #[error("stopped")]
    Stopped,
}

impl SolveError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    pub(super) fn damaged(path: &Path, reason: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), reason: reason.into() }
    }
}

/// Why a certificate is no proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Refusal(pub(super) String);

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self(reason)
    }
}

impl Refusal {
    pub(super) fn new<T>(reason: impl Into<String>) -> Result<T, Self> {
        Err(Self(reason.into()))
    }
}

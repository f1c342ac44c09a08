//! What can go wrong with tables.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::name::Name;

/// Why tables could not be built, read or asked.
#[derive(Debug, Error)]
pub enum TableError {
    /// The operating system refused something.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is no table, or not the one that its name says, or was changed.
    #[error("{}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// No table tells about the position.
    #[error("no table: {0}")]
    Missing(String),
    /// Another process builds tables in the folder.
    #[error("{}: another process is building tables here", .0.display())]
    Busy(PathBuf),
    /// The work would need more memory than is allowed.
    #[error("memory_mb {allowed}: tables of {stones} stones on {board} need about {needed} MB")]
    Memory {
        /// The most stones asked for.
        stones: u32,
        /// The board, such as `5x9`.
        board: String,
        /// Estimate, in megabytes.
        needed: u64,
        /// The bound, in megabytes.
        allowed: u64,
    },
    /// A degree of compression that there is not.
    #[error("compression {compression}: expected 1 to {most}")]
    Compression {
        /// What was asked for.
        compression: i32,
        /// The highest there is.
        most: i32,
    },
    /// A number of stones that no board can have.
    #[error("stones {stones}: expected 2 to {most} on {board}")]
    Stones {
        /// The number asked for.
        stones: u32,
        /// The number of points of the board.
        most: u32,
        /// The board, such as `5x9`.
        board: String,
    },
    /// A number of stones that the side with no more of them cannot have.
    #[error("fewer {fewer}: expected 1 to {most}")]
    Fewer {
        /// The number asked for.
        fewer: u32,
        /// Half of all stones.
        most: u32,
    },
    /// A distance to conversion is beyond what a table can hold.
    #[error("{0}: a distance is above 255 turns")]
    TooFar(Name),
    /// The work was stopped before its end.
    #[error("stopped")]
    Stopped,
}

impl TableError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    pub(super) fn damaged(path: &Path, reason: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), reason: reason.into() }
    }
}

/// Why something large was not made in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unmade {
    Stopped,
    OutOfMemory,
}

impl Unmade {
    /// The error that nothing came of this file.
    pub(super) fn of(self, path: &Path) -> TableError {
        match self {
            Self::Stopped => TableError::Stopped,
            Self::OutOfMemory => TableError::io(path)(io::ErrorKind::OutOfMemory.into()),
        }
    }

    /// An empty list with room for so many, so that adding them does not end the process.
    pub(super) fn room<T>(length: u64) -> Result<Vec<T>, Self> {
        let mut list = Vec::new();
        // More than there are addresses is refused like more than there is memory.
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        list.try_reserve_exact(length).map_err(|_| Self::OutOfMemory)?;
        Ok(list)
    }

    /// Whether to go on; asked every few milliseconds of work.
    pub(super) fn unless(stop: &AtomicBool) -> Result<(), Self> {
        if stop.load(Ordering::Relaxed) { Err(Self::Stopped) } else { Ok(()) }
    }
}

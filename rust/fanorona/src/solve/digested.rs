//! Files with the digest of what they hold at their end.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::SolveError;
use crate::files;

/// The length of a digest, in bytes.
pub(super) const DIGEST: usize = 32;

/// Passes bytes on to a file, or from one, and digests them.
pub(super) struct Digesting<T> {
    file: T,
    digest: Sha256,
}

impl<T> Digesting<T> {
    pub(super) fn new(file: T) -> Self {
        Self { file, digest: Sha256::new() }
    }
}

impl<T: Write> Write for Digesting<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.digest.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl<T: Read> Read for Digesting<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(bytes)?;
        self.digest.update(&bytes[..count]);
        Ok(count)
    }
}

impl<T: Read> Digesting<T> {
    /// Whether the digest of what was read comes next.
    pub(super) fn digest_follows(mut self) -> io::Result<bool> {
        let mut digest = [0; DIGEST];
        self.file.read_exact(&mut digest)?;
        Ok(self.digest.finalize()[..] == digest)
    }
}

/// Opens a file for reading, with its length in bytes.
pub(super) fn open(path: &Path) -> Result<(File, u64), SolveError> {
    let found = files::open_regular(path).map_err(SolveError::io(path))?;
    found.ok_or_else(|| SolveError::damaged(path, "not a regular file"))
}

/// Writes a file that appears whole or not at all, with the digest of its contents behind them.
pub(super) fn write(
    path: &Path,
    contents: impl FnOnce(&mut Digesting<&mut BufWriter<File>>) -> io::Result<()>,
) -> Result<(), SolveError> {
    let written = files::write_whole(path, |file| {
        let mut writer = Digesting::new(&mut *file);
        contents(&mut writer)?;
        let digest = writer.digest.finalize();
        file.write_all(&digest)
    });
    written.map_err(SolveError::io(path))
}

//! Files that appear whole or not at all, with the digest of what they hold at their end.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::SolveError;

/// Passes bytes on to a file and digests them.
pub(super) struct Digesting {
    file: BufWriter<File>,
    digest: Sha256,
}

impl Write for Digesting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.digest.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Reads all of a file that is no device and the like.
pub(super) fn read_regular(path: &Path) -> Result<Vec<u8>, SolveError> {
    let file = File::open(path).map_err(SolveError::io(path))?;
    let metadata = file.metadata().map_err(SolveError::io(path))?;
    if !metadata.is_file() {
        return Err(SolveError::damaged(path, "not a regular file"));
    }
    let mut bytes = Vec::new();
    file.take(metadata.len()).read_to_end(&mut bytes).map_err(SolveError::io(path))?;
    Ok(bytes)
}

/// Writes a file aside, with the digest of its contents behind them, makes sure that it is on the
/// disk, and moves it to its place.
pub(super) fn write_digested(
    path: &Path,
    contents: impl FnOnce(&mut Digesting) -> io::Result<()>,
) -> Result<(), SolveError> {
    let aside = path.with_added_extension("part");
    let written = File::create(&aside).and_then(|file| {
        let mut writer = Digesting { file: BufWriter::new(file), digest: Sha256::new() };
        contents(&mut writer)?;
        let digest = writer.digest.finalize();
        writer.file.write_all(&digest)?;
        let file = writer.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        std::fs::rename(&aside, path)?;
        match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            // The folder's own entry must last, too. Not every system can open a folder.
            Some(folder) => File::open(folder).map_or(Ok(()), |folder| folder.sync_all()),
            None => Ok(()),
        }
    });
    written.map_err(|source| {
        // Best effort: what matters is the first error.
        let _ = std::fs::remove_file(&aside);
        SolveError::io(path)(source)
    })
}

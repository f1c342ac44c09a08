//! Files that are read without waiting and appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind};
use std::path::Path;

/// Opens a file for reading, with its length in bytes; nothing where it is a folder, a pipe or
/// another thing that is no regular file.
pub(crate) fn open_regular(path: &Path) -> io::Result<Option<(File, u64)>> {
    // Asked before it is opened, since opening a pipe waits for a writer.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Ok(None);
    }
    Ok(Some((File::open(path)?, metadata.len())))
}

/// Writes a file aside, makes sure that it is on the disk, and moves it to its place, so that a
/// reader finds all of it or nothing. A link to a file is followed. Where that fails, what was there
/// stays.
pub(crate) fn write_whole(
    path: &Path,
    contents: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    // A pipe or a device would be gone, with a file in its place.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let aside = target.with_added_extension("part");
    let written = new_file(&aside).and_then(|file| {
        let mut writer = BufWriter::new(file);
        contents(&mut writer)?;
        writer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&aside, &target)?;
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        // The folder's own entry must last, too. Not every system can open a folder.
        File::open(folder.unwrap_or(Path::new("."))).map_or(Ok(()), |folder| folder.sync_all())
    });
    if written.is_err() {
        // Best effort: what matters is the first error.
        let _ = fs::remove_file(&aside);
    }
    written
}

/// An empty file in the place of whatever a killed process has left there: writing to a link would
/// change another file, and opening a pipe would wait.
fn new_file(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
}

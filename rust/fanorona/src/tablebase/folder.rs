//! A folder of table files: who builds in it, and the list of what is in it.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::error::TableError;
use super::file::{self, FileDigest, hex};
use super::monitor::Monitor;
use super::name::Name;

/// The list of files with their digests, in the format of `sha256sum`.
const MANIFEST: &str = "manifest.sha256";
/// More bytes than the lines of all tables of all boards have.
const LONGEST_MANIFEST: u64 = 1 << 20;
const LOCK: &str = "build.lock";

/// A folder in which this process alone builds, as long as the value lives.
#[derive(Debug)]
pub(super) struct Claimed {
    path: PathBuf,
    digests: BTreeMap<Name, FileDigest>,
    /// Unlocked by the system when it is closed, also when the process is killed.
    _lock: File,
}

impl Claimed {
    /// Makes the folder where it is missing, and claims it.
    pub(super) fn new(path: &Path) -> Result<Self, TableError> {
        fs::create_dir_all(path).map_err(TableError::io(path))?;
        let lock_path = path.join(LOCK);
        if lock_path.exists() && !lock_path.is_file() {
            return Err(TableError::damaged(&lock_path, "not a regular file"));
        }
        // Never truncated: it may be a link to another file.
        let open = File::options().append(true).create(true).open(&lock_path);
        let lock = open.map_err(TableError::io(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(TableError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(TableError::io(&lock_path)(error)),
        }
        let digests = read_manifest(path)?.unwrap_or_default();
        Ok(Self { path: path.to_owned(), digests, _lock: lock })
    }

    /// The contents of a table file, or nothing where there is none yet.
    pub(super) fn contents(
        &mut self,
        name: Name,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<u8>>, TableError> {
        let path = self.path.join(name.to_string());
        if !path.try_exists().map_err(TableError::io(&path))? {
            return Ok(None);
        }
        let bytes = name.read(&path, stop)?;
        let contents = name.unpack(&path, &bytes, stop)?;
        // A build may have been killed after the file and before the list.
        self.list(name, &bytes, stop)?;
        Ok(Some(contents))
    }

    /// Adds a table; returns the number of bytes of its file.
    pub(super) fn add(
        &mut self,
        name: Name,
        contents: &[u8],
        level: i32,
        monitor: &Monitor,
    ) -> Result<u64, TableError> {
        let path = self.path.join(name.to_string());
        let packed = name.pack(contents, level, monitor).map_err(TableError::io(&path))?;
        let bytes = packed.ok_or(TableError::Stopped)?;
        file::write(&path, &bytes)?;
        // The file is there, so the list must have it whatever is wished.
        self.list(name, &bytes, &AtomicBool::new(false))?;
        Ok(bytes.len() as u64)
    }

    fn list(&mut self, name: Name, file: &[u8], stop: &AtomicBool) -> Result<(), TableError> {
        let digest = file::digest(&[file], stop).map_err(|unmade| unmade.of(&self.path))?;
        if self.digests.insert(name, digest) == Some(digest) {
            return Ok(());
        }
        let lines = self.digests.iter().map(|(name, digest)| format!("{}  {name}\n", hex(digest)));
        file::write(&self.path.join(MANIFEST), lines.collect::<String>().as_bytes())
    }
}

/// The digests of the files in a folder, as its list has them; nothing where there is no list.
pub(super) fn read_manifest(
    folder: &Path,
) -> Result<Option<BTreeMap<Name, FileDigest>>, TableError> {
    let path = folder.join(MANIFEST);
    if !path.try_exists().map_err(TableError::io(&path))? {
        return Ok(None);
    }
    let bytes = file::read(&path, LONGEST_MANIFEST)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| TableError::damaged(&path, "not a list of digests: no text"))?;
    let line = |(number, line): (usize, &str)| {
        parse_line(line).ok_or_else(|| {
            let reason = format!("line {}: expected a digest and a table's name", number + 1);
            TableError::damaged(&path, reason)
        })
    };
    text.lines().enumerate().map(line).collect::<Result<_, _>>().map(Some)
}

fn parse_line(line: &str) -> Option<(Name, FileDigest)> {
    let (digits, name) = line.split_once("  ")?;
    if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut digest = FileDigest::default();
    for (index, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).ok()?;
    }
    Some((Name::parse(name)?, digest))
}

/// The tables for which a folder has files.
pub(super) fn names(folder: &Path) -> Result<Vec<Name>, TableError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(TableError::io(folder))? {
        let entry = entry.map_err(TableError::io(folder))?;
        names.extend(entry.file_name().to_str().and_then(Name::parse));
    }
    names.sort_unstable();
    Ok(names)
}

//! Table files: `docs/tables.md` has the format.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use sha2::{Digest, Sha256};

use super::error::{TableError, Unmade};
use super::monitor::Monitor;
use super::name::Name;
use crate::files;
use crate::rules::Rules;

/// The first bytes of every table file; the last two tell text from binary transfers, as those of
/// PNG do.
const MAGIC: [u8; 8] = *b"FNTABL\r\n";
const VERSION: u16 = 1;
/// Magic, version, kind, rows, columns, counts, an empty byte, places and length, rules, digest.
const HEADER: usize = 8 + 2 + 6 + 8 + 8 + 16 + 32;
const DIGEST: usize = HEADER - 32;

/// How many bytes are compressed between two looks at the wish to stop: some milliseconds of work.
const PORTION: usize = 1 << 15;
/// How many bytes are read, summed up or unpacked between two looks: some milliseconds as well.
const READ_PORTION: usize = 1 << 20;

/// SHA-256 of a file.
pub type FileDigest = [u8; 32];

impl Name {
    fn header(&self, length: u64) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        let mut rules = [0; 16];
        let text = Rules::THEORY.to_string();
        rules[..text.len()].copy_from_slice(text.as_bytes());
        let places = self.places();
        let kind = self.kind as u8;
        let (rows, cols) = (self.variant.rows(), self.variant.cols());
        let numbers = [kind, rows, cols, self.counts.own as u8, self.counts.enemy as u8, 0];
        let fields: [&[u8]; 6] = [
            &MAGIC,
            &VERSION.to_le_bytes(),
            &numbers,
            &places.to_le_bytes(),
            &length.to_le_bytes(),
            &rules,
        ];
        let bytes = fields.into_iter().flatten();
        header.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        header
    }

    /// The largest size that a file of this table can have: the compressor's own bound and more.
    fn most_bytes(&self) -> u64 {
        let length = self.length();
        length.saturating_add(length >> 7).saturating_add(HEADER as u64 + 1024)
    }

    /// The file with these contents; nothing if it was stopped.
    pub(super) fn pack(
        &self,
        contents: &[u8],
        level: i32,
        monitor: &Monitor,
    ) -> io::Result<Option<Vec<u8>>> {
        let mut encoder = zstd::Encoder::new(Vec::new(), level)?;
        encoder.set_pledged_src_size(Some(contents.len() as u64))?;
        for portion in contents.chunks(PORTION) {
            if monitor.is_stopped() {
                break;
            }
            encoder.write_all(portion)?;
        }
        // Contents that were stopped while they were collected may be too short.
        if monitor.is_stopped() {
            return Ok(None);
        }
        let packed = encoder.finish()?;
        let mut header = self.header(packed.len() as u64);
        let digest = Sha256::new().chain_update(&header[..DIGEST]).chain_update(&packed).finalize();
        header[DIGEST..].copy_from_slice(&digest);
        Ok(Some([&header[..], &packed].concat()))
    }

    /// The header at the beginning of a file of so many bytes, once what it says has been compared
    /// with the name, and what follows it.
    fn header_of<'a>(
        &self,
        path: &Path,
        start: &'a [u8],
        length: u64,
    ) -> Result<(&'a [u8], &'a [u8]), TableError> {
        let damaged = |reason: &str| TableError::damaged(path, reason);
        let Some((header, packed)) = start.split_at_checked(HEADER) else {
            return Err(damaged("too short for a table"));
        };
        if header[..8] != MAGIC {
            return Err(damaged("no table of this game"));
        }
        if header[8..10] != VERSION.to_le_bytes() {
            let version = u16::from_le_bytes([header[8], header[9]]);
            let reason = format!("format version {version}: expected {VERSION}");
            return Err(TableError::damaged(path, reason));
        }
        let expected = self.header(length.saturating_sub(HEADER as u64));
        if header[10..24] != expected[10..24] || header[32..DIGEST] != expected[32..DIGEST] {
            return Err(damaged("another table than its name says"));
        }
        if header[24..32] != expected[24..32] {
            return Err(damaged("truncated, or with something after its end"));
        }
        Ok((header, packed))
    }

    /// The bytes of this table's file. Its header is looked at first, so that no more is read of a
    /// file that is none.
    pub(super) fn read(&self, path: &Path, stop: &AtomicBool) -> Result<Vec<u8>, TableError> {
        let (mut file, length) = open(path, self.most_bytes())?;
        let mut bytes = Vec::new();
        let mut read_on = |most: u64, bytes: &mut Vec<u8>| {
            (&mut file).take(most).read_to_end(bytes).map_err(TableError::io(path))
        };
        read_on(HEADER as u64, &mut bytes)?;
        self.header_of(path, &bytes, length)?;
        loop {
            Unmade::unless(stop).map_err(|unmade| unmade.of(path))?;
            let left = length.saturating_sub(bytes.len() as u64);
            if read_on(left.min(READ_PORTION as u64), &mut bytes)? == 0 {
                return Ok(bytes);
            }
        }
    }

    /// The contents of a file, once all that it says about itself has been checked.
    pub(super) fn unpack(
        &self,
        path: &Path,
        file: &[u8],
        stop: &AtomicBool,
    ) -> Result<Vec<u8>, TableError> {
        let damaged = |reason: &str| TableError::damaged(path, reason);
        let unmade = |unmade: Unmade| unmade.of(path);
        let (header, packed) = self.header_of(path, file, file.len() as u64)?;
        if header[DIGEST..] != digest(&[&header[..DIGEST], packed], stop).map_err(unmade)? {
            return Err(damaged("changed since it was written: the digest differs"));
        }
        let wrong_length = || damaged("not as long as a table of its counts");
        // Asked first, since the contents of a large table are more than a wrong file may take.
        let said = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten();
        if said != Some(self.length()) {
            return Err(wrong_length());
        }
        let mut contents = Unmade::room(self.length()).map_err(unmade)?;
        let mut decoder = zstd::Decoder::with_buffer(packed).map_err(TableError::io(path))?;
        // That it fits was found out above.
        let length = self.length() as usize;
        while contents.len() < length {
            Unmade::unless(stop).map_err(unmade)?;
            let start = contents.len();
            contents.resize(length.min(start + READ_PORTION), 0);
            decoder.read_exact(&mut contents[start..]).map_err(|_| wrong_length())?;
        }
        match decoder.read(&mut [0]) {
            Ok(0) => Ok(contents),
            _ => Err(wrong_length()),
        }
    }
}

/// Reads a whole file that should have at most so many bytes.
pub(super) fn read(path: &Path, most: u64) -> Result<Vec<u8>, TableError> {
    let (file, length) = open(path, most)?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes).map_err(TableError::io(path))?;
    Ok(bytes)
}

/// Opens a file that should have at most so many bytes, and tells how many it has.
fn open(path: &Path, most: u64) -> Result<(File, u64), TableError> {
    match files::open_regular(path).map_err(TableError::io(path))? {
        None => Err(TableError::damaged(path, "not a regular file")),
        Some((_, length)) if length > most => {
            Err(TableError::damaged(path, "longer than it could be"))
        }
        Some(found) => Ok(found),
    }
}

/// Writes a file that appears whole or not at all.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), TableError> {
    files::write_whole(path, |file| file.write_all(bytes)).map_err(TableError::io(path))
}

/// The digest of what these parts are together, unless it was stopped.
pub(super) fn digest(parts: &[&[u8]], stop: &AtomicBool) -> Result<FileDigest, Unmade> {
    let mut digest = Sha256::new();
    for portion in parts.iter().flat_map(|part| part.chunks(READ_PORTION)) {
        Unmade::unless(stop)?;
        digest.update(portion);
    }
    Ok(digest.finalize().into())
}

pub(super) fn hex(digest: &FileDigest) -> String {
    digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::counts::Counts;
    use super::super::name::TableKind;
    use super::*;
    use crate::variant::Variant;

    fn name() -> Name {
        let counts = Counts { own: 2, enemy: 1 };
        Name { variant: Variant::TELO, counts, kind: TableKind::Wdl }
    }

    fn file() -> (Vec<u8>, Vec<u8>) {
        let contents: Vec<u8> = (0..name().length()).map(|i| i as u8).collect();
        let monitor = Monitor::new(NonZeroUsize::MIN);
        let file = name().pack(&contents, 3, &monitor).expect("packed").expect("not stopped");
        (contents, file)
    }

    #[test]
    fn contents_come_back() {
        let (contents, file) = file();
        let unpacked = name().unpack(Path::new("x"), &file, &AtomicBool::new(false));
        assert_eq!(unpacked.expect("unpacked"), contents);
    }

    #[test]
    fn unpacking_that_was_stopped_has_no_contents() {
        let (_, file) = file();
        let unpacked = name().unpack(Path::new("x"), &file, &AtomicBool::new(true));
        assert!(matches!(unpacked, Err(TableError::Stopped)), "{unpacked:?}");
    }

    #[test]
    fn packing_that_was_stopped_makes_no_file() {
        let monitor = Monitor::new(NonZeroUsize::MIN);
        monitor.stop();
        for contents in [vec![], vec![0; 3 * PORTION]] {
            assert!(name().pack(&contents, 19, &monitor).expect("packed").is_none());
        }
    }

    #[test]
    fn any_changed_or_missing_byte_is_noticed() {
        let (_, file) = file();
        let stop = AtomicBool::new(false);
        let unpack = |file: &[u8]| name().unpack(Path::new("x"), file, &stop);
        for at in 0..file.len() {
            assert!(unpack(&file[..at]).is_err(), "cut at {at}");
            for bit in 0..8 {
                let mut changed = file.clone();
                changed[at] ^= 1 << bit;
                assert!(unpack(&changed).is_err(), "bit {bit} of byte {at}");
            }
        }
        assert!(unpack(&[&file[..], &[0]].concat()).is_err());
        let other = Name { counts: name().counts.swapped(), ..name() };
        assert!(other.unpack(Path::new("x"), &file, &stop).is_err(), "a file with another's name");
    }
}

//! Checkpoints: what a solver remembers, in a file from which it can go on.

use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::Path;

use super::digested::{self, DIGEST, Digesting};
use super::error::SolveError;
use super::table::Table;
use crate::color::Color;
use crate::position::Position;
use crate::reader::Reader;

const MAGIC: [u8; 8] = *b"FANOSOLV";
const VERSION: u16 = 1;
const ENTRY: u64 = 16;

/// How far the questions about one position have come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct State {
    /// By colour, whether the side wins, where that is known.
    pub(super) wins: [Option<bool>; 2],
    /// By colour, the nodes searched for it.
    pub(super) nodes: [u64; 2],
}

/// The first bytes: which position it is, and its state.
fn header(root: &Position, state: &State, entries: u64) -> Vec<u8> {
    let variant = root.variant();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([variant.rows(), variant.cols(), root.turn().index() as u8]);
    for color in Color::ALL {
        bytes.extend(root.stones(color).to_le_bytes());
    }
    bytes.extend(state.wins.map(|wins| wins.map_or(2, u8::from)));
    bytes.extend(state.nodes.iter().flat_map(|nodes| nodes.to_le_bytes()));
    bytes.extend(entries.to_le_bytes());
    bytes
}

pub(super) fn write(
    path: &Path,
    root: &Position,
    state: &State,
    table: &Table,
) -> Result<(), SolveError> {
    digested::write(path, |file| {
        file.write_all(&header(root, state, table.used() as u64))?;
        for word in table.words().flatten() {
            file.write_all(&word.to_le_bytes())?;
        }
        Ok(())
    })
}

/// Reads a checkpoint of this position into the table; nothing where there is no file.
pub(super) fn read(
    path: &Path,
    root: &Position,
    table: &mut Table,
) -> Result<Option<State>, SolveError> {
    let (file, length) = match digested::open(path) {
        Ok(found) => found,
        Err(SolveError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    let mut file = Digesting::new(BufReader::new(file));
    let damaged = |reason: &str| SolveError::damaged(path, reason);
    let ended = |error: io::Error| match error.kind() {
        ErrorKind::UnexpectedEof => damaged("no checkpoint: it ends too early"),
        _ => SolveError::io(path)(error),
    };
    let mut bytes = header(root, &State::default(), 0);
    file.read_exact(&mut bytes).map_err(ended)?;
    let (state, entries) = read_header(&bytes, root).map_err(|reason| damaged(&reason))?;
    let size = entries.checked_mul(ENTRY);
    if size.and_then(|size| size.checked_add((bytes.len() + DIGEST) as u64)) != Some(length) {
        return Err(damaged("truncated, or with something after its end"));
    }
    let all = root.variant().geometry().all;
    for _ in 0..entries {
        let mut words = [[0; 8]; 2];
        file.read_exact(words.as_flattened_mut()).map_err(ended)?;
        if !table.put_words(words.map(u64::from_le_bytes), all) {
            return Err(damaged("an entry is no position of the board"));
        }
    }
    if !file.digest_follows().map_err(ended)? {
        return Err(damaged("changed since it was written: the digest differs"));
    }
    Ok(Some(state))
}

/// The state and the number of entries that the first bytes tell, if they are of this position.
fn read_header(bytes: &[u8], root: &Position) -> Result<(State, u64), String> {
    let expected = header(root, &State::default(), 0);
    let version = MAGIC.len() + size_of_val(&VERSION);
    if bytes[..version] != expected[..version] {
        return Err("no checkpoint of this version of the solver".to_owned());
    }
    // Two answers and three numbers follow.
    let identity = expected.len() - 2 - 3 * 8;
    if bytes[..identity] != expected[..identity] {
        return Err("a checkpoint of another position".to_owned());
    }
    let mut reader = Reader::new(&bytes[identity..]);
    let wins = reader.array::<2>("answers")?.map(|byte| match byte {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    });
    let mut number = |field| reader.array(field).map(u64::from_le_bytes);
    let nodes = [number("nodes")?, number("nodes")?];
    Ok((State { wins, nodes }, number("number of entries")?))
}

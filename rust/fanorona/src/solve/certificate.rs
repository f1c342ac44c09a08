//! Certificates: proofs of values as files. `docs/solving.md` defines the format.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::digested::{self, DIGEST};
use super::error::{Refusal, SolveError};
use super::varint;
use crate::color::Color;
use crate::history::History;
use crate::position::Position;
use crate::reader::Reader;
use crate::rules::Rules;
use crate::stones::Stones;
use crate::tablebase::{Counts, FileDigest};
use crate::variant::Variant;

const MAGIC: [u8; 8] = *b"FANOCERT";
const VERSION: u16 = 1;

/// What is known of a position in which the attacker is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The most turns that the attacker needs to reach a table or the end; 0 in the proof that the
    /// attacker does not win, where it means nothing.
    pub rank: u32,
    /// Which turn is played: its place among the positions that turns lead to, as the opponent
    /// sees them, canonical, sorted by own stones and then by the other's, each listed once; 0 in
    /// the proof that the attacker does not win.
    pub turn: u32,
}

/// A claim about one side with its proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The side in question.
    pub attacker: Color,
    /// Whether it wins.
    pub wins: bool,
    /// Positions with the attacker to move, canonical, from the attacker's view (own stones, the
    /// other's).
    pub entries: BTreeMap<(u64, u64), Entry>,
}

/// The proof of a position's value.
///
/// Where one side wins, that is the only claim; a draw is proved by two claims, that neither White
/// nor Black wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The position, at the start of a turn, under the rules of `theory`.
    pub root: Position,
    /// The tables that the proof rests on, by the digests of their values: all with at most so many
    /// stones.
    pub tables: Vec<(Counts, FileDigest)>,
    /// What is proved.
    pub claims: Vec<Claim>,
}

impl Certificate {
    /// The most stones of a table that the proof rests on; 0 where it rests on none.
    #[must_use]
    pub fn largest_table(&self) -> u32 {
        self.tables.iter().map(|(counts, _)| counts.total()).max().unwrap_or(0)
    }

    /// The winner that is claimed, or none for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.claims.iter().find(|claim| claim.wins).map(|claim| claim.attacker)
    }

    /// The file with this proof.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.body();
        let digest = Sha256::digest(&bytes);
        bytes.extend(digest);
        bytes
    }

    /// The file without its digest.
    fn body(&self) -> Vec<u8> {
        let variant = self.root.variant();
        let rules = Rules::THEORY.to_string();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([variant.rows(), variant.cols(), rules.len() as u8]);
        bytes.extend(rules.as_bytes());
        bytes.push(self.root.turn().index() as u8);
        for color in Color::ALL {
            bytes.extend(self.root.stones(color).to_le_bytes());
        }
        bytes.push(self.largest_table() as u8);
        for (counts, digest) in &self.tables {
            bytes.extend([counts.own as u8, counts.enemy as u8]);
            bytes.extend(digest);
        }
        bytes.push(self.claims.len() as u8);
        for claim in &self.claims {
            claim.write(&mut bytes);
        }
        bytes
    }

    /// Writes the file, which appears whole or not at all.
    ///
    /// # Errors
    /// A [`SolveError`] where it cannot be written; a file that was there stays.
    pub fn write(&self, path: &Path) -> Result<(), SolveError> {
        digested::write(path, |file| file.write_all(&self.body()))
    }

    /// Reads a file as [`Self::from_bytes`] does.
    ///
    /// # Errors
    /// A [`SolveError`] where it cannot be read, or is none or no whole certificate.
    pub fn read(path: &Path) -> Result<Self, SolveError> {
        let (file, length) = digested::open(path)?;
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes).map_err(SolveError::io(path))?;
        Self::from_bytes(&bytes)
            .map_err(|refusal| SolveError::Certificate { path: path.to_owned(), refusal })
    }

    /// Reads a file: its digest and its form are checked, not yet what it claims.
    ///
    /// # Errors
    /// A [`Refusal`] that says what is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Refusal> {
        let Some(length) = bytes.len().checked_sub(DIGEST) else {
            return Refusal::new("too short for a certificate");
        };
        let (body, digest) = bytes.split_at(length);
        if !body.starts_with(&MAGIC) {
            return Refusal::new("no certificate of this game");
        }
        if Sha256::digest(body)[..] != *digest {
            return Refusal::new("changed since it was written: the digest differs");
        }
        let mut reader = Reader::new(&body[MAGIC.len()..]);
        let version = u16::from_le_bytes(reader.array("version")?);
        if version != VERSION {
            return Refusal::new(format!("format version {version}: expected {VERSION}"));
        }
        let root = read_root(&mut reader)?;
        let tables = read_tables(&mut reader, &root)?;
        let count = reader.byte("number of claims")?;
        if !(1..=2).contains(&count) {
            return Refusal::new(format!("claims {count}: expected 1 or 2"));
        }
        let mut claims = Vec::new();
        for _ in 0..count {
            claims.push(Claim::read(&mut reader, root.variant())?);
        }
        if reader.left() > 0 {
            return Refusal::new("something follows the last claim");
        }
        check_claims(&claims)?;
        Ok(Self { root, tables, claims })
    }
}

impl Claim {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.attacker.index() as u8, u8::from(self.wins)]);
        bytes.extend((self.entries.len() as u64).to_le_bytes());
        let (mut last_own, mut last_enemy) = (0, 0);
        for (&(own, enemy), entry) in &self.entries {
            varint::write(own - last_own, bytes);
            // The other's stones go up while the own ones stay.
            varint::write(if own == last_own { enemy - last_enemy } else { enemy }, bytes);
            if self.wins {
                varint::write(u64::from(entry.rank), bytes);
                varint::write(u64::from(entry.turn), bytes);
            }
            (last_own, last_enemy) = (own, enemy);
        }
    }

    fn read(reader: &mut Reader, variant: Variant) -> Result<Self, Refusal> {
        let attacker = read_color(reader, "attacker")?;
        let wins = match reader.byte("claim")? {
            0 => false,
            1 => true,
            other => return Refusal::new(format!("claim {other}: expected 0 or 1")),
        };
        let count = u64::from_le_bytes(reader.array("number of entries")?);
        let mut entries = BTreeMap::new();
        let (mut last_own, mut last_enemy) = (0_u64, 0_u64);
        for number in 0..count {
            let step = reader.varint("own stones")?;
            let rest = reader.varint("other stones")?;
            let own = last_own.checked_add(step);
            let enemy = if step == 0 { last_enemy.checked_add(rest) } else { Some(rest) };
            let (Some(own), Some(enemy)) = (own, enemy) else {
                return Refusal::new(format!("entry {number}: stones off the board"));
            };
            if (own, enemy) <= (last_own, last_enemy) {
                return Refusal::new(format!("entry {number}: out of order"));
            }
            let all = variant.geometry().all;
            if own & enemy != 0 || (own | enemy) & !all != 0 || own == 0 || enemy == 0 {
                return Refusal::new(format!("entry {number}: no position of the board"));
            }
            let (rank, turn) =
                if wins { (reader.varint32("rank")?, reader.varint32("turn")?) } else { (0, 0) };
            if wins && !(1..=count).contains(&u64::from(rank)) {
                return Refusal::new(format!("entry {number}: rank {rank}: expected 1 to {count}"));
            }
            entries.insert((own, enemy), Entry { rank, turn });
            (last_own, last_enemy) = (own, enemy);
        }
        Ok(Self { attacker, wins, entries })
    }
}

fn read_color(reader: &mut Reader, what: &'static str) -> Result<Color, Refusal> {
    let number = reader.byte(what)?;
    let color = Color::ALL.into_iter().find(|color| color.index() == usize::from(number));
    color.ok_or_else(|| Refusal(format!("{what} {number}: expected 0 or 1")))
}

fn read_root(reader: &mut Reader) -> Result<Position, Refusal> {
    let (rows, cols) = (reader.byte("rows")?, reader.byte("columns")?);
    let Some(variant) = Variant::with_size(rows, cols) else {
        return Refusal::new(format!("board {rows}x{cols}: there is no such board"));
    };
    let length = reader.byte("length of the rules")?;
    let rules = reader.bytes(usize::from(length), "rules")?;
    if rules != Rules::THEORY.to_string().as_bytes() {
        return Refusal::new("rules: expected theory");
    }
    let turn = read_color(reader, "side to move")?;
    let white = u64::from_le_bytes(reader.array("White's stones")?);
    let black = u64::from_le_bytes(reader.array("Black's stones")?);
    Position::new(variant, Rules::THEORY, white, black, turn, History::default())
        .map_err(|error| Refusal(format!("root: {error}")))
}

fn read_tables(reader: &mut Reader, root: &Position) -> Result<Vec<(Counts, FileDigest)>, Refusal> {
    let largest = u32::from(reader.byte("largest table")?);
    let stones = root.stones(Color::White) | root.stones(Color::Black);
    if largest == 1 || largest >= stones.count_ones().max(2) {
        let text = format!("largest table {largest}: expected 0, or 2 to one less than the root's");
        return Refusal::new(text);
    }
    let mut tables = Vec::new();
    for counts in Counts::up_to(largest) {
        let found = reader.array::<2>("table")?.map(u32::from);
        if found != [counts.own, counts.enemy] {
            return Refusal::new(format!("table {}v{}: out of order", found[0], found[1]));
        }
        tables.push((counts, reader.array("digest of a table")?));
    }
    Ok(tables)
}

/// The claims must be those of a value: one win, or that White does not win and Black does not.
fn check_claims(claims: &[Claim]) -> Result<(), Refusal> {
    let expected = match claims {
        [claim] => claim.wins,
        [white, black] => {
            (white.attacker, white.wins, black.attacker, black.wins)
                == (Color::White, false, Color::Black, false)
        }
        _ => false,
    };
    if expected { Ok(()) } else { Refusal::new("claims: together they tell no value") }
}

/// The stones of an entry.
pub(super) fn stones_of(&(own, enemy): &(u64, u64)) -> Stones {
    Stones { own, enemy }
}

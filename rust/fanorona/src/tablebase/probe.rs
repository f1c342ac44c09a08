//! Asking tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use super::counts::Counts;
use super::error::{TableError, Unmade};
use super::file::{self, FileDigest};
use super::folder;
use super::index::Index;
use super::name::{Name, TableKind};
use super::retrograde::{Smaller, best_capture, mover};
use super::values::Values;
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::Tables;
use crate::stones::Stones;
use crate::variant::Variant;
use crate::wdl::Wdl;

/// The tables of a folder, for any number of boards. Each is read when it is first needed, checked
/// against its digest, and kept in memory; any number of threads may ask.
///
/// Tables speak of the rules `theory`. They serve every rule set that allows the same turns.
///
/// ```no_run
/// use std::path::Path;
/// use fanorona::{Fen, Rules, Wdl, tablebase::Tablebase};
/// let tables = Tablebase::open(Path::new("tables"))?;
/// let position = Fen::parse("9/9/9/9/wb7 w", Rules::STANDARD).unwrap().position;
/// assert_eq!(tables.probe_wdl(&position)?, Wdl::Win);
/// # Ok::<(), fanorona::tablebase::TableError>(())
/// ```
#[derive(Debug)]
pub struct Tablebase {
    pub(super) tables: BTreeMap<Name, Slot>,
    pub(super) absent: Vec<Name>,
    pub(super) boards: [Board; Variant::ALL.len()],
}

/// What is known of one file.
#[derive(Debug)]
pub(super) struct Slot {
    path: PathBuf,
    /// What the folder's list says, if it has one.
    listed: Option<FileDigest>,
    digest: OnceLock<FileDigest>,
}

/// The tables of one board by their counts, as far as they have been read.
#[derive(Debug, Default)]
pub(super) struct Board {
    pub(super) values: Vec<OnceLock<Loaded<Values>>>,
    pub(super) distances: Vec<OnceLock<Loaded<Vec<u8>>>>,
    /// The most stones up to which no table of values is missing.
    pub(super) most_stones: u32,
    /// The most stones of any table that has a file.
    pub(super) largest: u32,
}

#[derive(Debug)]
pub(super) struct Loaded<T> {
    pub(super) index: Index,
    pub(super) contents: T,
}

impl Tablebase {
    /// The tables of which this folder has files.
    ///
    /// # Errors
    /// A [`TableError`] where the folder or its list cannot be read.
    pub fn open(folder: &Path) -> Result<Self, TableError> {
        let names = folder::names(folder)?;
        let listed = folder::read_manifest(folder)?.unwrap_or_default();
        let slots = names.into_iter().map(|name| {
            let path = folder.join(name.to_string());
            let listed = listed.get(&name).copied();
            (name, Slot { path, listed, digest: OnceLock::new() })
        });
        let tables: BTreeMap<Name, Slot> = slots.collect();
        let absent = listed.into_keys().filter(|name| !tables.contains_key(name)).collect();
        let boards = Variant::ALL.map(|variant| Board::new(variant, &tables));
        Ok(Self { tables, absent, boards })
    }

    /// Tables that the folder's list has, but for which there is no file.
    #[must_use]
    pub fn absent(&self) -> &[Name] {
        &self.absent
    }

    /// Whether asking for the value of a position, or for its distance, reads no file: all tables
    /// that may be needed are in memory, as far as there are any.
    #[must_use]
    pub fn has_read(&self, position: &Position, kind: TableKind) -> bool {
        let (variant, counts) = (position.variant(), Counts::of(position.view()));
        let Board { values, distances, largest, .. } = &self.boards[variant.index()];
        let is_read = |counts: Counts, kind: TableKind| {
            let slot = counts.slot();
            let in_memory = match kind {
                TableKind::Wdl => values.get(slot).is_some_and(|cell| cell.get().is_some()),
                TableKind::Dtc => distances.get(slot).is_some_and(|cell| cell.get().is_some()),
            };
            in_memory || !self.tables.contains_key(&Name { variant, counts, kind })
        };
        // Of more stones nothing is told, whatever smaller tables there are.
        counts.total() > *largest
            || is_read(counts, kind)
                && Counts::up_to(counts.total()).all(|counts| is_read(counts, TableKind::Wdl))
    }

    /// Which tables there are, in order.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.tables.keys().copied()
    }

    /// The most stones up to which the values of all positions are there; 0 where the board has no
    /// tables.
    #[must_use]
    pub fn most_stones(&self, variant: Variant) -> u32 {
        self.boards[variant.index()].most_stones
    }

    /// Reads all tables of values of a board now, and those of distances.
    ///
    /// # Errors
    /// A [`TableError`] for the first that cannot be read.
    pub fn load(&self, variant: Variant) -> Result<(), TableError> {
        self.load_until(variant, u32::MAX, &AtomicBool::new(false))
    }

    /// Like [`Self::load`] for tables of at most so many stones; it ends when `stop` is set.
    ///
    /// # Errors
    /// As [`Self::load`], and [`TableError::Stopped`].
    pub fn load_until(
        &self,
        variant: Variant,
        most: u32,
        stop: &AtomicBool,
    ) -> Result<(), TableError> {
        let names = self.names().filter(|name| name.variant == variant);
        for name in names.filter(|name| name.counts.total() <= most) {
            self.need(name, stop)?;
        }
        Ok(())
    }

    /// The digest of a table's file, which tells tables apart.
    ///
    /// # Errors
    /// A [`TableError`] where there is no such table or it cannot be read, or if `stop` was set.
    pub fn digest(&self, name: Name, stop: &AtomicBool) -> Result<FileDigest, TableError> {
        let slot = self.tables.get(&name).ok_or_else(|| missing(name))?;
        if let Some(digest) = slot.digest.get() {
            return Ok(*digest);
        }
        slot.digest_of(&name.read(&slot.path, stop)?, stop)
    }

    /// The value of a position for its mover.
    ///
    /// # Errors
    /// [`TableError::Missing`] where no table tells it: too many stones, rules with other turns, or
    /// a chain in progress. Another [`TableError`] where a table cannot be read.
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, TableError> {
        self.probe_wdl_until(position, &AtomicBool::new(false))
    }

    /// Like [`Self::probe_wdl`]; the reading of tables ends when `stop` is set.
    ///
    /// # Errors
    /// As [`Self::probe_wdl`], and [`TableError::Stopped`].
    pub fn probe_wdl_until(
        &self,
        position: &Position,
        stop: &AtomicBool,
    ) -> Result<Wdl, TableError> {
        self.value_until(position.variant(), start_of_turn(position)?, stop)
    }

    /// The distance to conversion of a position, with the sign of its value: how many turns of
    /// both players there are up to and including the next capture, or until the mover is blocked,
    /// if the winner hurries and the loser holds out; 0 where the game is over, none where the
    /// position is drawn.
    ///
    /// # Errors
    /// As [`Self::probe_wdl`].
    pub fn probe_dtc(&self, position: &Position) -> Result<Option<i32>, TableError> {
        self.probe_dtc_until(position, &AtomicBool::new(false))
    }

    /// Like [`Self::probe_dtc`]; the reading of tables ends when `stop` is set.
    ///
    /// # Errors
    /// As [`Self::probe_wdl`], and [`TableError::Stopped`].
    pub fn probe_dtc_until(
        &self,
        position: &Position,
        stop: &AtomicBool,
    ) -> Result<Option<i32>, TableError> {
        let stones = start_of_turn(position)?;
        match self.value_until(position.variant(), stones, stop)? {
            Wdl::Draw => Ok(None),
            value => {
                let distance = self.distance_until(position.variant(), stones, stop)?;
                Ok(Some(i32::from(value.sign()) * distance as i32))
            }
        }
    }

    /// The value of a position at the start of a turn.
    pub(crate) fn value(&self, variant: Variant, stones: Stones) -> Result<Wdl, TableError> {
        self.value_until(variant, stones, &AtomicBool::new(false))
    }

    fn value_until(
        &self,
        variant: Variant,
        stones: Stones,
        stop: &AtomicBool,
    ) -> Result<Wdl, TableError> {
        if stones.own == 0 {
            return Ok(Wdl::Loss);
        }
        if stones.enemy == 0 {
            return Ok(Wdl::Win);
        }
        let mover = mover(variant, stones);
        if mover.has_capture() {
            // Captures of captures soon are too many to follow, so their own table must be there.
            let counts = Counts::of(stones);
            let name = Name { variant, counts, kind: TableKind::Wdl };
            let is_there = counts.total() <= self.boards[variant.index()].most_stones;
            if !is_there && !self.tables.contains_key(&name) {
                return Err(missing(name));
            }
            let smaller = OneDeeper { tables: self, variant, stop, failure: OnceLock::new() };
            let best = best_capture(&mover, &smaller);
            return smaller.failure.into_inner().map_or(Ok(best), Err);
        }
        let loaded = self.values(variant, Counts::of(stones), stop)?;
        Ok(loaded.contents.get(loaded.index.place(stones)).wdl())
    }

    /// The distance to conversion of a position that is not drawn.
    pub(super) fn distance(&self, variant: Variant, stones: Stones) -> Result<u32, TableError> {
        self.distance_until(variant, stones, &AtomicBool::new(false))
    }

    fn distance_until(
        &self,
        variant: Variant,
        stones: Stones,
        stop: &AtomicBool,
    ) -> Result<u32, TableError> {
        if stones.own == 0 || stones.enemy == 0 {
            return Ok(0);
        }
        if mover(variant, stones).has_capture() {
            return Ok(1);
        }
        let loaded = self.distances(variant, Counts::of(stones), stop)?;
        Ok(u32::from(loaded.contents[loaded.index.place(stones)]))
    }

    /// Reads a table if it has not been read.
    pub(super) fn need(&self, name: Name, stop: &AtomicBool) -> Result<(), TableError> {
        match name.kind {
            TableKind::Wdl => self.values(name.variant, name.counts, stop).map(drop),
            TableKind::Dtc => self.distances(name.variant, name.counts, stop).map(drop),
        }
    }

    pub(super) fn values(
        &self,
        variant: Variant,
        counts: Counts,
        stop: &AtomicBool,
    ) -> Result<&Loaded<Values>, TableError> {
        let name = Name { variant, counts, kind: TableKind::Wdl };
        let tables = &self.boards[variant.index()].values;
        self.loaded(name, tables, stop, |contents| Values::from_bytes(&contents, stop))
    }

    fn distances(
        &self,
        variant: Variant,
        counts: Counts,
        stop: &AtomicBool,
    ) -> Result<&Loaded<Vec<u8>>, TableError> {
        let name = Name { variant, counts, kind: TableKind::Dtc };
        self.loaded(name, &self.boards[variant.index()].distances, stop, Ok)
    }

    /// A table, read if it has not been.
    fn loaded<'a, T>(
        &self,
        name: Name,
        tables: &'a [OnceLock<Loaded<T>>],
        stop: &AtomicBool,
        convert: impl FnOnce(Vec<u8>) -> Result<T, Unmade>,
    ) -> Result<&'a Loaded<T>, TableError> {
        let cell = tables.get(name.counts.slot()).ok_or_else(|| missing(name))?;
        if let Some(loaded) = cell.get() {
            return Ok(loaded);
        }
        let slot = self.tables.get(&name).ok_or_else(|| missing(name))?;
        let contents = slot.read(name, stop)?;
        let made = convert(contents).and_then(|contents| {
            let index = Index::new(name.variant, name.counts, stop)?;
            Ok(Loaded { index, contents })
        });
        let loaded = made.map_err(|unmade| unmade.of(&slot.path))?;
        Ok(cell.get_or_init(|| loaded))
    }
}

impl Slot {
    /// The contents of the table.
    fn read(&self, name: Name, stop: &AtomicBool) -> Result<Vec<u8>, TableError> {
        let bytes = name.read(&self.path, stop)?;
        let digest = self.digest_of(&bytes, stop)?;
        if self.listed.is_some_and(|listed| listed != digest) {
            let reason = "not the file that the folder's list has under this name";
            return Err(TableError::damaged(&self.path, reason));
        }
        name.unpack(&self.path, &bytes, stop)
    }

    /// The digest of the file, which has these bytes.
    fn digest_of(&self, bytes: &[u8], stop: &AtomicBool) -> Result<FileDigest, TableError> {
        if let Some(digest) = self.digest.get() {
            return Ok(*digest);
        }
        let digest = file::digest(&[bytes], stop).map_err(|unmade| unmade.of(&self.path))?;
        Ok(*self.digest.get_or_init(|| digest))
    }
}

impl Board {
    fn new(variant: Variant, tables: &BTreeMap<Name, Slot>) -> Self {
        let has = |counts| tables.contains_key(&Name { variant, counts, kind: TableKind::Wdl });
        let complete = |&total: &u32| Counts::with_total(total).all(has);
        let most_stones = (2..=u32::from(variant.points())).take_while(complete).last();
        let all = || tables.keys().filter(|name| name.variant == variant).map(|name| name.counts);
        let length = all().map(|counts| counts.slot() + 1).max().unwrap_or(0);
        Self {
            values: (0..length).map(|_| OnceLock::new()).collect(),
            distances: (0..length).map(|_| OnceLock::new()).collect(),
            most_stones: most_stones.unwrap_or(0),
            largest: all().map(Counts::total).max().unwrap_or(0),
        }
    }
}

impl Tables for Tablebase {
    fn most_stones(&self, variant: Variant, rules: Rules) -> u32 {
        if serves(rules) { self.most_stones(variant) } else { 0 }
    }

    #[inline]
    fn quiet_value(&self, variant: Variant, own: Bitboard, enemy: Bitboard) -> Option<Wdl> {
        let stones = Stones { own, enemy };
        let loaded = self.boards[variant.index()].values.get(Counts::of(stones).slot())?.get()?;
        Some(loaded.contents.get(loaded.index.place(stones)).wdl())
    }

    fn quiet_distance(&self, variant: Variant, own: Bitboard, enemy: Bitboard) -> Option<u32> {
        let stones = Stones { own, enemy };
        let loaded =
            self.boards[variant.index()].distances.get(Counts::of(stones).slot())?.get()?;
        Some(u32::from(loaded.contents[loaded.index.place(stones)]))
    }

    fn verdict(&self, position: &Position) -> Option<(Wdl, Option<u32>)> {
        if !self.has_read(position, TableKind::Wdl) {
            return None;
        }
        let value = self.probe_wdl(position).ok()?;
        let has_distance = self.has_read(position, TableKind::Dtc);
        let distance = if has_distance { self.probe_dtc(position).ok().flatten() } else { None };
        Some((value, distance.map(i32::unsigned_abs)))
    }
}

/// Positions that a capture led to; the first failure is kept for later.
struct OneDeeper<'a> {
    tables: &'a Tablebase,
    variant: Variant,
    stop: &'a AtomicBool,
    failure: OnceLock<TableError>,
}

impl Smaller for OneDeeper<'_> {
    fn value(&self, stones: Stones) -> Wdl {
        self.tables.value_until(self.variant, stones, self.stop).unwrap_or_else(|error| {
            self.failure.get_or_init(|| error);
            // Nothing is better than a lost reply, so that the other captures are left out.
            Wdl::Loss
        })
    }
}

fn missing(name: Name) -> TableError {
    TableError::Missing(format!("there is no {name}"))
}

/// The stones of a position of which tables can tell.
fn start_of_turn(position: &Position) -> Result<Stones, TableError> {
    if !serves(position.rules()) {
        let text = format!("rules {}: tables know the turns of theory only", position.rules());
        return Err(TableError::Missing(text));
    }
    if position.chain().is_some() {
        return Err(TableError::Missing("a chain is in progress".to_owned()));
    }
    Ok(position.view())
}

/// Whether the same turns are legal as under `theory`.
#[must_use]
pub fn serves(rules: Rules) -> bool {
    let Rules { capture, most, chain, first_turn_single, reversal, .. } = Rules::THEORY;
    Rules { capture, most, chain, first_turn_single, reversal, ..rules } == rules
}

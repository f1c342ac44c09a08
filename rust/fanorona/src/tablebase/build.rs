//! Building the tables of a board, in memory or as files.

use std::path::Path;
use std::sync::atomic::Ordering;

use super::counts::Counts;
use super::error::{TableError, Unmade};
use super::folder::Claimed;
use super::index::Index;
use super::monitor::Monitor;
use super::name::{Name, TableKind};
use super::retrograde::{Failure, Side, solve};
use super::table::{Built, Table};
use super::values::Values;
use crate::variant::Variant;

/// What is to be built.
///
/// ```
/// use fanorona::{Variant, tablebase::Request};
/// let request = Request::new(Variant::TSIVY, 5);
/// assert_eq!(request.positions(), 38_825_820);
/// assert!(request.bytes_needed() < 20_000_000);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The board.
    pub variant: Variant,
    /// The most stones on it.
    pub stones: u32,
    /// Whether distances to conversion are built as well.
    pub distances: bool,
    /// How much memory may be used, in megabytes.
    pub memory_mb: u64,
    /// How hard files are compressed, from 1 to 22.
    pub compression: i32,
    /// Of the tables with the most stones only the pair in which one side has so many, and the
    /// other no fewer; all of them if not given. So several machines can share the pairs.
    pub fewer: Option<u32>,
}

/// A table that has just been built or found.
#[derive(Clone, Copy, Debug)]
pub struct BuiltTable {
    /// Which table it is.
    pub name: Name,
    /// The size of its file if it was written now, 0 where it was there.
    pub bytes: u64,
}

impl Request {
    /// Values alone, with four gigabytes of memory.
    #[must_use]
    pub const fn new(variant: Variant, stones: u32) -> Self {
        Self { variant, stones, distances: false, memory_mb: 4096, compression: 9, fewer: None }
    }

    fn all_counts(self) -> impl Iterator<Item = Counts> {
        (2..=self.stones).flat_map(move |total| self.counts(total))
    }

    /// The tables with so many stones that are wanted.
    fn counts(self, total: u32) -> impl Iterator<Item = Counts> {
        let wanted = self.fewer.filter(|_| total == self.stones);
        Counts::with_total(total)
            .filter(move |counts| wanted.is_none_or(|fewer| counts.own.min(counts.enemy) == fewer))
    }

    /// The number of positions, every symmetric image counted.
    #[must_use]
    pub fn positions(self) -> u64 {
        sum(self.all_counts().map(|counts| counts.positions(self.variant)))
    }

    /// The number of times that [`Monitor::done`] counts a position: once when it is classified
    /// and once when its paikas are looked at.
    #[must_use]
    pub fn work(self) -> u64 {
        let lengths = self.all_counts().map(|counts| Index::length_of(self.variant, counts));
        sum(lengths).saturating_mul(2)
    }

    /// An estimate of the memory used, in bytes: two bits a place for all smaller tables, and eight
    /// bits a place, or 20 with distances, for the two in the making and the packing of one. At the
    /// highest degrees the compressor takes up to some 100 MB more.
    #[must_use]
    pub fn bytes_needed(self) -> u64 {
        let length = |counts| Index::length_of(self.variant, counts);
        let smaller = self.all_counts().filter(|counts| counts.total() < self.stones);
        let pair = |counts: Counts| {
            let one = length(counts);
            if counts.own == counts.enemy { one } else { one.saturating_mul(2) }
        };
        let largest = self.counts(self.stones).map(pair).max().unwrap_or(0);
        let bits = if self.distances { 20 } else { 8 };
        (sum(smaller.map(length)) / 4).saturating_add((largest / 8).saturating_mul(bits))
    }

    pub(super) fn check(self) -> Result<(), TableError> {
        let most = u32::from(self.variant.points());
        let board = self.variant.size();
        if !(2..=most).contains(&self.stones) {
            return Err(TableError::Stones { stones: self.stones, most, board });
        }
        if let Some(fewer) = self.fewer.filter(|fewer| !(1..=self.stones / 2).contains(fewer)) {
            return Err(TableError::Fewer { fewer, most: self.stones / 2 });
        }
        let bytes = self.bytes_needed();
        let needed = bytes >> 20;
        let (stones, allowed) = (self.stones, self.memory_mb);
        // What is allowed may still be more than there is; asked for here, it does not end the
        // process.
        let room = usize::try_from(bytes).unwrap_or(usize::MAX);
        let reserved = Vec::<u8>::new().try_reserve_exact(room);
        if needed > allowed || reserved.is_err() {
            return Err(TableError::Memory { stones, board, needed, allowed });
        }
        let (compression, most) = (self.compression, *zstd::compression_level_range().end());
        if !(1..=most).contains(&compression) {
            return Err(TableError::Compression { compression, most });
        }
        Ok(())
    }
}

/// Sums beyond 64 bits are as good as endless.
fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}

/// Builds all tables of a request that a folder does not have yet. A build that was killed goes on
/// with the table that it was making. `report` is told of each table in turn.
///
/// # Errors
/// A [`TableError`] where the request is not possible, the folder cannot be used or holds damaged
/// tables, or the monitor was stopped; what was finished stays.
///
/// ```no_run
/// use std::{num::NonZeroUsize, path::Path};
/// use fanorona::Variant;
/// use fanorona::tablebase::{Monitor, Request, Tablebase, build};
///
/// let (folder, monitor) = (Path::new("tables"), Monitor::new(NonZeroUsize::MIN));
/// build(folder, Request::new(Variant::DIMY, 4), &monitor, &mut |table| drop(table))?;
/// let tables = Tablebase::open(folder)?;
/// # Ok::<(), fanorona::tablebase::TableError>(())
/// ```
pub fn build(
    folder: &Path,
    request: Request,
    monitor: &Monitor,
    report: &mut dyn FnMut(BuiltTable),
) -> Result<(), TableError> {
    request.check()?;
    let mut folder = Claimed::new(folder)?;
    let mut built = Built::default();
    for total in 2..=request.stones {
        let is_last = total == request.stones;
        let mut finished = Vec::new();
        for counts in request.counts(total).filter(|counts| counts.own <= counts.enemy) {
            let pair = Pair { counts, request };
            let tables = match pair.load(&mut folder, &built, monitor, is_last)? {
                Some(tables) => {
                    pair.names().for_each(|name| report(BuiltTable { name, bytes: 0 }));
                    tables
                }
                None => pair.make(&mut folder, &built, monitor, report)?,
            };
            // Nothing asks for the tables of the most stones.
            if !is_last {
                finished.extend(tables);
            }
        }
        for table in finished {
            built.insert(table);
        }
    }
    Ok(())
}

/// A table and the one with the opponent to move.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) counts: Counts,
    pub(super) request: Request,
}

impl Pair {
    pub(super) fn each(self) -> impl Iterator<Item = Counts> {
        let other = self.counts.swapped();
        std::iter::once(self.counts).chain((other != self.counts).then_some(other))
    }

    fn names(self) -> impl Iterator<Item = Name> {
        let kinds: &[TableKind] = if self.request.distances {
            &[TableKind::Wdl, TableKind::Dtc]
        } else {
            &[TableKind::Wdl]
        };
        self.each().flat_map(move |counts| {
            kinds.iter().map(move |&kind| Name { variant: self.request.variant, counts, kind })
        })
    }

    /// The tables from their files, unless one is missing. Those that only had to be there come
    /// back empty.
    fn load(
        self,
        folder: &mut Claimed,
        smaller: &Built,
        monitor: &Monitor,
        only_check: bool,
    ) -> Result<Option<Vec<Table>>, TableError> {
        let mut contents = Vec::new();
        for name in self.names() {
            let Some(found) = folder.contents(name, monitor.stop_flag())? else { return Ok(None) };
            if name.kind == TableKind::Wdl {
                contents.push((name.counts, found));
            }
        }
        let mut tables = Vec::new();
        for (counts, contents) in contents {
            if only_check {
                monitor.add(2 * Index::length_of(self.request.variant, counts));
                continue;
            }
            let values = Values::from_bytes(&contents, monitor.stop_flag())
                .map_err(|unmade| self.unmade(counts, unmade))?;
            let side = self.side(counts, false, monitor)?;
            if !side.classify(smaller, Some(&values), monitor) {
                return Err(TableError::Stopped);
            }
            monitor.add(side.index.len() as u64);
            tables.push(Table::of_side(self.request.variant, counts, side));
        }
        Ok(Some(tables))
    }

    fn side(self, counts: Counts, distances: bool, monitor: &Monitor) -> Result<Side, TableError> {
        let side = Side::new(self.request.variant, counts, distances, monitor.stop_flag());
        side.map_err(|unmade| self.unmade(counts, unmade))
    }

    fn unmade(self, counts: Counts, unmade: Unmade) -> TableError {
        let name = Name { variant: self.request.variant, counts, kind: TableKind::Wdl };
        unmade.of(Path::new(&name.to_string()))
    }

    /// Solves the pair.
    pub(super) fn solve(self, smaller: &Built, monitor: &Monitor) -> Result<Vec<Side>, TableError> {
        let Request { variant, distances, .. } = self.request;
        let sides = self.each().map(|counts| self.side(counts, distances, monitor));
        let mut sides = sides.collect::<Result<Vec<Side>, TableError>>()?;
        let solved = match &mut sides[..] {
            [side, opponent] => solve(side, Some(opponent), smaller, monitor),
            [side] => solve(side, None, smaller, monitor),
            _ => Ok(()),
        };
        solved.map_err(|failure| match failure {
            Failure::Stopped => TableError::Stopped,
            Failure::TooFar => {
                TableError::TooFar(Name { variant, counts: self.counts, kind: TableKind::Dtc })
            }
        })?;
        Ok(sides)
    }

    /// Solves the pair and writes its files.
    fn make(
        self,
        folder: &mut Claimed,
        smaller: &Built,
        monitor: &Monitor,
        report: &mut dyn FnMut(BuiltTable),
    ) -> Result<Vec<Table>, TableError> {
        let Request { variant, compression, .. } = self.request;
        let sides = self.solve(smaller, monitor)?;
        let mut tables = Vec::new();
        for (counts, mut side) in self.each().zip(sides) {
            let distances = side.distances.take();
            let table = Table::of_side(variant, counts, side);
            let mut add = |kind, contents: &[u8]| {
                let name = Name { variant, counts, kind };
                let bytes = folder.add(name, contents, compression, monitor)?;
                report(BuiltTable { name, bytes });
                Ok(())
            };
            add(TableKind::Wdl, &table.quiet_bytes(monitor))?;
            if let Some(distances) = distances {
                let loaded = distances.iter().map(|distance| distance.load(Ordering::Relaxed));
                add(TableKind::Dtc, &table.quiet_distances(loaded, monitor))?;
            }
            tables.push(table);
        }
        Ok(tables)
    }
}

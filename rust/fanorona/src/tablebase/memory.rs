//! Tables without files: built in memory, and told apart by what they hold.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use sha2::{Digest, Sha256};

use super::build::{Pair, Request};
use super::counts::Counts;
use super::error::{TableError, Unmade};
use super::file::FileDigest;
use super::monitor::Monitor;
use super::name::{Name, TableKind};
use super::probe::{Board, Loaded, Tablebase};
use super::table::{Built, Table};
use super::values::Values;
use crate::variant::Variant;

impl Tablebase {
    /// Builds all tables of values of a request in memory.
    ///
    /// # Errors
    /// A [`TableError`] where the request is not possible or the monitor was stopped.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use fanorona::tablebase::{Monitor, Request, Tablebase};
    /// use fanorona::{Position, Rules, Variant, Wdl};
    ///
    /// let monitor = Monitor::new(NonZeroUsize::MIN);
    /// let tables = Tablebase::in_memory(Request::new(Variant::TELO, 8), &monitor)?;
    /// let start = Position::start(Variant::TELO, Rules::THEORY);
    /// assert_eq!(tables.probe_wdl(&start)?, Wdl::Win);
    /// # Ok::<(), fanorona::tablebase::TableError>(())
    /// ```
    pub fn in_memory(request: Request, monitor: &Monitor) -> Result<Self, TableError> {
        request.check()?;
        let request = Request { distances: false, fewer: None, ..request };
        let mut built = Built::default();
        for total in 2..=request.stones {
            let mut finished = Vec::new();
            for counts in Counts::with_total(total).filter(|counts| counts.own <= counts.enemy) {
                let pair = Pair { counts, request };
                let sides = pair.solve(&built, monitor)?;
                let tables = pair.each().zip(sides);
                finished.extend(
                    tables.map(|(counts, side)| Table::of_side(request.variant, counts, side)),
                );
            }
            for table in finished {
                built.insert(table);
            }
        }
        Self::of_built(request, built, monitor)
    }

    fn of_built(request: Request, built: Built, monitor: &Monitor) -> Result<Self, TableError> {
        let mut board = Board { most_stones: request.stones, ..Board::default() };
        for table in built.into_tables() {
            let name =
                Name { variant: request.variant, counts: table.counts, kind: TableKind::Wdl };
            let bytes = table.quiet_bytes(monitor);
            let contents = Values::from_bytes(&bytes, monitor.stop_flag())
                .map_err(|unmade| unmade.of(Path::new(&name.to_string())))?;
            let place = table.counts.slot();
            if board.values.len() <= place {
                board.values.resize_with(place + 1, OnceLock::new);
            }
            board.values[place] = OnceLock::from(Loaded { index: table.index, contents });
        }
        if monitor.is_stopped() {
            return Err(TableError::Stopped);
        }
        let mut boards = Variant::ALL.map(|_| Board::default());
        boards[request.variant.index()] = board;
        Ok(Self { tables: BTreeMap::new(), absent: Vec::new(), boards })
    }

    /// The digest of the values that a table holds. Unlike [`Self::digest`] it is the same however
    /// the file was compressed, and where there is no file.
    ///
    /// # Errors
    /// A [`TableError`] where there is no such table or it cannot be read, or if `stop` was set.
    pub fn values_digest(
        &self,
        variant: Variant,
        counts: Counts,
        stop: &AtomicBool,
    ) -> Result<FileDigest, TableError> {
        let name = Name { variant, counts, kind: TableKind::Wdl };
        let loaded = self.values(variant, counts, stop)?;
        let mut digest = Sha256::new().chain_update(name.to_string());
        for portion in loaded.contents.to_bytes() {
            Unmade::unless(stop).map_err(|_| TableError::Stopped)?;
            digest.update(portion);
        }
        Ok(digest.finalize().into())
    }

    /// Reads the tables of values up to so many stones now, so that asking them later cannot fail.
    ///
    /// # Errors
    /// A [`TableError`] for the first that is missing or cannot be read, or if `stop` was set.
    pub fn load_values(
        &self,
        variant: Variant,
        most: u32,
        stop: &AtomicBool,
    ) -> Result<(), TableError> {
        for counts in Counts::up_to(most) {
            self.values(variant, counts, stop)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::tablebase::build;

    #[test]
    fn tables_in_memory_are_those_of_files() {
        let folder = std::env::temp_dir().join(format!("fanorona-memory-{}", std::process::id()));
        let request = Request::new(Variant::with_size(3, 5).expect("a board"), 4);
        let monitor = Monitor::new(NonZeroUsize::MIN);
        build(&folder, request, &monitor, &mut |_| {}).expect("built");
        let files = Tablebase::open(&folder).expect("opened");
        let memory = Tablebase::in_memory(request, &monitor).expect("built");
        assert_eq!(memory.most_stones(request.variant), 4);
        let stop = AtomicBool::new(false);
        for counts in Counts::up_to(4) {
            let digest = |tables: &Tablebase| tables.values_digest(request.variant, counts, &stop);
            let (first, second) = (digest(&files), digest(&memory));
            assert_eq!(first.expect("a table"), second.expect("a table"), "{counts:?}");
        }
        assert!(files.load_values(request.variant, 5, &stop).is_err());
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}

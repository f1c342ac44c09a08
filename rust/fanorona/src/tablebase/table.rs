//! One table in memory.

use super::counts::Counts;
use super::index::Index;
use super::monitor::Monitor;
use super::retrograde::{Side, Smaller, mover};
use super::values::{PER_WORD, Value, Values};
use crate::stones::Stones;
use crate::variant::Variant;
use crate::wdl::Wdl;

/// The values of all positions of a board with given numbers of stones. Those of positions with a
/// capture are there while tables are being built, and are not kept in files.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) variant: Variant,
    pub(super) counts: Counts,
    pub(super) index: Index,
    pub(super) values: Values,
}

impl Table {
    pub(super) fn of_side(variant: Variant, counts: Counts, side: Side) -> Self {
        Self { variant, counts, index: side.index, values: side.values }
    }

    /// The value that is stored for a position of these numbers of stones.
    #[inline]
    pub(super) fn get(&self, stones: Stones) -> Value {
        self.values.get(self.index.place(stones))
    }

    /// The values as files hold them: the places of positions with a capture are filled with the
    /// value before them, which takes least room.
    pub(super) fn quiet_bytes(&self, monitor: &Monitor) -> Vec<u8> {
        let mut words = vec![0; self.index.len().div_ceil(PER_WORD)];
        let mut last = Value::Open;
        for (place, stones) in self.until_stopped(monitor) {
            if !mover(self.variant, stones).has_capture() {
                last = self.values.get(place);
            }
            words[place / PER_WORD] |= (last as u64) << (place % PER_WORD * 2);
        }
        words.into_iter().flat_map(u64::to_le_bytes).collect()
    }

    /// Distances as files hold them, filled in the same way where there is none.
    pub(super) fn quiet_distances(
        &self,
        distances: impl Iterator<Item = u8>,
        monitor: &Monitor,
    ) -> Vec<u8> {
        let mut last = 0;
        let fill = |((place, stones), distance)| {
            let decided = matches!(self.values.get(place), Value::Win | Value::Loss);
            if decided && !mover(self.variant, stones).has_capture() {
                last = distance;
            }
            last
        };
        self.until_stopped(monitor).zip(distances).map(fill).collect()
    }

    /// All places and their positions; fewer if there is a wish to stop, which whoever packs them
    /// sees as well.
    fn until_stopped<'a>(
        &'a self,
        monitor: &'a Monitor,
    ) -> impl Iterator<Item = (usize, Stones)> + 'a {
        self.index.all().take_while(|_| !monitor.is_stopped())
    }
}

/// The tables of one board that have been built, positions with a capture included.
#[derive(Debug, Default)]
pub(super) struct Built(Vec<Option<Table>>);

impl Built {
    pub(super) fn insert(&mut self, table: Table) {
        let place = table.counts.slot();
        if self.0.len() <= place {
            self.0.resize_with(place + 1, || None);
        }
        self.0[place] = Some(table);
    }

    pub(super) fn get(&self, counts: Counts) -> Option<&Table> {
        self.0.get(counts.slot())?.as_ref()
    }

    pub(super) fn into_tables(self) -> impl Iterator<Item = Table> {
        self.0.into_iter().flatten()
    }
}

impl Smaller for Built {
    #[inline]
    fn value(&self, stones: Stones) -> Wdl {
        // Tables are built in the order of their numbers of stones, so that this one is there.
        self.get(Counts::of(stones)).map_or(Wdl::Draw, |table| table.get(stones).wdl())
    }
}

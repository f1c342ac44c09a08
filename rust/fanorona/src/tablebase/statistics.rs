//! What tables say as a whole: how many positions are won, drawn and lost, and which is the longest
//! win.

use std::sync::{Mutex, PoisonError};

use super::counts::Counts;
use super::error::TableError;
use super::monitor::Monitor;
use super::name::{Name, TableKind};
use super::probe::Tablebase;
use super::retrograde::mover;
use crate::color::Color;
use crate::history::History;
use crate::position::Position;
use crate::rules::Rules;
use crate::stones::Stones;
use crate::variant::Variant;
use crate::wdl::Wdl;

/// The positions of one table, those with a capture included.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableStatistics {
    /// Positions that the mover wins; here and below every symmetric image is counted.
    pub won: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Positions that the mover loses.
    pub lost: u64,
    /// How many of all these have a capture.
    pub with_capture: u64,
    /// The won position that is farthest from a conversion, where distances are known.
    pub farthest: Option<Farthest>,
}

/// A won position far from conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Farthest {
    /// The distance, in turns of both players.
    pub distance: u32,
    /// The position, with White to move.
    pub position: Position,
}

impl TableStatistics {
    /// The statistics of a table of values, and of the distances beside it if they are there.
    ///
    /// # Errors
    /// A [`TableError`] where a table is missing or cannot be read, or the monitor was stopped.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use fanorona::tablebase::{Counts, Monitor, Request, TableStatistics, Tablebase};
    /// use fanorona::Variant;
    ///
    /// let monitor = Monitor::new(NonZeroUsize::MIN);
    /// let tables = Tablebase::in_memory(Request::new(Variant::TELO, 3), &monitor)?;
    /// let counts = Counts { own: 2, enemy: 1 };
    /// let found = TableStatistics::of(&tables, Variant::TELO, counts, &monitor)?;
    /// assert_eq!(found.won + found.drawn + found.lost, counts.positions(Variant::TELO));
    /// assert!(found.won > found.lost);
    /// # Ok::<(), fanorona::tablebase::TableError>(())
    /// ```
    pub fn of(
        tables: &Tablebase,
        variant: Variant,
        counts: Counts,
        monitor: &Monitor,
    ) -> Result<Self, TableError> {
        let stop = monitor.stop_flag();
        let index = &tables.values(variant, counts, stop)?.index;
        for counts in Counts::up_to(counts.total() - 1) {
            tables.values(variant, counts, stop)?;
        }
        let distances = Name { variant, counts, kind: TableKind::Dtc };
        let has_distances = match tables.need(distances, stop) {
            Ok(()) => true,
            Err(TableError::Missing(_)) => false,
            Err(error) => return Err(error),
        };
        let size = index.class_size();
        let all = Mutex::new((Self::default(), None));
        let finished = monitor.share(index.class_count(), size, |class| {
            let mut part = Self::default();
            let mut failure = None;
            for stones in index.of_class(class) {
                if let Err(error) = part.add(tables, variant, stones, has_distances) {
                    failure = Some(error);
                    break;
                }
            }
            let images = index.images(class);
            // A thread that panics takes this one with it, so there is no half of a sum to fear.
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.0.merge(&part, images);
            all.1 = all.1.take().or(failure);
        });
        let (statistics, failure) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failure {
            Some(error) => Err(error),
            None if !finished => Err(TableError::Stopped),
            None => Ok(statistics),
        }
    }

    fn add(
        &mut self,
        tables: &Tablebase,
        variant: Variant,
        stones: Stones,
        has_distances: bool,
    ) -> Result<(), TableError> {
        let value = tables.value(variant, stones)?;
        match value {
            Wdl::Win => self.won += 1,
            Wdl::Draw => self.drawn += 1,
            Wdl::Loss => self.lost += 1,
        }
        self.with_capture += u64::from(mover(variant, stones).has_capture());
        if has_distances && value == Wdl::Win {
            let distance = tables.distance(variant, stones)?;
            if self.farthest.is_none_or(|farthest| farthest.distance < distance) {
                let [white, black] = [stones.own, stones.enemy];
                let position = Position::unchecked(
                    variant,
                    Rules::THEORY,
                    [white, black],
                    Color::White,
                    History::default(),
                );
                self.farthest = Some(Farthest { distance, position });
            }
        }
        Ok(())
    }

    fn merge(&mut self, part: &Self, images: u64) {
        self.won += part.won * images;
        self.drawn += part.drawn * images;
        self.lost += part.lost * images;
        self.with_capture += part.with_capture * images;
        // The smallest position of the farthest, so that threads do not matter.
        let key = |farthest: &Farthest| (farthest.distance, std::cmp::Reverse(farthest.position));
        self.farthest = self.farthest.into_iter().chain(part.farthest).max_by_key(key);
    }
}

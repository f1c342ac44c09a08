//! The transposition table: what was found out about positions met before.

use std::collections::TryReserveError;
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};

use super::score::from_position_to_root;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value itself.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The signature of the best turn; it only orders the legal turns, so that a wrong one does no
    /// harm.
    pub(super) turn: u16,
}

impl Entry {
    /// The value, where it decides a node so deep below the root with this window.
    pub(super) fn decides(self, depth: i32, line: usize, alpha: i32, beta: i32) -> Option<i32> {
        let value = from_position_to_root(self.value, line);
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        (decides && i32::from(self.depth) >= depth).then_some(value)
    }
}

/// A slot holds the entry and its key combined with the entry, so that a slot of which two threads
/// wrote one half each is not taken for either (Hyatt and Mann, "A lockless transposition table
/// implementation for parallel search", ICGA Journal 25(1), 2002).
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots that a position may use. The model checker, which follows every order of the threads'
/// accesses, gets one.
const SLOTS: usize = if cfg!(loom) { 1 } else { 4 };

/// The slots lie in one line of the processor's cache, since fetching it is most of a look-up.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// A table of fixed size in which later and deeper searches replace others; shared by threads.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The number of the current search, modulo 32; entries of earlier ones give way first.
    age: u64,
}

impl Table {
    /// A table of at most `megabytes` MiB, at least one bucket.
    pub(super) fn new(megabytes: usize) -> Result<Self, TryReserveError> {
        let count = megabytes.saturating_mul(1024 * 1024 / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, age: 0 })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// A new search begins.
    pub(super) fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    fn bucket(&self, key: u64) -> &[Slot; SLOTS] {
        // The high half of the product spreads keys evenly over any number of buckets.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// What is known of the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (check ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Keeps an entry, in the place of the same position's or of the shallowest in its bucket.
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let same = slot.check.load(Ordering::Relaxed) ^ data == key;
            let behind = (AGES + self.age - age(data)) % AGES;
            if data == 0 || same {
                i32::MIN
            } else {
                i32::from(unpack(data).depth) - 8 * behind as i32
            }
        };
        if let Some(slot) = bucket.iter().min_by_key(|slot| worth(slot)) {
            let data = pack(entry, self.age);
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key ^ data, Ordering::Relaxed);
        }
    }

    /// How full the table is, in thousandths, from a sample.
    pub(super) fn permille_used(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(1000)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| slot.data.load(Ordering::Relaxed) != 0).count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }
}

/// How many searches the age of an entry tells apart.
const AGES: u64 = 32;

fn age(data: u64) -> u64 {
    data >> 58 & (AGES - 1)
}

/// Value, then depth, turn, bound and age; never 0, since a used slot has the top bit set.
fn pack(entry: Entry, age: u64) -> u64 {
    let value = u64::from(entry.value as u32);
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    value
        | u64::from(entry.depth) << 32
        | u64::from(entry.turn) << 40
        | bound << 56
        | age << 58
        | 1 << 63
}

fn unpack(data: u64) -> Entry {
    let bound = match data >> 56 & 3 {
        0 => Bound::Exact,
        1 => Bound::Lower,
        _ => Bound::Upper,
    };
    Entry { value: data as u32 as i32, depth: (data >> 32) as u8, bound, turn: (data >> 40) as u16 }
}

/// Every order in which threads can read and write a slot, the stale reads that relaxed accesses
/// allow included; run by `make loom`.
#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    fn entry(writer: usize) -> Entry {
        Entry { value: writer as i32, depth: 3, bound: Bound::Exact, turn: writer as u16 }
    }

    /// Two threads put an entry each, under these keys, while this one looks.
    fn check(keys: [u64; 2]) {
        loom::model(move || {
            let table = Arc::new(Table::new(0).expect("a bucket"));
            let writers = [0, 1].map(|writer| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.put(keys[writer], entry(writer)))
            });
            let look = || {
                for key in keys {
                    let found = table.get(key);
                    let put = |&writer: &usize| keys[writer] == key && found == Some(entry(writer));
                    assert!(found.is_none() || [0, 1].iter().any(put), "{found:?} for {key}");
                }
            };
            look();
            for writer in writers {
                writer.join().expect("a writer");
            }
            look();
        });
    }

    #[test]
    fn no_entry_is_made_of_two_positions() {
        check([7, 8]);
    }

    #[test]
    fn no_entry_is_made_of_two_of_one_position() {
        check([7, 7]);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found() {
        let table = Table::new(0).expect("a bucket");
        for depth in [0, 1, 255] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for value in [-30_000, -1, 0, 30_000] {
                    let entry = Entry { value, depth, bound, turn: 0xabcd };
                    table.put(7, entry);
                    assert_eq!(table.get(7), Some(entry));
                }
            }
        }
        assert_eq!(table.get(8), None);
    }

    #[test]
    fn the_shallowest_of_a_bucket_gives_way() {
        let table = Table::new(0).expect("a bucket");
        let entry = |depth| Entry { value: 0, depth, bound: Bound::Exact, turn: 0 };
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 1)] {
            table.put(key, entry(depth));
        }
        assert_eq!(table.get(2), None);
        assert_eq!(table.get(5), Some(entry(1)));
        assert_eq!(table.get(1), Some(entry(9)));
    }
}

//! Sets of places of a table, written by several threads.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::bitboard::points;

/// A set of places, written by several threads.
#[derive(Debug)]
pub(super) struct Places(Box<[AtomicU64]>);

impl Places {
    pub(super) fn new(places: usize) -> Self {
        Self((0..places.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    pub(super) fn insert(&self, place: usize) {
        self.0[place / 64].fetch_or(1 << (place % 64), Ordering::Relaxed);
    }

    pub(super) fn clear(&mut self) {
        self.0.fill_with(|| AtomicU64::new(0));
    }

    pub(super) fn any(&self) -> bool {
        self.0.iter().any(|word| word.load(Ordering::Relaxed) != 0)
    }

    pub(super) fn word_count(&self) -> usize {
        self.0.len()
    }

    /// Takes out the places of one word.
    #[inline]
    pub(super) fn take(&self, word: usize) -> impl Iterator<Item = usize> {
        // Most words are empty, and reading is cheaper than swapping.
        let set = match self.0[word].load(Ordering::Relaxed) {
            0 => 0,
            _ => self.0[word].swap(0, Ordering::Relaxed),
        };
        points(set).map(move |bit| word * 64 + usize::from(bit))
    }
}

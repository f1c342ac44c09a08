//! Values of a table in memory, two bits a place, written by several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::error::Unmade;
use crate::wdl::Wdl;

/// What is known of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// A position without a capture that is neither won nor lost as far as is known; a draw once
    /// nothing more can be decided.
    Open = 0,
    Win = 1,
    Loss = 2,
    /// A position with a capture that is drawn, and so never a question.
    DrawByCapture = 3,
}

impl Value {
    pub(super) fn wdl(self) -> Wdl {
        match self {
            Self::Win => Wdl::Win,
            Self::Loss => Wdl::Loss,
            Self::Open | Self::DrawByCapture => Wdl::Draw,
        }
    }

    pub(super) fn of_capture(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Win => Self::Win,
            Wdl::Loss => Self::Loss,
            Wdl::Draw => Self::DrawByCapture,
        }
    }

    fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::Open,
            1 => Self::Win,
            2 => Self::Loss,
            _ => Self::DrawByCapture,
        }
    }
}

/// How many words are copied between two looks at the wish to stop.
const PORTION: usize = 1 << 17;

/// How many values a word holds.
pub(super) const PER_WORD: usize = 32;

/// The values of all places; at first all are [`Value::Open`], and each is set at most once.
#[derive(Debug)]
pub(super) struct Values(Box<[AtomicU64]>);

impl Values {
    pub(super) fn new(places: usize) -> Self {
        Self((0..places.div_ceil(PER_WORD)).map(|_| AtomicU64::new(0)).collect())
    }

    /// Values as files hold them, in whole words of little-endian bytes.
    pub(super) fn from_bytes(bytes: &[u8], stop: &AtomicBool) -> Result<Self, Unmade> {
        let (words, _) = bytes.as_chunks();
        let mut values = Unmade::room(words.len() as u64)?;
        for portion in words.chunks(PORTION) {
            Unmade::unless(stop)?;
            values.extend(portion.iter().map(|&word| AtomicU64::new(u64::from_le_bytes(word))));
        }
        Ok(Self(values.into_boxed_slice()))
    }

    /// The inverse of [`Self::from_bytes`], portion by portion.
    pub(super) fn to_bytes(&self) -> impl Iterator<Item = Vec<u8>> {
        let bytes = |word: &AtomicU64| word.load(Ordering::Relaxed).to_le_bytes();
        self.0.chunks(PORTION).map(move |portion| portion.iter().flat_map(bytes).collect())
    }

    #[inline]
    pub(super) fn get(&self, place: usize) -> Value {
        // Acquire goes with the Release of `set`: who sees a value sees what was stored before it.
        let word = self.0[place / PER_WORD].load(Ordering::Acquire);
        Value::from_bits(word >> (place % PER_WORD * 2))
    }

    #[inline]
    pub(super) fn set(&self, place: usize, value: Value) {
        let bits = (value as u64) << (place % PER_WORD * 2);
        self.0[place / PER_WORD].fetch_or(bits, Ordering::Release);
    }
}

//! Threads, progress and the wish to stop, of a long computation.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::threads::with_helpers;

/// What a long computation shares with whoever waits for it.
///
/// ```
/// use std::num::NonZeroUsize;
/// use fanorona::tablebase::Monitor;
/// let monitor = Monitor::new(NonZeroUsize::MIN);
/// assert_eq!((monitor.done(), monitor.is_stopped()), (0, false));
/// ```
#[derive(Debug)]
pub struct Monitor {
    threads: NonZeroUsize,
    stop: AtomicBool,
    done: AtomicU64,
}

/// How many places one thread takes at a time, so that it looks at the flag often enough.
const PORTION: usize = 1 << 14;

impl Monitor {
    /// Nothing is done yet; the work will be shared by so many threads.
    #[must_use]
    pub const fn new(threads: NonZeroUsize) -> Self {
        Self { threads, stop: AtomicBool::new(false), done: AtomicU64::new(0) }
    }

    /// Asks the computation to end without a result.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag behind [`Self::stop`].
    #[must_use]
    pub const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The number of positions that have been looked at.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    pub(super) fn add(&self, positions: u64) {
        self.done.fetch_add(positions, Ordering::Relaxed);
    }

    /// Does `work` for all numbers below `count`, each of which stands for `weight` positions;
    /// false if it was stopped before the end.
    pub(super) fn share(&self, count: usize, weight: usize, work: impl Fn(usize) + Sync) -> bool {
        let portion = (PORTION / weight.max(1)).clamp(1, PORTION);
        let next = AtomicUsize::new(0);
        let take = || {
            while !self.is_stopped() {
                let first = next.fetch_add(portion, Ordering::Relaxed);
                if first >= count {
                    break;
                }
                let last = count.min(first + portion);
                (first..last).for_each(&work);
                self.add(((last - first) * weight) as u64);
            }
        };
        let helpers = self.threads.get().min(count.div_ceil(portion)).saturating_sub(1);
        with_helpers(helpers, |_| take(), take);
        !self.is_stopped()
    }
}

//! Perft: the number of turn sequences of a given length.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::direction::Direction;
use crate::movegen::{AfterEach, Mover, Visitor};
use crate::moves::{Ends, Kind, Move};
use crate::play::Successors;
use crate::position::Position;
use crate::stones::Stones;
use crate::threads::with_helpers;

impl Position {
    /// Counts the sequences of `depth` legal turns. Every turn is visited; nothing is cached.
    ///
    /// ```
    /// use fanorona::{Position, Rules, Variant};
    /// let start = Position::start(Variant::TSIVY, Rules::STANDARD);
    /// assert_eq!((1..=3).map(|depth| start.perft(depth)).collect::<Vec<_>>(), [5, 39, 724]);
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_until(depth, &AtomicBool::new(false)).unwrap_or_default()
    }

    /// [`Self::perft`] that gives up, with no result, soon after `stop` is set.
    #[must_use]
    pub fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        let count = if depth == 0 { 1 } else { self.perft_below(depth, stop) };
        (!stop.load(Ordering::Relaxed)).then_some(count)
    }

    fn perft_below(&self, depth: u32, stop: &AtomicBool) -> u64 {
        if depth == 1 {
            let mut count = 0;
            self.visit_turns(&mut AfterEach(|_| count += 1));
            count
        } else if self.rules().needs_history() {
            let successors = Successors::of(self);
            let mut after = CountAfter { successors, depth: depth - 1, count: 0, stop };
            self.visit_turns(&mut after);
            after.count
        } else {
            let mut below =
                CountBelow { mover: self.mover(None), depth: depth - 1, count: 0, stop };
            self.visit_turns(&mut below);
            below.count
        }
    }

    /// For each legal turn, the number of sequences of `depth` turns that begin with it, in the
    /// order of [`Self::legal_moves`], counted by `threads` threads. No result if stopped; nothing
    /// to list where `depth` is 0.
    ///
    /// ```
    /// use std::{num::NonZeroUsize, sync::atomic::AtomicBool};
    /// use fanorona::{Position, Rules, Variant};
    /// let start = Position::start(Variant::TSIVY, Rules::STANDARD);
    /// let parts = start.divide_until(3, NonZeroUsize::MIN, &AtomicBool::new(false)).unwrap();
    /// assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 724);
    /// ```
    #[must_use]
    pub fn divide_until(
        &self,
        depth: u32,
        threads: NonZeroUsize,
        stop: &AtomicBool,
    ) -> Option<Vec<(Move, u64)>> {
        let moves = if depth == 0 { Vec::new() } else { self.legal_moves() };
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let jobs = self.jobs(&moves, depth, stop);
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((root, position, depth)) = jobs.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let count = position.perft_until(*depth, stop).unwrap_or_default();
                counts[*root].fetch_add(count, Ordering::Relaxed);
            }
        };
        let helpers = threads.get().min(jobs.len()).saturating_sub(1);
        with_helpers(helpers, |_| work(), work);
        let counts = counts.into_iter().map(AtomicU64::into_inner);
        (!stop.load(Ordering::Relaxed)).then(|| moves.into_iter().zip(counts).collect())
    }

    /// Pieces of work: the index of the first turn, a position, and the depth left below it.
    /// Two plies are split off where there are enough, so that threads share evenly.
    fn jobs(&self, moves: &[Move], depth: u32, stop: &AtomicBool) -> Vec<(usize, Self, u32)> {
        let mut jobs = Vec::new();
        let mut successors = Successors::of(self);
        for (root, turn) in moves.iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let position = successors.play_unchecked(turn);
            if depth < 4 {
                jobs.push((root, position, depth - 1));
                continue;
            }
            let mut successors = Successors::of(&position);
            for reply in position.legal_moves() {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                jobs.push((root, successors.play_unchecked(&reply), depth - 2));
            }
        }
        jobs
    }
}

/// Counts what lies `depth` turns below each turn it is handed, under rules without history.
struct CountBelow<'a> {
    mover: Mover,
    depth: u32,
    count: u64,
    stop: &'a AtomicBool,
}

impl Visitor for CountBelow<'_> {
    type Path = ();

    fn begin(&mut self, _: Option<u8>, _: Option<u8>) {}

    fn step(&mut self, (): (), _: Direction, _: Kind, _: u8) {}

    fn turn(&mut self, (): (), after: Stones) {
        let mover = Mover { stones: after.swapped(), ..self.mover };
        if self.depth == 1 {
            mover.visit(&mut AfterEach(|_| self.count += 1));
        } else if !self.stop.load(Ordering::Relaxed) {
            let mut below = CountBelow { mover, depth: self.depth - 1, count: 0, stop: self.stop };
            mover.visit(&mut below);
            self.count += below.count;
        }
    }
}

/// Counts what lies `depth` turns below each turn it is handed, under rules with history.
struct CountAfter<'a> {
    successors: Successors<'a>,
    depth: u32,
    count: u64,
    stop: &'a AtomicBool,
}

impl Visitor for CountAfter<'_> {
    type Path = Ends;

    fn begin(&mut self, removed: Option<u8>, origin: Option<u8>) -> Ends {
        Ends { removed, path: origin.map(|origin| (origin, origin)) }
    }

    fn step(&mut self, path: Ends, _: Direction, _: Kind, destination: u8) -> Ends {
        Ends { path: path.path.map(|(origin, _)| (origin, destination)), ..path }
    }

    fn turn(&mut self, path: Ends, after: Stones) {
        if !self.stop.load(Ordering::Relaxed) {
            let next = self.successors.after(path, after);
            self.count += next.perft_below(self.depth, self.stop);
        }
    }
}

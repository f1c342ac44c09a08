//! Retrograde analysis of one table and the one with the opponent to move.
//!
//! Captures are forced, so a position with a capture is decided by smaller tables alone. Only quiet
//! positions, those without one, need iteration: what is decided in one layer decides its quiet
//! predecessors in the next. Undoing a paika leads to the positions where a stone stands on an empty
//! point next to it, as far as these are quiet. What nothing ever decides is a draw.
//!
//! A layer is a distance to conversion (`docs/tables.md`), so that distances come with the values
//! if they are wanted.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::counts::Counts;
use super::error::Unmade;
use super::index::Index;
use super::monitor::Monitor;
use super::places::Places;
use super::values::{Value, Values};
use crate::bitboard::{Bitboard, bit, points};
use crate::geometry::Geometry;
use crate::movegen::{AfterEach, Ban, Mover};
use crate::rules::{Capture, Chain};
use crate::stones::Stones;
use crate::variant::Variant;
use crate::wdl::Wdl;

/// The largest distance that is stored.
pub(super) const LARGEST_DISTANCE: u8 = u8::MAX;

/// The mover of a position under the rules of `theory`.
#[inline]
pub(super) fn mover(variant: Variant, stones: Stones) -> Mover {
    Mover {
        geometry: variant.geometry(),
        stones,
        capture: Capture::Mandatory,
        most: false,
        chain: Chain::Optional,
        ban: Ban::default(),
        removed: None,
    }
}

/// The stones after each paika of `moving`, without those of `fixed`.
#[inline]
pub(super) fn after_paikas(
    geometry: &'static Geometry,
    moving: Bitboard,
    fixed: Bitboard,
) -> impl Iterator<Item = Bitboard> {
    let empty = geometry.all & !(moving | fixed);
    points(moving).flat_map(move |origin| {
        let free = geometry.neighbours[usize::from(origin)] & empty;
        points(free).map(move |destination| moving ^ bit(origin) ^ bit(destination))
    })
}

/// The values of smaller positions.
pub(super) trait Smaller: Sync {
    /// The value of a position that a capture led to, for its mover; both sides have stones.
    fn value(&self, stones: Stones) -> Wdl;
}

/// The best value that a capture of this mover, who has one, leads to.
#[inline]
pub(super) fn best_capture(mover: &Mover, smaller: &impl Smaller) -> Wdl {
    let mut best = Wdl::Loss;
    mover.visit(&mut AfterEach(|after: Stones| {
        if best < Wdl::Win {
            let won = after.enemy == 0;
            let value = if won { Wdl::Win } else { -smaller.value(after.swapped()) };
            best = best.max(value);
        }
    }));
    best
}

/// The table that is being made for one side to move.
pub(super) struct Side {
    variant: Variant,
    pub(super) index: Index,
    pub(super) values: Values,
    /// Distances to conversion, where they are wanted; 0 where there is none.
    pub(super) distances: Option<Box<[AtomicU8]>>,
    /// The places decided in the layer before the current one, and those decided in it.
    before: Places,
    now: Places,
}

impl Side {
    /// A table in which nothing is decided yet.
    pub(super) fn new(
        variant: Variant,
        counts: Counts,
        with_distances: bool,
        stop: &AtomicBool,
    ) -> Result<Self, Unmade> {
        let index = Index::new(variant, counts, stop)?;
        let length = index.len();
        let zeros = || (0..length).map(|_| AtomicU8::new(0)).collect();
        Ok(Self {
            variant,
            values: Values::new(length),
            distances: with_distances.then(zeros),
            before: Places::new(length),
            now: Places::new(length),
            index,
        })
    }

    fn decide(&self, place: usize, value: Value, distance: u8) {
        if let Some(distances) = &self.distances {
            distances[place].store(distance, Ordering::Relaxed);
        }
        self.now.insert(place);
        self.values.set(place, value);
    }

    /// Decides a position at all of its places.
    fn decide_everywhere(&self, place: usize, value: Value, distance: u8) {
        self.decide(place, value, distance);
        self.index.other_places(place).for_each(|twin| self.decide(twin, value, distance));
    }

    /// The value of a place as it was before the layer of this distance.
    #[inline]
    fn known_before(&self, place: usize, distance: u8) -> Value {
        let value = self.values.get(place);
        match &self.distances {
            Some(distances) if value != Value::Open => {
                let known = distances[place].load(Ordering::Relaxed) < distance;
                if known { value } else { Value::Open }
            }
            _ => value,
        }
    }

    /// Decides all positions with a capture, and those where the mover is blocked. Quiet positions
    /// take the value that is already known of them, if one is.
    pub(super) fn classify(
        &self,
        smaller: &impl Smaller,
        known: Option<&Values>,
        monitor: &Monitor,
    ) -> bool {
        let size = self.index.class_size();
        monitor.share(self.index.class_count(), size, |class| {
            for (number, stones) in self.index.of_class(class).enumerate() {
                let place = class * size + number;
                let mover = mover(self.variant, stones);
                if mover.has_capture() {
                    if let Some(distances) = &self.distances {
                        distances[place].store(1, Ordering::Relaxed);
                    }
                    self.values.set(place, Value::of_capture(best_capture(&mover, smaller)));
                } else if let Some(known) = known {
                    self.values.set(place, known.get(place));
                } else if !mover.has_turn() {
                    self.decide(place, Value::Loss, 0);
                }
            }
        })
    }

    /// The places in this table of the positions after a paika of `moving`; the other side's stones
    /// are `fixed`.
    #[inline]
    fn each_place(
        &self,
        moving: Bitboard,
        fixed: Bitboard,
        moving_anchors: bool,
        mut each: impl FnMut(usize, Bitboard) -> bool,
    ) -> bool {
        let index = &self.index;
        let mut after = after_paikas(self.variant.geometry(), moving, fixed);
        if moving_anchors {
            after.all(|moved| each(index.within(&index.frame(moved), fixed), moved))
        } else {
            let frame = index.frame(fixed);
            after.all(|moved| each(index.within(&frame, moved), moved))
        }
    }

    /// What the paikas of a quiet position, which lead to positions of this table, decide by what
    /// was known before the layer.
    fn decides(&self, stones: Stones, distance: u8) -> Value {
        let Stones { own, enemy } = stones;
        let mut value = Value::Loss;
        self.each_place(own, enemy, !self.index.own_anchors(), |place, _| {
            match self.known_before(place, distance) {
                Value::Loss => value = Value::Win,
                Value::Win => {}
                Value::Open | Value::DrawByCapture => value = Value::Open,
            }
            value != Value::Win
        });
        value
    }

    /// The layer of distance 2, of all positions whose paikas lead to captures or blocked stones:
    /// most positions are decided here, so all are looked at.
    fn first_paikas(&self, opponent: &Self, monitor: &Monitor) -> bool {
        let size = self.index.class_size();
        monitor.share(self.index.class_count(), size, |class| {
            for (number, stones) in self.index.of_class(class).enumerate() {
                let place = class * size + number;
                if self.values.get(place) == Value::Open {
                    let value = opponent.decides(stones, 2);
                    if value != Value::Open {
                        self.decide(place, value, 2);
                    }
                }
            }
        })
    }

    /// Decides the opponent's positions that lead to what was decided here in the layer before.
    fn undo_paikas(&self, opponent: &Self, distance: u8, monitor: &Monitor) -> bool {
        monitor.share(self.before.word_count(), 0, |word| {
            for place in self.before.take(word) {
                let Stones { own, enemy } = self.index.stones(place);
                let lost = self.values.get(place) == Value::Loss;
                let anchors = opponent.index.own_anchors();
                opponent.each_place(enemy, own, anchors, |place, earlier| {
                    if opponent.values.get(place) == Value::Open {
                        let stones = Stones { own: earlier, enemy: own };
                        if lost {
                            opponent.decide_everywhere(place, Value::Win, distance);
                        } else if self.decides(stones, distance) == Value::Loss {
                            opponent.decide_everywhere(place, Value::Loss, distance);
                        }
                    }
                    true
                });
            }
        })
    }

    /// Begins a new layer; says whether the last one decided anything.
    fn next_layer(&mut self) -> bool {
        std::mem::swap(&mut self.before, &mut self.now);
        self.now.clear();
        self.before.any()
    }
}

/// Why there is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    Stopped,
    /// Some distance is larger than can be stored.
    TooFar,
}

/// Decides all positions of a table and of the one with the opponent to move, or of a table that is
/// both.
pub(super) fn solve(
    side: &mut Side,
    mut opponent: Option<&mut Side>,
    smaller: &impl Smaller,
    monitor: &Monitor,
) -> Result<(), Failure> {
    let go_on = |finished: bool| if finished { Ok(()) } else { Err(Failure::Stopped) };
    go_on(side.classify(smaller, None, monitor))?;
    if let Some(opponent) = &opponent {
        go_on(opponent.classify(smaller, None, monitor))?;
    }
    let mut distance = 0_u8;
    loop {
        let mut more = side.next_layer();
        if let Some(opponent) = &mut opponent {
            more |= opponent.next_layer();
        }
        if distance > 1 && !more {
            return Ok(());
        }
        if side.distances.is_some() && distance == LARGEST_DISTANCE {
            return Err(Failure::TooFar);
        }
        distance = distance.saturating_add(1);
        let both = [Some(&*side), opponent.as_deref()];
        let other = opponent.as_deref().unwrap_or(side);
        for (side, other) in both.into_iter().flatten().zip([other, side]) {
            go_on(if distance == 2 {
                side.first_paikas(other, monitor)
            } else {
                side.undo_paikas(other, distance, monitor)
            })?;
        }
    }
}

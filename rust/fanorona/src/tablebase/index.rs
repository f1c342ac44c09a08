//! The place of a position in the table of its numbers of stones.
//!
//! One side, the *anchor*, is brought to the smallest of its images under the board's symmetries;
//! images are numbered without gaps. The other side's stones are then a set of the points that the
//! anchor leaves free. A position whose anchor is its own image under a symmetry may have two
//! places; all of them hold the same value.

use std::sync::atomic::AtomicBool;

use super::combination::{choose, next, rank, unrank};
use super::counts::Counts;
use super::error::Unmade;
use crate::bitboard::Bitboard;
use crate::stones::Stones;
use crate::symmetry::Symmetry;
use crate::variant::Variant;

/// Numbers the positions of one board with given [`Counts`].
#[derive(Debug)]
pub(super) struct Index {
    variant: Variant,
    /// Whether the mover is the anchor: the side with fewer stones, and the mover where equal.
    own_anchors: bool,
    /// The number of stones that are not the anchor's.
    others: u32,
    /// By [`rank`] of the anchor: the number of its class, and the symmetry that takes it to the
    /// smallest image.
    classes: Vec<(u32, Symmetry)>,
    /// The smallest image of each class.
    representatives: Vec<Bitboard>,
    /// How many positions a class has.
    class_size: usize,
}

/// An anchor's class, from which the places of all positions with this anchor follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    first: usize,
    anchor: Bitboard,
    symmetry: Symmetry,
}

/// How many anchors are numbered between two looks at the wish to stop.
const PORTION: u64 = 1 << 12;

impl Index {
    /// The index, unless there is not enough memory for all anchors or it was stopped.
    pub(super) fn new(variant: Variant, counts: Counts, stop: &AtomicBool) -> Result<Self, Unmade> {
        let points = u32::from(variant.points());
        let own_anchors = counts.own <= counts.enemy;
        let (anchors, others) =
            if own_anchors { (counts.own, counts.enemy) } else { (counts.enemy, counts.own) };
        let mut classes = Unmade::room(choose(points, anchors))?;
        let mut representatives = Unmade::room(classes_of(variant, anchors))?;
        let mut anchor = (1 << anchors) - 1;
        for number in 0..choose(points, anchors) {
            if number % PORTION == 0 {
                Unmade::unless(stop)?;
            }
            let images = Symmetry::of(variant).iter();
            let smallest = images
                .map(|&symmetry| (symmetry.apply_set(variant, anchor), symmetry))
                .min_by_key(|&(image, _)| image);
            let (image, symmetry) = smallest.unwrap_or((anchor, Symmetry::Identity));
            if image == anchor {
                // The first of equal images, so the identity.
                classes.push((representatives.len() as u32, Symmetry::Identity));
                representatives.push(anchor);
            } else {
                debug_assert!(rank(image) < number);
                classes.push((classes[rank(image) as usize].0, symmetry));
            }
            anchor = next(anchor);
        }
        let class_size = choose(points - anchors, others) as usize;
        Ok(Self { variant, own_anchors, others, classes, representatives, class_size })
    }

    /// The number of places of one board's table, found without making the index.
    pub(super) fn length_of(variant: Variant, counts: Counts) -> u64 {
        let points = u32::from(variant.points());
        let (anchors, others) = (counts.own.min(counts.enemy), counts.own.max(counts.enemy));
        classes_of(variant, anchors).saturating_mul(choose(points - anchors, others))
    }

    pub(super) fn len(&self) -> usize {
        self.representatives.len() * self.class_size
    }

    pub(super) fn class_count(&self) -> usize {
        self.representatives.len()
    }

    /// How many positions each class has.
    pub(super) fn class_size(&self) -> usize {
        self.class_size
    }

    /// How many different images an anchor of this class has, and so each of its positions, if
    /// those of symmetric anchors are counted one by one.
    pub(super) fn images(&self, class: usize) -> u64 {
        let anchor = self.representatives[class];
        let symmetries = Symmetry::of(self.variant);
        let kept = symmetries.iter().filter(|s| s.apply_set(self.variant, anchor) == anchor);
        (symmetries.len() / kept.count()) as u64
    }

    pub(super) fn own_anchors(&self) -> bool {
        self.own_anchors
    }

    /// The frame of an anchor.
    #[inline]
    pub(super) fn frame(&self, anchor: Bitboard) -> Frame {
        let (class, symmetry) = self.classes[rank(anchor) as usize];
        let class = class as usize;
        Frame { first: class * self.class_size, anchor: self.representatives[class], symmetry }
    }

    /// The place of the position that adds `other` to the anchor of a frame.
    #[inline]
    pub(super) fn within(&self, frame: &Frame, other: Bitboard) -> usize {
        let other = frame.symmetry.apply_set(self.variant, other);
        frame.first + rank(squeeze(other, frame.anchor)) as usize
    }

    /// The place of a position.
    #[inline]
    pub(super) fn place(&self, stones: Stones) -> usize {
        let Stones { own, enemy } = stones;
        let (anchor, other) = if self.own_anchors { (own, enemy) } else { (enemy, own) };
        self.within(&self.frame(anchor), other)
    }

    /// The other places of the position at a place, of which there are some where the anchor is its
    /// own image under a symmetry.
    pub(super) fn other_places(&self, place: usize) -> impl Iterator<Item = usize> {
        let class = place / self.class_size;
        let anchor = self.representatives[class];
        let first = class * self.class_size;
        let other = spread(unrank((place - first) as u64, self.others), anchor);
        Symmetry::of(self.variant).iter().filter_map(move |&symmetry| {
            let frame = Frame { first, anchor, symmetry };
            let keeps_anchor = symmetry.apply_set(self.variant, anchor) == anchor;
            keeps_anchor.then(|| self.within(&frame, other)).filter(|&twin| twin != place)
        })
    }

    /// The position at a place below [`Self::len`].
    pub(super) fn stones(&self, place: usize) -> Stones {
        let (class, number) = (place / self.class_size, place % self.class_size);
        let anchor = self.representatives[class];
        self.with(anchor, spread(unrank(number as u64, self.others), anchor))
    }

    /// All positions of a class, in order.
    pub(super) fn of_class(&self, class: usize) -> impl Iterator<Item = Stones> {
        let anchor = self.representatives[class];
        let mut squeezed = (1 << self.others) - 1;
        (0..self.class_size).map(move |_| {
            let stones = self.with(anchor, spread(squeezed, anchor));
            squeezed = next(squeezed);
            stones
        })
    }

    /// All places and their positions, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, Stones)> {
        (0..self.class_count()).flat_map(|class| self.of_class(class)).enumerate()
    }

    #[inline]
    fn with(&self, anchor: Bitboard, other: Bitboard) -> Stones {
        if self.own_anchors {
            Stones { own: anchor, enemy: other }
        } else {
            Stones { own: other, enemy: anchor }
        }
    }
}

/// The number of classes of anchors of so many stones.
fn classes_of(variant: Variant, anchors: u32) -> u64 {
    // Burnside: the mean number of sets that a symmetry keeps. That of the empty board is never
    // asked for.
    let symmetries = Symmetry::of(variant);
    let kept: u64 = symmetries.iter().map(|&s| sets_kept(variant, s, anchors)).sum();
    kept / symmetries.len() as u64
}

/// The number of sets of `size` points that a symmetry leaves as they are.
fn sets_kept(variant: Variant, symmetry: Symmetry, size: u32) -> u64 {
    // A kept set is a union of whole cycles; add the cycles one by one.
    let mut ways = vec![0; size as usize + 1];
    ways[0] = 1;
    let mut seen: Bitboard = 0;
    for point in 0..variant.points() {
        let (mut length, mut at) = (0, point);
        while seen & 1 << at == 0 {
            seen |= 1 << at;
            length += 1;
            at = symmetry.apply(variant, at);
        }
        if length > 0 {
            for total in (length..ways.len()).rev() {
                ways[total] += ways[total - length];
            }
        }
    }
    ways[size as usize]
}

/// Renumbers the points of a set by leaving out those of `gaps`, which it has none of.
#[inline]
fn squeeze(mut set: Bitboard, mut gaps: Bitboard) -> Bitboard {
    while gaps != 0 {
        let gap = 1 << (Bitboard::BITS - 1 - gaps.leading_zeros());
        let below = gap - 1;
        set = set & below | set >> 1 & !below;
        gaps ^= gap;
    }
    set
}

/// The inverse of [`squeeze`].
#[inline]
fn spread(mut set: Bitboard, mut gaps: Bitboard) -> Bitboard {
    while gaps != 0 {
        let below = (gaps & gaps.wrapping_neg()) - 1;
        set = set & below | (set & !below) << 1;
        gaps &= gaps - 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small_tables() -> impl Iterator<Item = (Variant, Counts)> {
        Variant::ALL.into_iter().flat_map(|variant| {
            let most = if variant == Variant::TELO { 9 } else { 4 };
            Counts::up_to(most).map(move |counts| (variant, counts))
        })
    }

    fn index(variant: Variant, counts: Counts) -> Index {
        Index::new(variant, counts, &AtomicBool::new(false)).expect("an index")
    }

    #[test]
    fn making_one_ends_when_it_is_stopped() {
        let counts = Counts { own: 5, enemy: 5 };
        let made = Index::new(Variant::TSIVY, counts, &AtomicBool::new(true));
        assert_eq!(made.err(), Some(Unmade::Stopped));
    }

    #[test]
    fn every_place_is_that_of_its_position() {
        for (variant, counts) in small_tables() {
            let index = index(variant, counts);
            assert_eq!(
                index.len() as u64,
                Index::length_of(variant, counts),
                "{variant} {counts:?}"
            );
            let mut place = 0;
            for class in 0..index.class_count() {
                for stones in index.of_class(class) {
                    assert_eq!(stones.own & stones.enemy, 0);
                    assert_eq!(Counts::of(stones), counts);
                    assert_eq!((index.place(stones), index.stones(place)), (place, stones));
                    place += 1;
                }
            }
            assert_eq!(place, index.len());
        }
    }

    #[test]
    fn every_position_has_a_place_of_one_of_its_images() {
        for (variant, counts) in small_tables() {
            let index = index(variant, counts);
            let points = u32::from(variant.points());
            let mut positions = 0;
            for own in 0..choose(points, counts.own) {
                let own = unrank(own, counts.own);
                for enemy in 0..choose(points - counts.own, counts.enemy) {
                    let enemy = spread(unrank(enemy, counts.enemy), own);
                    let found = index.stones(index.place(Stones { own, enemy }));
                    let is_image = Symmetry::of(variant).iter().any(|symmetry| {
                        let image = |set| symmetry.apply_set(variant, set);
                        found == Stones { own: image(own), enemy: image(enemy) }
                    });
                    assert!(is_image, "{variant} {own:b} {enemy:b}");
                    positions += 1;
                }
            }
            assert_eq!(positions, counts.positions(variant));
        }
    }
}

//! Generation of turns on bitboards, from the mover's point of view.
//!
//! The stones that can capture are found at once by shifting whole sets; `follow` then goes with
//! each of them from point to point. What to do with a turn is left to a [`Visitor`], so that
//! counting, listing and searching share this one generator.

use crate::bitboard::{Bitboard, bit, points};
use crate::direction::Direction;
use crate::geometry::Geometry;
use crate::moves::{Kind, Step};
use crate::rules::{Capture, Chain};
use crate::stones::Stones;

mod actions;
mod follow;
mod most;
mod sample;

use follow::{Chaining, FORCED, OPTIONAL, SINGLE, run};
pub(crate) use most::LargestCapture;
use most::OnlyMost;

/// What is done with the turns of a position; see [`Position::visit_turns`](crate::Position).
pub trait Visitor {
    /// What identifies a turn while it is built; `()` where only its outcome matters.
    type Path: Copy;

    /// A turn begins: after the removal of a stone (huff rules), with the stone at `origin`; no
    /// origin where the removal is the whole turn.
    fn begin(&mut self, removed: Option<u8>, origin: Option<u8>) -> Self::Path;

    /// The turn goes on with one more step.
    fn step(
        &mut self,
        path: Self::Path,
        direction: Direction,
        kind: Kind,
        destination: u8,
    ) -> Self::Path;

    /// A complete turn and the stones after it, still from the side that moved.
    fn turn(&mut self, path: Self::Path, after: Stones);
}

/// Hands the stones after each turn to a closure, still from the side that moved.
pub(crate) struct AfterEach<F>(pub(crate) F);

impl<F: FnMut(Stones)> Visitor for AfterEach<F> {
    type Path = ();

    #[inline]
    fn begin(&mut self, _: Option<u8>, _: Option<u8>) {}

    #[inline]
    fn step(&mut self, (): (), _: Direction, _: Kind, _: u8) {}

    #[inline]
    fn turn(&mut self, (): (), after: Stones) {
        (self.0)(after);
    }
}

/// A stone that may not arrive at a point (`reversal = no`); both sets are empty where none is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Ban {
    pub(crate) stone: Bitboard,
    pub(crate) target: Bitboard,
}

/// The state of a turn in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    /// Where the stone is.
    pub(crate) at: u8,
    /// The points it may not arrive at: those visited, and the one that is banned.
    pub(crate) visited: Bitboard,
    /// The direction of the last step.
    pub(crate) last: Direction,
}

/// The player to move: stones, board and the rules that decide which turns are legal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) geometry: &'static Geometry,
    pub(crate) stones: Stones,
    pub(crate) capture: Capture,
    pub(crate) most: bool,
    /// The chain rule in force for this turn.
    pub(crate) chain: Chain,
    pub(crate) ban: Ban,
    /// The stone removed at the beginning of the turn; already gone from `stones`.
    pub(crate) removed: Option<u8>,
}

/// For each direction, the stones that have a certain step in it.
type ByDirection = [Bitboard; 8];

impl Mover {
    /// All complete turns from the start of a turn.
    #[inline]
    pub(crate) fn visit<V: Visitor>(&self, visitor: &mut V) {
        if self.most && self.capture != Capture::Huff {
            let most = self.largest_capture().most;
            self.visit_any(&mut OnlyMost { inner: visitor, enemy: self.stones.enemy, most });
        } else {
            self.visit_any(visitor);
        }
    }

    /// The turns that go on from a chain in progress; stopping at once is not among them.
    pub(crate) fn visit_rest<V: Visitor>(
        &self,
        progress: Progress,
        path: V::Path,
        visitor: &mut V,
    ) {
        if self.most {
            let mut largest = LargestCapture::of(self.stones.enemy);
            self.go_on(progress, 0, &mut largest);
            let most = largest.most;
            let only = &mut OnlyMost { inner: visitor, enemy: self.stones.enemy, most };
            self.go_on(progress, path, only);
        } else {
            self.go_on(progress, path, visitor);
        }
    }

    fn go_on<V: Visitor>(&self, progress: Progress, path: V::Path, visitor: &mut V) {
        let (approaches, withdrawals) = self.continuations(progress);
        if approaches | withdrawals == 0 {
            return;
        }
        let Progress { at, visited, .. } = progress;
        let enemy = self.stones.enemy;
        let chain = Some(Chaining { approaches, withdrawals, enemy, visited, at, path });
        match self.chain {
            Chain::Optional => self.follow::<OPTIONAL, V>(chain, 0, visitor),
            Chain::Forced => self.follow::<FORCED, V>(chain, 0, visitor),
            Chain::None => {}
        }
    }

    /// The points where the chain can go on by an approach and by a withdrawal.
    fn continuations(&self, progress: Progress) -> (Bitboard, Bitboard) {
        let Stones { own, enemy } = self.stones;
        let ahead = self.geometry.next[usize::from(progress.at)][progress.last.index()];
        let free = !(own | enemy | progress.visited | ahead);
        self.geometry.captures(progress.at, free, enemy)
    }

    /// The largest capture that a turn makes by its steps.
    pub(crate) fn largest_capture(&self) -> LargestCapture {
        let mut largest = LargestCapture::of(self.stones.enemy);
        self.visit_any(&mut largest);
        largest
    }

    /// Whether there is any legal turn: every open step captures or is a paika, and paikas are
    /// legal where nothing captures.
    pub(crate) fn has_turn(&self) -> bool {
        self.open_steps().iter().any(|&set| set != 0)
    }

    /// Whether any capture is possible.
    pub(crate) fn has_capture(&self) -> bool {
        self.capturing() != 0
    }

    /// Whether the chain can go on.
    pub(crate) fn can_go_on(&self, progress: Progress) -> bool {
        self.chain != Chain::None && self.continuations(progress) != (0, 0)
    }

    fn step(&self, origin: u8, direction: Direction, kind: Kind) -> Step {
        let destination = (origin as i8 + self.geometry.delta[direction.index()]) as u8;
        Step { origin, destination, direction, kind }
    }

    /// What a step along a line captures in the way its kind says; nothing where it cannot.
    #[inline]
    pub(crate) fn step_captures(&self, step: Step) -> Bitboard {
        let delta = i64::from(self.geometry.delta[step.direction.index()]);
        let (point, delta) = match step.kind {
            Kind::Paika => return 0,
            Kind::Approach => (step.destination, delta),
            Kind::Withdrawal => (step.origin, -delta),
        };
        run(self.geometry.ray_by_delta(point, delta), self.stones.enemy, delta)
    }

    /// For each direction, the stones with an empty point next to them that they may go to.
    #[inline]
    fn open_steps(&self) -> ByDirection {
        let empty = self.geometry.all & !(self.stones.own | self.stones.enemy);
        let mut open = [0; 8];
        for (d, set) in open.iter_mut().enumerate() {
            *set = self.stones.own & self.geometry.leaving[d] & self.step_back(empty, d);
        }
        if self.ban.stone != 0 {
            let stone = self.ban.stone.trailing_zeros() as usize;
            for (d, set) in open.iter_mut().enumerate() {
                if self.geometry.next[stone][d] == self.ban.target {
                    *set &= !self.ban.stone;
                }
            }
        }
        open
    }

    /// Moves a set against direction `d`: a point is in the result if the next one was in the set.
    #[inline]
    fn step_back(&self, set: Bitboard, d: usize) -> Bitboard {
        let distance = self.geometry.delta[d].unsigned_abs();
        if d >= 4 { set >> distance } else { set << distance }
    }

    #[inline]
    fn approaches(&self, open: &ByDirection, d: usize) -> Bitboard {
        let beyond = self.step_back(self.step_back(self.stones.enemy, d), d);
        open[d] & self.geometry.leaving_twice[d] & beyond
    }

    #[inline]
    fn withdrawals(&self, open: &ByDirection, d: usize) -> Bitboard {
        open[d] & self.geometry.through[d] & self.step_back(self.stones.enemy, 7 - d)
    }

    /// The stones that can capture.
    #[inline]
    pub(crate) fn capturing(&self) -> Bitboard {
        // The distances of the shifts as constants: that is a third of the work.
        let capturing = match self.geometry.cols() {
            3 => self.capturing_on::<3>(),
            5 => self.capturing_on::<5>(),
            7 => self.capturing_on::<7>(),
            _ => self.capturing_on::<9>(),
        };
        if capturing & self.ban.stone != 0 {
            let origin = self.ban.stone.trailing_zeros() as u8;
            let free = !(self.stones.own | self.stones.enemy | self.ban.target);
            if self.geometry.captures(origin, free, self.stones.enemy) == (0, 0) {
                return capturing & !self.ban.stone;
            }
        }
        capturing
    }

    /// The stones that can capture on a board of so many files, the ban left aside.
    fn capturing_on<const COLS: u32>(&self) -> Bitboard {
        let Geometry { all, leaving_twice, through, .. } = self.geometry;
        let Stones { own, enemy } = self.stones;
        let empty = all & !(own | enemy);
        let upwards = [(1, 4), (COLS - 1, 5), (COLS, 6), (COLS + 1, 7)];
        own & upwards.into_iter().fold(0, |set, (distance, d)| {
            let near = (enemy << distance, enemy >> distance);
            let far = (enemy << (2 * distance), enemy >> (2 * distance));
            let up = (far.1 & leaving_twice[d] | near.0 & through[d]) & empty >> distance;
            let down = (far.0 & leaving_twice[7 - d] | near.1 & through[d]) & empty << distance;
            set | up | down
        })
    }

    /// The stones of which the step in direction `d` captures nothing.
    #[inline]
    fn quiet(&self, open: &ByDirection, d: usize) -> Bitboard {
        open[d] & !self.approaches(open, d) & !self.withdrawals(open, d)
    }

    /// All turns, `most` left aside.
    #[inline]
    fn visit_any<V: Visitor>(&self, visitor: &mut V) {
        match self.chain {
            Chain::Optional => self.visit_with::<OPTIONAL, V>(visitor),
            Chain::Forced => self.visit_with::<FORCED, V>(visitor),
            Chain::None => self.visit_with::<SINGLE, V>(visitor),
        }
    }

    #[inline]
    fn visit_with<const CHAIN: u8, V: Visitor>(&self, visitor: &mut V) {
        let capturing = self.capturing();
        if capturing != 0 {
            self.follow::<CHAIN, V>(None, capturing, visitor);
            if self.capture == Capture::Mandatory {
                return;
            }
        }
        let open = self.open_steps();
        for direction in Direction::ALL {
            let d = direction.index();
            for origin in points(self.quiet(&open, d)) {
                let step = self.step(origin, direction, Kind::Paika);
                let begin = visitor.begin(self.removed, Some(origin));
                let path = visitor.step(begin, direction, Kind::Paika, step.destination);
                let own = self.stones.own ^ bit(origin) ^ bit(step.destination);
                visitor.turn(path, Stones { own, enemy: self.stones.enemy });
            }
        }
    }
}

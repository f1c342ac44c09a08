//! Generation of turns on bitboards, from the mover's point of view.
//!
//! The capturing first steps of all stones are found at once by shifting whole sets; a chain then
//! follows its stone from point to point. What to do with a turn is left to a [`Visitor`], so that
//! counting, listing and searching share this one generator.

use crate::bitboard::{Bitboard, bit, points};
use crate::direction::Direction;
use crate::geometry::Geometry;
use crate::moves::{Kind, Step};
use crate::rules::{Capture, Chain};

/// The stones as the player to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    /// The mover's stones.
    pub own: Bitboard,
    /// The opponent's stones.
    pub enemy: Bitboard,
}

/// What is done with the turns that a [`Mover`] finds.
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
            let most = self.largest_capture();
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
            let mut largest = LargestCapture { enemy: self.stones.enemy, most: 0 };
            self.go_on(progress, (), &mut largest);
            let most = largest.most;
            let only = &mut OnlyMost { inner: visitor, enemy: self.stones.enemy, most };
            self.go_on(progress, path, only);
        } else {
            self.go_on(progress, path, visitor);
        }
    }

    fn go_on<V: Visitor>(&self, progress: Progress, path: V::Path, visitor: &mut V) {
        let rest = self.stones.own & !bit(progress.at);
        match self.chain {
            Chain::Optional => {
                self.follow::<OPTIONAL, V>(rest, self.stones.enemy, progress, path, visitor);
            }
            Chain::Forced => {
                self.follow::<FORCED, V>(rest, self.stones.enemy, progress, path, visitor);
            }
            Chain::None => {}
        }
    }

    /// The largest number of stones that a turn takes by its steps.
    pub(crate) fn largest_capture(&self) -> u32 {
        let mut largest = LargestCapture { enemy: self.stones.enemy, most: 0 };
        self.visit_any(&mut largest);
        largest.most
    }

    /// The stones that could begin a capture (with `largest`: one of that many stones).
    pub(crate) fn capturing_stones(&self, largest: Option<u32>) -> Bitboard {
        if let Some(most) = largest {
            let mut origins = Origins { set: 0, enemy: self.stones.enemy, most };
            self.visit_any(&mut origins);
            return origins.set;
        }
        let open = self.open_steps();
        (0..8).fold(0, |set, d| set | self.approaches(&open, d) | self.withdrawals(&open, d))
    }

    /// Whether there is any legal turn: every open step captures or is a paika, and paikas are
    /// legal where nothing captures.
    pub(crate) fn has_turn(&self) -> bool {
        self.open_steps().iter().any(|&set| set != 0)
    }

    /// Whether any capture is possible.
    pub(crate) fn has_capture(&self) -> bool {
        self.capturing_stones(None) != 0
    }

    /// Whether the chain can go on.
    pub(crate) fn can_go_on(&self, progress: Progress) -> bool {
        self.chain != Chain::None && self.next_steps(progress).next().is_some()
    }

    /// The capturing steps with which the chain can go on.
    pub(crate) fn next_steps(&self, progress: Progress) -> impl Iterator<Item = Step> {
        let mover = *self;
        let rest = self.stones.own & !bit(progress.at);
        let candidates = mover.candidates(rest, mover.stones.enemy, progress);
        points(candidates).flat_map(move |destination| {
            let origin = progress.at;
            let direction = mover.geometry.direction_to(origin, destination);
            [Kind::Approach, Kind::Withdrawal].into_iter().filter_map(move |kind| {
                let step = Step { origin, destination, direction, kind };
                (mover.step_captures(step) != 0).then_some(step)
            })
        })
    }

    /// The first steps of all legal turns, with what they capture, `most` left aside.
    pub(crate) fn first_steps(&self) -> Vec<Step> {
        let open = self.open_steps();
        let mut steps = Vec::new();
        for direction in Direction::ALL {
            let d = direction.index();
            let kinds = [
                (Kind::Approach, self.approaches(&open, d)),
                (Kind::Withdrawal, self.withdrawals(&open, d)),
            ];
            for (kind, origins) in kinds {
                steps.extend(points(origins).map(|origin| self.step(origin, direction, kind)));
            }
        }
        if steps.is_empty() || self.capture != Capture::Mandatory {
            for direction in Direction::ALL {
                let d = direction.index();
                let quiet = open[d] & !self.approaches(&open, d) & !self.withdrawals(&open, d);
                steps.extend(points(quiet).map(|origin| self.step(origin, direction, Kind::Paika)));
            }
        }
        steps
    }

    fn step(&self, origin: u8, direction: Direction, kind: Kind) -> Step {
        let destination = (origin as i8 + self.geometry.delta[direction.index()]) as u8;
        Step { origin, destination, direction, kind }
    }

    /// What a step along a line captures in the way its kind says; nothing where it cannot.
    #[inline]
    pub(crate) fn step_captures(&self, step: Step) -> Bitboard {
        let (point, direction) = match step.kind {
            Kind::Paika => return 0,
            Kind::Approach => (step.destination, step.direction),
            Kind::Withdrawal => (step.origin, step.direction.opposite()),
        };
        let ray = self.geometry.rays[usize::from(point)][direction.index()];
        run(ray, self.stones.enemy, direction.index() >= 4)
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
        let open = self.open_steps();
        let mut approaches = [0; 8];
        let mut withdrawals = [0; 8];
        let mut any = 0;
        for d in 0..8 {
            approaches[d] = self.approaches(&open, d);
            withdrawals[d] = self.withdrawals(&open, d);
            any |= approaches[d] | withdrawals[d];
        }
        if any != 0 {
            for direction in Direction::ALL {
                let d = direction.index();
                self.begin_captures::<CHAIN, V>(approaches[d], direction, Kind::Approach, visitor);
                self.begin_captures::<CHAIN, V>(
                    withdrawals[d],
                    direction,
                    Kind::Withdrawal,
                    visitor,
                );
            }
            if self.capture == Capture::Mandatory {
                return;
            }
        }
        for direction in Direction::ALL {
            let d = direction.index();
            for origin in points(open[d] & !approaches[d] & !withdrawals[d]) {
                let step = self.step(origin, direction, Kind::Paika);
                let begin = visitor.begin(self.removed, Some(origin));
                let path = visitor.step(begin, direction, Kind::Paika, step.destination);
                let own = self.stones.own ^ bit(origin) ^ bit(step.destination);
                visitor.turn(path, Stones { own, enemy: self.stones.enemy });
            }
        }
    }

    #[inline]
    fn begin_captures<const CHAIN: u8, V: Visitor>(
        &self,
        origins: Bitboard,
        direction: Direction,
        kind: Kind,
        visitor: &mut V,
    ) {
        for origin in points(origins) {
            let step = self.step(origin, direction, kind);
            let enemy = self.stones.enemy & !self.step_captures(step);
            let begin = visitor.begin(self.removed, Some(origin));
            let path = visitor.step(begin, direction, kind, step.destination);
            let banned = if bit(origin) == self.ban.stone { self.ban.target } else { 0 };
            let progress = Progress {
                at: step.destination,
                visited: bit(origin) | bit(step.destination) | banned,
                last: direction,
            };
            self.complete::<CHAIN, V>(
                self.stones.own & !bit(origin),
                enemy,
                progress,
                path,
                visitor,
            );
        }
    }

    /// A turn that has captured: it may end here, as the chain rule says, and go on.
    #[inline]
    fn complete<const CHAIN: u8, V: Visitor>(
        &self,
        rest: Bitboard,
        enemy: Bitboard,
        progress: Progress,
        path: V::Path,
        visitor: &mut V,
    ) {
        if CHAIN != FORCED {
            visitor.turn(path, Stones { own: rest | bit(progress.at), enemy });
        }
        if CHAIN != SINGLE {
            let went_on = self.follow::<CHAIN, V>(rest, enemy, progress, path, visitor);
            if CHAIN == FORCED && !went_on {
                visitor.turn(path, Stones { own: rest | bit(progress.at), enemy });
            }
        }
    }

    /// The empty points where the chain's stone may go next, captures or not.
    #[inline]
    fn candidates(&self, rest: Bitboard, enemy: Bitboard, progress: Progress) -> Bitboard {
        let at = usize::from(progress.at);
        let ahead = self.geometry.next[at][progress.last.index()];
        self.geometry.neighbours[at] & !(rest | enemy | progress.visited | ahead)
    }

    /// Every way in which the chain goes on; says whether there is one. `rest` are the mover's
    /// other stones.
    fn follow<const CHAIN: u8, V: Visitor>(
        &self,
        rest: Bitboard,
        enemy: Bitboard,
        progress: Progress,
        path: V::Path,
        visitor: &mut V,
    ) -> bool {
        let at = progress.at;
        let candidates = self.candidates(rest, enemy, progress);
        let mut went_on = false;
        // Two loops, since a run towards higher points is cut at its lowest blocker and a run
        // towards lower points at its highest.
        let (higher, lower) = (candidates >> at << at, candidates & (bit(at) - 1));
        for (set, up) in [(lower, false), (higher, true)] {
            for destination in points(set) {
                let direction = self.geometry.direction_to(at, destination);
                let d = direction.index();
                let ahead = run(self.geometry.rays[usize::from(destination)][d], enemy, up);
                let behind = run(self.geometry.rays[usize::from(at)][7 - d], enemy, !up);
                let next = Progress {
                    at: destination,
                    visited: progress.visited | bit(destination),
                    last: direction,
                };
                for (captured, kind) in [(ahead, Kind::Approach), (behind, Kind::Withdrawal)] {
                    if captured != 0 {
                        went_on = true;
                        let path = visitor.step(path, direction, kind, destination);
                        self.complete::<CHAIN, V>(rest, enemy & !captured, next, path, visitor);
                    }
                }
            }
        }
        went_on
    }
}

// The chain rule as a constant, so that each gets its own loop without tests inside.
const OPTIONAL: u8 = 0;
const FORCED: u8 = 1;
const SINGLE: u8 = 2;

/// The unbroken run of enemy stones from the near end of a ray; `up` where the ray leads to higher
/// points.
#[inline]
fn run(ray: Bitboard, enemy: Bitboard, up: bool) -> Bitboard {
    let blockers = ray & !enemy;
    let before_blocker = if up {
        blockers ^ blockers.wrapping_sub(1)
    } else {
        // No board has more than 45 points, so the shift stays below 64.
        Bitboard::MAX << (64 - blockers.leading_zeros())
    };
    ray & enemy & before_blocker
}

/// Finds the largest number of stones that a turn takes.
pub(crate) struct LargestCapture {
    pub(crate) enemy: Bitboard,
    pub(crate) most: u32,
}

impl Visitor for LargestCapture {
    type Path = ();

    fn begin(&mut self, _: Option<u8>, _: Option<u8>) {}

    fn step(&mut self, (): (), _: Direction, _: Kind, _: u8) {}

    fn turn(&mut self, (): (), after: Stones) {
        self.most = self.most.max((self.enemy & !after.enemy).count_ones());
    }
}

/// Passes on paikas and the turns that take `most` stones.
struct OnlyMost<'a, V> {
    inner: &'a mut V,
    enemy: Bitboard,
    most: u32,
}

impl<V: Visitor> Visitor for OnlyMost<'_, V> {
    type Path = V::Path;

    fn begin(&mut self, removed: Option<u8>, origin: Option<u8>) -> V::Path {
        self.inner.begin(removed, origin)
    }

    fn step(&mut self, path: V::Path, direction: Direction, kind: Kind, to: u8) -> V::Path {
        self.inner.step(path, direction, kind, to)
    }

    fn turn(&mut self, path: V::Path, after: Stones) {
        let taken = (self.enemy & !after.enemy).count_ones();
        if taken == self.most || taken == 0 {
            self.inner.turn(path, after);
        }
    }
}

/// Collects the points where the turns that take `most` stones begin.
struct Origins {
    set: Bitboard,
    enemy: Bitboard,
    most: u32,
}

impl Visitor for Origins {
    type Path = Bitboard;

    fn begin(&mut self, _: Option<u8>, origin: Option<u8>) -> Bitboard {
        origin.map_or(0, bit)
    }

    fn step(&mut self, path: Bitboard, _: Direction, _: Kind, _: u8) -> Bitboard {
        path
    }

    fn turn(&mut self, path: Bitboard, after: Stones) {
        if (self.enemy & !after.enemy).count_ones() == self.most {
            self.set |= path;
        }
    }
}

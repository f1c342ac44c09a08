//! The slow, obvious move generator: **the oracle of tests and fuzzing only**.
//!
//! It follows the rules page (sections 3 to 6) point by point, one small function per clause, and
//! shares nothing with the fast generator but the vocabulary. Nothing that plays should call it.
//!
//! ```
//! use fanorona::naive::{NaivePosition, perft};
//! use fanorona::{Rules, Variant};
//! let start = NaivePosition::start(Variant::TSIVY, Rules::STANDARD);
//! let mut texts: Vec<String> = start.turns().into_iter().map(|turn| turn.text).collect();
//! texts.sort();
//! assert_eq!(texts, ["d2-e3A", "d3-e3A", "d3-e3W", "e2-e3A", "f2-e3A"]);
//! assert_eq!(perft(&start, 2), 39);
//! ```

use std::iter::successors;

use crate::color::Color;
use crate::direction::Direction;
use crate::history::{Back, History};
use crate::moves::{Kind, Step};
use crate::rules::{Capture, Chain, Rules};
use crate::variant::Variant;

/// The content of each point, by point index.
type Cells = Vec<Option<Color>>;

/// One displacement of one stone.
pub type NaiveStep = Step;

/// A position spelled out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NaivePosition {
    /// The board.
    pub variant: Variant,
    /// The rule set; only its five legality fields and the start matter here.
    pub rules: Rules,
    /// The content of each point, by point index.
    pub cells: Vec<Option<Color>>,
    /// The side to move.
    pub turn: Color,
    /// What is remembered of earlier turns; in mid-chain, of the turns before the one in progress.
    pub history: History,
    /// The turn so far, in mid-chain; `cells` are those after it.
    pub chain: Option<NaiveChain>,
}

/// A turn so far, in mid-chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NaiveChain {
    /// The steps already made, at least one: they give points visited, last direction and text.
    pub steps: Vec<NaiveStep>,
}

/// A legal turn and what it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NaiveTurn {
    /// Canonical move text of the whole turn, the chain so far included.
    pub text: String,
    /// What falls from here on, a removal included: bit `p` stands for point `p`.
    pub captured: u64,
    /// The start of the opponent's turn.
    pub after: NaivePosition,
}

/// A turn under construction.
#[derive(Clone)]
struct Draft {
    /// All steps of the turn, those before a mid-chain position included.
    steps: Vec<NaiveStep>,
    /// The points emptied by the steps from the position on.
    captured: Vec<u8>,
    /// The board after the steps.
    cells: Cells,
}

impl NaivePosition {
    /// The start of the game under these rules.
    #[must_use]
    pub fn start(variant: Variant, rules: Rules) -> Self {
        let (white, black) = variant.start(rules.setup);
        let stone = |point: u8| match (white >> point & 1, black >> point & 1) {
            (1, _) => Some(Color::White),
            (_, 1) => Some(Color::Black),
            _ => None,
        };
        let history = History { first: [rules.first_turn_single; 2], ..History::default() };
        let cells = (0..variant.points()).map(stone).collect();
        Self { variant, rules, cells, turn: Color::White, history, chain: None }
    }

    /// Every legal turn, in no particular order; in mid-chain every way to go on and, where it is
    /// legal, the stop. Empty where a side has no stone or the side to move is blocked.
    #[must_use]
    pub fn turns(&self) -> Vec<NaiveTurn> {
        if self.is_decided() {
            return Vec::new();
        }
        let offenders = self.offenders();
        if offenders.is_empty() {
            return self.turns_after_removal(None);
        }
        offenders.into_iter().flat_map(|point| self.turns_that_remove(point)).collect()
    }

    /// Every legal single step: the first steps, in mid-chain the next steps, of the legal turns.
    /// Empty under huff rules, which are not offered step by step.
    #[must_use]
    pub fn steps(&self) -> Vec<NaiveStep> {
        if self.is_decided() || self.rules.capture == Capture::Huff {
            return Vec::new();
        }
        let next = |turn: &Draft| turn.steps.get(self.steps_made()).copied();
        let mut steps: Vec<NaiveStep> = self.legal_drafts().iter().filter_map(next).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// Whether the turn in progress may end here. Never at the start of a turn: there is no
    /// passing.
    #[must_use]
    pub fn can_end_turn(&self) -> bool {
        !self.is_decided()
            && self.chain.is_some()
            && self.legal_drafts().iter().any(|turn| turn.steps.len() == self.steps_made())
    }

    /// Section 5, elimination: a side has no stone left.
    fn is_decided(&self) -> bool {
        Color::ALL.into_iter().any(|color| !self.cells.contains(&Some(color)))
    }

    fn steps_made(&self) -> usize {
        self.chain.as_ref().map_or(0, |chain| chain.steps.len())
    }

    /// Section 1: where the line from `point` in this direction leads.
    fn next_point(&self, point: u8, direction: Direction) -> Option<u8> {
        let (rows, cols) = (i32::from(self.variant.rows()), i32::from(self.variant.cols()));
        let (file, rank) = (i32::from(point) % cols, i32::from(point) / cols);
        let strong = (file + rank) % 2 == 0;
        let (east, north) = direction.offset();
        let (file, rank) = (file + i32::from(east), rank + i32::from(north));
        let on_board = 0 <= file && file < cols && 0 <= rank && rank < rows;
        let joined = on_board && (strong || east == 0 || north == 0);
        joined.then_some((rank * cols + file) as u8)
    }

    /// Section 3: the enemy stones without interruption beyond `point` in this direction.
    fn run(&self, cells: &Cells, point: u8, direction: Direction) -> Vec<u8> {
        successors(self.next_point(point, direction), |&next| self.next_point(next, direction))
            .take_while(|&next| cells[usize::from(next)] == Some(!self.turn))
            .collect()
    }

    /// Section 3: what a step of this kind takes.
    fn taken(&self, cells: &Cells, step: NaiveStep) -> Vec<u8> {
        match step.kind {
            Kind::Paika => Vec::new(),
            Kind::Approach => self.run(cells, step.destination, step.direction),
            Kind::Withdrawal => self.run(cells, step.origin, step.direction.opposite()),
        }
    }

    /// Section 6, `reversal = no`: whether the stone that began this turn at `turn_origin` may
    /// arrive at `destination`.
    fn may_arrive(&self, turn_origin: u8, destination: u8) -> bool {
        let forbidden = |back: Back| back.destination == turn_origin && back.origin == destination;
        self.rules.reversal || !self.history.back[self.turn.index()].is_some_and(forbidden)
    }

    /// Section 3: the steps of the stone on `origin`, which began this turn at `turn_origin`. A
    /// step that could capture is no paika.
    fn steps_of(&self, cells: &Cells, origin: u8, turn_origin: u8) -> Vec<NaiveStep> {
        let mut steps = Vec::new();
        for direction in Direction::ALL {
            let Some(destination) = self.next_point(origin, direction) else { continue };
            let occupied = cells[usize::from(destination)].is_some();
            if occupied || !self.may_arrive(turn_origin, destination) {
                continue;
            }
            let step = |kind| Step { origin, destination, direction, kind };
            let mut ways = vec![step(Kind::Approach), step(Kind::Withdrawal)];
            ways.retain(|&way| !self.taken(cells, way).is_empty());
            if ways.is_empty() {
                ways.push(step(Kind::Paika));
            }
            steps.extend(ways);
        }
        steps
    }

    /// The turn with one more step. Captured stones leave the board at once, and so does the
    /// stone from its origin.
    fn with_step(&self, draft: &Draft, step: NaiveStep) -> Draft {
        let mut next = draft.clone();
        let taken = self.taken(&draft.cells, step);
        for &point in &taken {
            next.cells[usize::from(point)] = None;
        }
        next.cells[usize::from(step.origin)] = None;
        next.cells[usize::from(step.destination)] = Some(self.turn);
        next.captured.extend(taken);
        next.steps.push(step);
        next
    }

    /// The turn so far: nothing yet, or the chain in progress.
    fn so_far(&self) -> Draft {
        let steps = self.chain.as_ref().map_or(Vec::new(), |chain| chain.steps.clone());
        Draft { steps, captured: Vec::new(), cells: self.cells.clone() }
    }

    /// Section 6, `chain = none` and `first_turn_single`: whether a capturing stone may go on.
    fn may_go_on(&self) -> bool {
        let single = self.rules.first_turn_single && self.history.is_first(self.turn);
        self.rules.chain != Chain::None && !single
    }

    /// Section 4: the steps with which a capturing turn may go on.
    fn continuations(&self, draft: &Draft) -> Vec<NaiveStep> {
        let (Some(first), Some(last)) = (draft.steps.first(), draft.steps.last()) else {
            return Vec::new();
        };
        let been = |point| draft.steps.iter().any(|s| s.origin == point || s.destination == point);
        let mut steps = self.steps_of(&draft.cells, last.destination, first.origin);
        steps.retain(|step| self.may_go_on() && step.kind != Kind::Paika);
        steps.retain(|step| !been(step.destination) && step.direction != last.direction);
        steps
    }

    /// All turns that begin with `draft`, itself included where it may end: always, or under
    /// `chain = forced` only where nothing continues.
    fn ways_on(&self, draft: Draft) -> Vec<Draft> {
        let next = self.continuations(&draft);
        let mut turns: Vec<Draft> =
            next.iter().flat_map(|&step| self.ways_on(self.with_step(&draft, step))).collect();
        if next.is_empty() || self.rules.chain != Chain::Forced {
            turns.push(draft);
        }
        turns
    }

    /// The first steps, of this sort, of all the mover's stones.
    fn first_steps(&self, paika: bool) -> Vec<Draft> {
        let mine = |point: &u8| self.cells[usize::from(*point)] == Some(self.turn);
        (0..self.variant.points())
            .filter(mine)
            .flat_map(|stone| self.steps_of(&self.cells, stone, stone))
            .filter(|step| (step.kind == Kind::Paika) == paika)
            .map(|step| self.with_step(&self.so_far(), step))
            .collect()
    }

    /// All turns that begin with a capture, `most` not yet considered.
    fn captures(&self) -> Vec<Draft> {
        self.first_steps(false).into_iter().flat_map(|first| self.ways_on(first)).collect()
    }

    /// Section 6, `most`: of these turns those that may be chosen, or under huff are owed.
    fn most(&self, mut turns: Vec<Draft>) -> Vec<Draft> {
        let most = turns.iter().map(|turn| turn.captured.len()).max();
        turns.retain(|turn| !self.rules.most || Some(turn.captured.len()) == most);
        turns
    }

    /// The legal turns, a removal apart (sections 4 and 6).
    fn legal_drafts(&self) -> Vec<Draft> {
        if self.chain.is_some() {
            // The stop takes nothing, so that `most` leaves it only where nothing continues.
            return self.most(self.ways_on(self.so_far()));
        }
        let captures = self.captures();
        match self.rules.capture {
            Capture::Mandatory if captures.is_empty() => self.first_steps(true),
            Capture::Mandatory => self.most(captures),
            Capture::Optional => [self.most(captures), self.first_steps(true)].concat(),
            Capture::Huff => [captures, self.first_steps(true)].concat(),
        }
    }

    /// Section 6, huff: the opponent's stones one of which must be removed first.
    fn offenders(&self) -> Vec<u8> {
        let marked = |point: &u8| {
            self.rules.capture == Capture::Huff
                && self.history.huff >> point & 1 == 1
                && self.cells[usize::from(*point)] == Some(!self.turn)
        };
        (0..self.variant.points()).filter(marked).collect()
    }

    /// The turns that begin with the removal of this stone; none where it would leave no turn.
    fn turns_that_remove(&self, point: u8) -> Vec<NaiveTurn> {
        let mut rest = self.clone();
        rest.cells[usize::from(point)] = None;
        if rest.is_decided() {
            return vec![rest.finish(Some(point), &rest.so_far(), &[])];
        }
        rest.turns_after_removal(Some(point))
    }

    /// The turns on this board, from which the stone on `removed` is already gone.
    fn turns_after_removal(&self, removed: Option<u8>) -> Vec<NaiveTurn> {
        let owed = self.owed();
        self.legal_drafts().iter().map(|turn| self.finish(removed, turn, &owed)).collect()
    }

    /// Section 6, huff: the capturing turns of which one is owed.
    fn owed(&self) -> Vec<Draft> {
        if self.rules.capture == Capture::Huff { self.most(self.captures()) } else { Vec::new() }
    }

    /// The turn as it is handed out.
    fn finish(&self, removed: Option<u8>, turn: &Draft, owed: &[Draft]) -> NaiveTurn {
        let (first, back) = (self.first_after(), self.back_after(turn));
        let history = History { first, back, huff: huff_after(turn, owed) };
        let cells = turn.cells.clone();
        let after = Self { cells, turn: !self.turn, history, chain: None, ..*self };
        let fallen = turn.captured.iter().copied().chain(removed);
        let captured = fallen.fold(0, |set, point| set | 1 << point);
        NaiveTurn { text: self.text(removed, &turn.steps), captured, after }
    }

    /// The mover has now had its first turn.
    fn first_after(&self) -> [bool; 2] {
        let waiting = |side| self.rules.first_turn_single && self.history.is_first(side);
        Color::ALL.map(|side| side != self.turn && waiting(side))
    }

    /// The mover's last turn is this one; the opponent's is forgotten when its stone has fallen.
    fn back_after(&self, turn: &Draft) -> [Option<Back>; 2] {
        if self.rules.reversal {
            return [None; 2];
        }
        let ends = turn.steps.first().zip(turn.steps.last());
        let mine = ends.map(|(a, z)| Back { origin: a.origin, destination: z.destination });
        let stands = |back: &Back| turn.cells[usize::from(back.destination)] == Some(!self.turn);
        let theirs = self.history.back[(!self.turn).index()].filter(stands);
        Color::ALL.map(|side| if side == self.turn { mine } else { theirs })
    }

    /// Canonical move text.
    fn text(&self, removed: Option<u8>, steps: &[NaiveStep]) -> String {
        let name = |point| self.variant.point_name(point);
        let removal = removed.map(|point| format!("x{}", name(point)));
        let origin = steps.first().map(|step| name(step.origin));
        let mut text = removal.into_iter().chain(origin).collect::<Vec<_>>().join(",");
        for step in steps {
            text.push('-');
            text.push_str(&name(step.destination));
            text.extend(step.kind.letter());
        }
        text
    }
}

/// Section 6, huff: the stones that could have made an owed capture, where they now stand; none
/// where the turn is one of the owed.
fn huff_after(turn: &Draft, owed: &[Draft]) -> u64 {
    if owed.iter().any(|other| other.steps == turn.steps) {
        return 0;
    }
    let moved = turn.steps.first().zip(turn.steps.last());
    let now = |stone| match moved {
        Some((first, last)) if first.origin == stone => last.destination,
        _ => stone,
    };
    owed.iter().filter_map(|other| other.steps.first()).fold(0, |set, s| set | 1 << now(s.origin))
}

/// The number of sequences of `depth` legal turns.
///
/// ```
/// use fanorona::naive::{NaivePosition, perft};
/// use fanorona::{Rules, Variant};
/// assert_eq!(perft(&NaivePosition::start(Variant::TELO, Rules::THEORY), 3), 14);
/// ```
#[must_use]
pub fn perft(position: &NaivePosition, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.turns().len() as u64,
        _ => position.turns().iter().map(|turn| perft(&turn.after, depth - 1)).sum(),
    }
}

#[allow(clippy::unwrap_used, reason = "a test that meets nothing it expects should stop there")]
#[cfg(test)]
mod tests;

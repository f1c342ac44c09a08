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

// A test that meets nothing where it expects something should stop there.
#[allow(clippy::unwrap_used)]
#[cfg(test)]
mod tests {
    use super::*;

    fn position(rows: &str, turn: Color, rules: &str) -> NaivePosition {
        let mut ranks = Vec::new();
        for row in rows.split('/') {
            let width = |c: char| c.to_digit(10).map_or(1, |n| n as usize);
            let side = |c: char| Color::ALL.into_iter().find(|color| color.letter() == c);
            ranks.push(row.chars().flat_map(|c| vec![side(c); width(c)]).collect::<Vec<_>>());
        }
        let variant = Variant::with_size(ranks.len() as u8, ranks[0].len() as u8).unwrap();
        let cells = ranks.into_iter().rev().flatten().collect();
        let rules = rules.parse().unwrap();
        NaivePosition { variant, rules, cells, turn, history: History::default(), chain: None }
    }

    fn white(rows: &str, rules: &str) -> NaivePosition {
        position(rows, Color::White, rules)
    }

    fn texts(position: &NaivePosition) -> String {
        let mut texts: Vec<String> = position.turns().into_iter().map(|turn| turn.text).collect();
        texts.sort();
        texts.join(" ")
    }

    fn play(position: &NaivePosition, text: &str) -> NaivePosition {
        position.turns().into_iter().find(|turn| turn.text == text).unwrap().after
    }

    #[test]
    fn perft_from_the_start() {
        for (size, counts) in [
            ("3x3", &[4, 7, 14, 67, 137][..]),
            ("3x5", &[3, 16, 89, 496]),
            ("5x5", &[5, 21, 202]),
            ("5x9", &[5, 39, 724]),
        ] {
            let start = NaivePosition::start(size.parse().unwrap(), Rules::THEORY);
            let found: Vec<u64> = (1..=counts.len()).map(|n| perft(&start, n as u32)).collect();
            assert_eq!(found, counts, "{size}");
        }
    }

    #[test]
    fn published_faults() {
        for (rows, expected) in [
            ("8b/9/1w1b5/9/9", "b3-c3A"),
            ("b8/9/9/9/8w", "i1-h1 i1-h2 i1-i2"),
            ("8b/9/9/9/1w7", "b1-a1 b1-b2 b1-c1"),
            ("9/9/bw2b4/9/9", "b3-c3W"),
            ("9/9/1bw1b4/9/9", "c3-d3A c3-d3W"),
            ("3b5/9/2w1b4/9/9", "c3-d3A c3-d3A-d4A"),
            ("9/9/w1bbbbbbb/9/9", "a3-b3A"),
            ("9/9/9/bb7/wb7", ""),
            ("9/9/9/4w4/9", ""),
        ] {
            assert_eq!(texts(&white(rows, "standard")), expected, "{rows}");
        }
    }

    /// c3-d3A takes e3 and may go on to d4, taking d5; i2-i3A takes i4 and i5 at once.
    const TWO_EACH: &str = "3b4b/8b/2w1b4/8w/9";
    /// The first half of it.
    const ONE_STONE: &str = "3b5/9/2w1b4/9/9";
    const PAIKAS: &str = "c3-b2 c3-b3 c3-b4 c3-c2 c3-c4 c3-d2";

    #[test]
    fn captures_and_chains_by_rule_set() {
        let with_paikas = format!("{PAIKAS} c3-d3A-d4A c3-d4 i2-h2 i2-i1 i2-i3A");
        for (rules, expected) in [
            ("theory", "c3-d3A c3-d3A-d4A i2-i3A"),
            ("theory;chain=none", "c3-d3A i2-i3A"),
            ("theory;chain=forced", "c3-d3A-d4A i2-i3A"),
            ("theory;most=yes", "c3-d3A-d4A i2-i3A"),
            ("theory;most=yes;chain=none", "i2-i3A"),
            ("theory;capture=optional;most=yes", &with_paikas),
        ] {
            assert_eq!(texts(&white(TWO_EACH, rules)), expected, "{rules}");
        }
    }

    #[test]
    fn mid_chain() {
        for (rules, expected) in [
            ("theory", "c3-d3A c3-d3A-d4A"),
            ("theory;capture=optional", "c3-d3A c3-d3A-d4A"),
            ("theory;chain=forced", "c3-d3A-d4A"),
            ("theory;most=yes", "c3-d3A-d4A"),
        ] {
            let start = white(TWO_EACH, rules);
            let first = |step: &NaiveStep| step.origin == 20 && step.kind == Kind::Approach;
            let step = start.steps().into_iter().find(first).unwrap();
            let chain = begin(&start, step);
            assert_eq!(texts(&chain), expected, "{rules}");
            assert_eq!(chain.can_end_turn(), expected.starts_with("c3-d3A "), "{rules}");
            let captured: Vec<u64> = chain.turns().iter().map(|turn| turn.captured).collect();
            assert!(captured.iter().all(|&set| set == 0 || set == 1 << 39), "{captured:?}");
        }
    }

    #[test]
    fn first_turn_is_single_for_each_side() {
        let mut start = white(TWO_EACH, "theory;first_turn_single=yes");
        start.history.first = [true, true];
        assert_eq!(texts(&start), "c3-d3A i2-i3A");
        assert_eq!(play(&start, "i2-i3A").history.first, [false, true]);
    }

    #[test]
    fn a_stone_does_not_go_straight_back() {
        let [c3, d3, d4, d5] = [20, 21, 30, 39];
        let mut start = white(ONE_STONE, "theory;reversal=no");
        start.history.back[0] = Some(Back { origin: d3, destination: c3 });
        assert_eq!(texts(&start), format!("{PAIKAS} c3-d4"), "the capture does not exist");
        start.history.back[0] = Some(Back { origin: d4, destination: c3 });
        assert_eq!(texts(&start), "c3-d3A", "nor does the continuation");
        start.history.back = [None, Some(Back { origin: d4, destination: d5 })];
        let kept = play(&start, "c3-d3A").history.back;
        assert_eq!(kept, [Some(Back { origin: c3, destination: d3 }), start.history.back[1]]);
        let fallen = play(&start, "c3-d3A-d4A").history.back;
        assert_eq!(fallen, [Some(Back { origin: c3, destination: d4 }), None]);
    }

    #[test]
    fn offenders_are_those_that_were_owed() {
        let [i2, c2, d3] = [1 << 17, 1 << 11, 1 << 21];
        for (most, text, expected) in [
            ("no", "c3-c2", c2 | i2),
            ("no", "c3-d3A", 0),
            ("yes", "c3-c2", c2 | i2),
            ("yes", "c3-d3A", d3 | i2),
            ("yes", "c3-d3A-d4A", 0),
        ] {
            let start = white(TWO_EACH, &format!("theory;capture=huff;most={most}"));
            assert_eq!(play(&start, text).history.huff, expected, "{most} {text}");
        }
    }

    #[test]
    fn removal_comes_first() {
        let after = play(&white(TWO_EACH, "theory;capture=huff"), "c3-c2");
        let turns = texts(&after);
        assert!(turns.contains("xc2,i4-i3A"));
        assert!(!turns.contains("xc2,i4-i3 "), "a step that captures is no paika");
        // Before the removal i4 could take i2; after it nothing is owed.
        assert_eq!(play(&after, "xi2,i4-i3").history.huff, 0);
        assert_eq!(play(&after, "xc2,d5-d4").history.huff, 1 << 35, "i4 owed its capture");
        let last = play(&white(ONE_STONE, "theory;capture=huff"), "c3-c2");
        assert_eq!(texts(&last), "xc2");
        assert_eq!(last.turns()[0].captured, 1 << 11);
        assert_eq!(texts(&play(&last, "xc2")), "");
    }

    #[test]
    fn a_removal_that_leaves_no_turn_is_not_chosen() {
        let mut held = position("8w/9/9/ww7/bw7", Color::Black, "theory;capture=huff");
        held.history.huff = 1 << 44 | 1 << 10;
        assert_eq!(texts(&held), "xb2,a1-b2");
        held.history.huff = 1 << 44;
        assert_eq!(texts(&held), "");
    }

    #[test]
    fn step_by_step_gives_the_same_turns() {
        let sets = ["", ";capture=optional", ";chain=forced", ";chain=none", ";most=yes"];
        let sets = sets.iter().flat_map(|a| sets.map(|b| format!("theory{a}{b}")));
        for rules in sets.filter_map(|text| text.parse().ok()) {
            let start = NaivePosition::start(Variant::DIMY, rules);
            for position in start.turns().iter().flat_map(|turn| turn.after.turns()) {
                let position = position.after;
                let mut walked = walk(&position);
                walked.sort();
                assert_eq!(walked.join(" "), texts(&position), "{rules}");
            }
        }
    }

    fn begin(position: &NaivePosition, step: NaiveStep) -> NaivePosition {
        let Draft { steps, cells, .. } = position.with_step(&position.so_far(), step);
        NaivePosition { cells, chain: Some(NaiveChain { steps }), ..position.clone() }
    }

    fn walk(position: &NaivePosition) -> Vec<String> {
        let stop = |at: &NaivePosition| at.text(None, &at.so_far().steps);
        let mut turns = Vec::new();
        if position.can_end_turn() {
            turns.push(stop(position));
        }
        for step in position.steps() {
            let next = begin(position, step);
            let over = step.kind == Kind::Paika || next.steps().is_empty();
            turns.extend(if over { vec![stop(&next)] } else { walk(&next) });
        }
        turns
    }
}

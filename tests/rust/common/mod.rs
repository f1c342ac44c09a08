//! What several test files share: a seeded random generator, short ways to positions, random
//! positions, and the comparison with the naive generator.

#![allow(dead_code, reason = "each test file uses some of these and leaves the others")]

pub(crate) mod folder;
pub(crate) mod mutation;
pub(crate) mod solved;

use fanorona::bitboard::{bit, points};
use fanorona::naive::{NaiveChain, NaivePosition};
use fanorona::{
    AtLimit, Back, BothBlocked, Capture, Chain, Color, Fen, History, Move, Position, Rules, Setup,
    Step, Variant,
};

/// A small random generator (SplitMix64): the same seed gives the same tests everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `count - 1`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A subset, each point with even odds.
    pub(crate) fn subset(&mut self, set: u64) -> u64 {
        set & self.next()
    }
}

/// The rule set with this text form.
pub(crate) fn rules(text: &str) -> Rules {
    text.parse().expect("a rule set")
}

/// The position and counters of a position string.
pub(crate) fn fen(text: &str, rules_text: &str) -> Fen {
    Fen::parse(text, rules(rules_text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position of a position string.
pub(crate) fn position(text: &str, rules_text: &str) -> Position {
    fen(text, rules_text).position
}

/// The legal turns, sorted, in one line.
pub(crate) fn turns(position: &Position) -> String {
    let mut texts: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    texts.sort();
    texts.join(" ")
}

/// The legal turns of a position string.
pub(crate) fn turns_of(text: &str, rules_text: &str) -> String {
    turns(&position(text, rules_text))
}

/// The position after these turns.
pub(crate) fn play(position: &Position, texts: &str) -> Position {
    texts.split(' ').fold(*position, |position, text| {
        position.play_text(text).unwrap_or_else(|error| panic!("{position:?}: {error}"))
    })
}

/// All 72 combinations of the five fields that decide which turns are legal.
pub(crate) fn legality_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for &capture in Capture::ALL {
        for &chain in Chain::ALL {
            for bits in 0..8 {
                let [most, first_turn_single, reversal] = [1, 2, 4].map(|flag| bits & flag != 0);
                let base = Rules::THEORY;
                all.push(Rules { capture, chain, most, first_turn_single, reversal, ..base });
            }
        }
    }
    all
}

/// Any rule set at all.
pub(crate) fn random_rules(random: &mut Random) -> Rules {
    let limit = |random: &mut Random, least| match random.below(3) {
        0 => None,
        1 => Some(least + random.below(100) as u32),
        _ => Some(u32::MAX - random.below(3) as u32),
    };
    Rules {
        repetition: limit(random, 2),
        no_capture: limit(random, 1),
        at_limit: random.pick(AtLimit::ALL),
        both_blocked: random.pick(BothBlocked::ALL),
        setup: random.pick(Setup::ALL),
        ..random.pick(&legality_rules())
    }
}

/// Stones anywhere, at least one; sparse and dense boards alike.
pub(crate) fn random_stones(random: &mut Random, variant: Variant) -> (u64, u64) {
    loop {
        let occupied = random.pick(&[2, 4, 6, 8, 9]);
        let white_share = random.pick(&[2, 5, 5, 8]);
        let (mut white, mut black) = (0, 0);
        for point in 0..variant.points() {
            if random.below(10) < occupied {
                if random.below(10) < white_share {
                    white |= bit(point);
                } else {
                    black |= bit(point);
                }
            }
        }
        if white | black != 0 {
            return (white, black);
        }
    }
}

/// From two to `most` stones anywhere, some of each side: White's and Black's.
pub(crate) fn few_stones(random: &mut Random, variant: Variant, most: usize) -> [u64; 2] {
    let mut free: Vec<u8> = (0..variant.points()).collect();
    let total = 2 + random.below(most - 1);
    let white = 1 + random.below(total - 1);
    let mut sides = [0, 0];
    for placed in 0..total {
        let point = free.swap_remove(random.below(free.len()));
        sides[usize::from(placed >= white)] |= bit(point);
    }
    sides
}

/// Origins and destinations that a side's last turn may have had: its stone still stands, the
/// origin is empty (that of the side to move may have been taken by the opponent since).
pub(crate) fn possible_backs(
    variant: Variant,
    rules: Rules,
    stones: [u64; 2],
    color: Color,
    turn: Color,
) -> Vec<Back> {
    let own = stones[color.index()];
    let blocked = if color == turn { own } else { stones[0] | stones[1] };
    let geometry = variant.geometry();
    let mut backs = Vec::new();
    for destination in points(own) {
        for origin in points(geometry.all & !blocked) {
            let joined = geometry.direction_between(origin, destination).is_some();
            if joined || rules.chain != Chain::None {
                backs.push(Back { origin, destination });
            }
        }
    }
    backs
}

/// What a position with these stones may remember, chosen at random.
pub(crate) fn random_history(
    random: &mut Random,
    variant: Variant,
    rules: Rules,
    stones: [u64; 2],
    turn: Color,
) -> History {
    let mut history = History::default();
    if rules.first_turn_single {
        history.first = [random.coin(), random.coin()];
    }
    if !rules.reversal {
        for color in Color::ALL {
            let backs = possible_backs(variant, rules, stones, color, turn);
            if !backs.is_empty() && random.below(4) > 0 {
                history.back[color.index()] = Some(random.pick(&backs));
            }
        }
    }
    if rules.capture == Capture::Huff && random.coin() {
        history.huff = random.subset(stones[(!turn).index()]);
    }
    history
}

/// Stones, side and history at random: the start of a turn.
pub(crate) fn random_placement(random: &mut Random, variant: Variant, rules: Rules) -> Position {
    let (white, black) = random_stones(random, variant);
    let turn = random.pick(&Color::ALL);
    let history = random_history(random, variant, rules, [white, black], turn);
    Position::new(variant, rules, white, black, turn, history)
        .unwrap_or_else(|error| panic!("{variant} {rules} {white:#x} {black:#x}: {error}"))
}

/// A position some turns on, and those met on the way, mid-chain ones included.
pub(crate) fn random_walk(
    random: &mut Random,
    start: Position,
    length: usize,
    meet: &mut impl FnMut(&Position),
) {
    let mut position = start;
    for _ in 0..length {
        meet(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let by_steps = position.rules().capture != Capture::Huff && random.coin();
        position = if by_steps {
            random_turn(random, position, meet)
        } else {
            position.play_unchecked(&random.pick(&moves))
        };
    }
}

/// The start of the next turn, reached by random single steps.
fn random_turn(random: &mut Random, start: Position, meet: &mut impl FnMut(&Position)) -> Position {
    let mut position = start;
    loop {
        let steps = position.legal_steps().expect("steps under these rules");
        let stop = position.can_end_turn() && random.below(3) == 0;
        let next = if stop { position.end_turn() } else { position.play_step(random.pick(&steps)) };
        position = next.unwrap_or_else(|error| panic!("{position:?}: {error}"));
        if position.chain().is_none() {
            return position;
        }
        meet(&position);
    }
}

/// Random play from starts and from random placements until `count` positions have been met.
pub(crate) fn random_positions(
    seed: u64,
    count: usize,
    boards: &[Variant],
    mut meet: impl FnMut(&Position),
) {
    let mut random = Random::new(seed);
    let mut count_so_far = 0;
    while count_so_far < count {
        let variant = random.pick(boards);
        let rules = random_rules(&mut random);
        let start = if random.coin() {
            Position::start(variant, rules)
        } else {
            random_placement(&mut random, variant, rules)
        };
        let length = random.pick(&[3, 40]);
        random_walk(&mut random, start, length, &mut |position| {
            count_so_far += 1;
            meet(position);
        });
    }
}

/// A position as the naive generator sees it.
pub(crate) fn naive(position: &Position) -> NaivePosition {
    let chain = position.chain().map(|chain| NaiveChain { steps: chain.steps().collect() });
    NaivePosition {
        variant: position.variant(),
        rules: position.rules(),
        cells: (0..position.variant().points()).map(|point| position.stone_at(point)).collect(),
        turn: position.turn(),
        history: position.history(),
        chain,
    }
}

/// The position that the naive generator means, at the start of a turn.
pub(crate) fn from_naive(naive: &NaivePosition) -> Position {
    let set = |color| {
        let stones = (0..).zip(&naive.cells).filter(|(_, cell)| **cell == Some(color));
        stones.fold(0, |set, (point, _)| set | bit(point))
    };
    let [white, black] = Color::ALL.map(set);
    Position::new(naive.variant, naive.rules, white, black, naive.turn, naive.history)
        .unwrap_or_else(|error| panic!("{naive:?}: {error}"))
}

/// Every legal turn by the fast generator, what it captures and where it leads, is the naive
/// generator's, and what else is asked about the position agrees with the list.
pub(crate) fn check_against_naive(position: &Position) {
    let slow = naive(position);
    let mut expected: Vec<(String, u64, Position)> = slow
        .turns()
        .into_iter()
        .map(|turn| (turn.text, turn.captured, from_naive(&turn.after)))
        .collect();
    let moves = position.legal_moves();
    let mut found: Vec<(String, u64, Position)> = moves
        .iter()
        .map(|turn| {
            let captured = position.captured(turn).unwrap_or_else(|error| panic!("{error}"));
            (turn.to_string(), captured, position.play_unchecked(turn))
        })
        .collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{position:?}");
    assert!(found.windows(2).all(|pair| pair[0].0 != pair[1].0), "twice in {position:?}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position:?}");
    assert_eq!(position.perft(1), moves.len() as u64, "{position:?}");
    if position.history().huff == 0 {
        let takes = |turn: &Move| !turn.is_paika();
        assert_eq!(position.has_capture(), moves.iter().any(takes), "{position:?}");
    }
    if position.rules().capture == Capture::Huff {
        assert!(position.legal_steps().is_err(), "huff is not offered step by step");
    } else {
        let mut steps = position.legal_steps().expect("steps under these rules");
        steps.sort();
        assert_eq!(steps, slow.steps(), "{position:?}");
    }
    assert_eq!(position.can_end_turn(), slow.can_end_turn(), "{position:?}");
}

/// Every way to play one turn step by step, stops included, and where it leads. In mid-chain the
/// turns contain the chain so far.
pub(crate) fn step_by_step(position: &Position) -> Vec<(Move, Position)> {
    let so_far = position.chain().map_or(Vec::new(), |chain| chain.steps().collect());
    let mut ways = Vec::new();
    walk(position, &so_far, &mut ways);
    ways
}

fn walk(position: &Position, so_far: &[Step], ways: &mut Vec<(Move, Position)>) {
    let turn = |steps: &[Step]| {
        Move::from_steps(position.variant(), None, steps).expect("steps that make a turn")
    };
    if position.can_end_turn() {
        ways.push((turn(so_far), position.end_turn().expect("a legal stop")));
    }
    for step in position.legal_steps().expect("steps under these rules") {
        let next = position.play_step(step).expect("a legal step");
        let steps = [so_far, &[step]].concat();
        if next.chain().is_some() {
            walk(&next, &steps, ways);
        } else {
            ways.push((turn(&steps), next));
        }
    }
}

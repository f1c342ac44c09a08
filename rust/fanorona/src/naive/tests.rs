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

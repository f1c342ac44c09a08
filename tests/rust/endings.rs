//! The engine against perfect knowledge: a plain retrograde solver of small endings.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fanorona::search::{Limits, Options, Searcher};
use fanorona::{Color, Fen, Game, History, Position, Rules, Variant};

/// Own and opponent's stones, as the mover sees them.
type Stones = (u64, u64);

/// The value of every position with at most so many stones, for its mover: 1, 0 or -1. White is
/// to move in each; colours make no difference.
struct Solved {
    variant: Variant,
    values: HashMap<Stones, i8>,
}

fn position(variant: Variant, (own, enemy): Stones) -> Position {
    let history = History::default();
    Position::new(variant, Rules::THEORY, own, enemy, Color::White, history).expect("a position")
}

fn stones(position: &Position) -> Stones {
    (position.stones(position.turn()), position.stones(!position.turn()))
}

impl Solved {
    fn new(variant: Variant, most: u32) -> Self {
        let mut open = Vec::new();
        let mut values = HashMap::new();
        let points = u32::from(variant.points());
        for number in 1..3_u64.pow(points) {
            let placed = placement(number, points);
            if (placed.0 | placed.1).count_ones() > most {
                continue;
            }
            // A side without stones has lost, whoever is to move.
            match placed {
                (0, _) => drop(values.insert(placed, -1)),
                (_, 0) => drop(values.insert(placed, 1)),
                _ => open.push(placed),
            }
        }
        let mut solved = Self { variant, values };
        // Values are found from the end backwards; what is left when nothing changes is a draw.
        loop {
            let before = open.len();
            open.retain(|&placed| match solved.decided(placed) {
                Some(value) => {
                    solved.values.insert(placed, value);
                    false
                }
                None => true,
            });
            if open.len() == before {
                break;
            }
        }
        solved.values.extend(open.into_iter().map(|placed| (placed, 0)));
        solved
    }

    /// Won if some turn leads to a loss of the opponent, lost if every turn leads to a win.
    fn decided(&self, placed: Stones) -> Option<i8> {
        let before = position(self.variant, placed);
        let mut all_lose = true;
        for turn in before.legal_moves() {
            match self.values.get(&stones(&before.play_unchecked(&turn))) {
                Some(-1) => return Some(1),
                Some(1) => {}
                _ => all_lose = false,
            }
        }
        all_lose.then_some(-1)
    }
}

/// The placement with this number in base three, unless it is that of a larger board.
fn placement(number: u64, points: u32) -> Stones {
    let (mut own, mut enemy, mut rest) = (0, 0, number);
    for point in 0..points {
        match rest % 3 {
            1 => own |= 1 << point,
            2 => enemy |= 1 << point,
            _ => {}
        }
        rest /= 3;
    }
    (own, enemy)
}

/// Lets the engine choose in random positions and compares what it keeps with what it had.
fn check(variant: Variant, most: u32, positions: usize, limits: &Limits) {
    let solved = Solved::new(variant, most);
    let mut known: Vec<(Stones, i8)> = solved.values.iter().map(|(&s, &v)| (s, v)).collect();
    known.sort_unstable();
    let mut rng = fastrand::Rng::with_seed(3);
    let mut searcher = Searcher::new(16);
    let mut checked = 0;
    while checked < positions {
        let (placed, value) = known[rng.usize(..known.len())];
        let fen = Fen { position: position(variant, placed), quiet: 0, number: 1 };
        let game = Game::from_fen(fen);
        if game.outcome().is_some() {
            continue;
        }
        searcher.clear();
        let stop = AtomicBool::new(false);
        let info = searcher.search(&game, limits, &Options::default(), &stop, &mut |_| {});
        let turn = info.lines[0].turns[0];
        let kept = -solved.values[&stones(&game.position().play_unchecked(&turn))];
        assert_eq!(kept, value, "{} {turn} {info:?}", game.position().fen());
        checked += 1;
    }
}

#[test]
fn the_solver_agrees_with_the_published_value_of_telo() {
    let solved = Solved::new(Variant::TELO, 9);
    let start = Position::start(Variant::TELO, Rules::THEORY);
    assert_eq!(solved.values[&stones(&start)], 1);
    assert_eq!(solved.values.len(), 3_usize.pow(9) - 1);
}

#[test]
fn no_value_is_lost_in_telo() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    check(Variant::TELO, 9, 150, &limits);
}

#[test]
#[ignore = "takes minutes"]
fn no_value_is_lost_in_small_endings_at_50_milliseconds() {
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    check(Variant::TELO, 9, 1000, &limits);
    check(Variant::with_size(3, 5).expect("a board"), 5, 1000, &limits);
}

//! A plain retrograde solver of small endings, the judge of the engine and of endgame tables.

use std::collections::HashMap;

use fanorona::bitboard::Bitboard;
use fanorona::{Color, History, Position, Rules, Variant};

/// Own and opponent's stones, as the mover sees them.
pub(crate) type Stones = (Bitboard, Bitboard);

/// The value of every position with at most so many stones, for its mover: 1, 0 or -1. White is
/// to move in each; colours make no difference.
pub(crate) struct Solved {
    pub(crate) variant: Variant,
    pub(crate) values: HashMap<Stones, i8>,
}

pub(crate) fn position(variant: Variant, (own, enemy): Stones) -> Position {
    let history = History::default();
    Position::new(variant, Rules::THEORY, own, enemy, Color::White, history).expect("a position")
}

pub(crate) fn stones(position: &Position) -> Stones {
    (position.stones(position.turn()), position.stones(!position.turn()))
}

impl Solved {
    pub(crate) fn new(variant: Variant, most: u32) -> Self {
        let mut open = Vec::new();
        let mut values = HashMap::new();
        for placed in placements(variant.points(), most) {
            // A side without stones has lost, whoever is to move.
            match placed {
                (0, 0) => {}
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

    /// How many turns of both players there are to the next capture or to a blocked end, for all
    /// positions that are not drawn: the winner takes the shortest way and the loser the longest
    /// among the turns that keep the value.
    pub(crate) fn distances(&self) -> HashMap<Stones, u32> {
        let mut distances = HashMap::new();
        let mut changed = true;
        while changed {
            changed = false;
            for (&placed, &value) in &self.values {
                let found = if value == 0 { None } else { self.distance(&distances, placed) };
                if let Some(found) = found {
                    changed |= distances.insert(placed, found) != Some(found);
                }
            }
        }
        distances
    }

    /// The distance by those that are known so far.
    fn distance(&self, known: &HashMap<Stones, u32>, placed: Stones) -> Option<u32> {
        if placed.0 == 0 || placed.1 == 0 {
            return Some(0);
        }
        let before = position(self.variant, placed);
        let value = self.values[&placed];
        let mut lengths = Vec::new();
        for turn in before.legal_moves() {
            let after = stones(&before.play_unchecked(&turn));
            if self.values[&after] == -value {
                let rest = if turn.is_capture() { Some(0) } else { known.get(&after).copied() };
                lengths.push(rest.map(|rest| rest + 1));
            }
        }
        if value == 1 {
            lengths.into_iter().flatten().min()
        } else {
            // Nothing is known while one way is not; no way at all is a blocked end.
            lengths
                .into_iter()
                .collect::<Option<Vec<u32>>>()
                .map(|all| all.into_iter().max().unwrap_or(0))
        }
    }
}

/// All ways to put at most so many stones on the first points, the empty one included.
fn placements(points: u8, most: u32) -> Vec<Stones> {
    let mut all = vec![(0, 0)];
    for point in 0..points {
        for index in 0..all.len() {
            let (own, enemy): Stones = all[index];
            if (own | enemy).count_ones() < most {
                all.push((own | 1 << point, enemy));
                all.push((own, enemy | 1 << point));
            }
        }
    }
    all
}

//! Random games, played fast.

use fastrand::Rng;

use crate::direction::Direction;
use crate::movegen::Visitor;
use crate::moves::{Kind, Move};
use crate::notation::Fen;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::quiet::QuietTurns;
use crate::rules::Capture;
use crate::stones::Stones;
use crate::variant::Variant;

/// A random player of whole turns: every legal turn is as likely as any other.
///
/// ```
/// use fanorona::playout::RandomPlayer;
/// use fanorona::{Fen, Position, Rules, Variant};
///
/// let position = Position::start(Variant::TSIVY, Rules::STANDARD);
/// let start = Fen { position, quiet: 0, number: 1 };
/// let mut turns = 0;
/// let end = RandomPlayer::new(7).play(&start, 1000, |_, _| turns += 1);
/// assert!(end.outcome.is_some() && end.turns == turns);
/// ```
pub struct RandomPlayer {
    rng: Rng,
    legal: Vec<(Move, Stones)>,
    quiet: QuietTurns,
}

/// How a random game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// The last position.
    pub position: Position,
    /// The number of turns played.
    pub turns: u32,
    /// The end by the rules; none where the longest length was reached.
    pub outcome: Option<Outcome>,
}

impl RandomPlayer {
    /// A player whose games follow from the seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::with_seed(seed), legal: Vec::new(), quiet: QuietTurns::default() }
    }

    /// Plays a game to its end or for `longest` turns. `on_turn` is told each turn and how many
    /// legal turns there were.
    pub fn play(
        &mut self,
        start: &Fen,
        longest: u32,
        mut on_turn: impl FnMut(&Move, usize),
    ) -> End {
        let mut position = start.position;
        self.quiet.begin(start.quiet);
        for turns in 0..longest {
            let occurrences = self.occurrences(&position);
            if let Some(outcome) = Outcome::of(&position, occurrences, self.quiet.count) {
                return End { position, turns, outcome: Some(outcome) };
            }
            let mut list = List { variant: position.variant(), legal: &mut self.legal };
            list.legal.clear();
            position.visit_turns(&mut list);
            let (turn, after) = self.legal[self.rng.usize(..self.legal.len())];
            on_turn(&turn, self.legal.len());
            if turn.is_capture() {
                self.quiet.end();
            } else {
                self.quiet.add(position.repetition_key());
            }
            position = position.after(turn.ends(), after);
        }
        let outcome = Outcome::of(&position, self.occurrences(&position), self.quiet.count);
        End { position, turns: longest, outcome }
    }

    /// Plays a game like [`Self::play`], but step by step: every legal step, and stopping where
    /// that is legal, is as likely as any other. No turn is listed, which is several times as
    /// fast. Under `most` and `capture=huff`, where a turn is more than its steps, whole turns are
    /// chosen as there.
    ///
    /// ```
    /// use fanorona::playout::RandomPlayer;
    /// use fanorona::{Fen, Position, Rules, Variant};
    ///
    /// let position = Position::start(Variant::TSIVY, Rules::STANDARD);
    /// let start = Fen { position, quiet: 0, number: 1 };
    /// assert!(RandomPlayer::new(7).play_steps(&start, 1000).outcome.is_some());
    /// ```
    pub fn play_steps(&mut self, start: &Fen, longest: u32) -> End {
        let rules = start.position.rules();
        if rules.most || rules.capture == Capture::Huff || start.position.chain().is_some() {
            return self.play(start, longest, |_, _| {});
        }
        let mut position = start.position;
        self.quiet.begin(start.quiet);
        let mut turns = 0;
        while turns < longest {
            let limited = rules.no_capture.is_some_and(|limit| self.quiet.count >= limit);
            let repeated =
                rules.repetition.is_some_and(|limit| self.occurrences(&position) >= limit);
            if limited || repeated || position.is_eliminated() {
                break;
            }
            let Some((ends, after)) = position.random_turn(&mut self.rng) else { break };
            if after.enemy == position.enemy() {
                self.quiet.add(position.repetition_key());
            } else {
                self.quiet.end();
            }
            position = position.after(ends, after);
            turns += 1;
        }
        let outcome = Outcome::of(&position, self.occurrences(&position), self.quiet.count);
        End { position, turns, outcome }
    }

    fn occurrences(&self, position: &Position) -> u32 {
        self.quiet.occurrences(position.repetition_key())
    }
}

/// Lists turns with what they lead to.
struct List<'a> {
    variant: Variant,
    legal: &'a mut Vec<(Move, Stones)>,
}

impl Visitor for List<'_> {
    type Path = Move;

    #[inline]
    fn begin(&mut self, removed: Option<u8>, origin: Option<u8>) -> Move {
        Move::begin_turn(self.variant, removed, origin)
    }

    #[inline]
    fn step(&mut self, path: Move, direction: Direction, kind: Kind, destination: u8) -> Move {
        path.then(direction, kind, destination)
    }

    #[inline]
    fn turn(&mut self, turn: Move, after: Stones) {
        self.legal.push((turn, after));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chain, Rules};

    #[test]
    fn steps_chosen_at_random_make_legal_turns() {
        let mut rng = Rng::with_seed(5);
        for variant in Variant::ALL {
            for capture in [Capture::Mandatory, Capture::Optional] {
                for &chain in Chain::ALL {
                    for (first_turn_single, reversal) in
                        [(false, true), (true, true), (false, false), (true, false)]
                    {
                        let rules =
                            Rules { capture, chain, first_turn_single, reversal, ..Rules::THEORY };
                        let mut position = Position::start(variant, rules);
                        for _ in 0..60 {
                            let Some((ends, after)) = position.random_turn(&mut rng) else {
                                assert!(!position.has_legal_move());
                                break;
                            };
                            let legal = position.legal_moves();
                            let same = |turn: &Move| {
                                turn.ends() == ends && position.stones_after(turn) == after
                            };
                            assert!(legal.iter().any(same), "{position:?} {ends:?}");
                            position = position.after(ends, after);
                            if position.is_eliminated() {
                                break;
                            }
                        }
                    }
                }
            }
        }
    }
}

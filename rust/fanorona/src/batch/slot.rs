//! One game of a batch.

use fastrand::Rng;

use crate::color::Color;
use crate::notation::Fen;
use crate::observation::Observation;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::quiet::QuietTurns;
use crate::zobrist;

/// Whether a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Running,
    /// By the rules.
    Over(Outcome),
    /// Broken off after the longest length.
    Truncated,
}

/// A game without what only taking back needs.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) position: Position,
    /// None in mid-chain.
    pub(super) quiet: QuietTurns,
    /// The number of the turn pair, from 1.
    pub(super) number: u32,
    /// Whole turns since the game was set up.
    pub(super) turns: u32,
    /// How often the position has occurred; 0 in mid-chain.
    pub(super) occurrences: u32,
    pub(super) status: Status,
    pub(super) rng: Rng,
}

impl Slot {
    /// A game that begins here; [`Self::refresh`] has yet to see whether it goes on.
    pub(super) fn new(fen: &Fen, rng: Rng) -> Self {
        Self {
            position: fen.position,
            quiet: QuietTurns { count: fen.quiet, keys: Vec::new() },
            number: fen.number,
            turns: 0,
            occurrences: 0,
            status: Status::Running,
            rng,
        }
    }

    /// The generator of the game with this number.
    pub(super) fn rng(seed: u64, number: usize) -> Rng {
        Rng::with_seed(zobrist::game_seed(seed, number as u64))
    }

    /// Begins anew from a position; the random generator goes on.
    pub(super) fn set_up(&mut self, fen: &Fen) {
        self.position = fen.position;
        self.quiet.begin(fen.quiet);
        self.number = fen.number;
        self.turns = 0;
        self.status = Status::Running;
    }

    /// Plays a legal action.
    #[inline]
    pub(super) fn play(&mut self, action: u16) {
        let position = &mut self.position;
        let (turn, key, enemy) = (position.turn(), position.repetition_key(), position.enemy());
        let at_start = position.chain.is_none();
        position.make_action(action);
        if at_start && position.stones(!turn) == enemy {
            self.quiet.add(key);
        } else {
            self.quiet.end();
        }
        if position.turn() != turn {
            self.turns = self.turns.saturating_add(1);
            self.number = self.number.saturating_add(u32::from(turn == Color::Black));
        }
    }

    /// Finds out how often the position has occurred and whether the game goes on, and appends its
    /// legal actions if so.
    #[inline]
    pub(super) fn refresh(&mut self, max_turns: u32, actions: &mut Vec<u16>) {
        let first = actions.len();
        // Only huff rules refuse, which no batch has.
        let _ = self.position.append_actions(actions);
        if self.position.chain.is_some() {
            self.occurrences = 0;
            return;
        }
        self.occurrences = self.quiet.occurrences(self.position.repetition_key());
        let has_legal_move = || actions.len() > first;
        let outcome =
            Outcome::given(&self.position, has_legal_move, self.occurrences, self.quiet.count);
        self.status = match outcome {
            Some(outcome) => Status::Over(outcome),
            None if self.turns >= max_turns => Status::Truncated,
            None => return,
        };
        actions.truncate(first);
    }

    pub(super) fn is_running(&self) -> bool {
        self.status == Status::Running
    }

    /// What is paid to White and Black as the game stands.
    pub(super) fn rewards(&self) -> [f32; 2] {
        match self.status {
            Status::Over(Outcome { winner: Some(Color::White), .. }) => [1.0, -1.0],
            Status::Over(Outcome { winner: Some(Color::Black), .. }) => [-1.0, 1.0],
            Status::Over(_) | Status::Running | Status::Truncated => [0.0, 0.0],
        }
    }

    pub(super) fn fen(&self) -> Fen {
        Fen { position: self.position, quiet: self.quiet.count, number: self.number }
    }

    /// What the player to act sees.
    #[inline]
    pub(super) fn observation(&self) -> Observation {
        let observer = self.position.turn();
        Observation::of(&self.position, observer, self.occurrences, self.quiet.count)
    }
}

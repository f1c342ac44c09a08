//! Many games stepped at once, as reinforcement learning wants them.

use std::num::NonZeroUsize;

mod arrays;
mod chunk;
mod crew;
mod error;
mod legal;
mod slot;
mod state;

pub use arrays::Arrays;
use chunk::{Chunk, Conduct};
use crew::{Crew, Work};
pub use error::BatchError;
use slot::Slot;

use crate::error::PositionError;
use crate::notation::Fen;
use crate::observation::Observation;
use crate::position::Position;
use crate::rules::{Capture, Rules};
use crate::variant::Variant;
use crate::words::word_enum;

word_enum! {
    /// When a game that is over begins anew.
    Autoreset, "autoreset" {
        /// In the next step, whose action for it means nothing.
        NextStep = "next_step",
        /// At once: after the step that ended it the new game is shown.
        SameStep = "same_step",
        /// Only when asked to.
        Disabled = "disabled",
    }
}

/// What a batch is made of.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The board.
    pub variant: Variant,
    /// The rule set; not one with `capture = huff`, which knows whole turns only.
    pub rules: Rules,
    /// The number of games, at least 1.
    pub games: usize,
    /// The threads that share the games. What comes out does not depend on it.
    pub threads: NonZeroUsize,
    /// What all random choices follow from.
    pub seed: u64,
    /// When a game that is over begins anew.
    pub autoreset: Autoreset,
    /// The length in whole turns at which a game is broken off, at least 1; none for no such length.
    pub max_turns: Option<u32>,
    /// Whether observations are wanted.
    pub observations: bool,
    /// Whether the places of legal actions in masks are wanted.
    pub masks: bool,
}

/// Games of one board under one rule set, stepped at once; actions are those of
/// [`Position::actions`].
///
/// ```
/// use std::num::NonZeroUsize;
/// use fanorona::batch::{Autoreset, Batch, Settings};
/// use fanorona::{Rules, Variant};
///
/// let mut batch = Batch::new(Settings {
///     variant: Variant::TSIVY,
///     rules: Rules::STANDARD,
///     games: 3,
///     threads: NonZeroUsize::MIN,
///     seed: 1,
///     autoreset: Autoreset::NextStep,
///     max_turns: None,
///     observations: false,
///     masks: true,
/// })?;
/// batch.step(&[310, 310, 310])?;
/// assert!(batch.fens().iter().all(|fen| fen.to_string().contains(" b - 0 1")));
/// let error = batch.step(&[0, 0, 0]).unwrap_err();
/// assert_eq!(error.to_string(), "actions: game 0: action 0 is not legal");
/// # Ok::<(), fanorona::batch::BatchError>(())
/// ```
pub struct Batch {
    settings: Settings,
    chunks: Vec<Chunk>,
    crew: Crew<Chunk>,
}

impl Batch {
    /// A batch of games at their start.
    ///
    /// # Errors
    /// A [`BatchError`] where a setting has no meaning or the system refuses a thread.
    pub fn new(settings: Settings) -> Result<Self, BatchError> {
        let error = |field, reason: String| Err(BatchError::Setting { field, reason });
        if settings.rules.capture == Capture::Huff {
            let reason = "capture=huff is not offered step by step";
            return error("rules", format!("{}: {reason}", settings.rules));
        }
        if settings.games == 0 {
            return error("games", "0: expected at least 1".to_owned());
        }
        if settings.max_turns == Some(0) {
            return error("max_turns", "0: expected at least 1".to_owned());
        }
        let position = Position::start(settings.variant, settings.rules);
        let conduct = Conduct {
            start: Fen { position, quiet: 0, number: 1 },
            max_turns: settings.max_turns.unwrap_or(u32::MAX),
            autoreset: settings.autoreset,
        };
        let threads = settings.threads.get().min(settings.games);
        let end = |thread: usize| settings.games * thread / threads;
        let chunk = |thread: usize| {
            let games = end(thread)..end(thread + 1);
            let arrays = Arrays::new(&settings, games.start, games.len());
            let slots = games.map(|game| Slot::new(&conduct.start, Slot::rng(settings.seed, game)));
            Chunk::new(slots.collect(), arrays, conduct)
        };
        let chunks = (0..threads).map(chunk).collect();
        Ok(Self { settings, chunks, crew: Crew::new(threads - 1)? })
    }

    /// A batch in the same state, random generators included.
    ///
    /// # Errors
    /// [`BatchError::Spawn`] where the system refuses a thread.
    pub fn fork(&self) -> Result<Self, BatchError> {
        let crew = Crew::new(self.chunks.len() - 1)?;
        Ok(Self { settings: self.settings, chunks: self.chunks.clone(), crew })
    }

    /// What the batch was made of.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Plays an action in each game that is running.
    ///
    /// # Errors
    /// [`BatchError::Illegal`] where one is not legal; no game is changed then.
    pub fn step(&mut self, actions: &[i64]) -> Result<(), BatchError> {
        self.check_length("actions", actions.len())?;
        let mut first = 0;
        for chunk in &mut self.chunks {
            chunk.take_actions(&actions[first..first + chunk.slots.len()]);
            first += chunk.slots.len();
        }
        self.work(Chunk::check)?;
        let mut first = 0;
        for chunk in &self.chunks {
            if let Some(index) = chunk.illegal {
                let game = first + index;
                return Err(BatchError::Illegal { game, action: actions[game] });
            }
            first += chunk.slots.len();
        }
        self.work(Chunk::step)
    }

    /// Begins anew in all games, or in those where `mask` is true; with a seed, their random
    /// choices begin anew as well. The others go on, and still show what the last step paid and
    /// whether it ended them.
    ///
    /// # Errors
    /// [`BatchError::Length`] where `mask` has not one item for each game.
    pub fn reset(&mut self, seed: Option<u64>, mask: Option<&[bool]>) -> Result<(), BatchError> {
        if let Some(mask) = mask {
            self.check_length("mask", mask.len())?;
        }
        let mut game = 0;
        for chunk in &mut self.chunks {
            for index in 0..chunk.slots.len() {
                if mask.is_none_or(|mask| mask[game]) {
                    chunk.begin(index, seed.map(|seed| Slot::rng(seed, game)));
                }
                game += 1;
            }
        }
        self.work(Chunk::refresh_begun)
    }

    /// Begins anew in all games, each from its position with its counters.
    ///
    /// # Errors
    /// A [`BatchError`] where there is not one for each game, one is of another board or rule set,
    /// or one is over already and would begin anew in the same step; no game is changed then.
    pub fn set_fens(&mut self, fens: &[Fen]) -> Result<(), BatchError> {
        self.check_length("fens", fens.len())?;
        let Settings { variant, rules, autoreset, .. } = self.settings;
        for (game, fen) in fens.iter().enumerate() {
            let position = &fen.position;
            let error = |field, reason: String| {
                let source = PositionError::new(field, reason);
                Err(BatchError::Position { game, source })
            };
            if position.variant() != variant {
                return error("ROWS", format!("a {} board, not {variant}", position.variant()));
            }
            if position.rules() != rules {
                return error("rules", format!("{}, not {rules}", position.rules()));
            }
            if autoreset == Autoreset::SameStep
                && let Some(outcome) = crate::Outcome::of(position, 1, fen.quiet)
            {
                return error("game", format!("is over already ({})", outcome.termination));
            }
        }
        for (slot, fen) in self.slots_mut().zip(fens) {
            slot.set_up(fen);
        }
        self.work(Chunk::refresh)
    }

    /// Each game's position with its counters.
    #[must_use]
    pub fn fens(&self) -> Vec<Fen> {
        self.slots().map(Slot::fen).collect()
    }

    /// Fills the list with a random legal action for each game, 0 where it is over.
    ///
    /// # Errors
    /// [`BatchError::Lost`] where a thread was lost.
    pub fn sample(&mut self, actions: &mut Vec<i64>) -> Result<(), BatchError> {
        // Each thread for its own games, whose state would else go from one core's cache to
        // another's and back.
        self.work(Chunk::sample)?;
        actions.clear();
        for chunk in &self.chunks {
            actions.extend_from_slice(&chunk.sampled);
        }
        Ok(())
    }

    /// Each game's legal actions, in increasing order; none where it is over.
    pub fn legal(&self) -> impl Iterator<Item = &[u16]> {
        self.chunks.iter().flat_map(|chunk| chunk.legal.rows())
    }

    /// The same in two lists (compressed sparse rows): where the actions of each game begin in the
    /// second, with the end of the last, and the actions.
    #[must_use]
    pub fn legal_lists(&self) -> (Vec<i32>, Vec<i32>) {
        let (mut starts, mut actions) = (vec![0], Vec::new());
        for chunk in &self.chunks {
            chunk.legal.append_to(&mut starts, &mut actions);
        }
        (starts, actions)
    }

    /// What could be seen in the games that ended and began anew in the last step.
    pub fn final_observations(&self) -> impl Iterator<Item = &Observation> {
        self.chunks.iter().flat_map(|chunk| &chunk.finals)
    }

    /// What can be seen of the games: of each thread's part of them, in order.
    #[must_use]
    pub fn arrays(&self) -> impl ExactSizeIterator<Item = &Arrays> {
        self.chunks.iter().map(|chunk| &chunk.arrays)
    }

    fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.chunks.iter().flat_map(|chunk| &chunk.slots)
    }

    fn slots_mut(&mut self) -> impl Iterator<Item = &mut Slot> {
        self.chunks.iter_mut().flat_map(|chunk| &mut chunk.slots)
    }

    fn work(&mut self, work: Work<Chunk>) -> Result<(), BatchError> {
        if self.crew.work(&mut self.chunks, work) { Ok(()) } else { Err(BatchError::Lost) }
    }

    fn check_length(&self, field: &'static str, found: usize) -> Result<(), BatchError> {
        let games = self.settings.games;
        if found == games { Ok(()) } else { Err(BatchError::Length { field, found, games }) }
    }
}

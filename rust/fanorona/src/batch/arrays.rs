//! The arrays in which games show themselves.

use super::Settings;
use super::legal::Legal;
use super::slot::{Slot, Status};
use crate::observation::Observation;
use crate::variant::Variant;

/// What can be seen of some consecutive games, game after game.
#[derive(Clone, Debug)]
pub struct Arrays {
    /// The planes that the player to act sees (see [`Observation`]); empty where not wanted.
    pub observations: Vec<u8>,
    /// Where the legal actions stand in the masks of the whole batch, which have for each game a
    /// place for each action; empty where not wanted.
    pub marks: Vec<i64>,
    /// What the last step paid to White and Black; 0 in a game that was set up since.
    pub rewards: Vec<f32>,
    /// Whether the game ended by the rules, 1 or 0.
    pub terminated: Vec<u8>,
    /// Whether it was broken off, 1 or 0.
    pub truncated: Vec<u8>,
    /// Who is to act: 0 White, 1 Black.
    pub agents: Vec<i8>,
    /// What stands in the observations, so that only changes need be written.
    seen: Vec<Observation>,
    /// The place of the first game's mask; none where no marks are wanted.
    first_mask: Option<usize>,
    variant: Variant,
}

impl Arrays {
    /// The arrays of so many games from the number `first` on.
    pub(super) fn new(settings: &Settings, first: usize, games: usize) -> Self {
        let Settings { variant, observations, masks, .. } = *settings;
        let bytes = if observations { games * Observation::size(variant) } else { 0 };
        Self {
            observations: vec![0; bytes],
            marks: Vec::new(),
            rewards: vec![0.0; 2 * games],
            terminated: vec![0; games],
            truncated: vec![0; games],
            agents: vec![0; games],
            seen: Vec::new(),
            first_mask: masks.then_some(first * variant.action_count()),
            variant,
        }
    }

    /// Whether observations are wanted.
    pub(super) fn observed(&self) -> bool {
        !self.observations.is_empty()
    }

    /// Shows what a step did to one game: how it stands and what was paid.
    #[inline]
    pub(super) fn set_end(&mut self, game: usize, reached: Status, [white, black]: [f32; 2]) {
        self.rewards[2 * game] = white;
        self.rewards[2 * game + 1] = black;
        self.terminated[game] = u8::from(matches!(reached, Status::Over(_)));
        self.truncated[game] = u8::from(reached == Status::Truncated);
    }

    /// Shows whose turn it is, and what the players see and may do.
    pub(super) fn set_positions(&mut self, slots: &[Slot], legal: &Legal) {
        for (agent, slot) in self.agents.iter_mut().zip(slots) {
            *agent = slot.position.turn().index() as i8;
        }
        if self.observed() {
            self.observe(slots);
        }
        if let Some(first) = self.first_mask {
            self.mark(first, legal);
        }
    }

    fn observe(&mut self, slots: &[Slot]) {
        let rows = self.observations.chunks_exact_mut(Observation::size(self.variant));
        for (game, (slot, row)) in slots.iter().zip(rows).enumerate() {
            let observation = slot.observation();
            observation.write(self.seen.get(game), row);
            match self.seen.get_mut(game) {
                Some(seen) => *seen = observation,
                None => self.seen.push(observation),
            }
        }
    }

    fn mark(&mut self, first: usize, legal: &Legal) {
        self.marks.clear();
        for (game, actions) in legal.rows().enumerate() {
            let start = (first + game * self.variant.action_count()) as i64;
            self.marks.extend(actions.iter().map(|action| start + i64::from(*action)));
        }
    }
}

//! The arrays in which games show themselves.

use super::legal::Legal;
use super::slot::{Slot, Status};
use crate::observation::Observation;
use crate::variant::Variant;

/// What can be seen of some consecutive games, game after game.
#[derive(Clone, Debug)]
pub struct Arrays {
    /// The planes that the player to act sees (see [`Observation`]); empty where not wanted.
    pub observations: Vec<u8>,
    /// For each action whether it is legal, 1 or 0; empty where not wanted.
    pub masks: Vec<i8>,
    /// What the last step paid to White and Black.
    pub rewards: Vec<f32>,
    /// Whether the game ended by the rules, 1 or 0.
    pub terminated: Vec<u8>,
    /// Whether it was broken off, 1 or 0.
    pub truncated: Vec<u8>,
    /// Who is to act: 0 White, 1 Black.
    pub agents: Vec<i8>,
    /// What stands in the two large arrays, so that only changes need be written.
    seen: Vec<Observation>,
    legal: Legal,
    variant: Variant,
}

impl Arrays {
    pub(super) fn new(variant: Variant, games: usize, observations: bool, masks: bool) -> Self {
        let sized = |wanted, size| if wanted { games * size } else { 0 };
        Self {
            observations: vec![0; sized(observations, Observation::size(variant))],
            masks: vec![0; sized(masks, variant.action_count())],
            rewards: vec![0.0; 2 * games],
            terminated: vec![0; games],
            truncated: vec![0; games],
            agents: vec![0; games],
            seen: Vec::new(),
            legal: Legal::new(),
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
        if !self.masks.is_empty() {
            self.mask(legal);
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

    /// Taking back a few ones is quicker than to clear all.
    fn mask(&mut self, legal: &Legal) {
        let size = self.variant.action_count();
        mark(&mut self.masks, size, &self.legal, 0);
        mark(&mut self.masks, size, legal, 1);
        self.legal.clone_from(legal);
    }
}

/// Writes a value for each action of a list.
fn mark(masks: &mut [i8], size: usize, legal: &Legal, value: i8) {
    for (row, actions) in masks.chunks_exact_mut(size).zip(legal.rows()) {
        for action in actions {
            row[usize::from(*action)] = value;
        }
    }
}

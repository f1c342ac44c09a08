//! The games that one thread steps.

use fastrand::Rng;

use super::Autoreset;
use super::arrays::Arrays;
use super::legal::Legal;
use super::slot::Slot;
use crate::notation::Fen;
use crate::observation::Observation;

/// Games with all that a step needs and brings about, so that it can be handed to a thread.
#[derive(Clone)]
pub(super) struct Chunk {
    pub(super) slots: Vec<Slot>,
    pub(super) legal: Legal,
    pub(super) arrays: Arrays,
    /// What could be seen in the games that ended and began anew in the last step.
    pub(super) finals: Vec<Observation>,
    /// The actions of the coming step.
    actions: Vec<i64>,
    /// The index of the first game whose action [`Self::check`] found not to be legal.
    pub(super) illegal: Option<usize>,
    /// The actions that [`Self::sample`] found.
    pub(super) sampled: Vec<i64>,
    /// The indices of the games that were set up and are yet to be looked at.
    begun: Vec<usize>,
    conduct: Conduct,
}

/// How games begin and end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conduct {
    pub(super) start: Fen,
    pub(super) max_turns: u32,
    pub(super) autoreset: Autoreset,
}

impl Chunk {
    pub(super) fn new(slots: Vec<Slot>, arrays: Arrays, conduct: Conduct) -> Self {
        let mut chunk = Self {
            slots,
            legal: Legal::new(),
            arrays,
            finals: Vec::new(),
            actions: Vec::new(),
            illegal: None,
            sampled: Vec::new(),
            begun: Vec::new(),
            conduct,
        };
        chunk.refresh();
        chunk
    }

    /// Begins a game anew, its random choices too if given a generator; [`Self::refresh_begun`]
    /// has yet to look at it.
    pub(super) fn begin(&mut self, index: usize, rng: Option<Rng>) {
        let slot = &mut self.slots[index];
        slot.set_up(&self.conduct.start);
        if let Some(rng) = rng {
            slot.rng = rng;
        }
        self.begun.push(index);
    }

    /// Finds out anew what can be known of games all of which were set up.
    pub(super) fn refresh(&mut self) {
        self.begun.extend(0..self.slots.len());
        self.refresh_begun();
    }

    /// Finds out anew what can be known of games some of which were set up. What the last step did
    /// to the others is still shown.
    pub(super) fn refresh_begun(&mut self) {
        self.legal.clear();
        self.finals.clear();
        for slot in &mut self.slots {
            self.legal.add(|actions| slot.refresh(self.conduct.max_turns, actions));
        }
        for index in self.begun.drain(..) {
            self.arrays.set_end(index, self.slots[index].status, [0.0; 2]);
        }
        self.arrays.set_positions(&self.slots, &self.legal);
    }

    /// Takes the actions of the coming step.
    pub(super) fn take_actions(&mut self, actions: &[i64]) {
        self.actions.clear();
        self.actions.extend_from_slice(actions);
    }

    /// Finds the first game that is running and whose action is not legal.
    pub(super) fn check(&mut self) {
        let mut games = self.legal.rows().zip(&self.slots).zip(&self.actions);
        self.illegal = games.position(|((legal, slot), &action)| {
            slot.is_running() && !u16::try_from(action).is_ok_and(|action| legal.contains(&action))
        });
    }

    /// Finds for each game a random legal action, 0 where it is over.
    pub(super) fn sample(&mut self) {
        self.sampled.clear();
        for (slot, legal) in self.slots.iter_mut().zip(self.legal.rows()) {
            let random = match legal.len() as u32 {
                0 => 0,
                count => legal[slot.rng.u32(..count) as usize],
            };
            self.sampled.push(i64::from(random));
        }
    }

    /// Plays the actions, which [`Self::check`] found legal where a game is running. Where it is not
    /// they mean nothing, and it begins anew if it does so by itself.
    pub(super) fn step(&mut self) {
        let Conduct { start, max_turns, autoreset } = self.conduct;
        self.legal.clear();
        self.finals.clear();
        for (index, slot) in self.slots.iter_mut().enumerate() {
            if slot.is_running() {
                slot.play(self.actions[index] as u16);
            } else if autoreset == Autoreset::NextStep {
                slot.set_up(&start);
            } else {
                self.arrays.set_end(index, slot.status, [0.0; 2]);
                self.legal.add(|_| {});
                continue;
            }
            self.legal.add(|actions| slot.refresh(max_turns, actions));
            self.arrays.set_end(index, slot.status, slot.rewards());
            if !slot.is_running() && autoreset == Autoreset::SameStep {
                if self.arrays.observed() {
                    self.finals.push(slot.observation());
                }
                slot.set_up(&start);
                self.legal.replace_last(|actions| slot.refresh(max_turns, actions));
            }
        }
        self.arrays.set_positions(&self.slots, &self.legal);
    }
}

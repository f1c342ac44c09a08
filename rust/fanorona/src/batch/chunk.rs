//! The games that one thread steps.

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
    actions: Vec<u16>,
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
        let (legal, finals, actions) = (Legal::new(), Vec::new(), Vec::new());
        let mut chunk = Self { slots, legal, arrays, finals, actions, conduct };
        chunk.refresh();
        chunk
    }

    /// Finds out anew what can be known of games that were set up.
    pub(super) fn refresh(&mut self) {
        self.legal.clear();
        self.finals.clear();
        for (index, slot) in self.slots.iter_mut().enumerate() {
            self.legal.add(|actions| slot.refresh(self.conduct.max_turns, actions));
            self.arrays.set_end(index, slot.status, [0.0; 2]);
        }
        self.arrays.set_positions(&self.slots, &self.legal);
    }

    /// Takes the actions of the coming step; where one is not legal, the index of its game.
    pub(super) fn take_actions(&mut self, actions: &[i64]) -> Result<(), usize> {
        self.actions.clear();
        let games = self.legal.rows().zip(&self.slots).zip(actions);
        for (index, ((legal, slot), &action)) in games.enumerate() {
            let known = u16::try_from(action).ok().filter(|action| legal.contains(action));
            if known.is_none() && slot.is_running() {
                return Err(index);
            }
            self.actions.push(known.unwrap_or_default());
        }
        Ok(())
    }

    /// Appends for each game a random legal action, 0 where it is over.
    pub(super) fn sample(&mut self, actions: &mut Vec<i64>) {
        for (slot, legal) in self.slots.iter_mut().zip(self.legal.rows()) {
            let random = match legal.len() as u32 {
                0 => 0,
                count => legal[slot.rng.u32(..count) as usize],
            };
            actions.push(i64::from(random));
        }
    }

    /// Plays the actions, which are legal where a game is running. Where it is not they mean
    /// nothing, and it begins anew if it does so by itself.
    pub(super) fn step(&mut self) {
        let Conduct { start, max_turns, autoreset } = self.conduct;
        self.legal.clear();
        self.finals.clear();
        for (index, slot) in self.slots.iter_mut().enumerate() {
            if slot.is_running() {
                slot.play(self.actions[index]);
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

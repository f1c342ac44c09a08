//! Texts of other programs.

use pyo3::prelude::*;

use crate::arguments::{RulesArgument, STANDARD, Text};
use crate::errors::Result;
use crate::game::Game;

/// A game from a fanorona-aec state string; `fanorona.interchange` documents it.
#[pyfunction]
#[pyo3(signature = (text, rules = STANDARD), text_signature = "(text, rules='standard')")]
pub(crate) fn read_aec_state(text: Text, rules: RulesArgument) -> Result<Game> {
    let fen = fanorona::notation::aec::read_state(&text, rules.0)?;
    Ok(Game::from_core(fanorona::Game::from_fen(fen)))
}

/// A game's current position as a fanorona-aec state string.
#[pyfunction]
pub(crate) fn write_aec_state(game: &Game) -> String {
    game.with(|game| fanorona::notation::aec::write_state(&game.fen()))
}

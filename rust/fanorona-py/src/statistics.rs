//! Sums over random games.

use std::sync::atomic::AtomicBool;

use fanorona::statistics::Statistics;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::Result;
use crate::game::Game;
use crate::interrupt;

/// Plays `count` random games from a game's position, numbered from `first`; each follows from the
/// seed and its number. `fanorona.statistics` documents the sums.
#[pyfunction]
#[pyo3(signature = (game, first, count, *, seed, longest))]
pub(crate) fn random_statistics<'py>(
    py: Python<'py>,
    game: &Game,
    first: u64,
    count: u64,
    seed: u64,
    longest: u32,
) -> Result<Bound<'py, PyDict>> {
    let stop = AtomicBool::new(false);
    let start = game.with(fanorona::Game::fen);
    let numbers = first..first.saturating_add(count);
    let sums = interrupt::run(py, &stop, || {
        Statistics::of_random_games(&start, numbers, seed, longest, &stop)
    })?;
    let found = PyDict::new(py);
    found.set_item("games", sums.games)?;
    found.set_item("turns", sums.turns)?;
    found.set_item("legal", sums.legal)?;
    found.set_item("most_legal", sums.most_legal)?;
    found.set_item("longest", sums.longest)?;
    found.set_item("chains", sums.chains.to_vec())?;
    found.set_item("results", sums.results.to_vec())?;
    found.set_item("terminations", sums.terminations.to_vec())?;
    found.set_item("unfinished", sums.unfinished)?;
    Ok(found)
}

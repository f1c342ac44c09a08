//! Games of the engine against itself.

use std::sync::atomic::AtomicBool;

use fanorona::selfplay::Settings;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{RulesArgument, VariantArgument};
use crate::interrupt;

/// Packed samples of `count` games from number `first` on; `fanorona.selfplay` documents them.
#[pyfunction]
#[pyo3(signature = (
    variant, rules, first, count, *, nodes, seed, random_turns = None, random_every = None
))]
#[allow(clippy::too_many_arguments, reason = "Python gives them by name")]
pub(crate) fn self_play(
    py: Python<'_>,
    variant: VariantArgument,
    rules: RulesArgument,
    first: u64,
    count: u64,
    nodes: u64,
    seed: u64,
    random_turns: Option<u32>,
    random_every: Option<u32>,
) -> PyResult<Bound<'_, PyBytes>> {
    let usual = Settings::new(variant.0, rules.0, nodes);
    let random_turns = random_turns.unwrap_or(usual.random_turns);
    let random_every = random_every.unwrap_or(usual.random_every);
    let settings = Settings { seed, random_turns, random_every, ..usual };
    let stop = AtomicBool::new(false);
    let samples = interrupt::run(py, &stop, || {
        let mut packed = Vec::new();
        for number in first..first.saturating_add(count) {
            let Some(game) = settings.play_until(number, &stop) else { break };
            for sample in game.samples {
                packed.extend_from_slice(&sample.pack());
            }
        }
        packed
    })?;
    Ok(PyBytes::new(py, &samples))
}

//! `Batch`, on which the Python class `BatchEnv` stands.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fanorona::Fen;
use fanorona::batch::{BatchError, Settings};
use fanorona::observation::Observation;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PySlice};

use crate::arguments::{RulesArgument, Text, VariantArgument, Whole};
use crate::errors::{Error, Result};
use crate::interrupt;

/// Games stepped at once, shown in arrays of the caller's; the public face of it is
/// `fanorona.batch.BatchEnv`.
#[pyclass(frozen, module = "fanorona._fanorona")]
pub(crate) struct Batch {
    games: Mutex<fanorona::batch::Batch>,
    parts: Vec<Part>,
}

/// The arrays of the caller's, as far as they belong to one thread's games.
struct Part {
    observations: Option<PyBuffer<u8>>,
    rewards: PyBuffer<f32>,
    terminated: PyBuffer<u8>,
    truncated: PyBuffer<u8>,
    agents: PyBuffer<i8>,
}

#[pymethods]
impl Batch {
    /// `arrays` are by name those that are to be written, game after game; without masks, for which
    /// there is `marks`.
    #[new]
    #[allow(clippy::too_many_arguments, reason = "Python gives them by name")]
    #[pyo3(signature = (n, variant, rules, *, seed, threads, autoreset, max_turns, masks, arrays))]
    fn new(
        py: Python<'_>,
        n: usize,
        variant: VariantArgument,
        rules: RulesArgument,
        seed: u64,
        threads: Whole,
        autoreset: Text,
        max_turns: Option<u32>,
        masks: bool,
        arrays: &Bound<'_, PyDict>,
    ) -> Result<Self> {
        let settings = Settings {
            variant: variant.0,
            rules: rules.0,
            games: n,
            threads: threads.threads()?,
            seed,
            autoreset: autoreset.parse()?,
            max_turns,
            observations: arrays.contains("observations")?,
            masks,
        };
        let games = interrupt::detached(py, || fanorona::batch::Batch::new(settings))?;
        Self::shown(py, games, arrays)
    }

    /// A batch in the same state, shown in other arrays of the same names.
    fn fork(&self, py: Python<'_>, arrays: &Bound<'_, PyDict>) -> Result<Self> {
        let games = self.lock(py).fork()?;
        Self::shown(py, games, arrays)
    }

    /// Plays an action in each game and shows what came of it.
    fn step(&self, py: Python<'_>, actions: PyBuffer<i64>) -> Result<()> {
        let actions = actions.to_vec(py)?;
        self.change(py, |games| games.step(&actions))
    }

    /// Begins anew in all games, or in those marked.
    fn reset(&self, py: Python<'_>, seed: Option<u64>, mask: Option<PyBuffer<u8>>) -> Result<()> {
        let mask = mask.map(|mask| mask.to_vec(py)).transpose()?;
        let mask: Option<Vec<bool>> =
            mask.map(|mask| mask.into_iter().map(|byte| byte != 0).collect());
        self.change(py, |games| games.reset(seed, mask.as_deref()))
    }

    /// Fills an array with a random legal action for each game, 0 where it is over.
    fn sample(&self, py: Python<'_>, actions: PyBuffer<i64>) -> Result<()> {
        let mut sampled = Vec::with_capacity(actions.item_count());
        let mut guard = self.lock(py);
        let games = &mut *guard;
        interrupt::detached(py, || games.sample(&mut sampled))?;
        Ok(actions.copy_from_slice(py, &sampled)?)
    }

    /// The legal actions of game after game, and where those of each begin, as 32-bit numbers.
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let (starts, actions) = self.lock(py).legal_lists();
        let bytes = |numbers: &[i32]| {
            as_bytes(py, numbers.len(), numbers.iter().map(|number| number.to_ne_bytes()))
        };
        Ok((bytes(&starts)?, bytes(&actions)?))
    }

    /// Where the legal actions stand in the masks of all games, as 64-bit numbers.
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let games = self.lock(py);
        let marks = || games.arrays().map(|shown| &shown.marks[..]);
        let count = marks().map(<[i64]>::len).sum();
        as_bytes(py, count, marks().flatten().map(|mark| mark.to_ne_bytes()))
    }

    /// What could be seen in the games that ended and began anew in the last step.
    fn final_observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let games = self.lock(py);
        let bytes: Vec<u8> = games.final_observations().flat_map(Observation::to_bytes).collect();
        PyByteArray::new(py, &bytes)
    }

    /// Each game's position string.
    fn fens(&self, py: Python<'_>) -> Vec<String> {
        self.lock(py).fens().iter().map(ToString::to_string).collect()
    }

    /// Begins anew in all games, each from a position string.
    fn set_fens(&self, py: Python<'_>, fens: Vec<Text>) -> Result<()> {
        let rules = self.lock(py).settings().rules;
        let fens = fens
            .iter()
            .enumerate()
            .map(|(game, text)| {
                let error = |source| BatchError::Position { game, source };
                Fen::parse(text, rules).map_err(error)
            })
            .collect::<std::result::Result<Vec<Fen>, _>>()?;
        self.change(py, |games| games.set_fens(&fens))
    }

    /// The state of all games as bytes.
    fn state_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.lock(py).state_bytes())
    }

    /// Takes over such a state.
    fn set_state(&self, py: Python<'_>, state: &[u8]) -> Result<()> {
        self.change(py, |games| games.set_state(state))
    }
}

impl Batch {
    fn shown(
        py: Python<'_>,
        games: fanorona::batch::Batch,
        arrays: &Bound<'_, PyDict>,
    ) -> Result<Self> {
        let mut first = 0;
        let mut parts = Vec::new();
        for shown in games.arrays() {
            let end = first + shown.agents.len();
            parts.push(Part::new(arrays, first, end)?);
            first = end;
        }
        let batch = Self { games: Mutex::new(games), parts };
        batch.show(py, &batch.lock(py))?;
        Ok(batch)
    }

    /// Changes the games without the GIL, then shows them.
    fn change(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut fanorona::batch::Batch) -> std::result::Result<(), BatchError> + Send,
    ) -> Result<()> {
        let mut guard = self.lock(py);
        let games = &mut *guard;
        interrupt::detached(py, || change(games))?;
        self.show(py, &guard)
    }

    /// Copies all arrays, with the GIL, without which they must not be touched.
    fn show(&self, py: Python<'_>, games: &fanorona::batch::Batch) -> Result<()> {
        for (part, shown) in self.parts.iter().zip(games.arrays()) {
            if let Some(observations) = &part.observations {
                observations.copy_from_slice(py, &shown.observations)?;
            }
            part.rewards.copy_from_slice(py, &shown.rewards)?;
            part.terminated.copy_from_slice(py, &shown.terminated)?;
            part.truncated.copy_from_slice(py, &shown.truncated)?;
            part.agents.copy_from_slice(py, &shown.agents)?;
        }
        Ok(())
    }

    /// Gives the GIL up while waiting, since who holds the lock may wait for the GIL.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, fanorona::batch::Batch> {
        self.games.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part {
    /// The rows from `first` to before `end` of all arrays.
    fn new(arrays: &Bound<'_, PyDict>, first: usize, end: usize) -> PyResult<Self> {
        let rows = PySlice::new(arrays.py(), first as isize, end as isize, 1);
        Ok(Self {
            observations: buffer(arrays, "observations", &rows)?,
            rewards: required(arrays, "rewards", &rows)?,
            terminated: required(arrays, "terminated", &rows)?,
            truncated: required(arrays, "truncated", &rows)?,
            agents: required(arrays, "agents", &rows)?,
        })
    }
}

fn buffer<T: Element>(
    arrays: &Bound<'_, PyDict>,
    name: &str,
    rows: &Bound<'_, PySlice>,
) -> PyResult<Option<PyBuffer<T>>> {
    let array = arrays.get_item(name)?;
    array.map(|array| PyBuffer::get(&array.get_item(rows)?)).transpose()
}

fn required<T: Element>(
    arrays: &Bound<'_, PyDict>,
    name: &str,
    rows: &Bound<'_, PySlice>,
) -> PyResult<PyBuffer<T>> {
    let missing = || Error::value(format!("arrays: {name} is missing")).into();
    buffer(arrays, name, rows)?.ok_or_else(missing)
}

/// So many numbers of `SIZE` bytes each.
fn as_bytes<const SIZE: usize>(
    py: Python<'_>,
    count: usize,
    numbers: impl Iterator<Item = [u8; SIZE]>,
) -> PyResult<Bound<'_, PyByteArray>> {
    PyByteArray::new_with(py, SIZE * count, |bytes| {
        for (place, number) in bytes.chunks_exact_mut(SIZE).zip(numbers) {
            place.copy_from_slice(&number);
        }
        Ok(())
    })
}

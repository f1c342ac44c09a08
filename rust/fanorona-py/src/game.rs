//! `Game`, on which the Python class `Board` stands.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fanorona::observation::Observation;
use fanorona::{Color, StepTakenBack, TakenBack};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};

use crate::arguments::{
    MoveArgument, RulesArgument, STANDARD, Text, VariantArgument, Whole, start,
};
use crate::enums::{self, Member};
use crate::errors::{Error, Result};
use crate::moves::{Move, Step};
use crate::position::Position;

/// Winner and termination.
type End = (Option<Py<PyAny>>, Py<PyAny>);

/// A game in progress; the public face of it is `fanorona.Board`.
#[pyclass(frozen, module = "fanorona._fanorona")]
pub(crate) struct Game(Mutex<fanorona::Game>);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(
        signature = (variant = None, rules = STANDARD, *, fen = None),
        text_signature = "(variant=None, rules='standard', *, fen=None)"
    )]
    fn new(
        variant: Option<VariantArgument>,
        rules: RulesArgument,
        fen: Option<Text>,
    ) -> Result<Self> {
        Ok(Self::from_core(fanorona::Game::from_fen(start(variant, rules, fen.as_deref())?)))
    }

    /// The current position.
    #[getter]
    fn position(&self) -> Position {
        Position(*self.lock().position())
    }

    /// The position string with the game's counters.
    fn fen(&self) -> String {
        self.lock().fen().to_string()
    }

    /// Consecutive turns without a capture; 0 in mid-chain.
    #[getter]
    fn quiet_turns(&self) -> u32 {
        self.lock().quiet_turns()
    }

    /// The number of the turn pair.
    #[getter]
    fn number(&self) -> u32 {
        self.lock().number()
    }

    /// How often the current position has occurred.
    fn repetitions(&self) -> u32 {
        self.lock().repetitions()
    }

    /// The whole turns played so far.
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let turns: Vec<Move> = self.lock().turns().map(Move).collect();
        PyList::new(py, turns)
    }

    /// The number of whole turns played so far.
    fn __len__(&self) -> usize {
        self.lock().turns().len()
    }

    /// Winner and termination, or None.
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<End>> {
        let Some(outcome) = self.lock().outcome() else { return Ok(None) };
        let winner = outcome.winner.map(|winner| enums::to_python(py, winner)).transpose()?;
        Ok(Some((winner, enums::to_python(py, outcome.termination)?)))
    }

    /// The legal turns; none in a finished game.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves: Vec<Move> = self.lock().legal_moves().into_iter().map(Move).collect();
        PyList::new(py, moves)
    }

    /// Whether a turn is legal.
    fn is_legal(&self, r#move: PyRef<'_, Move>) -> bool {
        self.lock().is_legal(&r#move.0)
    }

    /// The legal steps; none in a finished game.
    fn legal_steps(&self) -> Result<Vec<Step>> {
        Ok(self.lock().legal_steps()?.into_iter().map(Step).collect())
    }

    /// Plays the step with this index, or ends the turn.
    fn push_action(&self, action: Whole) -> Result<()> {
        let mut game = self.lock();
        let known = u32::try_from(action.0).unwrap_or(u32::MAX);
        if game.position().variant().end_turn_action() < known {
            let last = game.position().variant().end_turn_action();
            return Err(Error::value(format!("action {}: expected 0 to {last}", action.0)));
        }
        Ok(game.push_action(known)?)
    }

    /// The indices of the legal steps, and of the end of the turn where stopping is legal, in
    /// increasing order; none in a finished game.
    fn actions(&self) -> Result<Vec<u32>> {
        Ok(self.lock().actions()?)
    }

    /// What a player of reinforcement learning sees, plane after plane.
    fn observation<'py>(
        &self,
        py: Python<'py>,
        observer: Member<Color>,
    ) -> Bound<'py, PyByteArray> {
        let seen = Observation::of_game(&self.lock(), observer.0);
        PyByteArray::new(py, &seen.to_bytes())
    }

    /// Reads move text as a legal turn.
    fn parse_move(&self, text: Text) -> Result<Move> {
        Ok(Move(self.lock().parse_move(&text)?))
    }

    /// Plays a turn given as a value or as text, and gives it back.
    fn push(&self, r#move: MoveArgument) -> Result<Move> {
        let mut game = self.lock();
        match r#move {
            MoveArgument::Value(turn) => {
                game.push(&turn)?;
                Ok(Move(turn))
            }
            MoveArgument::Text(text) => Ok(Move(game.push_text(&text)?)),
        }
    }

    /// Plays a single step.
    fn push_step(&self, step: PyRef<'_, Step>) -> Result<()> {
        Ok(self.lock().push_step(step.0)?)
    }

    /// Stops the chain in progress.
    fn end_turn(&self) -> Result<()> {
        Ok(self.lock().end_turn()?)
    }

    /// Takes back a turn, the chain in progress, or a declaration (which gives None).
    fn pop(&self) -> Result<Option<Move>> {
        match self.lock().pop() {
            Some(TakenBack::Turn(turn) | TakenBack::Chain(turn)) => Ok(Some(Move(turn))),
            Some(TakenBack::Declaration(_)) => Ok(None),
            None => Err(nothing_to_take_back()),
        }
    }

    /// Takes back a step; None where it was the end of a turn or a declaration.
    fn pop_step(&self) -> Result<Option<Step>> {
        match self.lock().pop_step()? {
            Some(StepTakenBack::Step(step)) => Ok(Some(Step(step))),
            Some(StepTakenBack::EndOfTurn | StepTakenBack::Declaration(_)) => Ok(None),
            None => Err(nothing_to_take_back()),
        }
    }

    /// Declares a draw by agreement.
    fn agree_draw(&self) -> Result<()> {
        Ok(self.lock().agree_draw()?)
    }

    /// Declares that a side gives up.
    fn resign(&self, color: Member<Color>) -> Result<()> {
        Ok(self.lock().resign(color.0)?)
    }

    /// Declares that a side's time has run out.
    fn flag(&self, color: Member<Color>) -> Result<()> {
        Ok(self.lock().flag(color.0)?)
    }

    /// An independent copy.
    fn copy(&self) -> Self {
        Self::from_core(self.lock().clone())
    }
}

impl Game {
    pub(crate) fn from_core(game: fanorona::Game) -> Self {
        Self(Mutex::new(game))
    }

    pub(crate) fn with<T>(&self, look: impl FnOnce(&fanorona::Game) -> T) -> T {
        look(&self.lock())
    }

    /// Nothing that holds the lock waits for the GIL or leaves the game half changed.
    fn lock(&self) -> MutexGuard<'_, fanorona::Game> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn nothing_to_take_back() -> Error {
    Error::index("nothing to take back")
}

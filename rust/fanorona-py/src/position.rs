//! `Position`.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use fanorona::bitboard::Bitboard;
use fanorona::{Color, Fen, History};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::arguments::{
    MoveArgument, PointSet, RulesArgument, STANDARD, TSIVY, Text, VariantArgument, Whole, start,
};
use crate::enums::{self, Member};
use crate::errors::{Error, Result};
use crate::interrupt;
use crate::moves::{Move, Step};

/// An immutable position: board, rules, stones, side to move, and the chain in progress.
///
/// It has no counters and no history of the game; `Board` has. In mid-chain `legal_moves`,
/// `parse_move`, `play`, `is_legal` and `perft` speak of whole turns that start with `chain`, and
/// `captured` counts what is still to fall.
///
/// Args:
///     variant: the board, as a `Variant` or its name; Tsivy, or that of `fen`, if not given.
///     rules: the rule set, as `Rules` or their text form.
///     fen: a position string to start from in place of the rules' start.
///
/// Raises:
///     ValueError: if `variant` or `rules` is none, `fen` is no position (InvalidPositionError), or
///         the two speak of different boards.
///
/// Example:
///     >>> import fanorona as fn
///     >>> p = fn.Position()
///     >>> sorted(map(str, p.legal_moves()))
///     ['d2-e3A', 'd3-e3A', 'd3-e3W', 'e2-e3A', 'f2-e3A']
///     >>> p.play("d3-e3A").black.bit_count()
///     21
#[pyclass(frozen, module = "fanorona")]
#[derive(Clone, Copy)]
pub(crate) struct Position(pub(crate) fanorona::Position);

#[pymethods]
impl Position {
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
        Ok(Self(start(variant, rules, fen.as_deref())?.position))
    }

    /// Reads a position string; its counters are checked and ignored.
    ///
    /// Raises:
    ///     InvalidPositionError: naming the field and the reason, if the text is no position.
    #[staticmethod]
    #[pyo3(signature = (text, rules = STANDARD), text_signature = "(text, rules='standard')")]
    fn from_fen(text: Text, rules: RulesArgument) -> Result<Self> {
        Ok(Self(Fen::parse(&text, rules.0)?.position))
    }

    /// The start of a turn with these stones, as bitboards (bit = point index).
    ///
    /// Raises:
    ///     InvalidPositionError: if a stone is off the board, two share a point, or there is none.
    #[staticmethod]
    #[pyo3(
        signature = (white, black, *, turn, variant = TSIVY, rules = STANDARD),
        text_signature = "(white, black, *, turn, variant='tsivy', rules='standard')"
    )]
    fn from_stones(
        white: PointSet,
        black: PointSet,
        turn: Member<Color>,
        variant: VariantArgument,
        rules: RulesArgument,
    ) -> Result<Self> {
        let history = History::default();
        let core = fanorona::Position::new(variant.0, rules.0, white.0, black.0, turn.0, history)?;
        Ok(Self(core))
    }

    /// The position string, with counters "0 1".
    fn fen(&self) -> String {
        self.0.fen()
    }

    /// The board.
    #[getter]
    fn variant(&self) -> crate::variant::Variant {
        crate::variant::Variant(self.0.variant())
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> crate::rules::Rules {
        crate::rules::Rules(self.0.rules())
    }

    /// The side to move.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        enums::to_python(py, self.0.turn())
    }

    /// White's stones as a bitboard: bit = point index.
    #[getter]
    fn white(&self) -> Bitboard {
        self.0.stones(Color::White)
    }

    /// Black's stones as a bitboard: bit = point index.
    #[getter]
    fn black(&self) -> Bitboard {
        self.0.stones(Color::Black)
    }

    /// The turn so far where a chain is in progress, else None.
    #[getter]
    fn chain(&self) -> Option<Move> {
        self.0.chain().map(Move)
    }

    /// Every legal turn, in no promised order; empty where the game is over.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves: Vec<Bound<'py, Move>> = self
            .0
            .legal_moves()
            .into_iter()
            .map(|turn| Bound::new(py, Move(turn)))
            .collect::<PyResult<_>>()?;
        PyList::new(py, moves)
    }

    /// The legal steps: first steps of turns, or in mid-chain its continuations.
    ///
    /// Raises:
    ///     IllegalMoveError: under huff rules, which are not offered step by step.
    fn legal_steps(&self) -> Result<Vec<Step>> {
        Ok(self.0.legal_steps()?.into_iter().map(Step).collect())
    }

    /// Whether there is any legal turn.
    fn has_legal_move(&self) -> bool {
        self.0.has_legal_move()
    }

    /// Whether the move is one of `legal_moves()`; found without listing them.
    fn is_legal(&self, r#move: PyRef<'_, Move>) -> bool {
        self.0.is_legal(&r#move.0)
    }

    /// Reads move text as a legal turn; case and letters may be missing where one turn matches.
    ///
    /// Raises:
    ///     InvalidMoveError: if the text is no move text.
    ///     IllegalMoveError: if no legal turn matches.
    ///     AmbiguousMoveError: if several do.
    fn parse_move(&self, text: Text) -> Result<Move> {
        Ok(Move(self.0.parse_move(&text)?))
    }

    /// The position after a turn, given as a `Move` or as text.
    ///
    /// Raises:
    ///     InvalidMoveError, IllegalMoveError, AmbiguousMoveError: as `parse_move`.
    fn play(&self, r#move: MoveArgument) -> Result<Self> {
        Ok(Self(match r#move {
            MoveArgument::Value(turn) => self.0.play(&turn)?,
            MoveArgument::Text(text) => self.0.play_text(&text)?,
        }))
    }

    /// The position after a single step: in mid-chain where the stone can go on, else the start of
    /// the opponent's turn.
    ///
    /// Raises:
    ///     IllegalMoveError: if the step is none of `legal_steps()`.
    fn play_step(&self, step: PyRef<'_, Step>) -> Result<Self> {
        Ok(Self(self.0.play_step(step.0)?))
    }

    /// The start of the opponent's turn after stopping the chain in progress.
    ///
    /// Raises:
    ///     IllegalMoveError: if there is no chain or it must go on.
    fn end_turn(&self) -> Result<Self> {
        Ok(Self(self.0.end_turn()?))
    }

    /// Whether a chain is in progress and may stop here.
    #[getter]
    fn can_end_turn(&self) -> bool {
        self.0.can_end_turn()
    }

    /// What a legal turn takes, as a bitboard, the removal included.
    ///
    /// Raises:
    ///     InvalidMoveError, IllegalMoveError, AmbiguousMoveError: as `parse_move`.
    fn captured(&self, r#move: MoveArgument) -> Result<Bitboard> {
        let turn = match r#move {
            MoveArgument::Value(turn) => turn,
            MoveArgument::Text(text) => self.0.parse_move(&text)?,
        };
        Ok(self.0.captured(&turn)?)
    }

    /// The number of sequences of `depth` legal turns, every one visited.
    ///
    /// Args:
    ///     depth: the number of turns, 0 to 255; deeper counts would not end in any lifetime.
    ///     threads: how many threads count, 1 to 256.
    ///
    /// Raises:
    ///     ValueError: if `depth` is not 0 to 255 or `threads` not 1 to 256.
    ///     KeyboardInterrupt: on Ctrl-C.
    #[pyo3(signature = (depth, *, threads = Whole(1)), text_signature = "(self, /, depth, *, threads=1)")]
    fn perft(&self, py: Python<'_>, depth: Whole, threads: Whole) -> Result<u64> {
        let (depth, threads) = checked(depth.0, threads)?;
        // Small counts are done before a thread would have started.
        if depth <= 1 {
            return Ok(self.0.perft(depth));
        }
        let parts = self.divide_on(py, depth, threads)?;
        Ok(parts.into_iter().map(|(_, count)| count).sum())
    }

    /// `perft` by first turn: move text to count, in alphabetical order.
    ///
    /// Raises:
    ///     ValueError: if `depth` is not 1 to 255 or `threads` not 1 to 256.
    ///     KeyboardInterrupt: on Ctrl-C.
    #[pyo3(signature = (depth, *, threads = Whole(1)), text_signature = "(self, /, depth, *, threads=1)")]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: Whole,
        threads: Whole,
    ) -> Result<Bound<'py, PyDict>> {
        let (depth, threads) = checked(depth.0, threads)?;
        if depth == 0 {
            return Err(Error::value("depth 0: divide needs at least 1"));
        }
        let parts = self.divide_on(py, depth, threads)?;
        let mut parts: Vec<(String, u64)> =
            parts.into_iter().map(|(turn, count)| (turn.to_string(), count)).collect();
        parts.sort();
        let counts = PyDict::new(py);
        for (text, count) in parts {
            counts.set_item(text, count)?;
        }
        Ok(counts)
    }

    /// The image under a symmetry of the board; colours stay.
    ///
    /// Raises:
    ///     InvalidPositionError: if the board has no such symmetry.
    fn transform(&self, symmetry: Member<fanorona::Symmetry>) -> Result<Self> {
        Ok(Self(self.0.transform(symmetry.0)?))
    }

    /// The smallest of the images under the symmetries of the board.
    fn canonical(&self) -> Self {
        Self(self.0.canonical())
    }

    /// The indices of the legal steps, and of the end of the turn where stopping is legal, in
    /// increasing order.
    ///
    /// Raises:
    ///     IllegalMoveError: under huff rules, which are not offered step by step.
    fn actions(&self) -> Result<Vec<u32>> {
        Ok(self.0.actions()?)
    }

    /// The step with this index on this board, legal or not; None for the end of the turn.
    ///
    /// Raises:
    ///     ValueError: if no step along a line of the board has this index.
    fn step_of(&self, action: Whole) -> Result<Option<Step>> {
        let Whole(action) = action;
        let Ok(known) = u32::try_from(action) else {
            let last = self.0.variant().end_turn_action();
            let text = format!("action {action}: expected 0 to {last}");
            return Err(Error::value(text));
        };
        Ok(self.0.variant().step_of(known)?.map(Step))
    }

    /// The index of a step, legal or not.
    ///
    /// Raises:
    ///     ValueError: if the step is not along a line of the board.
    fn action_of(&self, step: PyRef<'_, Step>) -> Result<u32> {
        let variant = self.0.variant();
        variant.action_of(step.0).ok_or_else(|| {
            Error::value(format!("{}: no such step on the {variant} board", step.__repr__()))
        })
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    /// The picture that a notebook shows.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        // Imported here because most programs that play draw nothing.
        slf.py().import("fanorona.svg")?.call_method1("inline", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("Position(fen='{}', rules='{}')", self.0.fen(), self.0.rules())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.variant(), self.0.rules(), self.0.hash_key()).hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let arguments = PyDict::new(py);
        arguments.set_item("fen", self.fen())?;
        arguments.set_item("rules", self.0.rules().to_string())?;
        Ok((PyTuple::empty(py), arguments))
    }
}

impl Position {
    fn divide_on(
        &self,
        py: Python<'_>,
        depth: u32,
        threads: NonZeroUsize,
    ) -> Result<Vec<(fanorona::Move, u64)>> {
        let stop = AtomicBool::new(false);
        let parts = interrupt::run(py, &stop, || self.0.divide_until(depth, threads, &stop))?;
        Ok(parts.unwrap_or_default())
    }
}

/// Counting descends one turn after the other on the thread's stack, which some thousand turns
/// would fill.
const MOST_DEPTH: u32 = 255;

fn checked(depth: i64, threads: Whole) -> Result<(u32, NonZeroUsize)> {
    let depth = u32::try_from(depth)
        .ok()
        .filter(|depth| *depth <= MOST_DEPTH)
        .ok_or_else(|| Error::value(format!("depth {depth}: expected 0 to {MOST_DEPTH}")))?;
    Ok((depth, threads.threads()?))
}

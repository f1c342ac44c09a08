//! `Step` and `Move`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{TSIVY, Text, VariantArgument, Whole};
use crate::enums::{self, Member};
use crate::errors::Result;

/// One displacement of one stone.
///
/// Args:
///     origin: the point where the stone is.
///     destination: the adjacent point where it goes.
///     direction: the direction of the displacement.
///     kind: whether and how it captures.
///
/// Example:
///     >>> import fanorona as fn
///     >>> step = fn.Position().step_of(310)
///     >>> fn.TSIVY.point_name(step.origin), step.kind.name, step.direction.name
///     ('d2', 'APPROACH', 'NE')
#[pyclass(frozen, eq, hash, module = "fanorona")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Step(pub(crate) fanorona::Step);

#[pymethods]
impl Step {
    #[new]
    fn new(
        origin: Whole,
        destination: Whole,
        direction: Member<fanorona::Direction>,
        kind: Member<fanorona::Kind>,
    ) -> Result<Self> {
        let (direction, kind) = (direction.0, kind.0);
        let (origin, destination) = (origin.point("origin")?, destination.point("destination")?);
        Ok(Self(fanorona::Step { origin, destination, direction, kind }))
    }

    /// The point where the stone is; a1 is 0, row by row.
    #[getter]
    fn origin(&self) -> u8 {
        self.0.origin
    }

    /// The point where the stone goes.
    #[getter]
    fn destination(&self) -> u8 {
        self.0.destination
    }

    /// The direction of the step.
    #[getter]
    fn direction(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        enums::to_python(py, self.0.direction)
    }

    /// Whether the step is a paika, an approach or a withdrawal.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        enums::to_python(py, self.0.kind)
    }

    pub(crate) fn __repr__(&self) -> String {
        let fanorona::Step { origin, destination, direction, kind } = self.0;
        let kind = format!("{kind:?}").to_uppercase();
        format!("Step({origin}, {destination}, Direction.{direction}, Kind.{kind})")
    }

    fn __getnewargs__(&self, py: Python<'_>) -> PyResult<(u8, u8, Py<PyAny>, Py<PyAny>)> {
        Ok((self.0.origin, self.0.destination, self.direction(py)?, self.kind(py)?))
    }
}

/// All that a player does before the opponent plays: a paika, or a capture and its continuations,
/// under huff rules after the removal of a stone.
///
/// `str(move)` is move text. `Move(text, variant)` and `Move.parse(text, variant)` read it without
/// a position, so they cannot tell whether it is legal.
///
/// Raises:
///     InvalidMoveError: if the text is no move text, or a chain lacks its letters.
///
/// Example:
///     >>> import fanorona as fn
///     >>> move = fn.Move.parse("d3-e3A-e4W")
///     >>> len(move.steps), move.is_capture, str(move)
///     (2, True, 'd3-e3A-e4W')
#[pyclass(frozen, eq, hash, ord, module = "fanorona")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Move(pub(crate) fanorona::Move);

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (text, variant = TSIVY), text_signature = "(text, variant='tsivy')")]
    fn new(text: Text, variant: VariantArgument) -> Result<Self> {
        Ok(Self(fanorona::Move::parse(&text, variant.0)?))
    }

    /// Reads move text without a position: a letterless step is a paika, a chain needs its letters.
    ///
    /// Raises:
    ///     InvalidMoveError: if the text is no move text.
    #[staticmethod]
    #[pyo3(signature = (text, variant = TSIVY), text_signature = "(text, variant='tsivy')")]
    fn parse(text: Text, variant: VariantArgument) -> Result<Self> {
        Self::new(text, variant)
    }

    /// The turn made of these steps, after the removal of a stone where `removed` is given.
    ///
    /// Raises:
    ///     InvalidMoveError: if the steps do not follow each other along lines of the board.
    #[staticmethod]
    #[pyo3(
        signature = (steps, variant = TSIVY, *, removed = None),
        text_signature = "(steps, variant='tsivy', *, removed=None)"
    )]
    fn from_steps(
        steps: Vec<PyRef<'_, Step>>,
        variant: VariantArgument,
        removed: Option<Whole>,
    ) -> Result<Self> {
        let steps: Vec<fanorona::Step> = steps.iter().map(|step| step.0).collect();
        // A number beyond all boards is refused as any point off this one.
        let removed = removed.map(|Whole(point)| u8::try_from(point).unwrap_or(u8::MAX - 1));
        Ok(Self(fanorona::Move::from_steps(variant.0, removed, &steps)?))
    }

    /// The board that the points belong to.
    #[getter]
    fn variant(&self) -> crate::variant::Variant {
        crate::variant::Variant(self.0.variant())
    }

    /// The opponent's stone that is removed first (huff rules), or None.
    #[getter]
    fn removed(&self) -> Option<u8> {
        self.0.removed()
    }

    /// Where the stone starts; None where the turn is a removal alone.
    #[getter]
    fn origin(&self) -> Option<u8> {
        self.0.origin()
    }

    /// Where the stone ends; None where the turn is a removal alone.
    #[getter]
    fn destination(&self) -> Option<u8> {
        self.0.destination()
    }

    /// The steps in order.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let steps: Vec<Bound<'py, Step>> =
            self.0.steps().map(|step| Bound::new(py, Step(step))).collect::<PyResult<_>>()?;
        PyTuple::new(py, steps)
    }

    /// Whether the turn takes a stone, by a step or by removal.
    #[getter]
    fn is_capture(&self) -> bool {
        self.0.is_capture()
    }

    /// The turn in AbstractPlay's move text: "d3e3+,e4-".
    ///
    /// Raises:
    ///     InvalidMoveError: if the turn removes a stone, which that form cannot say.
    fn to_abstractplay(&self) -> Result<String> {
        Ok(self.0.to_abstractplay()?)
    }

    /// The image under a symmetry of the board.
    ///
    /// Raises:
    ///     InvalidMoveError: if the board has no such symmetry.
    fn transform(&self, symmetry: Member<fanorona::Symmetry>) -> Result<Self> {
        Ok(Self(self.0.transform(symmetry.0)?))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0.variant() {
            fanorona::Variant::TSIVY => format!("Move('{}')", self.0),
            variant => format!("Move('{}', '{variant}')", self.0),
        }
    }

    fn __getnewargs__(&self) -> (String, String) {
        (self.0.to_string(), self.0.variant().to_string())
    }
}

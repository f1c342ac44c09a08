//! `Variant`.

use fanorona::bitboard::Bitboard;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::arguments::{RulesArgument, STANDARD, Text, Whole};
use crate::enums::{self, Member};
use crate::errors::{Error, Result};

/// A board: one of the eight sizes with odd sides from 3×3 to 5×9.
///
/// `Variant("tsivy")` and `Variant("5x9")` are the same board; see also `fanorona.TELO`,
/// `fanorona.DIMY`, `fanorona.TSIVY` and `fanorona.VARIANTS`.
///
/// Raises:
///     ValueError: if no board has this name or size.
///
/// Example:
///     >>> import fanorona as fn
///     >>> fn.Variant.parse("5x9") == fn.TSIVY
///     True
///     >>> fn.TSIVY.point("e3"), fn.TSIVY.point_name(22)
///     (22, 'e3')
#[pyclass(frozen, eq, hash, ord, module = "fanorona")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Variant(pub(crate) fanorona::Variant);

#[pymethods]
impl Variant {
    #[new]
    fn new(name: Text) -> Result<Self> {
        Ok(Self(name.parse()?))
    }

    /// Reads a name ("telo", "dimy", "tsivy") or a size ("3x7").
    ///
    /// Raises:
    ///     ValueError: if no board has this name or size.
    #[staticmethod]
    fn parse(text: Text) -> Result<Self> {
        Self::new(text)
    }

    /// The name where the board has one, else its size: "tsivy", "3x7".
    #[getter]
    fn name(&self) -> String {
        self.0.to_string()
    }

    /// The number of ranks.
    #[getter]
    fn rows(&self) -> u8 {
        self.0.rows()
    }

    /// The number of files.
    #[getter]
    fn cols(&self) -> u8 {
        self.0.cols()
    }

    /// The number of points.
    #[getter]
    fn points(&self) -> u8 {
        self.0.points()
    }

    /// The number of step-wise actions, the end of the turn included: 24 a point, and one.
    #[getter]
    fn action_count(&self) -> u32 {
        self.0.end_turn_action() + 1
    }

    /// The symmetries of the board: eight of a square one, else four.
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let all = fanorona::Symmetry::of(self.0).iter();
        let members: Vec<_> =
            all.map(|&symmetry| enums::to_python(py, symmetry)).collect::<PyResult<_>>()?;
        PyTuple::new(py, members)
    }

    /// The index of a point from its name; a1 is 0, row by row.
    ///
    /// Raises:
    ///     ValueError: if the board has no such point.
    fn point(&self, name: Text) -> Result<u8> {
        Ok(self.0.point(&name)?)
    }

    /// The name of a point from its index.
    ///
    /// Raises:
    ///     ValueError: if the board has no such point.
    fn point_name(&self, point: Whole) -> Result<String> {
        Ok(self.0.point_name(self.checked(point.0)?))
    }

    /// The points joined to a point by a line, in increasing order.
    ///
    /// Raises:
    ///     ValueError: if the board has no such point.
    fn neighbours<'py>(&self, py: Python<'py>, point: Whole) -> Result<Bound<'py, PyList>> {
        let point = usize::from(self.checked(point.0)?);
        let neighbours: Vec<u8> =
            fanorona::bitboard::points(self.0.geometry().neighbours[point]).collect();
        // A Vec<u8> by itself would become bytes.
        Ok(PyList::new(py, neighbours)?)
    }

    /// The strong points, those with diagonals, as a bitboard.
    #[getter]
    fn strong(&self) -> Bitboard {
        self.0.geometry().strong
    }

    /// The stones at the start under these rules: White's and Black's bitboards.
    #[pyo3(signature = (rules = STANDARD), text_signature = "(self, /, rules='standard')")]
    fn start(&self, rules: RulesArgument) -> (Bitboard, Bitboard) {
        self.0.start(rules.0.setup)
    }

    /// Where a symmetry of the board takes a point.
    ///
    /// Raises:
    ///     ValueError: if the board has no such point or no such symmetry.
    fn apply_symmetry(&self, symmetry: Member<fanorona::Symmetry>, point: Whole) -> Result<u8> {
        let point = self.checked(point.0)?;
        if symmetry.0.swaps_axes() && !self.0.is_square() {
            let text = format!("symmetry {} needs a square board, not {}", symmetry.0, self.0);
            return Err(Error::value(text));
        }
        Ok(symmetry.0.apply(self.0, point))
    }

    fn __str__(&self) -> String {
        self.name()
    }

    fn __repr__(&self) -> String {
        format!("Variant('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.name(),)
    }
}

impl Variant {
    fn checked(&self, point: i64) -> Result<u8> {
        if !(0..i64::from(self.0.points())).contains(&point) {
            let last = self.0.points() - 1;
            let text = format!("point {point}: expected 0 to {last} on the {} board", self.0);
            return Err(Error::value(text));
        }
        Ok(point as u8)
    }
}

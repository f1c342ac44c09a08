//! `Rules`.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};

use crate::arguments::Text;
use crate::errors::{Error, Result};

/// A rule set: which turns are legal, when the game ends, how it starts.
///
/// Args, all by keyword, with the values of the `standard` rules as defaults:
///     capture: "mandatory", "optional" or "huff".
///     most: whether a capture must take the largest number of stones.
///     chain: "optional", "forced" or "none".
///     first_turn_single: whether neither side may go on in its first turn.
///     reversal: whether a stone may go straight back in its owner's next turn.
///     repetition: the occurrence of a position that draws the game, at least 2, or None.
///     no_capture: the number of quiet turns in a row that ends the game, at least 1, or None.
///     at_limit: "draw" or "majority", how that limit ends the game.
///     both_blocked: "loss" or "majority", how a game ends in which neither side can move.
///     setup: "standard" or "mirrored".
///
/// Raises:
///     ValueError: if a value is none of those of its field.
///     TypeError: if a field is unknown or a value has the wrong type.
///
/// Example:
///     >>> import fanorona as fn
///     >>> rules = fn.ALQUERQUE.replace(capture="huff", most=True)
///     >>> str(rules)
///     'alquerque;capture=huff;most=yes'
///     >>> fn.Rules.parse("huffing") == rules
///     True
#[pyclass(frozen, eq, hash, module = "fanorona")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Rules(pub(crate) fanorona::Rules);

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (**fields))]
    fn new(fields: Option<&Bound<'_, PyDict>>) -> Result<Self> {
        Self(fanorona::Rules::STANDARD).replace(fields)
    }

    /// Reads the text form: a preset's name, then `;field=value` for each field that differs.
    ///
    /// Raises:
    ///     ValueError: if the text is no rule set.
    #[staticmethod]
    fn parse(text: Text) -> Result<Self> {
        Ok(Self(text.parse()?))
    }

    /// The same rules with some fields changed; the fields are those of `Rules(...)`.
    ///
    /// Raises:
    ///     ValueError: if a value is none of those of its field.
    ///     TypeError: if a field is unknown or a value has the wrong type.
    #[pyo3(signature = (**fields))]
    fn replace(&self, fields: Option<&Bound<'_, PyDict>>) -> Result<Self> {
        let mut rules = self.0;
        for (field, value) in fields.into_iter().flatten() {
            let field: Text = field.extract()?;
            if !fanorona::Rules::FIELDS.contains(&&*field) {
                let text = format!("Rules has no field {:?}", &*field);
                return Err(Error::wrong_type(text));
            }
            rules.set(&field, &text_of(&field, &value)?)?;
        }
        Ok(Self(rules))
    }

    /// Whether a player who can capture must: "mandatory", "optional" or "huff".
    #[getter]
    fn capture(&self) -> &'static str {
        self.0.capture.word()
    }

    /// Whether a capturing turn must take the largest number of stones.
    #[getter]
    fn most(&self) -> bool {
        self.0.most
    }

    /// Whether a capturing stone may ("optional"), must ("forced") or cannot ("none") go on.
    #[getter]
    fn chain(&self) -> &'static str {
        self.0.chain.word()
    }

    /// Whether neither side may go on in its first turn of the game.
    #[getter]
    fn first_turn_single(&self) -> bool {
        self.0.first_turn_single
    }

    /// Whether a stone may return in its owner's next turn to the point it left.
    #[getter]
    fn reversal(&self) -> bool {
        self.0.reversal
    }

    /// The occurrence of a position that draws the game, or None.
    #[getter]
    fn repetition(&self) -> Option<u32> {
        self.0.repetition
    }

    /// The number of consecutive turns without a capture that ends the game, or None.
    #[getter]
    fn no_capture(&self) -> Option<u32> {
        self.0.no_capture
    }

    /// How the no-capture limit ends the game: "draw" or "majority".
    #[getter]
    fn at_limit(&self) -> &'static str {
        self.0.at_limit.word()
    }

    /// How a game in which neither side could move ends: "loss" or "majority".
    #[getter]
    fn both_blocked(&self) -> &'static str {
        self.0.both_blocked.word()
    }

    /// The start: "standard" or "mirrored".
    #[getter]
    fn setup(&self) -> &'static str {
        self.0.setup.word()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rules.parse('{}')", self.0)
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let fields = PyDict::new(py);
        fields.set_item("capture", self.capture())?;
        fields.set_item("most", self.most())?;
        fields.set_item("chain", self.chain())?;
        fields.set_item("first_turn_single", self.first_turn_single())?;
        fields.set_item("reversal", self.reversal())?;
        fields.set_item("repetition", self.repetition())?;
        fields.set_item("no_capture", self.no_capture())?;
        fields.set_item("at_limit", self.at_limit())?;
        fields.set_item("both_blocked", self.both_blocked())?;
        fields.set_item("setup", self.setup())?;
        Ok((PyTuple::empty(py), fields))
    }
}

/// A field's value in text form. Numbers too large for a limit are refused by the core.
fn text_of(field: &str, value: &Bound<'_, PyAny>) -> Result<String> {
    let fits = match field {
        "most" | "first_turn_single" | "reversal" => value.is_instance_of::<PyBool>(),
        "repetition" | "no_capture" => {
            value.is_none() || value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>()
        }
        _ => value.is_instance_of::<PyString>(),
    };
    if !fits {
        let text = format!("{field}: {} has the wrong type", value.repr()?);
        return Err(Error::wrong_type(text));
    }
    if value.is_none() {
        return Ok("none".to_owned());
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(if flag.is_true() { "yes" } else { "no" }.to_owned());
    }
    if let Ok(number) = value.cast::<PyInt>() {
        // The text of a huge number is refused by Python itself.
        return number
            .str()
            .map(|text| text.to_string())
            .map_err(|_| Error::value(format!("{field}: the number is too large")));
    }
    Ok(value.extract::<Text>()?.to_owned())
}

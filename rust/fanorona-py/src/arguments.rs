//! Arguments that are taken as a value or as its text.

use std::num::NonZeroUsize;
use std::ops::Deref;

use fanorona::bitboard::Bitboard;
use fanorona::{Fen, Position, Rules, Variant};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{Error, Result};
use crate::moves::Move;

/// Any text. What has no place in UTF-8, such as half a surrogate pair, becomes a character that no
/// notation knows, so that the reader's own error speaks of it.
pub(crate) struct Text(String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(object.cast::<PyString>()?.to_string_lossy().into_owned()))
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

macro_rules! value_or_name {
    ($argument:ident, $core:ident, $class:path, $label:literal) => {
        #[doc = concat!("A ", $label, " or its text form.")]
        #[derive(Clone, Copy)]
        pub(crate) struct $argument(pub(crate) $core);

        impl<'py> FromPyObject<'_, 'py> for $argument {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                if let Ok(value) = object.cast::<$class>() {
                    return Ok(Self(value.get().0));
                }
                let Ok(text) = object.extract::<Text>() else {
                    let found = object.get_type().name()?;
                    let text = format!("expected a {} or its name, not {found}", $label);
                    return Err(Error::wrong_type(text).into());
                };
                Ok(Self(text.parse::<$core>().map_err(Error::from)?))
            }
        }
    };
}

value_or_name!(VariantArgument, Variant, crate::variant::Variant, "Variant");
value_or_name!(RulesArgument, Rules, crate::rules::Rules, "Rules");

pub(crate) const TSIVY: VariantArgument = VariantArgument(Variant::TSIVY);
pub(crate) const STANDARD: RulesArgument = RulesArgument(Rules::STANDARD);

/// A move given as a value or as text.
pub(crate) enum MoveArgument {
    Value(fanorona::Move),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for MoveArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(turn) = object.cast::<Move>() {
            return Ok(Self::Value(turn.get().0));
        }
        let Ok(text) = object.extract::<Text>() else {
            let found = object.get_type().name()?;
            let text = format!("expected a Move or move text, not {found}");
            return Err(Error::wrong_type(text).into());
        };
        Ok(Self::Text(text.0))
    }
}

/// Where a game or a position is to start: from a position string, beside which another board is
/// refused, or else from the start of a board.
pub(crate) fn start(
    variant: Option<VariantArgument>,
    rules: RulesArgument,
    fen: Option<&str>,
) -> Result<Fen> {
    let Some(text) = fen else {
        let position = Position::start(variant.unwrap_or(TSIVY).0, rules.0);
        return Ok(Fen { position, quiet: 0, number: 1 });
    };
    let fen = Fen::parse(text, rules.0)?;
    let found = fen.position.variant();
    match variant {
        Some(VariantArgument(wanted)) if wanted != found => {
            let text = format!("variant {wanted}: the position string is of a {found} board");
            Err(Error::value(text))
        }
        _ => Ok(fen),
    }
}

/// The most threads that a call starts, as of a search (`fanorona.search.MOST_THREADS`).
const MOST_THREADS: usize = 256;

/// A whole number of any size. What does not fit becomes the nearest that does, which is beyond
/// every range that an argument can have, so that the range's own error speaks of it.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) i64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract() {
            Ok(number) => Ok(Self(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Self(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

impl Whole {
    /// A number of threads.
    pub(crate) fn threads(self) -> Result<NonZeroUsize> {
        usize::try_from(self.0)
            .ok()
            .filter(|threads| *threads <= MOST_THREADS)
            .and_then(NonZeroUsize::new)
            .ok_or_else(|| {
                Error::value(format!("threads {}: expected 1 to {MOST_THREADS}", self.0))
            })
    }

    /// The number of a point; whether a board has it is not known here.
    pub(crate) fn point(self, field: &str) -> Result<u8> {
        u8::try_from(self.0)
            .map_err(|_| Error::value(format!("{field} {}: expected 0 to {}", self.0, u8::MAX)))
    }
}

/// A set of points as a number: bit = point index.
#[derive(Clone, Copy)]
pub(crate) struct PointSet(pub(crate) Bitboard);

impl<'py> FromPyObject<'_, 'py> for PointSet {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract() {
            Ok(set) => Ok(Self(set)),
            // Every bit set is off every board, which the core then says.
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Self(Bitboard::MAX))
            }
            Err(error) => Err(error),
        }
    }
}

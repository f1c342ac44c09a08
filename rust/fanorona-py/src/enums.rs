//! The enums that are defined in Python (`fanorona.enums`), found once and kept.

use fanorona::{Color, Direction, Kind, Symmetry, Termination};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::errors::Error;

/// A core enum with a twin in Python whose members stand in the same order.
pub(crate) trait Twin: Copy + 'static {
    const NAME: &'static str;
    const ALL: &'static [Self];

    fn members() -> &'static PyOnceLock<Vec<Py<PyAny>>>;
    fn index(self) -> usize;
}

macro_rules! twin {
    ($name:ident) => {
        impl Twin for $name {
            const NAME: &'static str = stringify!($name);
            const ALL: &'static [Self] = &$name::ALL;

            fn members() -> &'static PyOnceLock<Vec<Py<PyAny>>> {
                static MEMBERS: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
                &MEMBERS
            }

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

twin!(Color);
twin!(Direction);
twin!(Kind);
twin!(Symmetry);
twin!(Termination);

fn members<T: Twin>(py: Python<'_>) -> PyResult<&Vec<Py<PyAny>>> {
    T::members().get_or_try_init(py, || {
        let class = py.import("fanorona.enums")?.getattr(T::NAME)?;
        class.try_iter()?.map(|member| Ok(member?.unbind())).collect()
    })
}

/// The Python member of a core value.
pub(crate) fn to_python<T: Twin>(py: Python<'_>, value: T) -> PyResult<Py<PyAny>> {
    Ok(members::<T>(py)?[value.index()].clone_ref(py))
}

/// A core value given from Python as a member of the twin.
pub(crate) struct Member<T>(pub(crate) T);

impl<'py, T: Twin> FromPyObject<'_, 'py> for Member<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let position = members::<T>(object.py())?.iter().position(|member| member.is(&*object));
        if let Some(index) = position {
            return Ok(Self(T::ALL[index]));
        }
        let found = object.get_type().name()?;
        Err(Error::wrong_type(format!("expected fanorona.{}, not {found}", T::NAME)).into())
    }
}

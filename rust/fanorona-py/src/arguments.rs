//! Arguments that are taken as a value or as its name.

use fanorona::{Rules, Variant};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::Error;

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
                let Ok(text) = object.extract::<String>() else {
                    let found = object.get_type().name()?;
                    let text = format!("expected a {} or its name, not {found}", $label);
                    return Err(PyTypeError::new_err(text));
                };
                Ok(Self(text.parse::<$core>().map_err(Error::from)?))
            }
        }
    };
}

value_or_name!(VariantArgument, Variant, crate::variant::Variant, "Variant");
value_or_name!(RulesArgument, Rules, crate::rules::Rules, "Rules");

//! The Python module `fanorona._fanorona`: thin classes over the `fanorona` crate.

#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "these comments are Python docstrings, whose own conventions hold"
)]
#![allow(
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::wrong_self_convention,
    reason = "PyO3 hands arguments over by value, and takes `self` of a class by reference"
)]

mod arguments;
mod batch;
mod certificate;
mod enums;
mod errors;
mod game;
mod interrupt;
mod moves;
mod notation;
mod position;
mod rules;
mod search;
mod selfplay;
mod solve;
mod statistics;
mod tablebase;
mod variant;

#[pyo3::pymodule]
mod _fanorona {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::certificate::Certificate;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::moves::{Move, Step};
    #[pymodule_export]
    use crate::notation::{read_aec_state, write_aec_state};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::search::{SearchInfo, Searcher, level_strength};
    #[pymodule_export]
    use crate::selfplay::self_play;
    #[pymodule_export]
    use crate::solve::Solver;
    #[pymodule_export]
    use crate::statistics::random_statistics;
    #[pymodule_export]
    use crate::tablebase::{Tablebase, build_tables};
    #[pymodule_export]
    use crate::variant::Variant;

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// Whether the extension was built without optimisation, which makes it some 20 times slower.
    #[pymodule_export]
    const DEBUG_BUILD: bool = cfg!(debug_assertions);
}

//! Texts: position strings, move text, and the notations of other programs.

pub mod aec;
mod diagram;
mod move_text;
mod position_string;

pub use position_string::Fen;

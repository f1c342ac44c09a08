//! Bad input: each reader refuses it with an error that names the fault, never panics, and reads
//! nothing that it does not write the same.

#[path = "../common/mod.rs"]
mod common;
mod mutated;
mod refused;

use common::{
    Random, fen, position, random_placement, random_positions, random_rules, random_walk, rules,
};
use fanorona::notation::aec;
use fanorona::{Back, Color, Fen, History, Kind, Move, MoveError, Position, Rules, Step, Variant};

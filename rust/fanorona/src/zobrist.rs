//! Random keys for hashing positions incrementally (Zobrist, "A New Hashing Method with
//! Application for Game Playing", 1970).

use crate::bitboard::{self, Bitboard};
use crate::color::Color;
use crate::variant::Variant;

const POINTS: usize = Variant::MOST_POINTS;

/// One step of `SplitMix64` (Steele, Lea, Flood 2014): a well mixed function of its argument.
pub(crate) const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The seed of the game with this number, one of many that follow from one seed.
pub(crate) const fn game_seed(seed: u64, number: u64) -> u64 {
    mix(seed) ^ mix(!number)
}

static STONES: [[u64; POINTS]; 2] = {
    let mut keys = [[0; POINTS]; 2];
    let mut index = 0;
    while index < 2 * POINTS {
        keys[index / POINTS][index % POINTS] = mix(index as u64);
        index += 1;
    }
    keys
};

/// The key of Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = mix(1000);

/// The key of a stone on a point.
#[inline]
pub(crate) fn stone(color: Color, point: u8) -> u64 {
    STONES[color.index()][usize::from(point)]
}

/// The keys of a set of stones of one colour, combined.
pub(crate) fn stones(color: Color, set: Bitboard) -> u64 {
    bitboard::points(set).fold(0, |key, point| key ^ stone(color, point))
}

//! What a player of reinforcement learning sees: planes of bytes, one for each point.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::game::Game;
use crate::position::Position;
use crate::variant::Variant;

/// The number of planes.
pub const PLANES: usize = 20;

const STONES: usize = 0;
const FIRST_DIRECTION: usize = 5;
const END_TURN: usize = 13;
const WHITE_TO_MOVE: usize = 14;
const TWICE: usize = 15;
const THRICE: usize = 16;
const QUIET: usize = 17;
const STRONG: usize = 18;
const ONES: usize = 19;

/// Where the rules limit quiet turns by no number of their own, [`QUIET`] counts up to this.
const QUIET_SCALE: u32 = 100;

/// A position with its counters as one player sees it.
///
/// The planes, each with a byte for each point, a1 first: 0 own stones, 1 the opponent's, 2 empty
/// points, 3 the chain's stone, 4 the points visited in this turn, 5 to 12 the last direction (all
/// points of one of these planes), 13 whether the turn may end, 14 whether White is to move, 15
/// and 16 whether the position has occurred twice or three times, 17 the quiet turns as
/// `min(255, 255 * quiet / limit)`, 18 strong points, 19 ones.
///
/// ```
/// use fanorona::observation::{Observation, PLANES};
/// use fanorona::{Color, Game, Rules, Variant};
///
/// let game = Game::new(Variant::TSIVY, Rules::STANDARD);
/// let bytes = Observation::of_game(&game, Color::Black).to_bytes();
/// assert_eq!(bytes.len(), PLANES * 45);
/// assert_eq!(bytes[..45].iter().sum::<u8>(), 22, "Black's stones");
/// assert_eq!(bytes[14 * 45], 1, "White is to move");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observation {
    variant: Variant,
    /// By plane, the first five: own, opponent's, empty, chain's stone, visited.
    sets: [Bitboard; FIRST_DIRECTION],
    /// The planes of which all points or none are set: bit = plane.
    uniform: u32,
    quiet: u8,
}

impl Observation {
    /// What `observer` sees of a position that has occurred so often, after so many quiet turns.
    #[must_use]
    pub fn of(position: &Position, observer: Color, occurrences: u32, quiet: u32) -> Self {
        let variant = position.variant();
        let (own, other) = (position.stones(observer), position.stones(!observer));
        let empty = variant.geometry().all & !(own | other);
        let mut uniform = 1 << STRONG | 1 << ONES;
        let (mut stone, mut visited) = (0, 0);
        if let Some(chain) = &position.chain {
            stone = chain.destination().map_or(0, |point| 1 << point);
            visited = chain.visited();
            let last = chain.last_direction().map(Direction::index);
            uniform |= last.map_or(0, |index| 1 << (FIRST_DIRECTION + index));
            uniform |= u32::from(position.can_end_turn()) << END_TURN;
        }
        uniform |= u32::from(position.turn() == Color::White) << WHITE_TO_MOVE;
        uniform |= u32::from(occurrences >= 2) << TWICE | u32::from(occurrences >= 3) << THRICE;
        let limit = u64::from(position.rules().no_capture.unwrap_or(QUIET_SCALE));
        let quiet = (255 * u64::from(quiet) / limit.max(1)).min(255) as u8;
        Self { variant, sets: [own, other, empty, stone, visited], uniform, quiet }
    }

    /// What `observer` sees of a game.
    #[must_use]
    pub fn of_game(game: &Game, observer: Color) -> Self {
        Self::of(game.position(), observer, game.repetitions(), game.quiet_turns())
    }

    /// The number of bytes of an observation of this board.
    #[must_use]
    pub fn size(variant: Variant) -> usize {
        PLANES * usize::from(variant.points())
    }

    /// The planes, one after the other.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; Self::size(self.variant)];
        self.write(None, &mut bytes);
        bytes
    }

    /// Writes the planes. Where those of another observation of this board are there already, only
    /// the planes that differ from it.
    pub fn write(&self, there: Option<&Self>, bytes: &mut [u8]) {
        let points = usize::from(self.variant.points());
        let mut planes: u32 = there.map_or((1 << PLANES) - 1, |there| self.uniform ^ there.uniform);
        if let Some(there) = there {
            for (plane, (set, before)) in self.sets.iter().zip(there.sets).enumerate() {
                planes |= u32::from(*set != before) << plane;
            }
            planes |= u32::from(self.quiet != there.quiet) << QUIET;
        }
        for (index, plane) in bytes.chunks_exact_mut(points).enumerate().take(PLANES) {
            if planes >> index & 1 == 0 {
                continue;
            }
            match index {
                STONES..FIRST_DIRECTION => spread(self.sets[index], plane),
                STRONG => spread(self.variant.geometry().strong, plane),
                QUIET => plane.fill(self.quiet),
                _ => plane.fill((self.uniform >> index & 1) as u8),
            }
        }
    }
}

/// Writes a set as a byte for each point.
fn spread(set: Bitboard, plane: &mut [u8]) {
    let mut left = set;
    let (eights, rest) = plane.as_chunks_mut::<8>();
    for bytes in eights {
        *bytes = SPREAD[(left & 255) as usize];
        left >>= 8;
    }
    for byte in rest {
        *byte = (left & 1) as u8;
        left >>= 1;
    }
}

/// Each bit of a byte as a byte, the lowest first.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut index = 0;
    while index < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[index][bit] = (index >> bit & 1) as u8;
            bit += 1;
        }
        index += 1;
    }
    table
};

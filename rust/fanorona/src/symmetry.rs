//! The symmetries of a board: reflections and turns that keep lines, strong points and colours.

use std::fmt;

use crate::bitboard::{self, Bitboard};
use crate::direction::Direction;
use crate::variant::Variant;

/// A symmetry of a board. Colours stay as they are.
///
/// The first four apply to every board, the others to square boards only.
///
/// ```
/// use fanorona::{Symmetry, Variant};
/// let a1 = Variant::TSIVY.point("a1")?;
/// assert_eq!(Symmetry::MirrorFiles.apply(Variant::TSIVY, a1), Variant::TSIVY.point("i1")?);
/// assert_eq!(Symmetry::Rotate90.inverse(), Symmetry::Rotate270);
/// # Ok::<(), fanorona::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Symmetry {
    /// Every point stays.
    Identity = 0,
    /// Left and right change places.
    MirrorFiles = 1,
    /// Top and bottom change places.
    MirrorRanks = 2,
    /// Half a turn.
    Rotate180 = 3,
    /// File and rank change places.
    Transpose = 4,
    /// A quarter turn counter-clockwise.
    Rotate90 = 5,
    /// A quarter turn clockwise.
    Rotate270 = 6,
    /// File and rank change places, counted from the far corner.
    Antitranspose = 7,
}

impl Symmetry {
    /// All symmetries; a board that is not square has the first four.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::MirrorFiles,
        Self::MirrorRanks,
        Self::Rotate180,
        Self::Transpose,
        Self::Rotate90,
        Self::Rotate270,
        Self::Antitranspose,
    ];

    /// The symmetries of a board: eight of a square one, else four.
    #[must_use]
    pub fn of(variant: Variant) -> &'static [Self] {
        if variant.is_square() { &Self::ALL } else { &Self::ALL[..4] }
    }

    /// Whether files become ranks, which only a square board allows.
    #[must_use]
    pub const fn swaps_axes(self) -> bool {
        self as u8 >= 4
    }

    /// Refuses a board that has no such symmetry, with the reason.
    pub(crate) fn check(self, variant: Variant) -> Result<(), String> {
        if self.swaps_axes() && !variant.is_square() {
            return Err(format!("{self} needs a square board, not {}", variant.size()));
        }
        Ok(())
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Rotate90 => Self::Rotate270,
            Self::Rotate270 => Self::Rotate90,
            other => other,
        }
    }

    /// Change of file and rank under the linear part of the symmetry.
    const fn turn(self, (file, rank): (i8, i8)) -> (i8, i8) {
        match self {
            Self::Identity => (file, rank),
            Self::MirrorFiles => (-file, rank),
            Self::MirrorRanks => (file, -rank),
            Self::Rotate180 => (-file, -rank),
            Self::Transpose => (rank, file),
            Self::Rotate90 => (-rank, file),
            Self::Rotate270 => (rank, -file),
            Self::Antitranspose => (-rank, -file),
        }
    }

    /// Where a point of the board goes. On a board that is not square only the first four
    /// symmetries mean anything.
    #[must_use]
    pub fn apply(self, variant: Variant, point: u8) -> u8 {
        let (last_file, last_rank) = (variant.cols() as i8 - 1, variant.rows() as i8 - 1);
        let (file, rank) = variant.file_and_rank(point);
        // Doubled and centred, so that the linear part alone moves every point.
        let (file, rank) = self.turn((2 * file - last_file, 2 * rank - last_rank));
        let (file, rank) = (file.midpoint(last_file), rank.midpoint(last_rank));
        rank as u8 * variant.cols() + file as u8
    }

    /// Where a direction goes.
    #[must_use]
    pub fn apply_direction(self, direction: Direction) -> Direction {
        Direction::from_offset(self.turn(direction.offset()))
    }

    /// Where a set of points goes.
    #[must_use]
    #[inline]
    pub fn apply_set(self, variant: Variant, set: Bitboard) -> Bitboard {
        let transposed = if self.swaps_axes() { transpose(variant, set) } else { set };
        // The second four are the transposition followed by one of these.
        match self {
            Self::Identity | Self::Transpose => transposed,
            Self::MirrorFiles | Self::Rotate90 => mirror_files(variant, transposed),
            Self::MirrorRanks | Self::Rotate270 => mirror_ranks(variant, transposed),
            Self::Rotate180 | Self::Antitranspose => half_turn(variant, transposed),
        }
    }
}

#[inline]
fn half_turn(variant: Variant, set: Bitboard) -> Bitboard {
    set.reverse_bits() >> (Bitboard::BITS - u32::from(variant.points()))
}

#[inline]
fn mirror_ranks(variant: Variant, set: Bitboard) -> Bitboard {
    let cols = u32::from(variant.cols());
    let rank = (1 << cols) - 1;
    if variant.rows() == 3 {
        return set >> (2 * cols) | set & rank << cols | (set & rank) << (2 * cols);
    }
    set >> (4 * cols)
        | (set >> (2 * cols)) & rank << cols
        | set & rank << (2 * cols)
        | (set & rank << cols) << (2 * cols)
        | (set & rank) << (4 * cols)
}

#[inline]
fn mirror_files(variant: Variant, set: Bitboard) -> Bitboard {
    mirror_ranks(variant, half_turn(variant, set))
}

/// Exchanges files and ranks of a square board.
fn transpose(variant: Variant, set: Bitboard) -> Bitboard {
    let image = |point| Symmetry::Transpose.apply(variant, point);
    bitboard::points(set).fold(0, |set, point| set | 1 << image(point))
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Identity => "identity",
            Self::MirrorFiles => "mirror_files",
            Self::MirrorRanks => "mirror_ranks",
            Self::Rotate180 => "rotate_180",
            Self::Transpose => "transpose",
            Self::Rotate90 => "rotate_90",
            Self::Rotate270 => "rotate_270",
            Self::Antitranspose => "antitranspose",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_bijections_that_keep_lines() {
        for variant in Variant::ALL {
            let geometry = variant.geometry();
            for &symmetry in Symmetry::of(variant) {
                assert_eq!(symmetry.apply_set(variant, geometry.all), geometry.all);
                for point in 0..variant.points() {
                    let image = symmetry.apply(variant, point);
                    assert_eq!(symmetry.apply_set(variant, 1 << point), 1 << image);
                    assert_eq!(symmetry.inverse().apply(variant, image), point);
                    for direction in Direction::ALL {
                        let next = geometry.neighbour(point, direction);
                        assert_eq!(
                            geometry.neighbour(image, symmetry.apply_direction(direction)),
                            next.map(|next| symmetry.apply(variant, next)),
                        );
                    }
                }
            }
        }
    }
}

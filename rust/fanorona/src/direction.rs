//! The eight directions of a step.

use std::fmt;

/// The direction of a step along a line, seen with White at the bottom.
///
/// The order, south-west to north-east, is that of the action index and of the
/// observation planes; the opposite of direction `d` has index `7 - d`.
///
/// ```
/// use fanorona::Direction;
/// assert_eq!(Direction::NorthEast.opposite(), Direction::SouthWest);
/// assert_eq!(Direction::East.to_string(), "E");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Direction {
    /// Towards rank 1 and file a.
    SouthWest = 0,
    /// Towards rank 1.
    South = 1,
    /// Towards rank 1 and the last file.
    SouthEast = 2,
    /// Towards file a.
    West = 3,
    /// Towards the last file.
    East = 4,
    /// Towards the last rank and file a.
    NorthWest = 5,
    /// Towards the last rank.
    North = 6,
    /// Towards the last rank and the last file.
    NorthEast = 7,
}

impl Direction {
    /// All directions in index order.
    pub const ALL: [Self; 8] = [
        Self::SouthWest,
        Self::South,
        Self::SouthEast,
        Self::West,
        Self::East,
        Self::NorthWest,
        Self::North,
        Self::NorthEast,
    ];

    /// 0 for south-west to 7 for north-east.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction that leads straight back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[7 - self.index()]
    }

    /// Change of file and of rank, each -1, 0 or 1.
    #[must_use]
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Self::SouthWest => (-1, -1),
            Self::South => (0, -1),
            Self::SouthEast => (1, -1),
            Self::West => (-1, 0),
            Self::East => (1, 0),
            Self::NorthWest => (-1, 1),
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
        }
    }

    /// The direction with this offset, each part -1, 0 or 1 and not both 0.
    #[must_use]
    pub(crate) const fn from_offset((file, rank): (i8, i8)) -> Self {
        let index = (rank + 1) * 3 + file + 1;
        Self::ALL[(if index > 4 { index - 1 } else { index }) as usize]
    }

    /// Whether the step runs along a diagonal.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        let (file, rank) = self.offset();
        file != 0 && rank != 0
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["SW", "S", "SE", "W", "E", "NW", "N", "NE"][self.index()])
    }
}

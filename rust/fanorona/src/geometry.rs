//! Lines, neighbours and rays of each board, computed at compile time.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::variant::Variant;

const POINTS: usize = Variant::MOST_POINTS;

/// The largest difference between the indices of two joined points: a diagonal of nine files.
const LONGEST_DELTA: i8 = 10;

/// The fixed sets of one board that move generation reads.
///
/// ```
/// use fanorona::{Direction, Variant};
/// let geometry = Variant::TSIVY.geometry();
/// assert_eq!(geometry.line_count(), 108);
/// assert!(geometry.neighbour(0, Direction::NorthEast).is_some());
/// assert!(geometry.neighbour(1, Direction::NorthEast).is_none(), "b1 is weak");
/// ```
#[derive(Debug)]
pub struct Geometry {
    /// All points of the board.
    pub all: Bitboard,
    /// The strong points: those with diagonals.
    pub strong: Bitboard,
    /// For each direction, how far it moves a point index.
    pub delta: [i8; 8],
    /// For each direction, the points that a line leaves in it.
    pub leaving: [Bitboard; 8],
    /// For each direction, the points with two successive lines in it.
    pub leaving_twice: [Bitboard; 8],
    /// For each direction, the points that a line passes through.
    pub through: [Bitboard; 8],
    /// For each point, the points joined to it.
    pub neighbours: [Bitboard; POINTS],
    /// For each point and direction, the points beyond it on that line, to the edge.
    pub rays: [[Bitboard; 8]; POINTS],
    /// For each point and direction, the next point alone, or the empty set.
    pub next: [[Bitboard; 8]; POINTS],
    /// The direction whose delta is the index less [`LONGEST_DELTA`].
    directions: [u8; 32],
}

impl Geometry {
    /// The next point from `point` in this direction, where a line leads there.
    #[must_use]
    pub const fn neighbour(&self, point: u8, direction: Direction) -> Option<u8> {
        let next = self.next[point as usize][direction.index()];
        if next == 0 { None } else { Some(next.trailing_zeros() as u8) }
    }

    /// The direction of the line that joins two points, if they are joined.
    #[must_use]
    pub fn direction_between(&self, origin: u8, destination: u8) -> Option<Direction> {
        Direction::ALL
            .into_iter()
            .find(|&direction| self.neighbour(origin, direction) == Some(destination))
    }

    /// The number of lines between adjacent points.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        self.neighbours.iter().map(|set| set.count_ones()).sum::<u32>() / 2
    }

    /// The direction that leads from a point to a neighbour of it; any direction where the two are
    /// not joined.
    #[inline]
    pub(crate) fn direction_to(&self, origin: u8, neighbour: u8) -> Direction {
        let difference = neighbour as i8 - origin as i8 + LONGEST_DELTA;
        Direction::ALL[self.directions[difference as usize & 31] as usize & 7]
    }

    const fn new(variant: Variant) -> Self {
        let (rows, cols) = (variant.rows() as i8, variant.cols() as i8);
        let points = variant.points() as usize;
        let mut geometry = Self {
            all: (1 << points) - 1,
            strong: 0,
            delta: [0; 8],
            leaving: [0; 8],
            leaving_twice: [0; 8],
            through: [0; 8],
            neighbours: [0; POINTS],
            rays: [[0; 8]; POINTS],
            next: [[0; 8]; POINTS],
            directions: [0; 32],
        };
        let mut point = 0;
        while point < points {
            let (file, rank) = variant.file_and_rank(point as u8);
            let strong = (file + rank) % 2 == 0;
            if strong {
                geometry.strong |= 1 << point;
            }
            let mut index = 0;
            while index < 8 {
                let direction = Direction::ALL[index];
                let (east, north) = direction.offset();
                geometry.delta[index] = north * cols + east;
                let (mut file, mut rank) = (file + east, rank + north);
                let mut length = 0;
                while (strong || !direction.is_diagonal())
                    && 0 <= file
                    && file < cols
                    && 0 <= rank
                    && rank < rows
                {
                    let beyond = 1 << (rank * cols + file);
                    if length == 0 {
                        geometry.next[point][index] = beyond;
                    }
                    geometry.rays[point][index] |= beyond;
                    (file, rank) = (file + east, rank + north);
                    length += 1;
                }
                geometry.neighbours[point] |= geometry.next[point][index];
                geometry.leaving[index] |= if length >= 1 { 1 << point } else { 0 };
                geometry.leaving_twice[index] |= if length >= 2 { 1 << point } else { 0 };
                index += 1;
            }
            point += 1;
        }
        let mut index = 0;
        while index < 8 {
            geometry.directions[(geometry.delta[index] + LONGEST_DELTA) as usize] = index as u8;
            geometry.through[index] = geometry.leaving[index] & geometry.leaving[7 - index];
            index += 1;
        }
        geometry
    }
}

static GEOMETRIES: [Geometry; 8] = {
    let all = Variant::ALL;
    [
        Geometry::new(all[0]),
        Geometry::new(all[1]),
        Geometry::new(all[2]),
        Geometry::new(all[3]),
        Geometry::new(all[4]),
        Geometry::new(all[5]),
        Geometry::new(all[6]),
        Geometry::new(all[7]),
    ]
};

#[inline]
pub(crate) fn of(variant: Variant) -> &'static Geometry {
    &GEOMETRIES[variant.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lines() {
        let lines = |variant: Variant| variant.geometry().line_count();
        assert_eq!(lines(Variant::TSIVY), 108);
        assert_eq!(lines(Variant::DIMY), 56);
        assert_eq!(lines(Variant::TELO), 16);
    }

    #[test]
    fn corners_and_centre_are_strong() {
        for variant in Variant::ALL {
            let last = variant.points() - 1;
            let corners = [0, variant.cols() - 1, last - variant.cols() + 1, last];
            for point in corners {
                assert_ne!(variant.geometry().strong >> point & 1, 0, "{variant} {point}");
            }
        }
        assert_ne!(Variant::TSIVY.geometry().strong >> 22 & 1, 0);
    }

    #[test]
    fn lines_lead_back() {
        for variant in Variant::ALL {
            let geometry = variant.geometry();
            for point in 0..variant.points() {
                for direction in Direction::ALL {
                    if let Some(next) = geometry.neighbour(point, direction) {
                        assert_eq!(geometry.neighbour(next, direction.opposite()), Some(point));
                        assert_eq!(
                            point as i8 + geometry.delta[direction.index()],
                            next as i8,
                            "{variant}"
                        );
                    }
                }
            }
        }
    }
}

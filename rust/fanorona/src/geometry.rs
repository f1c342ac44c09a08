//! Lines, neighbours and rays of each board, computed at compile time.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::variant::Variant;

mod around;

use around::Around;

const POINTS: usize = Variant::MOST_POINTS;

/// The largest difference between the indices of two joined points: a diagonal of nine files.
const LONGEST_DELTA: i8 = 10;

/// Room for every index of six bits, so that a masked index needs no check.
const SLOTS: usize = 64;

/// Room for every difference between joined points, with [`LONGEST_DELTA`] added.
const DELTAS: usize = 32;

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
    /// For each point and delta, the points beyond it on that line, to the edge; in one array,
    /// since one masked index is faster than two.
    rays: [Bitboard; SLOTS * DELTAS],
    /// For each point and direction, the next point alone, or the empty set.
    pub next: [[Bitboard; 8]; POINTS],
    /// The direction whose delta is the index less [`LONGEST_DELTA`].
    directions: [Direction; DELTAS],
    /// For each point, where enemy stones near it let a stone capture.
    around: [Around; SLOTS],
}

impl Geometry {
    /// The next point from `point` in this direction, where a line leads there.
    #[must_use]
    pub const fn neighbour(&self, point: u8, direction: Direction) -> Option<u8> {
        let next = self.next[point as usize][direction.index()];
        if next == 0 { None } else { Some(next.trailing_zeros() as u8) }
    }

    /// The points beyond `point` in this direction, to the edge.
    #[must_use]
    #[inline]
    pub fn ray(&self, point: u8, direction: Direction) -> Bitboard {
        self.ray_by_delta(point, i64::from(self.delta[direction.index()]))
    }

    /// [`Self::ray`] in the direction that moves a point index by `delta`.
    #[inline]
    pub(crate) fn ray_by_delta(&self, point: u8, delta: i64) -> Bitboard {
        let index = i64::from(point) * DELTAS as i64 + delta + i64::from(LONGEST_DELTA);
        self.rays[index as usize % (SLOTS * DELTAS)]
    }

    /// The points of `free` where a stone at `point` may arrive by an approach, and those where it
    /// may arrive by a withdrawal.
    #[inline]
    pub(crate) fn captures(
        &self,
        point: u8,
        free: Bitboard,
        enemy: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let around = &self.around[usize::from(point) % SLOTS];
        (free & around.nearer(enemy), free & around.across(enemy))
    }

    /// The direction of the line that joins two points, if they are joined.
    #[must_use]
    pub fn direction_between(&self, origin: u8, destination: u8) -> Option<Direction> {
        Direction::ALL
            .into_iter()
            .find(|&direction| self.neighbour(origin, direction) == Some(destination))
    }

    /// The number of files.
    #[inline]
    pub(crate) fn cols(&self) -> u32 {
        self.delta[Direction::North.index()] as u32
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
        let index = usize::from(neighbour) + LONGEST_DELTA as usize;
        self.directions[index.wrapping_sub(usize::from(origin)) % DELTAS]
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
            rays: [0; SLOTS * DELTAS],
            next: [[0; 8]; POINTS],
            directions: [Direction::East; DELTAS],
            around: [Around::NOTHING; SLOTS],
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
                let delta = north * cols + east;
                geometry.delta[index] = delta;
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
                    geometry.rays[point * DELTAS + (delta + LONGEST_DELTA) as usize] |= beyond;
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
            geometry.directions[(geometry.delta[index] + LONGEST_DELTA) as usize] =
                Direction::ALL[index];
            geometry.through[index] = geometry.leaving[index] & geometry.leaving[7 - index];
            index += 1;
        }
        let mut point = 0;
        while point < points {
            geometry.around[point] = Around::new(&geometry, point);
            point += 1;
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
    use crate::bitboard::{bit, points};

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
    fn captures_around_every_point() {
        for variant in Variant::ALL {
            let geometry = variant.geometry();
            for point in 0..variant.points() {
                let near = geometry.neighbours[usize::from(point)];
                let far = points(near)
                    .filter_map(|next| geometry.neighbour(next, geometry.direction_to(point, next)))
                    .fold(0, |set, far| set | bit(far));
                // All subsets of the points that matter, alone and with all that do not.
                for ring in [near, far] {
                    let mut subset: Bitboard = 0;
                    loop {
                        for enemy in [subset, subset | geometry.all & !ring] {
                            check_captures(geometry, point, enemy);
                        }
                        subset = subset.wrapping_sub(ring) & ring;
                        if subset == 0 {
                            break;
                        }
                    }
                }
            }
        }
    }

    fn check_captures(geometry: &Geometry, point: u8, enemy: Bitboard) {
        let (mut approaches, mut withdrawals) = (0, 0);
        for d in Direction::ALL {
            let Some(destination) = geometry.neighbour(point, d) else { continue };
            let holds_enemy =
                |point: Option<u8>| point.is_some_and(|point| enemy & bit(point) != 0);
            if holds_enemy(geometry.neighbour(destination, d)) {
                approaches |= bit(destination);
            }
            if holds_enemy(geometry.neighbour(point, d.opposite())) {
                withdrawals |= bit(destination);
            }
        }
        let found = geometry.captures(point, geometry.all, enemy);
        assert_eq!(found, (approaches, withdrawals), "{point} of {:b}, {enemy:b}", geometry.all);
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

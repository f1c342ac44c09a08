//! Sets of points as 64-bit words: bit `p` stands for point `p`.

/// A set of points; bit `p` is point `p` (a1 = 0, row by row).
pub type Bitboard = u64;

/// The set that holds only this point.
#[inline]
#[must_use]
pub const fn bit(point: u8) -> Bitboard {
    1 << point
}

/// Iterates over the points of a set, lowest first.
///
/// ```
/// use fanorona::bitboard::points;
/// assert_eq!(points(0b1010).collect::<Vec<_>>(), [1, 3]);
/// ```
#[inline]
#[must_use]
pub fn points(set: Bitboard) -> Points {
    Points(set)
}

/// The iterator made by [`points`].
#[derive(Clone, Debug)]
pub struct Points(Bitboard);

impl Iterator for Points {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let point = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Points {}

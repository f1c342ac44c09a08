//! The combinatorial number system: sets of a fixed size as numbers without gaps.
//!
//! The set {p₁ < p₂ < … < pₖ} is number C(p₁, 1) + C(p₂, 2) + … + C(pₖ, k). Sets come in the
//! order of their bits read as a number.

use crate::bitboard::{Bitboard, points};
use crate::variant::Variant;

const MOST: usize = Variant::MOST_POINTS;

/// By size and then by number of points, so that ranking one set reads few cache lines.
static CHOOSE: [[u64; MOST + 1]; MOST + 1] = {
    let mut table = [[0; MOST + 1]; MOST + 1];
    let mut of = 0;
    while of <= MOST {
        table[0][of] = 1;
        let mut size = 1;
        while size <= of {
            table[size][of] = table[size - 1][of - 1] + table[size][of - 1];
            size += 1;
        }
        of += 1;
    }
    table
};

/// The number of sets of `size` among `of` points; both are at most 45.
#[inline]
pub(super) fn choose(of: u32, size: u32) -> u64 {
    CHOOSE[size as usize][of as usize]
}

/// The number of a set among the sets of its size.
#[inline]
pub(super) fn rank(set: Bitboard) -> u64 {
    let sizes = CHOOSE[1..].iter();
    points(set).zip(sizes).map(|(point, choose)| choose[usize::from(point)]).sum()
}

/// The set of `size` points with this number, which must be below [`choose`] for the points there
/// are.
pub(super) fn unrank(mut number: u64, size: u32) -> Bitboard {
    let mut set = 0;
    for size in (1..=size as usize).rev() {
        // The highest point whose sets of smaller points are all before this one.
        let point = CHOOSE[size].partition_point(|&before| before <= number) - 1;
        number -= CHOOSE[size][point];
        set |= 1 << point;
    }
    set
}

/// The next set of the same size, which is not empty, in the order of [`rank`].
#[inline]
pub(super) fn next(set: Bitboard) -> Bitboard {
    let lowest = set & set.wrapping_neg();
    let ripple = set.wrapping_add(lowest);
    ripple | (set ^ ripple) >> 2 >> lowest.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_run_without_gaps() {
        for of in 1..=12 {
            for size in 1..=of {
                let mut set = (1 << size) - 1;
                for number in 0..choose(of, size) {
                    assert!(set < 1 << of);
                    assert_eq!((rank(set), unrank(number, size)), (number, set));
                    set = next(set);
                }
            }
        }
    }

    #[test]
    fn the_largest_numbers_fit() {
        assert_eq!(choose(45, 22), 4_116_715_363_800);
        let last = choose(45, 22) - 1;
        assert_eq!(rank(unrank(last, 22)), last);
        assert_eq!(unrank(0, 0), 0);
    }
}

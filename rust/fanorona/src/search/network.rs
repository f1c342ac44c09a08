//! A small neural network that estimates positions, one for each board.
//!
//! One hidden layer over the stones of both sides as the mover sees them, squared clipped
//! activations, and output weights that depend on the number of stones; integers throughout. The
//! weights were fitted to the engine's own games by `tools/train_evaluation.rs`. Their files begin
//! with a line that tells how.

use std::sync::OnceLock;

use crate::bitboard::points;
use crate::stones::Stones;
use crate::variant::Variant;

const HIDDEN: usize = 64;
const BUCKETS: usize = 8;
const HIDDEN_SCALE: i32 = 255;
const OUTPUT_SCALE: i32 = 64;

/// The fitted files, in the order of [`Variant::ALL`].
const FILES: [&[u8]; Variant::ALL.len()] = [
    include_bytes!("../../data/3x3.network"),
    include_bytes!("../../data/3x5.network"),
    include_bytes!("../../data/3x7.network"),
    include_bytes!("../../data/3x9.network"),
    include_bytes!("../../data/5x3.network"),
    include_bytes!("../../data/5x5.network"),
    include_bytes!("../../data/5x7.network"),
    include_bytes!("../../data/5x9.network"),
];

type Layer = [i16; HIDDEN];

/// The weights for one board.
pub(super) struct Network {
    /// By point: a stone of the mover's, and one of the opponent's.
    own: Vec<Layer>,
    enemy: Vec<Layer>,
    bias: Layer,
    output: [Layer; BUCKETS],
    output_bias: [i32; BUCKETS],
    /// Hundredths of a stone that one unit of the output stands for.
    unit: i32,
    board_points: u32,
}

impl Network {
    /// The network of a board.
    pub(super) fn of(variant: Variant) -> &'static Self {
        static NETWORKS: [OnceLock<Network>; Variant::ALL.len()] =
            [const { OnceLock::new() }; Variant::ALL.len()];
        let index = variant.index();
        NETWORKS[index].get_or_init(|| Self::read(FILES[index], variant))
    }

    /// Reads a file that is part of the program; the tests read them all.
    fn read(file: &[u8], variant: Variant) -> Self {
        let header = file.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut words =
            file[header..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut layer = || -> Layer { std::array::from_fn(|_| words.next().unwrap_or_default()) };
        let own = (0..variant.points()).map(|_| layer()).collect();
        let enemy = (0..variant.points()).map(|_| layer()).collect();
        let bias = layer();
        let output = std::array::from_fn(|_| layer());
        let mut long = || {
            let low = words.next().unwrap_or_default() as u16;
            i32::from(words.next().unwrap_or_default()) << 16 | i32::from(low)
        };
        let output_bias = std::array::from_fn(|_| long());
        let unit = long();
        Self { own, enemy, bias, output, output_bias, unit, board_points: variant.points().into() }
    }

    /// The hidden layer, before activation, of a position with these stones.
    pub(super) fn hidden(&self, stones: Stones) -> Hidden {
        let mut hidden = Hidden(self.bias);
        points(stones.own).for_each(|point| hidden.add(&self.own[usize::from(point)]));
        points(stones.enemy).for_each(|point| hidden.add(&self.enemy[usize::from(point)]));
        hidden
    }

    /// The hidden layer after stones have come or gone.
    pub(super) fn changed(&self, hidden: &Hidden, before: Stones, after: Stones) -> Hidden {
        let mut changed = Hidden(hidden.0);
        let sides = [(&self.own, before.own, after.own), (&self.enemy, before.enemy, after.enemy)];
        for (weights, before, after) in sides {
            points(before & !after).for_each(|gone| changed.subtract(&weights[usize::from(gone)]));
            points(after & !before).for_each(|new| changed.add(&weights[usize::from(new)]));
        }
        changed
    }

    /// The estimate for the owner of the first set of stones, who is to move, in hundredths of a
    /// stone; `hidden` must be theirs.
    pub(super) fn estimate(&self, hidden: &Hidden, stones: Stones) -> i32 {
        let bucket =
            (stones.count() * BUCKETS as u32 / self.board_points).min(BUCKETS as u32 - 1) as usize;
        let mut sum = 0;
        for (value, weight) in hidden.0.iter().zip(&self.output[bucket]) {
            let clipped = (*value).clamp(0, HIDDEN_SCALE as i16);
            // At most 255 times 127, so the first product stays in 16 bits.
            sum += i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped);
        }
        let value = sum / HIDDEN_SCALE + self.output_bias[bucket];
        (i64::from(value) * i64::from(self.unit) / i64::from(HIDDEN_SCALE * OUTPUT_SCALE)) as i32
    }
}

/// The sums of the hidden layer before activation. Adding wraps, so that what was added can be
/// taken away again whatever came between.
pub(super) struct Hidden(Layer);

impl Hidden {
    #[inline]
    fn add(&mut self, weights: &Layer) {
        for (sum, weight) in self.0.iter_mut().zip(weights) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    #[inline]
    fn subtract(&mut self, weights: &Layer) {
        for (sum, weight) in self.0.iter_mut().zip(weights) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_whole() {
        for variant in Variant::ALL {
            let file = FILES[variant.index()];
            let header = file.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
            let layers = 2 * usize::from(variant.points()) + 1 + BUCKETS;
            assert_eq!(file.len() - header, 2 * layers * HIDDEN + 4 * (BUCKETS + 1), "{variant}");
            let network = Network::of(variant);
            assert!(network.unit > 0, "{variant}");
            let largest = network.output.iter().flatten().map(|weight| weight.abs()).max();
            assert!(largest <= Some(127), "{variant}");
        }
    }

    #[test]
    fn more_stones_are_better_on_average() {
        let mut rng = fastrand::Rng::with_seed(1);
        for variant in Variant::ALL {
            let network = Network::of(variant);
            let mut sum = 0;
            for _ in 0..200 {
                let mut order: Vec<u8> = (0..variant.points()).collect();
                rng.shuffle(&mut order);
                let third = order.len() / 3;
                let set = |points: &[u8]| points.iter().fold(0, |set, point| set | 1_u64 << point);
                let (own, enemy) = (set(&order[..third]), set(&order[third..=third + third / 2]));
                let stones = Stones { own, enemy };
                let estimate = |stones| network.estimate(&network.hidden(stones), stones);
                sum += estimate(stones) - estimate(stones.swapped());
            }
            assert!(sum > 0, "{variant}: {sum}");
        }
    }
}

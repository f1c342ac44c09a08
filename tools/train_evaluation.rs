//! Fits the network of `rust/fanorona/src/search/network.rs` to self-play samples.
//!
//! Samples are files of `fanorona.selfplay.write`; the result is a data file of
//! `rust/fanorona/data`, whose first line tells where it came from. docs/engine.md has the commands.
//! The same samples and options give the same file on the same kind of processor.

#![allow(clippy::print_stdout, reason = "a tool reports what it does")]

use std::error::Error;
use std::f32::consts::{PI, TAU};
use std::path::PathBuf;
use std::{fs, io};

use fanorona::selfplay::Sample;
use fanorona::{Symmetry, Variant};
use fastrand::Rng;

const HIDDEN: usize = 64;
const BUCKETS: usize = 8;
const HIDDEN_SCALE: f32 = 255.0;
const OUTPUT_SCALE: f32 = 64.0;
/// So that an activation times a weight stays in 16 bits.
const LARGEST_OUTPUT_WEIGHT: f32 = 127.0 / OUTPUT_SCALE;
/// Positions of at most so many stones are few by nature and many in samples.
const FEW: u32 = 8;
/// No more samples than this are held back to see how well others are predicted.
const MOST_HELD: usize = 100_000;

const USAGE: &str = "train_evaluation --variant SIZE --output FILE [--epochs N] [--batch N] \
    [--rate R] [--seed N] [--scale HUNDREDTHS] [--blend SHARE] [--keep SHARE] [--remark TEXT] \
    SAMPLES...";

struct Options {
    variant: Variant,
    output: PathBuf,
    samples: Vec<PathBuf>,
    epochs: usize,
    batch: usize,
    rate: f32,
    seed: u64,
    /// Hundredths of a stone for 73 % to win.
    scale: u16,
    /// The share of the search's score in what is fitted; the rest is the result of the game.
    blend: f32,
    /// The share of the positions of few stones that is used.
    keep: f32,
    /// A word for the first line of the file.
    remark: String,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut options = Self {
            variant: Variant::TSIVY,
            output: PathBuf::new(),
            samples: Vec::new(),
            epochs: 60,
            batch: 8192,
            rate: 0.004,
            seed: 1,
            scale: 150,
            blend: 0.7,
            keep: 1.0,
            remark: String::new(),
        };
        while let Some(word) = words.next() {
            let Some(name) = word.strip_prefix("--") else {
                options.samples.push(word.into());
                continue;
            };
            let value = words.next().ok_or_else(|| format!("--{name}: expected a value"))?;
            match name {
                "variant" => options.variant = value.parse()?,
                "output" => options.output = value.into(),
                "epochs" => options.epochs = value.parse()?,
                "batch" => options.batch = value.parse()?,
                "rate" => options.rate = value.parse()?,
                "seed" => options.seed = value.parse()?,
                "scale" => options.scale = value.parse()?,
                "blend" => options.blend = value.parse()?,
                "keep" => options.keep = value.parse()?,
                "remark" => options.remark = value,
                _ => return Err(format!("unknown option --{name}; usage: {USAGE}").into()),
            }
        }
        if options.samples.is_empty() || options.output.as_os_str().is_empty() {
            return Err(format!("usage: {USAGE}").into());
        }
        Ok(options)
    }
}

/// A position to learn from.
struct Example {
    /// The inputs that are on: a point for each of the mover's stones, and behind all points of
    /// the board one for each of the opponent's.
    inputs: [u8; Variant::MOST_POINTS],
    count: u8,
    /// Which output weights it uses.
    bucket: u8,
    /// The mover's winning chances.
    target: f32,
}

impl Example {
    fn of(sample: &Sample, options: &Options) -> Self {
        let points = options.variant.points();
        let mut inputs = [0; Variant::MOST_POINTS];
        let mut count = 0;
        for (stones, offset) in [(sample.own, 0), (sample.enemy, points)] {
            for point in (0..points).filter(|point| stones >> point & 1 == 1) {
                inputs[usize::from(count)] = offset + point;
                count += 1;
            }
        }
        let bucket = (usize::from(count) * BUCKETS / usize::from(points)).min(BUCKETS - 1) as u8;
        let score = chance(f32::from(sample.score) / f32::from(options.scale));
        let result = 0.5 + 0.5 * f32::from(sample.result);
        let target = options.blend * score + (1.0 - options.blend) * result;
        Self { inputs, count, bucket, target }
    }

    fn inputs(&self) -> &[u8] {
        &self.inputs[..usize::from(self.count)]
    }
}

fn chance(output: f32) -> f32 {
    1.0 / (1.0 + (-output.clamp(-30.0, 30.0)).exp())
}

/// The different samples of all files, as examples in random order, and how many samples there are.
fn read(options: &Options, rng: &mut Rng) -> io::Result<(Vec<Example>, usize)> {
    let mut words = Vec::new();
    for path in &options.samples {
        let bytes = fs::read(path)?;
        let whole = bytes.chunks_exact(Sample::SIZE);
        words.extend(whole.filter_map(|word| word.try_into().map(u128::from_le_bytes).ok()));
    }
    let all = words.len();
    words.sort_unstable();
    words.dedup();
    let mut examples = Vec::new();
    for word in words {
        let sample = Sample::unpack(word.to_le_bytes());
        let few = (sample.own | sample.enemy).count_ones() <= FEW;
        if !few || rng.f32() < options.keep {
            examples.push(Example::of(&sample, options));
        }
    }
    rng.shuffle(&mut examples);
    Ok((examples, all))
}

/// All weights one behind the other: inputs to hidden units, the bias of those, hidden units to
/// output by bucket, the bias of that.
#[derive(Clone)]
struct Weights(Vec<f32>);

/// The layers' shares of the weights of a board with so many points.
struct Layout {
    hidden: usize,
    output: usize,
    output_bias: usize,
    all: usize,
}

impl Layout {
    fn of(variant: Variant) -> Self {
        let hidden = 2 * usize::from(variant.points()) * HIDDEN;
        let output = hidden + HIDDEN;
        let output_bias = output + BUCKETS * HIDDEN;
        Self { hidden, output, output_bias, all: output_bias + BUCKETS }
    }
}

/// A network in training, by Adam (Kingma and Ba, "Adam: a method for stochastic optimization",
/// 2015).
struct Network {
    layout: Layout,
    weights: Weights,
    gradient: Weights,
    first: Weights,
    second: Weights,
    updates: i32,
}

impl Network {
    fn new(variant: Variant, rng: &mut Rng) -> Self {
        let layout = Layout::of(variant);
        let zero = Weights(vec![0.0; layout.all]);
        let mut weights = zero.clone();
        // Box and Muller's way to a normal distribution.
        let mut normal = || (-2.0 * rng.f32().max(1e-9).ln()).sqrt() * (TAU * rng.f32()).cos();
        weights.0[..layout.hidden].fill_with(|| 0.15 * normal());
        weights.0[layout.hidden..layout.output].fill(0.2);
        weights.0[layout.output..layout.output_bias].fill_with(|| 0.1 * normal());
        let (gradient, first, second) = (zero.clone(), zero.clone(), zero);
        Self { layout, weights, gradient, first, second, updates: 0 }
    }

    /// The sums of the hidden units before activation, and the output. `image` says where each
    /// input is in the board's mirror image that is looked at.
    fn forward(&self, example: &Example, image: &[u8]) -> ([f32; HIDDEN], f32) {
        let weights = &self.weights.0;
        let mut sums = [0.0; HIDDEN];
        sums.copy_from_slice(&weights[self.layout.hidden..self.layout.output]);
        for &input in example.inputs() {
            let start = usize::from(image[usize::from(input)]) * HIDDEN;
            for (sum, weight) in sums.iter_mut().zip(&weights[start..start + HIDDEN]) {
                *sum += weight;
            }
        }
        let bucket = usize::from(example.bucket);
        let start = self.layout.output + bucket * HIDDEN;
        let mut output = weights[self.layout.output_bias + bucket];
        for (sum, weight) in sums.iter().zip(&weights[start..start + HIDDEN]) {
            output += sum.clamp(0.0, 1.0).powi(2) * weight;
        }
        (sums, output)
    }

    /// Adds the gradient of an example's squared error of winning chances, which is returned.
    fn learn(&mut self, example: &Example, image: &[u8]) -> f32 {
        let (sums, output) = self.forward(example, image);
        let chance = chance(output);
        let error = chance - example.target;
        let slope = 2.0 * error * chance * (1.0 - chance);
        let bucket = usize::from(example.bucket);
        let start = self.layout.output + bucket * HIDDEN;
        let gradient = &mut self.gradient.0;
        gradient[self.layout.output_bias + bucket] += slope;
        let mut back = [0.0; HIDDEN];
        for (unit, sum) in sums.iter().enumerate() {
            let clipped = sum.clamp(0.0, 1.0);
            let inside = if (0.0..1.0).contains(sum) { 2.0 * clipped } else { 0.0 };
            back[unit] = slope * self.weights.0[start + unit] * inside;
            gradient[start + unit] += slope * clipped * clipped;
            gradient[self.layout.hidden + unit] += back[unit];
        }
        for &input in example.inputs() {
            let start = usize::from(image[usize::from(input)]) * HIDDEN;
            for (sum, back) in gradient[start..start + HIDDEN].iter_mut().zip(&back) {
                *sum += back;
            }
        }
        error * error
    }

    /// Takes a step against the mean of the gradients added since the last one.
    fn update(&mut self, rate: f32, batch: usize) {
        self.updates += 1;
        let rate = rate * (1.0 - 0.999_f32.powi(self.updates)).sqrt();
        for (index, weight) in self.weights.0.iter_mut().enumerate() {
            let slope = std::mem::take(&mut self.gradient.0[index]) / batch as f32;
            let (first, second) = (&mut self.first.0[index], &mut self.second.0[index]);
            *first = 0.9 * *first + 0.1 * slope;
            *second = 0.999 * *second + 0.001 * slope * slope;
            *weight -= rate * *first / (second.sqrt() + 1e-8);
        }
        for weight in &mut self.weights.0[self.layout.output..self.layout.output_bias] {
            *weight = weight.clamp(-LARGEST_OUTPUT_WEIGHT, LARGEST_OUTPUT_WEIGHT);
        }
    }

    /// The mean squared error over examples that were not learned.
    fn check(&self, held: &[Example]) -> f32 {
        let same: Vec<u8> = (0..=u8::MAX).collect();
        let error = |example| (chance(self.forward(example, &same).1) - example.target).powi(2);
        held.iter().map(error).sum::<f32>() / held.len().max(1) as f32
    }

    /// The weights as the engine reads them.
    fn quantised(&self, scale: u16) -> Vec<u8> {
        let Layout { output, output_bias, .. } = self.layout;
        let weights = &self.weights.0;
        let short = |weights: &[f32], scale: f32| -> Vec<u8> {
            weights
                .iter()
                .flat_map(|weight| ((weight * scale).round() as i16).to_le_bytes())
                .collect()
        };
        let long =
            |weight: &f32| ((weight * HIDDEN_SCALE * OUTPUT_SCALE).round() as i32).to_le_bytes();
        let mut bytes = short(&weights[..output], HIDDEN_SCALE);
        bytes.extend(short(&weights[output..output_bias], OUTPUT_SCALE));
        bytes.extend(weights[output_bias..].iter().flat_map(long));
        bytes.extend(i32::from(scale).to_le_bytes());
        bytes
    }
}

/// For each symmetry of the board, where it takes each input.
fn images(variant: Variant) -> Vec<Vec<u8>> {
    let points = variant.points();
    let image = |symmetry: &Symmetry| {
        let side = |offset| (0..points).map(move |point| offset + symmetry.apply(variant, point));
        side(0).chain(side(points)).collect()
    };
    Symmetry::of(variant).iter().map(image).collect()
}

/// Fits a network, printing the error on the examples and on others held back.
fn train(options: &Options, examples: &[Example], rng: &mut Rng) -> Network {
    let images = images(options.variant);
    let (held, learned) = examples.split_at((examples.len() / 20).min(MOST_HELD));
    let size = options.batch.clamp(1, learned.len().max(1));
    let total = learned.len() / size * options.epochs;
    let mut network = Network::new(options.variant, rng);
    let mut order: Vec<usize> = (0..learned.len()).collect();
    for epoch in 1..=options.epochs {
        rng.shuffle(&mut order);
        let mut error = 0.0;
        for batch in order.chunks_exact(size) {
            for &index in batch {
                error += network.learn(&learned[index], &images[rng.usize(..images.len())]);
            }
            // From the whole rate down to a hundredth, along half a cosine.
            let done = network.updates as f32 / total as f32;
            let rate = options.rate * (0.5 * (1.0 + (PI * done).cos()) + 0.01);
            network.update(rate, size);
        }
        let mean = error / (learned.len() / size * size).max(1) as f32;
        println!("epoch {epoch}: {mean:.5}, held back {:.5}", network.check(held));
    }
    network
}

/// The line in front of the weights, in JSON.
fn provenance(options: &Options, samples: usize) -> String {
    let Options { variant, epochs, seed, scale, blend, keep, remark, .. } = options;
    let board = variant.size();
    format!(
        "{{\"board\": \"{board}\", \"samples\": {samples}, \"seed\": {seed}, \"epochs\": {epochs}, \
         \"blend\": {blend}, \"keep\": {keep}, \"score_scale\": {scale}, \
         \"made_by\": \"tools/train_evaluation.rs\", \"remark\": {remark:?}}}\n"
    )
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse(std::env::args().skip(1))?;
    let mut rng = Rng::with_seed(options.seed);
    let (examples, samples) = read(&options, &mut rng)?;
    println!("{samples} samples, {} different ones used", examples.len());
    let network = train(&options, &examples, &mut rng);
    let mut bytes = provenance(&options, samples).into_bytes();
    bytes.extend(network.quantised(options.scale));
    fs::write(&options.output, bytes)?;
    println!("wrote {}", options.output.display());
    Ok(())
}

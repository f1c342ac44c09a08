"""Fits the network of ``rust/fanorona/src/search/network.rs`` to self-play samples.

Needs numpy. Samples are files of ``fanorona.selfplay.write``; the result is a data file of
``rust/fanorona/data``, whose first line tells where it came from. docs/engine.md has the commands.

The same samples and seed give the same file on the same version of numpy.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

HIDDEN = 64
BUCKETS = 8
HIDDEN_SCALE = 255
OUTPUT_SCALE = 64
LARGEST_OUTPUT_WEIGHT = 127 / OUTPUT_SCALE
"""So that an activation times a weight stays in 16 bits."""


def read_samples(paths: list[Path]) -> np.ndarray:
    """Packed samples as pairs of 64-bit words, without repetition."""
    words = np.concatenate([np.fromfile(path, dtype="<u8").reshape(-1, 2) for path in paths])
    return np.unique(words, axis=0)


def unpack(words: np.ndarray, points: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Inputs (own stones, then the opponent's), scores in hundredths, results from -1 to 1."""
    low, high = words[:, 0], words[:, 1]
    own = low & np.uint64((1 << 45) - 1)
    enemy = (low >> np.uint64(45)) | ((high & np.uint64((1 << 26) - 1)) << np.uint64(19))
    score = ((high >> np.uint64(26)) & np.uint64(0xFFFF)).astype(np.uint16).view(np.int16)
    result = ((high >> np.uint64(42)) & np.uint64(3)).astype(np.int8) - 1
    shifts = np.arange(points, dtype=np.uint64)
    bits = [((side[:, None] >> shifts) & np.uint64(1)).astype(np.uint8) for side in (own, enemy)]
    return np.concatenate(bits, axis=1), score.astype(np.float32), result.astype(np.float32)


def symmetries(rows: int, cols: int) -> list[np.ndarray]:
    """For each symmetry of the board, the order in which it reads the points."""
    grid = np.arange(rows * cols).reshape(rows, cols)
    four = [grid, grid[::-1], grid[:, ::-1], grid[::-1, ::-1]]
    if rows == cols:
        four += [image.T for image in four]
    return [image.ravel() for image in four]


class Network:
    """One hidden layer with squared clipped activations; output weights by number of stones."""

    def __init__(self, points: int, rng: np.random.Generator) -> None:
        self.parameters = {
            "hidden": rng.normal(0, 0.15, (2 * points, HIDDEN)).astype(np.float32),
            "hidden_bias": np.full(HIDDEN, 0.2, np.float32),
            "output": rng.normal(0, 0.1, (BUCKETS, HIDDEN)).astype(np.float32),
            "output_bias": np.zeros(BUCKETS, np.float32),
        }
        zeros = {name: np.zeros_like(value) for name, value in self.parameters.items()}
        self.first, self.second = zeros, {name: value.copy() for name, value in zeros.items()}
        self.updates = 0

    def forward(self, inputs: np.ndarray, bucket: np.ndarray) -> tuple[np.ndarray, ...]:
        """Output, clipped activations and the output weights used."""
        p = self.parameters
        clipped = np.clip(inputs @ p["hidden"] + p["hidden_bias"], 0, 1)
        weights = p["output"][bucket]
        return (clipped**2 * weights).sum(1) + p["output_bias"][bucket], clipped, weights

    def step(
        self, inputs: np.ndarray, bucket: np.ndarray, target: np.ndarray, rate: float
    ) -> float:
        """One update by Adam (Kingma and Ba, 2015) on the squared error of winning chances."""
        output, clipped, weights = self.forward(inputs, bucket)
        chance = 1 / (1 + np.exp(-output))
        error = chance - target
        gradient = (2 * error * chance * (1 - chance) / len(target)).astype(np.float32)
        inside = (clipped > 0) & (clipped < 1)
        back = gradient[:, None] * weights * 2 * clipped * inside
        choice = np.zeros((len(target), BUCKETS), np.float32)
        choice[np.arange(len(target)), bucket] = gradient
        gradients = {
            "hidden": inputs.T @ back,
            "hidden_bias": back.sum(0),
            "output": choice.T @ clipped**2,
            "output_bias": choice.sum(0),
        }
        self.updates += 1
        for name, slope in gradients.items():
            first = self.first[name] = 0.9 * self.first[name] + 0.1 * slope
            second = self.second[name] = 0.999 * self.second[name] + 0.001 * slope**2
            correction = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
            self.parameters[name] -= rate * correction * first / (np.sqrt(second) + 1e-8)
        limit = LARGEST_OUTPUT_WEIGHT
        self.parameters["output"] = np.clip(self.parameters["output"], -limit, limit)
        return float((error**2).mean())


def bucket_of(inputs: np.ndarray, points: int) -> np.ndarray:
    """Which output weights a position uses, by its number of stones."""
    stones = inputs.sum(1, dtype=np.int64)
    return np.minimum(stones * BUCKETS // points, BUCKETS - 1)


def train(options: argparse.Namespace) -> Network:
    """Fits a network to the samples, printing the error on samples held back."""
    rows, cols = map(int, options.variant.split("x"))
    points = rows * cols
    rng = np.random.default_rng(options.seed)
    words = rng.permutation(read_samples(options.samples))
    inputs, score, result = unpack(words, points)
    target = options.blend / (1 + np.exp(-np.clip(score / options.scale, -30, 30)))
    target = (target + (1 - options.blend) * (result + 1) / 2).astype(np.float32)
    bucket = bucket_of(inputs, points)
    held = min(len(inputs) // 20, 50_000)
    images = [np.concatenate([order, points + order]) for order in symmetries(rows, cols)]
    network = Network(points, rng)
    size = min(options.batch, len(inputs) - held)
    batches = (len(inputs) - held) // size
    total = batches * options.epochs
    print(f"{len(inputs)} different samples, {total} updates")
    for epoch in range(options.epochs):
        start = time.perf_counter()
        order = held + rng.permutation(len(inputs) - held)
        error = 0.0
        for batch in range(batches):
            chosen = order[batch * size : (batch + 1) * size]
            image = images[rng.integers(len(images))]
            done = (epoch * batches + batch) / total
            rate = options.rate * (0.5 * (1 + np.cos(np.pi * done)) + 0.01)
            batch_inputs = inputs[chosen][:, image].astype(np.float32)
            error += network.step(batch_inputs, bucket[chosen], target[chosen], rate)
        output = network.forward(inputs[:held].astype(np.float32), bucket[:held])[0]
        check = ((1 / (1 + np.exp(-output)) - target[:held]) ** 2).mean()
        seconds = time.perf_counter() - start
        print(f"epoch {epoch + 1}: {error / batches:.5f}, held back {check:.5f}, {seconds:.0f} s")
    return network


def write(network: Network, options: argparse.Namespace, samples: int) -> None:
    """Writes the quantised network behind a line of provenance."""
    p = network.parameters
    scale = HIDDEN_SCALE * OUTPUT_SCALE
    provenance = {
        "board": options.variant,
        "samples": samples,
        "seed": options.seed,
        "epochs": options.epochs,
        "blend": options.blend,
        "score_scale": options.scale,
        "made_by": "tools/train_evaluation.py",
        "remark": options.remark,
    }
    parts = [
        np.rint(p["hidden"] * HIDDEN_SCALE).astype("<i2"),
        np.rint(p["hidden_bias"] * HIDDEN_SCALE).astype("<i2"),
        np.rint(p["output"] * OUTPUT_SCALE).astype("<i2"),
        np.rint(p["output_bias"] * scale).astype("<i4"),
        np.array([options.scale], dtype="<i4"),
    ]
    content = b"".join(part.tobytes() for part in parts)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_bytes(json.dumps(provenance).encode() + b"\n" + content)
    print(f"wrote {options.output}")


def main() -> None:
    """Reads the command line, trains and writes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("--variant", required=True, help="size of the board, such as 5x9")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=0.004)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=int, default=150, help="hundredths for 73 %% to win")
    parser.add_argument("--blend", type=float, default=0.7, help="share of the search's score")
    parser.add_argument("--remark", default="", help="a word for the provenance")
    options = parser.parse_args()
    network = train(options)
    write(network, options, sum(path.stat().st_size // 16 for path in options.samples))


if __name__ == "__main__":
    main()

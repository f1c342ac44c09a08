"""What the turns that the engine chooses give away, in positions of which every turn was judged.

It tells in seconds what a match tells in an hour, and a changed engine can be compared with the
old one position by position:

    python tools/turn_loss.py judge tsivy.samples judged.jsonl
    python tools/turn_loss.py measure judged.jsonl --nodes 1500 4000 10000 --output before.json
    python tools/turn_loss.py measure judged.jsonl --nodes 1500 4000 10000 --against before.json

The samples are those of ``fanorona.selfplay.write``. The loss of a turn is what it takes off the
mover's chance to win against the best turn, in hundredths of a per cent.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
from bisect import bisect
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final, NamedTuple

import fanorona as fn
from fanorona.arena.workers import workers
from fanorona.engine import Engine, Limit
from fanorona.executors import in_order
from fanorona.files import write_whole_text
from fanorona.selfplay import unpack

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STAGES: Final = (7, 9, 11, 14, 19, 25, 33, 39, 45)
"""Numbers of stones; as many positions are chosen from each to the next."""
MOST_AHEAD: Final = 250
"""Hundredths of a stone by which the mover may be ahead or behind: others' turns hardly matter."""
MOST_TURNS: Final = 80
STONES_FOR_CHANCE: Final = 150
"""Hundredths of a stone that make a chance of 73 %, as in the fit of the network."""
DECIDED: Final = 10_000
SEED: Final = 7


class Judged(NamedTuple):
    """A position and the values of its turns for the mover, in hundredths of a stone."""

    fen: str
    values: dict[str, int]


def chosen(samples: Path, variant: str, count: int) -> list[str]:
    """Position strings of balanced positions, equally many from each stage of the game."""
    stages: list[dict[str, None]] = [{} for _ in pairwise(STAGES)]
    for sample in unpack(samples.read_bytes()):
        stones = sample.own.bit_count() + sample.enemy.bit_count()
        if stones >= STAGES[0] and abs(sample.score) <= MOST_AHEAD:
            position = fn.Position.from_stones(
                sample.own, sample.enemy, turn=fn.WHITE, variant=variant
            )
            stages[bisect(STAGES, stones) - 1][position.fen()] = None
    rng = random.Random(SEED)
    share = count // len(stages)
    found = [fen for stage in stages for fen in rng.sample(list(stage), min(share, len(stage)))]
    rng.shuffle(found)
    return found


def value(board: fn.Board, engine: Engine, nodes: int) -> int:
    """The value of a position for the player who has just moved."""
    outcome = board.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else DECIDED
    engine.new_game()
    score = engine.analyse(board, Limit(nodes=nodes)).score
    if score.estimate is not None:
        return -score.estimate
    return -DECIDED if score.win_in is not None else DECIDED


def judged(fen: str, nodes: int) -> str | None:
    """A line of JSON with the values of all turns, if there is a choice."""
    board = fn.Board(fen=fen)
    turns = sorted(board.legal_moves)
    if board.is_game_over() or not 2 <= len(turns) <= MOST_TURNS:
        return None
    engine = Engine(hash_mb=8, tables=None)
    values: dict[str, int] = {}
    by_position: dict[str, int] = {}
    for turn in turns:
        board.push(turn)
        after = board.position.fen()
        if after not in by_position:
            by_position[after] = value(board, engine, nodes)
        values[str(turn)] = by_position[after]
        board.pop()
    return json.dumps(Judged(fen, values)._asdict())


def judge(options: argparse.Namespace) -> None:
    """Writes a line for each position."""
    fens = chosen(options.samples, options.variant, options.positions)
    with workers(os.cpu_count() or 1) as executor:
        lines = in_order(partial(judged, nodes=options.nodes), fens, executor)
        write_whole_text(options.judged, "".join(f"{line}\n" for line in lines if line))


def chance(hundredths: int) -> float:
    """The chance to win, from 0 to 1."""
    return 1 / (1 + math.exp(-max(-3000, min(3000, hundredths)) / STONES_FOR_CHANCE))


def losses(positions: Iterable[Judged], nodes: int) -> list[float]:
    """What the engine's turns give away, in hundredths of a per cent, one by one."""
    engine = Engine(hash_mb=8, tables=None)
    found = []
    for position in positions:
        engine.new_game()
        turn = engine.play(fn.Board(fen=position.fen), Limit(nodes=nodes)).move
        best = max(position.values.values())
        found.append(10_000 * (chance(best) - chance(position.values[str(turn)])))
    return found


def mean_and_error(numbers: Sequence[float]) -> str:
    """The mean with its standard error."""
    return f"{fmean(numbers):.1f} ± {stdev(numbers) / math.sqrt(len(numbers)):.1f}"


def measure(options: argparse.Namespace) -> None:
    """Prints the losses at each number of nodes, and the mean's difference to others'."""
    lines = options.judged.read_text("utf-8").splitlines()
    positions = [Judged(**json.loads(line)) for line in lines]
    found = {str(nodes): losses(positions, nodes) for nodes in options.nodes}
    for nodes, of_turns in found.items():
        print(f"{nodes} nodes: loss {mean_and_error(of_turns)}")
    if options.output is not None:
        write_whole_text(options.output, json.dumps(found))
    if options.against is not None:
        others = json.loads(options.against.read_text("utf-8"))
        rows = [
            [new - old for new, old in zip(found[nodes], others[nodes], strict=True)]
            for nodes in found
            if nodes in others
        ]
        differences = [fmean(of_position) for of_position in zip(*rows, strict=True)]
        print(f"difference {mean_and_error(differences)}")


def main() -> None:
    """Reads the command and does it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("judge", help="judge every turn of positions of games")
    command.add_argument("samples", type=Path)
    command.add_argument("judged", type=Path, help="JSON Lines file to write")
    command.add_argument("--variant", default="tsivy")
    command.add_argument("--positions", type=int, default=1600, metavar="N")
    command.add_argument("--nodes", type=int, default=60_000, metavar="N", help="for each turn")
    command.set_defaults(run=judge)
    command = commands.add_parser("measure", help="measure the engine on judged positions")
    command.add_argument("judged", type=Path)
    command.add_argument("--nodes", type=int, nargs="+", default=[1500, 4000, 10_000], metavar="N")
    command.add_argument("--output", type=Path, help="JSON file for the single losses")
    command.add_argument("--against", type=Path, help="such a file to compare with")
    command.set_defaults(run=measure)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()

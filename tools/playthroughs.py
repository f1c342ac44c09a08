"""Plays games of the OpenSpiel environment and writes all that OpenSpiel shows of them.

Needs the extra openspiel. Two runs give the same files: chance follows from a seed.

    python tools/playthroughs.py
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from open_spiel.python.algorithms.generate_playthrough import playthrough

from fanorona.envs.openspiel import NAME
from fanorona.files import write_whole_text

FOLDER: Final = Path(__file__).parents[1] / "tests" / "data" / "playthroughs"
SEED: Final = 0
GAMES: Final = {
    "telo": f"{NAME}(variant=telo)",
    "dimy": f"{NAME}(variant=dimy,rules=alquerque,max_turns=12)",
    "tsivy": f"{NAME}()",
}
"""OpenSpiel's text forms of the games, by the names of the files.

With this seed Black wins the first, the second is too long, and White wins the third.
"""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=FOLDER, help="folder to write to")
    options = parser.parse_args()
    for name, game in GAMES.items():
        write_whole_text(options.output / f"{name}.txt", playthrough(game, [], seed=SEED))

import json
import subprocess
import sys
from pathlib import Path

from fanorona.selfplay import write

TOOL = Path(__file__).parents[2] / "tools" / "turn_loss.py"


def run(*words: object) -> str:
    command = [sys.executable, str(TOOL), *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_turns_are_judged_and_the_engine_is_measured_and_compared(tmp_path: Path) -> None:
    samples, judged, losses = (tmp_path / name for name in ("samples", "judged", "losses"))
    write(samples, "dimy", games=20, nodes=50)

    run("judge", samples, judged, "--variant", "dimy", "--positions", 40, "--nodes", 300)
    positions = [json.loads(line) for line in judged.read_text("utf-8").splitlines()]
    assert len(positions) >= 8
    assert all(len(position["values"]) >= 2 for position in positions)

    told = run("measure", judged, "--nodes", 20, 200, "--output", losses)
    assert [line.split(":")[0] for line in told.splitlines()] == ["20 nodes", "200 nodes"]
    found = json.loads(losses.read_text("utf-8"))
    assert [len(of_turns) for of_turns in found.values()] == [len(positions)] * 2
    assert all(0 <= loss <= 10_000 for of_turns in found.values() for loss in of_turns)

    again = run("measure", judged, "--nodes", 200, "--against", losses)
    assert again.splitlines()[-1] == "difference 0.0 ± 0.0"

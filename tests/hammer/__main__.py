"""Counts that take too long for the suite, which runs a sample of each: `python -m tests.hammer`.

    python -m tests.hammer [--counts SHARE] [PART…]

SHARE of 0.1 runs a tenth of every count. Every part has a fixed seed, so that a failure can be run again by
its command alone. Prints one line a part and writes them to tests/hammer/summary.json; status 1 if a part
failed.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

SUMMARY = Path(__file__).parent / "summary.json"
TOP = Path(__file__).resolve().parents[2]
RULESET = "american_civil_war"
CLI = ("-c", "from ironclad.api.cli import main; main()")


@dataclass(frozen=True)
class Part:
    """What is counted, how often, and the arguments of Python for a count, or the variable that holds it."""

    name: str
    count: int
    arguments: Callable[[int], tuple[str, ...]]
    variable: str | None = None


@dataclass(frozen=True)
class Result:
    """What a part did. `status` is its process's exit status, `said` the last line of its output."""

    part: str
    count: int
    command: str
    status: int
    seconds: float
    said: str


def _selfplay(count: int) -> tuple[str, ...]:
    return (*CLI, "selfplay", RULESET, "--seed", "1", "--games", str(count))


def _opponent(side: str) -> Callable[[int], tuple[str, ...]]:
    return lambda count: (*_selfplay(count), "--computer", side)


def _battles(count: int) -> tuple[str, ...]:
    return (*CLI, "odds", f"tests/games/american_civil_war/odds/{RULESET}.yaml", "--simulate", str(count))


def _requests(count: int) -> tuple[str, ...]:
    common = ("-m", "tests.load.schemathesis_run", "--seed", "7", "--store", "postgresql+redis")
    return (*common, "--requests", str(count))


def _kills(count: int) -> tuple[str, ...]:
    return ("-m", "pytest", "tests/faults/test_killed_workers.py", "-k", "again_and_again")


def _forged(count: int) -> tuple[str, ...]:
    return ("-m", "tests.hammer.forged", "--seed", "1", "--count", str(count))


PARTS = (
    Part("games", 300, _selfplay),
    Part("opponent-union", 50, _opponent("union")),
    Part("opponent-confederate", 50, _opponent("confederate")),
    Part("battles", 100_000, _battles),
    Part("requests", 50_000, _requests),
    Part("kills", 2_000, _kills, "IRONCLAD_TEST_KILLS"),
    Part("forged", 2_000, _forged),
)


def run(part: Part, share: float) -> Result:
    """Run a part to its end; print its output if it fails."""
    count = max(1, round(part.count * share))
    arguments = part.arguments(count)
    environment = {**os.environ, **({part.variable: str(count)} if part.variable else {})}
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=TOP, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
    prefix = f"{part.variable}={count} " if part.variable else ""
    lines = [line for line in done.stdout.splitlines() if any(each.isalnum() for each in line)]
    said = (lines or [""])[-1].strip()[:200]
    words = ["ironclad" if each == CLI[0] else each for each in arguments if each != CLI[1]]
    command = prefix + " ".join(words)
    return Result(part.name, count, command, done.returncode, round(time.monotonic() - begun, 1), said)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.hammer")
    parser.add_argument("--counts", type=float, default=1.0, metavar="SHARE")
    parser.add_argument("parts", nargs="*", choices=[[], *(part.name for part in PARTS)], metavar="PART")
    asked = parser.parse_args()
    results = []
    for part in PARTS:
        if asked.parts and part.name not in asked.parts:
            continue
        results.append(run(part, asked.counts))
        print(json.dumps(asdict(results[-1])), flush=True)
        SUMMARY.write_text(json.dumps([asdict(each) for each in results], indent=2) + "\n", encoding="utf-8")
    sys.exit(any(each.status for each in results))


if __name__ == "__main__":
    main()

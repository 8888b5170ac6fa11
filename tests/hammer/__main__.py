"""Counts that take too long for the suite, which runs a sample of each: `python -m tests.hammer`.

    python -m tests.hammer [--counts SHARE] [--seed N] [PART…]

SHARE of 0.1 runs a tenth of every count. Each run has another seed unless one is named; every line names it,
and a failure is run again by its command alone. Prints one line a part and puts it in place of the part's
last one in tests/hammer/summary.json; status 1 if a part failed.
"""

import argparse
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

SUMMARY = Path(__file__).parent / "summary.json"
TOP = Path(__file__).resolve().parents[2]
PYTEST = ("-m", "pytest", "-q", "-o", "faulthandler_timeout=14400")  # a count takes longer than a test
ACW, BRTA, EAGLE = "american_civil_war", "bull_run_to_appomattox", "eagle_variant"
WBTS = "war_between_the_states"
IRON = "iron_brigade"
CLI = ("-c", "from ironclad.api.cli import main; main()")


@dataclass(frozen=True)
class Part:
    """What is counted, how often, and the arguments of Python for a count, or the variable that holds it."""

    name: str
    count: int
    arguments: Callable[[int, int], tuple[str, ...]]
    variable: str | None = None


@dataclass(frozen=True)
class Result:
    """What a part did. `status` is its process's exit status, `said` the last line of its output."""

    part: str
    count: int
    seed: int
    command: str
    status: int
    seconds: float
    said: str


def _selfplay(ruleset: str, *more: str) -> Callable[[int, int], tuple[str, ...]]:
    return lambda count, seed: (
        *(*CLI, "selfplay", ruleset),
        *("--seed", str(seed), "--games", str(count), *more),
    )


def _opponent(ruleset: str, side: str) -> Callable[[int, int], tuple[str, ...]]:
    return _selfplay(ruleset, "--computer", side)


def _battles(count: int, seed: int) -> tuple[str, ...]:
    return (*CLI, "odds", f"tests/games/american_civil_war/odds/{ACW}.yaml", "--simulate", str(count))


def _requests(store: str) -> Callable[[int, int], tuple[str, ...]]:
    run = ("-m", "tests.load.schemathesis_run", "--store", store)
    return lambda count, seed: (*run, "--seed", str(seed), "--requests", str(count))


def _losses(count: int, seed: int) -> tuple[str, ...]:
    return (*PYTEST, "tests/faults/test_power.py", "-k", "acknowledged")


def _cluster_losses(count: int, seed: int) -> tuple[str, ...]:
    return (*PYTEST, "tests/faults/test_power_postgresql.py", "-k", "acknowledged")


def _kills(store: str) -> Callable[[int, int], tuple[str, ...]]:
    chosen = f"again_and_again and {store}"
    return lambda count, seed: (*PYTEST, "tests/faults/test_killed_workers.py", "-k", chosen)


def _seeded(count: int, seed: int) -> tuple[str, ...]:
    """Made positions, and a third as many whole campaigns; every type of event comes up in a full count."""
    found = (*("-m", f"tests.games.{BRTA}.seeded", "--seed", str(seed)), "--count", str(count))
    return (*found, "--games", str(count // 3), *(() if count >= 600 else ("--some",)))


def _mixed(count: int, seed: int) -> tuple[str, ...]:
    """Random games with mixes of all options; every type of event comes up in a full count."""
    found = ("-m", f"tests.games.{EAGLE}.seeded", "--seed", str(seed), "--count", str(count))
    return (*found, *(() if count >= 200 else ("--some",)))


def _wars(count: int, seed: int) -> tuple[str, ...]:
    """So many games of each small scenario, a quarter of each big one and a fortieth of campaigns."""
    return ("-m", f"tests.games.{WBTS}.seeded", "--seed", str(seed), "--count", str(count), "--some")


def _twins(count: int, seed: int) -> tuple[str, ...]:
    return ("-m", f"tests.games.{BRTA}.twins", "--seed", str(seed), "--count", str(count))


def _odds(count: int, seed: int) -> tuple[str, ...]:
    """So many runs of each of some twenty positions."""
    return ("-m", f"tests.games.{EAGLE}.many_odds", "--seed", str(seed), "--count", str(count))


def _matches(scenario: str) -> Callable[[int, int], tuple[str, ...]]:
    """So many battles of each side against random play."""
    run = ("-m", f"tests.games.{IRON}.matches", "--scenario", scenario)
    return lambda count, seed: (*run, "--seed", str(seed), "--count", str(count))


def _fights(count: int, seed: int) -> tuple[str, ...]:
    """So many fights with dice of each of a few positions, against their exact odds."""
    return (*PYTEST, f"tests/games/{IRON}/test_odds.py", "-k", "agree")


def _secrets(count: int, seed: int) -> tuple[str, ...]:
    return ("-m", f"tests.games.{EAGLE}.many_secrets", "--seed", str(seed), "--count", str(count))


def _forged(count: int, seed: int) -> tuple[str, ...]:
    return ("-m", "tests.hammer.forged", "--seed", str(seed), "--count", str(count))


def _plane(count: int, seed: int) -> tuple[str, ...]:
    """Random pairs of rectangles, also measured by another library."""
    return ("-m", "tests.kernel.plane.second_opinion", "--seed", str(seed), "--count", str(count))


def _hostile(count: int, seed: int) -> tuple[str, ...]:
    return ("-m", "tests.load.hostile", "--seconds", str(count), "--seed", str(seed))


def _positions(count: int, seed: int) -> tuple[str, ...]:
    return (*PYTEST, "tests/api/test_positions.py", "-k", "leads_to_no_fault")


def _races(count: int, seed: int) -> tuple[str, ...]:
    return (*PYTEST, "tests/faults/test_races.py")


def _floods(count: int, seed: int) -> tuple[str, ...]:
    return (*PYTEST, "tests/api/test_front.py", "-k", "flood")


def _clocks(count: int, seed: int) -> tuple[str, ...]:
    return (*PYTEST, "tests/match/clocks/test_histories.py")


def _readjudged(count: int, seed: int) -> tuple[str, ...]:
    """Random games decided again under a planted change of one rule."""
    return ("-m", "tests.hammer.readjudged", "--seed", str(seed), "--count", str(count))


def _clock_races(count: int, seed: int) -> tuple[str, ...]:
    """A command and the sweeps of three clerks at once, on each store."""
    return (*PYTEST, "tests/faults/test_clock_races.py")


def _clerk_kills(count: int, seed: int) -> tuple[str, ...]:
    """kill -9 of the clerk while it records flags."""
    return (*PYTEST, "tests/faults/test_killed_clerk.py")


PARTS = (
    Part("games", 300, _selfplay(ACW)),
    Part("opponent-union", 50, _opponent(ACW, "union")),
    Part("opponent-confederate", 50, _opponent(ACW, "confederate")),
    Part("games-bull-run", 300, _selfplay(BRTA)),
    Part("opponent-north", 50, _opponent(BRTA, "north")),
    Part("opponent-south", 50, _opponent(BRTA, "south")),
    Part("seeded-bull-run", 600, _seeded),
    Part("mixed-eagle", 200, _mixed),
    Part("opponent-usa", 50, _opponent(EAGLE, "usa")),
    Part("opponent-csa", 50, _opponent(EAGLE, "csa")),
    Part("mixed-war", 200, _wars),
    Part("twins-bull-run", 3_000, _twins),
    Part("secrets-eagle", 3_000, _secrets),
    Part("battles", 100_000, _battles),
    Part("odds-eagle", 100_000, _odds),
    Part("odds-iron-brigade", 5_000, _fights, "IRONCLAD_TEST_FIGHTS"),
    Part("opponent-first-shots", 50, _matches("first_shots")),
    Part("opponent-brawner-farm", 10, _matches("brawner_farm")),
    Part("plane", 100_000, _plane),
    Part("requests", 50_000, _requests("postgresql+redis")),
    Part("requests-sqlite", 50_000, _requests("sqlite")),
    Part("hostile", 60, _hostile),
    Part("positions", 1_000, _positions, "IRONCLAD_TEST_POSITIONS"),
    Part("races", 600, _races, "IRONCLAD_TEST_RACES"),
    Part("floods", 500, _floods, "IRONCLAD_TEST_FLOODS"),
    Part("kills", 1_000, _kills("postgresql"), "IRONCLAD_TEST_KILLS"),
    Part("kills-sqlite", 1_000, _kills("sqlite"), "IRONCLAD_TEST_KILLS"),
    Part("power", 1_000, _losses, "POWER_LOSSES"),
    Part("power-postgresql", 100, _cluster_losses, "IRONCLAD_TEST_POSTGRESQL_LOSSES"),
    Part("forged", 2_000, _forged),
    Part("clocks", 10_000, _clocks, "IRONCLAD_TEST_CLOCKS"),
    Part("clock-races", 1_000, _clock_races, "IRONCLAD_TEST_CLOCK_RACES"),
    Part("clerk-killed", 200, _clerk_kills, "IRONCLAD_TEST_CLERK_KILLS"),
    Part("readjudged", 1_000, _readjudged),
)


def run(part: Part, share: float, seed: int) -> Result:
    """Run a part to its end; print its output if it fails."""
    count = max(1, round(part.count * share))
    arguments = part.arguments(count, seed)
    environment = {**os.environ, "IRONCLAD_TEST_SEED": str(seed)}
    environment |= {part.variable: str(count)} if part.variable else {}
    with tempfile.NamedTemporaryFile("r", encoding="utf-8", suffix=".txt") as told:
        return _run(part, count, seed, arguments, {**environment, "IRONCLAD_TEST_SUMMARY": told.name}, told)


def _run(
    part: Part, count: int, seed: int, arguments: tuple[str, ...], environment: dict[str, str], told: IO[str]
) -> Result:
    """Run a part; what it said is what its tests appended to `told`, else the last line of its output."""
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=TOP, env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        print(done.stdout, file=sys.stderr)
    prefix = f"IRONCLAD_TEST_SEED={seed} " if "pytest" in arguments else ""
    prefix += f"{part.variable}={count} " if part.variable else ""
    lines = [line for line in done.stdout.splitlines() if any(each.isalnum() for each in line)]
    said = "; ".join(told.read().splitlines()) or (lines or [""])[-1].strip()
    words = ["ironclad" if each == CLI[0] else each for each in arguments if each != CLI[1]]
    command = prefix + " ".join(words)
    seconds = round(time.monotonic() - begun, 1)
    return Result(part.name, count, seed, command, done.returncode, seconds, said[:400])


def _keep(result: Result) -> None:
    """Put a result in place of its part's last one, in the order of the parts."""
    kept = {each["part"]: each for each in json.loads(SUMMARY.read_text("utf-8"))} if SUMMARY.exists() else {}
    kept[result.part] = asdict(result)
    ordered = [kept[part.name] for part in PARTS if part.name in kept]
    SUMMARY.write_text(json.dumps(ordered, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.hammer")
    parser.add_argument("--counts", type=float, default=1.0, metavar="SHARE")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("parts", nargs="*", choices=[[], *(part.name for part in PARTS)], metavar="PART")
    asked = parser.parse_args()
    results: list[Result] = []
    for part in PARTS:
        if asked.parts and part.name not in asked.parts:
            continue
        results.append(run(part, asked.counts, asked.seed))
        print(json.dumps(asdict(results[-1])), flush=True)
        verdict = f"FAILED with seed {asked.seed}" if results[-1].status else f"ok with seed {asked.seed}"
        print(f"{part.name}: {verdict}: {results[-1].said}", file=sys.stderr, flush=True)
        _keep(results[-1])
    if failed := [each.part for each in results if each.status]:
        print(f"failed with seed {asked.seed}: {', '.join(failed)}", flush=True)
    sys.exit(any(each.status for each in results))


if __name__ == "__main__":
    main()

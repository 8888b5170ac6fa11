"""Random games with mixes of all options, and random play from the positions of the cases.

    python -m tests.games.eagle_variant.seeded [--seed S] [--count GAMES] [--some]

prints how the games ended and how many commands and events there were, and the types of events that never
came up; ends with 1 where a game does not end or comes to a dead end, or, without --some, where a type of
event came up neither in the games nor from the positions of the cases.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from ironclad.api.rulebook.case_files import case_files, read_cases
from ironclad.domain.games import eagle_variant
from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.document import problems
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.kernel.cases.cases import starting_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import ScriptedDice, SeededDice
from ironclad.domain.kernel.engine.playout import Step, steps

CASES = Path(eagle_variant.__file__).parent / "cases"
PLAYED = ("historical", "balanced")
MOST = 30_000  # commands in a game; one without a last turn needs the most
ONWARD = 12  # commands that are played from each position of a case


def mixed(seed: int) -> tuple[str, dict[str, str]]:
    """A scenario, and a value for each option, by a seed.

    The balanced scenario without a last turn may last for ever at random, and so has its end.
    """
    random = Random(f"mixed {seed}")
    options = {name: random.choice(each.values) for name, each in RULESET.identity.options.items()}
    return random.choice(PLAYED), {**options, "balanced_without_end": "no"}


def game(seed: int) -> Iterator[Step]:
    """The steps of a random game with a mix of options. Raises Endless, DeadEnd."""
    scenario, options = mixed(seed)
    return steps(RULESET, seed, RULESET.rules.begin(scenario, options, None), cap=MOST)


def situations() -> Iterator[Position]:
    """Every position of every case: where it begins, and after each command that is not refused."""
    for path in case_files([CASES]):
        for case in read_cases(path):
            position: Position = starting_position(case.given, RULESET)
            yield position
            for step in case.when:
                if step.command is None:
                    continue
                command = RULESET.storage.commands.read(step.command)
                try:
                    dice = ScriptedDice(step.dice)
                    _, position = decider.execute(RULESET, position, step.seat, command, dice)
                except (Refused, Unreadable):
                    continue
                yield position


def onward(position: Position, seed: int) -> Iterator[str]:
    """The types of the events of random play from a position."""
    random, dice = Random(f"onward {seed}"), SeededDice(f"onward {seed}")
    for _ in range(ONWARD):
        if not (open_now := RULESET.rules.due(position)):
            return
        due = random.choice(open_now)
        command = decider.sample(RULESET, position, due, random)
        events, position = decider.execute(RULESET, position, due.seat, command, dice, due.id)
        yield from (type(event).__name__ for event in events)


def every_type() -> set[str]:
    """The names of all types of events of this game's chapters."""
    return {kind.__name__ for kind in RULESET.storage.events.types.values() if kind.__name__ != "GameBegun"}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.eagle_variant.seeded")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--some", action="store_true", help="Types of events need not all come up.")
    asked = parser.parse_args(arguments)
    ends: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    commands, wrong = 0, list[str]()
    for seed in range(asked.seed, asked.seed + asked.count):
        last = None
        for last in game(seed):
            commands += 1
            seen.update(type(event).__name__ for event in last.events)
        assert last is not None
        ended = last.after.ended
        ends["none" if ended is None else ended.rule] += 1
        wrong += [f"game {seed}: {each}" for each in problems(last.after)]
    for number, position in enumerate(situations() if not asked.some else islice(situations(), 50)):
        seen.update(onward(position, asked.seed + number))
    missing = sorted(every_type() - set(seen))
    print("ends:", ", ".join(f"{rule} {count}" for rule, count in ends.most_common()))
    print("never came up:", ", ".join(missing) or "none")
    print(*wrong, sep="\n", file=sys.stderr)
    print(f"{asked.count} games, {commands} commands, {sum(seen.values())} events of {len(seen)} types")
    return int(bool(wrong or ends["none"] or (missing and not asked.some)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

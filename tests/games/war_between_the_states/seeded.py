"""Random games of every scenario with mixes of all options, to their ends, and replayed.

    python -m tests.games.war_between_the_states.seeded [--seed S] [--count GAMES] [--scenario NAME] [--some]

Without a scenario, so many games of Manassas and of the forts, a quarter as many of east and west, a fortieth
as many campaigns. Prints how the games ended, how many commands and events there were, and which types of
events never came up; ends with 1 where a game does not end, comes to a dead end, leaves an unsound
position or replays to another one, or, without --some, where a type of event came up neither in the games
nor from the positions of the cases.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from ironclad.api.rulebook.case_files import case_files, read_cases
from ironclad.domain.games import war_between_the_states
from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.document import problems
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.cases.cases import starting_position
from ironclad.domain.kernel.engine import decider, playout
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event, Unreadable
from ironclad.domain.kernel.engine.dice import ScriptedDice, SeededDice
from ironclad.domain.kernel.engine.records import GameBegun

CASES = Path(war_between_the_states.__file__).parent / "cases"
SHARES = {"manassas_1861": 1, "forts_1862": 1, "east_1862": 4, "west_1862": 4, "campaign_1861": 40}
"""Scenario to the number of games of a small one that one of its games stands for."""
MOST = 60_000  # commands in a game
SOUND_EVERY = 97  # commands
SEATS = ((), ("union",), ("confederate",), ("union", "confederate"))
"""The sides that the computer plays, in turn: it attacks more than chance does."""
ONWARD = 12  # commands that are played from each position of a case


def begun(scenario: str, seed: int) -> GameBegun:
    """A game with a mix of all options by a seed; each fifth has none."""
    random = Random(f"mixed {scenario} {seed}")
    options = {name: random.choice(each.values) for name, each in RULESET.identity.options.items()}
    return RULESET.rules.begin(scenario, options if seed % 4 else {}, None)


def game(scenario: str, seed: int) -> tuple[list[Event], int, Position]:
    """A whole random game: its events, the number of its commands and its last position.

    Raises PlayFault where it does not end or cannot go on, AssertionError for an unsound position or a
    replay that comes to another one.
    """
    first = begun(scenario, seed)
    events: list[Event] = [first]
    commands, position = 0, RULESET.rules.initial(first)
    for step in playout.steps(RULESET, seed, first, MOST, SEATS[seed % len(SEATS)]):
        events += step.events
        commands, position = step.number, step.after
        if commands % SOUND_EVERY == 0 or position.ended:
            wrong = list(problems(position))
            assert not wrong, f"{scenario}, seed {seed}, command {commands}: {wrong[:3]}"
    again = playout.rebuild(RULESET, playout.stored(RULESET, events))
    assert playout.same_position(RULESET, position, again), f"{scenario}, seed {seed}: replays differently"
    return events, commands, position


def situations() -> Iterator[tuple[Position, list[Event]]]:
    """Every position of every case: where it begins, and after each command that is not refused.

    Each with the events that led there from the one before.
    """
    for path in case_files([CASES]):
        for case in read_cases(path):
            position: Position = starting_position(case.given, RULESET)
            yield position, []
            for step in case.when:
                if step.command is None:
                    continue
                try:
                    command = RULESET.storage.commands.read(step.command)
                    dice = ScriptedDice(step.dice)
                    events, position = decider.execute(RULESET, position, step.seat, command, dice)
                except (Refused, Unreadable):
                    continue
                yield position, events


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
    return {kind.__name__ for kind in RULESET.storage.events.types.values() if kind is not GameBegun}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.war_between_the_states.seeded")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--scenario", choices=tuple(SHARES))
    parser.add_argument("--some", action="store_true", help="Types of events need not all come up.")
    asked = parser.parse_args(arguments)
    ends: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    commands, wrong = 0, list[str]()
    for scenario, share in SHARES.items():
        if asked.scenario not in (None, scenario):
            continue
        count = asked.count if asked.scenario else max(1, asked.count // share)
        for seed in range(asked.seed, asked.seed + count):
            try:
                events, number, position = game(scenario, seed)
            except (playout.PlayFault, AssertionError) as fault:
                wrong.append(f"{scenario}, seed {seed}: {fault}")
                continue
            commands += number
            seen.update(type(event).__name__ for event in events)
            ends[f"{scenario} by {position.ended.rule if position.ended else 'nothing'}"] += 1
    if not asked.some:
        for number, (position, events) in enumerate(situations()):
            seen.update(type(event).__name__ for event in events)
            seen.update(onward(position, asked.seed + number))
    missing = sorted(every_type() - set(seen))
    print("rarest:", ", ".join(f"{name} {count}" for name, count in seen.most_common()[:-13:-1]))
    print(*wrong, sep="\n")
    told = ", ".join(f"{rule} {count}" for rule, count in ends.most_common())
    types = f"{sum(seen.values())} events of {len(seen)} types, without {', '.join(missing) or 'none'}"
    print(f"{told}; {commands} commands, {types}")
    return int(bool(wrong or (missing and not asked.some)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

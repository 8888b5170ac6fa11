"""Random games decided again under a planted change of one rule: found in exactly the games that it touches.

    python -m tests.hammer.readjudged [--seed S] [--count GAMES]

While a game is played, the changed function is asked beside the rule's own; the game is touched from the
first command on for which the two say something else. Decided again with the change in place of the rule,
it has to differ there, and a game that was never touched has to be the same. Ends with 1 where it is not so.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import msgspec

from ironclad.domain import games
from ironclad.domain.match.readings.course import Course, Given, Place
from ironclad.domain.match.readings.readjudication import Verdict, readjudicate
from ironclad.domain.match.readings.terms import Asked
from tests.games.planting import Function, in_place
from tests.match.readings.recorded import played

ACW, BRTA = "american_civil_war", "bull_run_to_appomattox"


@dataclass(frozen=True)
class Planted:
    """A change of one rule of a ruleset: of the function of a module, to what `changed` makes of it."""

    ruleset: str
    module: str
    function: str
    changed: Callable[[Function], Function]

    @property
    def original(self) -> Function:
        found: Function = getattr(import_module(self.module), self.function)
        return found


def _halves_down(original: Function) -> Function:
    """9.6/1: a half of a strength point that the defender loses counts as none."""

    def changed(facts: Any, outcome: Any, die: int, options: Mapping[str, str] | None = None) -> Any:
        found = original(facts, outcome, die, options)
        share = found.base * max(0, sum(each.amount for each in found.shares))
        if share % 100 != 50 or found.defender != found.reckoned:
            return found
        return msgspec.structs.replace(found, reckoned=found.reckoned - 1, defender=found.defender - 1)

    return changed


def _no_sure_hit(original: Function) -> Function:
    """7.4/2: a six is no hit of its own."""

    def changed(die: int, modifiers: Any, needs: int) -> bool:
        return die + sum(amount for _, amount in modifiers) >= needs

    return changed


PLANTED = (
    Planted(ACW, f"ironclad.domain.games.{ACW}.rules.c09_battle.resolution", "reckon_losses", _halves_down),
    Planted(BRTA, f"ironclad.domain.games.{BRTA}.rules.c07_combat.firing", "is_hit", _no_sure_hit),
)


@dataclass
class Played:
    """A game, and the number of the first command that the change touches; None where none is."""

    course: Course
    touched: int | None


def play(planted: Planted, seed: int) -> Played:
    """Play a random game by the rules, and watch where the change would say something else."""
    original = planted.original
    changed = planted.changed(original)
    calls = list[bool]()

    def beside(*given: Any, **named: Any) -> Any:
        found = original(*given, **named)
        calls.append(found != changed(*given, **named))
        return found

    ruleset, touched = games.ruleset(planted.ruleset), list[int]()

    def watch(number: int) -> None:
        if any(calls):
            touched.append(number)
        calls.clear()

    with in_place(original, beside):
        course = played(ruleset, seed, watch=watch)
    return Played(course, min(touched, default=None))


def decided_again(planted: Planted, course: Course) -> Verdict:
    """The game decided again with the change in place of the rule."""
    original = planted.original
    with in_place(original, planted.changed(original)):
        return readjudicate(games.ruleset(planted.ruleset), course, Asked())


def place_of(verdict: Verdict) -> tuple[str, int]:
    line, _, version = verdict.at.partition("@")
    return line, int(version)


@dataclass
class Count:
    """What was decided again, and what was wrong."""

    games: int = 0
    touched: int = 0
    commands: int = 0
    classes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def take(self, planted: Planted, seed: int) -> None:
        """Play a game and decide it again."""
        game = play(planted, seed)
        verdict = decided_again(planted, game.course)
        self.games += 1
        self.commands += len(game.course.steps)
        self.classes[verdict.kind] += 1
        name = f"{planted.ruleset}, seed {seed}"
        if game.touched is None:
            if verdict.kind != "same":
                self.wrong.append(f"{name}: {verdict.kind} at {verdict.at}, and was not touched")
            return
        self.touched += 1
        given = game.course.steps[game.touched - 1]
        assert isinstance(given, Given)
        first, last = given.at, (given.events[-1].at if given.events else given.at)
        if verdict.kind == "same":
            self.wrong.append(f"{name}: the same, and was touched at {first}")
        elif not first <= Place(*place_of(verdict)) <= last:
            self.wrong.append(f"{name}: {verdict.kind} at {verdict.at}, and was touched at {first}")

    def __str__(self) -> str:
        kinds = ", ".join(f"{count:,} {name}" for name, count in sorted(self.classes.items()))
        found = f"{self.games:,} games, {self.touched:,} touched, {self.commands:,} commands: {kinds}"
        return f"{found}; {len(self.wrong)} wrong"


def count(games: int, seed: int) -> Count:
    """Random games, one planted change after the other in turn."""
    found = Count()
    for number in range(games):
        found.take(PLANTED[number % len(PLANTED)], seed + number)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.hammer.readjudged")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1_000)
    asked = parser.parse_args()
    begun = time.monotonic()
    found = count(asked.count, asked.seed)
    for each in found.wrong:
        print(each)
    print(f"{found} (seed {asked.seed}, {time.monotonic() - begun:.0f} s)")
    sys.exit(bool(found.wrong))


if __name__ == "__main__":
    main()

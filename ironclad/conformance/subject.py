"""What is held to the properties: a ruleset, where its files are, and games of random play."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from ironclad.domain.kernel.cases.expectations import document_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event, UnknownName, Unreadable
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Playout, Step, play, steps
from ironclad.domain.kernel.engine.ruleset import Ruleset

SAMPLED_STEPS = 60
"""Points of a game at which the slower questions are asked."""


class Counterexample(Exception):
    """A property that does not hold. The message is one sentence that says where, and what was found."""


def fail(what: str) -> NoReturn:
    raise Counterexample(what)


def hold(test: object, what: str) -> None:
    """Raises Counterexample unless `test` holds."""
    if not test:
        raise Counterexample(what)


@dataclass(frozen=True)
class Book:
    """The files of a ruleset: its package, the package's directory, and tests that name clauses, if any.

    A test names clauses by `@pytest.mark.rule("9.6/2")`.
    """

    package: str
    directory: Path
    tests: Path | None = None


@dataclass
class Subject:
    """A ruleset with games of random play, each played once.

    `book` is None for a ruleset without a package of its own. `given_steps` gives the steps of a seed's game
    where they are known already.
    """

    ruleset: Ruleset[Any]
    book: Book | None = None
    given_steps: Callable[[int], Iterator[Step]] | None = None
    _played: dict[int, Playout] = field(default_factory=dict)
    _points: dict[int, list[Step]] = field(default_factory=dict)

    def played(self, seed: int) -> Playout:
        """The game of a seed: the ruleset's first scenario at random to its end. Raises PlayFault."""
        if seed not in self._played:
            self._played[seed] = play(self.ruleset, seed)
        return self._played[seed]

    def steps(self, seed: int) -> Iterator[Step]:
        """That game, command by command."""
        if self.given_steps is not None:
            return self.given_steps(seed)
        return steps(self.ruleset, seed, self.played(seed).begun)

    def points(self, seed: int) -> list[Step]:
        """Steps spread over the whole game, the first and the last among them."""
        if seed not in self._points:
            last = self.played(seed).commands
            every = max(1, last // SAMPLED_STEPS)
            self._points[seed] = [
                each for each in self.steps(seed) if each.number in (1, last) or each.number % every == 0
            ]
        return self._points[seed]


def where(step: Step) -> str:
    """Where a counterexample was found."""
    return f"at command {step.number}, {step.seat}: {step.command}"


def carried_out(ruleset: Ruleset[Any], step: Step, position: Any) -> tuple[list[Event], Any]:
    """A step's command given at a position: its events, and the position after them."""
    dice = SeededDice(step.number)
    return decider.execute(ruleset, position, step.seat, step.command, dice, step.due.id)


def strange_commands(
    ruleset: Ruleset[Any], command: Command, others: list[Command], random: Random
) -> Iterator[Command]:
    """The command of this moment, one of another moment, and both with single fields exchanged or changed."""
    foreign = random.choice(others)
    yield command
    yield foreign
    for base in (command, foreign):
        for _ in range(3):
            data = document_of(base)
            fields = [name for name in data if name != "type"]
            if not fields:
                continue
            changed = random.choice(fields)
            donors = [document_of(each) for each in others]
            values = [each[changed] for each in donors if changed in each]
            data[changed] = bent(random.choice(values), random)
            try:
                yield ruleset.storage.commands.read(data)
            except (Unreadable, UnknownName):
                continue


def bent(value: Any, random: Random) -> Any:
    """A value of the same kind that is often not a legal one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-1, 0, 1, 7, -1000))
    if isinstance(value, str):
        return random.choice((value, value[::-1], "", "0000", "nowhere"))
    if isinstance(value, list):
        return random.choice((value, value[:-1], value + value, [bent(each, random) for each in value]))
    if isinstance(value, dict):
        return {key: bent(each, random) for key, each in value.items()}
    return value

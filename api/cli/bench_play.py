"""What the rules cost in process: deciding, evolving, a whole random game.

Ratios are shares of the raw limit: 1 is at the limit, whether the figure is a rate or a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import msgspec

from domain.kernel.codec import Command, Event
from domain.kernel.decider import GameBegun, Ruleset
from domain.kernel.dice import Roll, SeededDice
from domain.kernel.playout import steps

SEEDS_TRIED = 30


class Figure(msgspec.Struct, frozen=True):
    """One figure: `limit` is the raw limit measured in the same run, `against` says what that is."""

    name: str
    value: float
    unit: str
    limit: float
    ratio: float
    against: str


def rate(name: str, value: float, limit: float, unit: str, against: str) -> Figure:
    """A figure that is better when higher."""
    return Figure(name, round(value, 1), unit, round(limit, 1), round(value / limit, 3), against)


def time(name: str, value: float, limit: float, unit: str, against: str) -> Figure:
    """A figure that is better when lower."""
    return Figure(name, round(value, 4), unit, round(limit, 4), round(limit / value, 3), against)


@dataclass(frozen=True)
class Given:
    """A command of the recorded game: who gave it, which decision it answered, in which turn."""

    seat: str
    command: Command
    decision: str
    turn: int
    events: list[Event]


@dataclass(frozen=True)
class Recorded:
    """A random game: its first event, its commands with what came of them, and how long play took."""

    seed: int
    begun: GameBegun
    given: list[Given]
    seconds: float

    @property
    def last_turn(self) -> int:
        return self.given[-1].turn


def record(ruleset: Ruleset[Any], seed: int) -> Recorded:
    """Play one random game from a seed."""
    begun = ruleset.begin(next(iter(ruleset.scenarios)), {}, None)
    started = perf_counter()
    played = list(steps(ruleset, seed, begun))
    seconds = perf_counter() - started
    given = [
        Given(
            step.seat,
            step.command,
            next(due.id for due in ruleset.due(step.before) if due.seat == step.seat),
            getattr(step.before, "turn", 0),
            step.events,
        )
        for step in played
    ]
    return Recorded(seed, begun, given, seconds)


def longest(ruleset: Ruleset[Any], seed: int, turn: int) -> Recorded:
    """The first random game from `seed` on that reaches a turn; the one that came furthest if none does."""
    best: Recorded | None = None
    for each in range(seed, seed + SEEDS_TRIED):
        recorded = record(ruleset, each)
        if best is None or recorded.last_turn > best.last_turn:
            best = recorded
        if best.last_turn >= turn:
            break
    assert best is not None
    return best


def decide_and_play(ruleset: Ruleset[Any], recorded: Recorded) -> Iterator[Figure]:
    """decide/…: commands a second over a random game; playout/…: seconds for the game with its choices."""
    deciding = _decide(ruleset, recorded)
    evolving = _evolve(ruleset, recorded)
    count = len(recorded.given)
    against = "copying the position and evolving the same events"
    yield rate(f"decide/{ruleset.name}", count / deciding, count / evolving, "commands/s", against)
    against = "deciding the same commands without choosing them"
    yield time(f"playout/{ruleset.name}", recorded.seconds, deciding, "s", against)


def _decide(ruleset: Ruleset[Any], recorded: Recorded) -> float:
    position, dice = ruleset.initial(recorded.begun), SeededDice(f"dice {recorded.seed}")
    started = perf_counter()
    for given in recorded.given:
        _, position = ruleset.execute(position, given.seat, given.command, dice)
    return perf_counter() - started


def _evolve(ruleset: Ruleset[Any], recorded: Recorded) -> float:
    position, evolvers = ruleset.initial(recorded.begun), ruleset.handlers.evolvers
    started = perf_counter()
    for given in recorded.given:
        position = position.copy()
        for event in given.events:
            evolvers[type(event)](position, event)
    return perf_counter() - started


class SharedDice:
    """One generator for all commands of a game; each command proves only its own rolls."""

    def __init__(self, seed: int) -> None:
        self._source = SeededDice(f"dice {seed}")

    def __call__(self, game: str, timeline: str, version: int) -> "CommandDice":
        return CommandDice(self._source)


class CommandDice:
    """The dice of one command."""

    def __init__(self, source: SeededDice) -> None:
        self._source = source
        self._rolls: list[Roll] = []

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        faces = self._source.roll(purpose, rule, count, sides)
        self._rolls.append(Roll(purpose, rule, faces))
        return faces

    def proof(self) -> tuple[Roll, ...]:
        return tuple(self._rolls)

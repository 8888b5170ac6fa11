"""Recording a long random game for measuring: its commands, the dice that each rolled, what came of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.dice import Roll, ScriptedDice, SeededDice
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset

SEEDS_TRIED = 20


class CommandDice:
    """The dice of one command, drawn from a game's own generator."""

    def __init__(self, source: SeededDice) -> None:
        self._source = source
        self._rolls: list[Roll] = []

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        faces = self._source.roll(purpose, rule, count, sides)
        self._rolls.append(Roll(purpose, rule, faces))
        return faces

    def proof(self) -> tuple[Roll, ...]:
        return tuple(self._rolls)


@dataclass(frozen=True)
class Given:
    """A command: the position before it, who gave it, the decision it answered, its dice, its events."""

    before: Any
    seat: str
    command: Command
    decision: str
    faces: tuple[int, ...]
    events: list[Event]

    @property
    def turn(self) -> int:
        return int(getattr(self.before, "turn", 0))


@dataclass(frozen=True)
class Recorded:
    """A random game from a seed: its first event and its commands."""

    seed: int
    begun: GameBegun
    given: list[Given]

    @property
    def last_turn(self) -> int:
        return self.given[-1].turn

    def dice(self) -> "RecordedDice":
        """A source that gives a referee the recorded dice, command after command."""
        return RecordedDice(iter(self.given))


class RecordedDice:
    """The dice of a recorded game in order; further commands get seeded ones."""

    def __init__(self, given: Iterator[Given]) -> None:
        self._given = given

    def __call__(self, game: str, timeline: str, version: int) -> ScriptedDice | SeededDice:
        given = next(self._given, None)
        return ScriptedDice(given.faces) if given is not None else SeededDice(f"{timeline} {version}")


def record(ruleset: Ruleset[Any], seed: int) -> Recorded:
    """Play one random game from a seed to its end."""
    random, source = Random(f"choices {seed}"), SeededDice(f"dice {seed}")
    begun = ruleset.rules.begin(next(iter(ruleset.identity.scenarios)), {}, None)
    position, given = ruleset.rules.initial(begun), list[Given]()
    while ruleset.rules.outcome(position) is None:
        due = random.choice(ruleset.rules.due(position))
        command, dice = decider.sample(ruleset, position, due, random), CommandDice(source)
        events, after = decider.execute(ruleset, position, due.seat, command, dice, due.id)
        faces = tuple(face for roll in dice.proof() for face in roll.faces)
        given.append(Given(position, due.seat, command, due.id, faces, events))
        position = after
    return Recorded(seed, begun, given)


def furthest(ruleset: Ruleset[Any], seed: int, turn: int) -> Recorded:
    """The first of some random games that reaches a turn, else the one that came furthest: few last long."""
    best = record(ruleset, seed)
    for each in range(seed + 1, seed + SEEDS_TRIED):
        if best.last_turn >= turn:
            break
        best = max(best, record(ruleset, each), key=lambda recorded: recorded.last_turn)
    return best

"""What the rules do next from a position, step by step, each step carried out once for each fall of its dice.

Many runs of one battle come to the same positions. What the rules make of a position and of some faces is
carried out by them the first time and looked up from then on: a run costs its dice.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.rules.c02_turns.sequence import SEQUENCE
from ironclad.domain.kernel.engine.dice import Dice
from ironclad.domain.kernel.engine.memo import forget_answers, keep_answers
from ironclad.domain.kernel.engine.resolution import Resolution


class More(Exception):
    """So many dice more are rolled than there are faces."""


class Faces:
    """Dice whose next faces are given; asks for more by raising More."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces, self.rolled = faces, 0

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        if self.rolled + count > len(self.faces):
            raise More(self.rolled + count - len(self.faces))
        self.rolled += count
        return self.faces[self.rolled - count : self.rolled]

    def proof(self) -> tuple[Any, ...]:
        return ()


@dataclass(frozen=True)
class Step:
    """The events up to the next position whose dice matter, and its number; -1 where nothing follows."""

    events: tuple[Any, ...]
    to: int


@dataclass
class Steps:
    """The positions that runs of one position have come to, as kept bytes, and the steps between them.

    `lasts` are the types of events after which no run is followed.
    """

    start: Position
    lasts: tuple[type, ...]
    known: list[tuple[bytes, dict[tuple[int, ...], "Step | int"]]] = field(default_factory=list)
    _numbers: dict[bytes, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._number(self.start)

    def run(self, dice: Dice) -> Iterator[Any]:
        """The events of one run with dice."""
        at = 0
        while at >= 0:
            faces: tuple[int, ...] = ()
            while not isinstance(step := self._step(at, faces), Step):
                faces += dice.roll("a step", "tactical/58", step)
            yield from step.events
            at = step.to

    def _number(self, position: Position) -> int:
        key = RULESET.storage.freeze(position)
        if (found := self._numbers.get(key)) is None:
            found = self._numbers[key] = len(self.known)
            self.known.append((key, {}))
        return found

    def _step(self, at: int, faces: tuple[int, ...]) -> "Step | int":
        """The step with these faces; how many dice it rolls beyond them where there are too few."""
        frozen, ways = self.known[at]
        if (found := ways.get(faces)) is None:
            found = ways[faces] = self._carried_out(RULESET.storage.thaw(frozen), faces)
        return found

    def _carried_out(self, position: Position, faces: tuple[int, ...]) -> "Step | int":
        """Let the rules go on until dice have been rolled and the position after them is reached."""
        dice = Faces(faces)
        play = Resolution(position, dice, RULESET.rules.handlers.evolvers, RULESET.storage.events)
        keep_answers(play.position)
        try:
            while not (waits := SEQUENCE.waits(play.position)):
                SEQUENCE.advance(play)
                if dice.rolled or any(isinstance(each, self.lasts) for each in play.events):
                    break
        except More as more:
            return int(more.args[0])
        forget_answers(play.position)
        over = waits or any(isinstance(each, self.lasts) for each in play.events)
        return Step(tuple(play.events), -1 if over else self._number(play.position))

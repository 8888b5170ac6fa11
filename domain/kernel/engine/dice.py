"""The dice port: who wants a roll says why, and the source says what came up.

A ruleset calls `Dice.roll` and writes the faces into its events; it never sees where they come from.
Scripted dice serve cases and sandbox games, seeded dice serve selfplay and games from before fair dice,
`fair_roll.FairDice` every other game.
"""

import random
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")
MOST_SIDES = 256
"""Faces that a die may have at most: fair dice take one byte for each (docs/dice.md)."""


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """One roll: what for, under which clause, and the faces in the order rolled.

    Fair dice add the roll's number on its timeline (from 1), and whether no command causes it
    (`unprompted`: initiative, an election). The shares that fixed it are its command's: see `DiceProof`.
    """

    purpose: str
    rule: str
    faces: tuple[int, ...]
    sides: int = 6
    number: int = 0
    unprompted: bool = False


class DiceScriptError(Exception):
    """Scripted dice ran out, were left over, or show a face that the die does not have."""


class Dice(Protocol):
    """A source of dice."""

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Roll `count` dice of `sides` faces; faces run from 1 to `sides`."""
        ...

    def proof(self) -> tuple[Roll, ...]:
        """Every roll made so far, in order."""
        ...


def check_sides(sides: int) -> None:
    """Raises ValueError for a die that no source can roll: fair dice have 2 to 256 faces (docs/dice.md)."""
    if not 2 <= sides <= MOST_SIDES:
        raise ValueError(f"a die has 2 to {MOST_SIDES} faces, not {sides}")


def draw(dice: Dice, purpose: str, rule: str, pool: Sequence[T], count: int) -> tuple[T, ...]:
    """Draw `count` of a pool without replacement (chits from a cup, cards from a deck), in the order drawn.

    Each draw is a roll of one die with as many faces as items are left: face i takes the i-th of those left,
    in the pool's order. The last item of a pool is certain and needs no roll. The pool's order must follow
    from the position alone. Raises ValueError for a draw of more than there are, or from more than 256.
    """
    if not 0 <= count <= len(pool):
        raise ValueError(f"{purpose} ({rule}) draws {count} of {len(pool)}")
    left, drawn = list(pool), []
    for number in range(1, count + 1):
        face = 1
        if len(left) > 1:
            named = purpose if count == 1 else f"{purpose}, draw {number} of {count}"
            check_sides(len(left))
            (face,) = dice.roll(named, rule, 1, len(left))
        drawn.append(left.pop(face - 1))
    return tuple(drawn)


class RollNeeded(Exception):
    """A command rolls, and its dice stop at the first roll."""


class NoDice:
    """Dice that stop at the first roll: what a command does up to there needs none."""

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        raise RollNeeded(purpose)

    def proof(self) -> tuple[Roll, ...]:
        return ()


class SeededDice:
    """Dice from a seeded generator: the same seed gives the same faces."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)
        self._rolls: list[Roll] = []

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        faces = tuple(self._random.randint(1, sides) for _ in range(count))
        self._rolls.append(Roll(purpose, rule, faces, sides))
        return faces

    def proof(self) -> tuple[Roll, ...]:
        return tuple(self._rolls)


class ScriptedDice:
    """Dice whose faces were written down beforehand, for cases and sandbox games."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._rolls: list[Roll] = []

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        if len(self._faces) < count:
            raise DiceScriptError(f"{purpose} ({rule}) wants {count} dice, {len(self._faces)} are left")
        faces, self._faces = tuple(self._faces[:count]), self._faces[count:]
        if not all(1 <= face <= sides for face in faces):
            raise DiceScriptError(f"{purpose} ({rule}) rolls dice of {sides} faces, the script says {faces}")
        self._rolls.append(Roll(purpose, rule, faces, sides))
        return faces

    def proof(self) -> tuple[Roll, ...]:
        return tuple(self._rolls)

    def left(self) -> tuple[int, ...]:
        """The faces not yet rolled; a case with any left over fails."""
        return tuple(self._faces)

"""The dice port: who wants a roll says why, and the source says what came up.

A ruleset calls `Dice.roll` and writes the faces into its events; it never sees where they come from.
Scripted dice serve cases and sandbox games, seeded dice serve selfplay and games from before fair dice,
`fair_roll.FairDice` every other game.
"""

import random
from collections.abc import Iterable
from typing import Protocol

import msgspec


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

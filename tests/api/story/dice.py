"""Dice for the story: seeded by what a roll is for, so that the tale stays the same from run to run."""

from ironclad.domain.kernel.engine.dice import Dice, Roll, SeededDice
from ironclad.referee.settings import DiceSource


class StoryDice:
    """Dice of one command, with faces of their own for every purpose.

    An event more or less before a roll changes no face; a roll that follows another of the same purpose in
    one command continues where that one stopped.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._sources: dict[str, SeededDice] = {}
        self._rolls: list[Roll] = []

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        source = self._sources.setdefault(purpose, SeededDice(f"{self._seed}|{purpose}"))
        faces = source.roll(purpose, rule, count, sides)
        self._rolls.append(Roll(purpose, rule, faces))
        return faces

    def proof(self) -> tuple[Roll, ...]:
        return tuple(self._rolls)


def story_dice(seed: str) -> DiceSource:
    """Dice from a seed: the same in every game's first timeline, others in every timeline opened later."""

    def source(game: str, timeline: str, version: int) -> Dice:
        return StoryDice(seed if timeline == "main" else f"{seed}, told otherwise")

    return source

"""Dice that show the recorded faces, as long as the same dice are rolled in the same order."""

from collections.abc import Sequence
from typing import Any

from ironclad.domain.kernel.engine.dice import Roll


class OtherDice(Exception):
    """A command rolls other dice than those that are recorded.

    `would` are the rolls that it makes: those before the first other one with their faces, then that one with
    the number of its dice; none after the last where it rolls fewer.
    """

    def __init__(self, would: list[dict[str, Any]]) -> None:
        super().__init__("it rolls other dice")
        self.would = would


class RecordedDice:
    """Recorded rolls, to be made again: as many dice, of as many sides, in this order.

    What a roll is for is in words, and words may change. But a roll whose words and clause are those of a
    later recorded roll, and not those of the next, is out of its order.
    """

    def __init__(self, rolls: Sequence[Roll]) -> None:
        self._recorded = list(rolls)
        self._made: list[Roll] = []

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """The faces of the next recorded roll. Raises OtherDice."""
        left = self._recorded[len(self._made) :]
        if not left or not _fits(left, purpose, rule, count, sides):
            wanted = {"purpose": purpose, "rule": rule, "dice": count, "sides": sides}
            raise OtherDice([*rolls_of(self._made), wanted])
        self._made.append(Roll(purpose, rule, left[0].faces, sides))
        return left[0].faces

    def proof(self) -> tuple[Roll, ...]:
        """The rolls made so far."""
        return tuple(self._made)

    def check_all_rolled(self) -> None:
        """Raises OtherDice where fewer rolls were made than are recorded."""
        if len(self._made) < len(self._recorded):
            raise OtherDice(rolls_of(self._made))


def _fits(left: Sequence[Roll], purpose: str, rule: str, count: int, sides: int) -> bool:
    """Whether a roll is the next one of those that are left."""
    if (len(left[0].faces), left[0].sides) != (count, sides):
        return False
    named = (purpose, rule)
    return named == (left[0].purpose, left[0].rule) or named not in [
        (each.purpose, each.rule) for each in left[1:]
    ]


def rolls_of(rolls: Sequence[Roll]) -> list[dict[str, Any]]:
    """Rolls as plain data."""
    return [
        {
            "purpose": each.purpose,
            "rule": each.rule,
            "dice": len(each.faces),
            "sides": each.sides,
            "faces": list(each.faces),
        }
        for each in rolls
    ]

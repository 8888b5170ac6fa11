"""Chances: of the dice of a check, of its results, and of what an act with any dice brings about."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TypeVar

from ironclad.domain.games.iron_brigade.position.document import freeze
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.between import quality
from ironclad.domain.games.iron_brigade.rules.c07_morale.checks import check, dice_amount, further_dice
from ironclad.domain.games.iron_brigade.rules.items import Item
from ironclad.domain.games.iron_brigade.rules.troops import Quality
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.odds.odds import EveryWay

T = TypeVar("T")
Weights = dict[T, Fraction]
FACES = range(1, 7)


def add(weights: Weights[T], key: T, weight: Fraction) -> None:
    """Count a weight to a key."""
    if weight:
        weights[key] = weights.get(key, Fraction(0)) + weight


@lru_cache(maxsize=16)
def dice_chances(grade: Quality) -> Mapping[int, Fraction]:
    """What the dice of a check add, by the faces of all of them (VII.C/1)."""
    found: Weights[int] = {}
    further = further_dice(grade)
    for red, green in product(FACES, FACES):
        count = 0 if red == green else further
        for rest in product(FACES, repeat=count):
            add(found, dice_amount(grade, red, green, rest), Fraction(1, 36 * 6**count))
    return found


def check_chances(position: Position, id: str, applied: tuple[Item, ...]) -> Weights[tuple[str, int]]:
    """The results of a unit's check with these items, each with the dice of its flight."""
    found: Weights[tuple[str, int]] = {}
    for dice, weight in dice_chances(quality(position, id)).items():
        rolled = check(position.muster[id].value, dice, applied)
        add(found, (rolled.result, rolled.distance_dice), weight)
    return found


def faces_for(position: Position, id: str, wanted: Callable[[int], bool]) -> tuple[int, ...]:
    """Faces of a check's dice whose amount is wanted. Raises StopIteration if there are none."""
    grade = quality(position, id)
    for red, green in product(FACES, FACES):
        count = 0 if red == green else further_dice(grade)
        for rest in product(FACES, repeat=count):
            if wanted(dice_amount(grade, red, green, rest)):
                return (red, green, *rest)
    raise StopIteration


def every_way(position: Position, act: Callable[[Play], object]) -> list[tuple[Position, Fraction]]:
    """Every position that an act with dice comes to, with its probability; the same ones are one."""
    found: dict[bytes, tuple[Position, Fraction]] = {}
    dice = EveryWay()
    while True:
        after = position.copy()
        keep_answers(after)
        act(Resolution(after, dice, brigade.evolvers))
        key = freeze(after)
        before = found.get(key, (after, Fraction(0)))[1]
        found[key] = (after, before + Fraction(1, dice.ways()))
        if not dice.advance():
            return list(found.values())


def sums(count: int) -> Weights[int]:
    """The sum of so many dice."""
    found: Weights[int] = {0: Fraction(1)}
    for _ in range(count):
        found = joined((found, {face: Fraction(1, 6) for face in FACES}))
    return found


def joined(parts: Iterable[Mapping[int, Fraction]]) -> Weights[int]:
    """The sum of independent amounts."""
    found: Weights[int] = {0: Fraction(1)}
    for part in parts:
        after: Weights[int] = {}
        for one, other in product(found.items(), part.items()):
            add(after, one[0] + other[0], one[1] * other[1])
        found = after
    return found

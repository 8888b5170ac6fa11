"""The odds of a melee: its losses, which no die decides, and the checks until somebody falls back (IX.E)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.readers.odds.weights import Weights, add, check_chances, every_way
from ironclad.domain.games.iron_brigade.registry import Play
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.casualties import (
    officers_before,
    roll_officers,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import SHAKEN, items_of
from ironclad.domain.games.iron_brigade.rules.c09_melee.events import MeleeFought
from ironclad.domain.games.iron_brigade.rules.c09_melee.fighting import (
    MOST_PAIRS,
    contacts_of,
    group_of,
    lose,
    may_fall,
    melee_sides,
    round_of,
    sides_of,
    steps_of,
)
from ironclad.domain.games.iron_brigade.rules.c09_melee.points import touching
from ironclad.domain.kernel.engine.citations import require

Fell = tuple[tuple[str, str], ...]
"""The units that fall back, each with the result of its check; nobody: the melee continues, or is over."""


def melee_chances(position: Position, id: str) -> tuple[Weights[Fell], MeleeFought]:
    """Who falls back from the melee that a unit is in, in this round; and the round. Raises Refused."""
    group = group_of(position, id)
    require(group, "IX.D/3", f"{id} is in no melee")
    one, other = sides_of(position, group)
    require(any(touching(position, each, other) for each in one), "IX.D/1", "nobody is in contact")
    fought = round_of(position, one, other, contacts_of(position, group))
    before = officers_before(position)

    def act(play: Play) -> None:
        play.emit(fought)
        for each in (*one, *other):
            lose(play, each, fought.units[each].loss, other if each in one else one)
        roll_officers(play, {each: found for each, found in before.items() if each in group})

    steps = {each: steps_of(position, each) for each in group}
    found: Weights[Fell] = {}
    for after, weight in every_way(position, act):
        for fell, chance in _checks(after, group, steps).items():
            add(found, fell, weight * chance)
    return found, fought


def _checks(position: Position, group: Sequence[str], steps: Mapping[str, int]) -> Weights[Fell]:
    """Who falls back: after their losses those that lost a step check, and then all, pair after pair."""
    alive = [id for id in group if id in position.units]
    first = [id for id in alive if steps_of(position, id) > steps[id]]
    found: Weights[Fell] = {}
    left = _share(found, _together(position, first), Fraction(1))
    pair = _together(position, [id for id in alive if position.muster[id].has_morale])
    pairs = 0
    while left and pairs < MOST_PAIRS and may_fall(position, group):
        pairs += 1
        left = _share(found, pair, left)
    add(found, (), left)
    return found


def _share(found: Weights[Fell], chances: Weights[Fell], weight: Fraction) -> Fraction:
    """Count the ways in which somebody falls back; the weight of the others."""
    for fell, chance in chances.items():
        if fell:
            add(found, fell, weight * chance)
    return weight * chances.get((), Fraction(0))


def _together(position: Position, ids: Sequence[str]) -> Weights[Fell]:
    """Checks of some units made together: those that fall back, with their results."""
    rows = []
    for id in ids:
        chances: Weights[str] = {}
        for (result, _), chance in check_chances(
            position, id, items_of(position, id, melee_sides(position, id))
        ).items():
            add(chances, result if result in SHAKEN else "", chance)
        rows.append([((id, result) if result else None, chance) for result, chance in chances.items()])
    found: Weights[Fell] = {}
    for row in product(*rows):
        weight = Fraction(1)
        for _, chance in row:
            weight *= chance
        add(found, tuple(sorted(each for each, _ in row if each is not None)), weight)
    return found

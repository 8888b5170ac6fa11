"""The armies view: units by space, and how many of each kind every nation has."""

from collections import Counter
from typing import Any

from ironclad.domain.games.eagle_variant.board.charts import KINDS
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.state import Position, units_by_space
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.readers.labels import force

View = dict[str, Any]
STATES = ("elite", "moved", "landed", "crossed", "held")


def armies_view(position: Position) -> View:
    """Every army in a space, a side's or a special force's, with its units; then totals by nation and kind.

    `brigades` leaves leaders out. `elite` in the totals counts brigades that are also counted by their kind.
    """
    armies = [
        army(position, space, whose, ids)
        for space in position.board.spaces
        for whose, ids in _by_army(position, units_by_space(position).get(space, ())).items()
    ]
    return {"armies": armies, "totals": totals(position)}


def army_of(unit: Unit) -> str:
    """The army that a unit is of: its side, or the nation of a special force."""
    return unit.side or unit.nation


def _by_army(position: Position, ids: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for id in ids:
        found.setdefault(army_of(position.units[id]), []).append(id)
    return dict(sorted(found.items()))


def army(position: Position, space: str, whose: str, ids: list[str]) -> View:
    """Units of one army in one space."""
    return {
        "space": space,
        "where": name_of(space),
        "army": whose,
        "side": position.units[ids[0]].side or None,
        "brigades": sum(position.units[id].brigade for id in ids),
        "says": force(position.units, ids, whose),
        "units": [_unit(id, position.units[id]) for id in ids],
    }


def _unit(id: str, unit: Unit) -> View:
    states = [state for state in STATES if getattr(unit, state)]
    came = {"came_from": unit.came_from} if unit.came_from else {}
    return {"id": id, "nation": unit.nation, "kind": unit.kind, "states": states, **came}


def totals(position: Position) -> dict[str, dict[str, int]]:
    """How many units of each kind every nation on the map has, and how many of them are elite."""
    found: dict[str, Counter[str]] = {}
    for unit in position.units.values():
        counted = found.setdefault(unit.nation, Counter())
        counted[unit.kind] += 1
        counted["elite"] += unit.elite
    return {nation: {kind: counted[kind] for kind in (*KINDS, "elite")} for nation, counted in found.items()}

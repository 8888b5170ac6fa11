"""How places are paid for in the supply phase (12.11, 17.2): from general supply or on the map."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c12_supply.commands import FeedUnits
from ironclad.domain.games.war_between_the_states.rules.c12_supply.events import Meal
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import (
    by_order,
    combat_stores,
    stores_in,
)
from ironclad.domain.games.war_between_the_states.rules.c13_forts.cut_off import shut_in
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import on_chain
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.networks import AFLOAT
from ironclad.domain.kernel.engine.citations import require, rule


@rule("12.11/1", "12.11/2", "12.11/3", "12.14/1")
def mouths(position: Position, side: str) -> dict[str, dict[str, int]]:
    """The places with combat units of a side, in order, each with the SP of its units; waters with "~".

    A depot's garrison is one of them under the depot's name. Units on top of a fort and inside it are one
    place: of one side they are together only where no siege is.
    """
    found: dict[str, dict[str, int]] = {}
    for id in sorted(position.units, key=sort_key):
        unit = position.units[id]
        if unit.side == side and unit.fights and (unit.hex or unit.ship):
            place = unit.hex or f"{AFLOAT}{position.ships[unit.ship].at}"
            found.setdefault(place, {})[id] = unit.strength
    for name, depot in sorted(position.depots.items()):
        if depot.side == side:
            found.setdefault(depot.hex, {})[name] = depot.garrison
    return dict(sorted(found.items()))


@rule("12.11/4", "12.11/5", "13.39/1", "13.39/5", "17.2/1", "17.2/3")
def by_chain(position: Position, side: str, place: str) -> bool | None:
    """Whether general supply reaches a place by rail (True) or without (False); None where it does not."""
    if not place.startswith(AFLOAT) and shut_in(position, side, place):
        return None
    return on_chain(position, side, place)


@rule("12.11/5", "12.21/2", "13.23/1", "13.39/5", "17.44/1", "17.54/1")
def stores_for(position: Position, side: str, place: str) -> dict[str, int]:
    """The supply on the map that a place may eat: of its own hex and of those adjacent, as in a battle.

    Under siege, or where a town is cut off, that of its own hex alone; aboard ships what is aboard there.
    """
    if place.startswith(AFLOAT):
        water = place.removeprefix(AFLOAT)
        here = ((id, ship) for id, ship in position.ships.items() if ship.side == side and ship.at == water)
        return {id: ship.load for id, ship in sorted(here, key=lambda each: sort_key(each[0])) if ship.load}
    inside = besieged(position, place, side)
    if not inside and shut_in(position, side, place):
        return stores_in(position, side, place, False)
    return combat_stores(position, side, (place,), inside)


class Plan(NamedTuple):
    """How places are paid for, and which are not, in order."""

    meals: tuple[Meal, ...]
    unfed: tuple[str, ...]


class _Purse:
    """What a side has left while places are paid for one after another."""

    def __init__(self, position: Position, side: str) -> None:
        self.general = position.supply.get(side, 0)
        self.rail = position.rail_points.get(side, 0)
        self.used: dict[str, int] = {}

    def left(self, stores: Mapping[str, int]) -> dict[str, int]:
        """The points that are left in stores."""
        left = {source: points - self.used.get(source, 0) for source, points in stores.items()}
        return {source: points for source, points in left.items() if points > 0}

    def take(self, meal: Meal) -> Meal:
        """Pay for a place."""
        self.general -= meal.general
        self.rail -= meal.rail
        for source, points in meal.paid.items():
            self.used[source] = self.used.get(source, 0) + points
        return meal


@rule("12.11/4", "12.11/5", "12.11/6", "12.11/9", "17.2/1", "17.2/2")
def planned(position: Position, side: str, needs: Mapping[str, int], command: FeedUnits) -> Plan:
    """How a command feeds places that need points: all of a place's need, or nothing.

    General supply comes first where a chain leads to it; else supply on the map. Refuses sources that a
    place cannot eat from, or that are empty.
    """
    order = (*command.order, *sorted(set(needs) - set(command.order)))
    purse, meals, unfed = _Purse(position, side), list[Meal](), list[str]()
    for place in order:
        need = needs[place]
        if place in command.withheld:
            unfed.append(place)
        elif place in command.sources:
            meals.append(purse.take(_from_sources(position, side, place, need, command, purse)))
        elif (meal := _found(position, side, place, need, purse)) is not None:
            meals.append(purse.take(meal))
        else:
            unfed.append(place)
    return Plan(tuple(meals), tuple(sorted(unfed)))


def _from_sources(
    position: Position, side: str, place: str, need: int, command: FeedUnits, purse: _Purse
) -> Meal:
    named = command.sources[place]
    left = purse.left(stores_for(position, side, place))
    for source, points in named.items():
        there = left.get(source, 0)
        require(0 < points <= there, "12.11/5", f"{source} has {there} points for {place}, not {points}")
    total = sum(named.values())
    require(total == need, "12.11/6", f"{place} is fed in full or not at all: {need} points, not {total}")
    return Meal(place, need, 0, 0, dict(named))


def _found(position: Position, side: str, place: str, need: int, purse: _Purse) -> Meal | None:
    by_rail = by_chain(position, side, place)
    rail = need if by_rail else 0
    if by_rail is not None and need <= purse.general and rail <= purse.rail:
        return Meal(place, need, need, rail, {})
    left = purse.left(stores_for(position, side, place))
    if sum(left.values()) >= need:
        return Meal(place, need, 0, 0, by_order(left, need))
    return None


def require_places(needs: Iterable[str], named: Iterable[str]) -> None:
    """Refuse places that need nothing."""
    known = set(needs)
    for place in named:
        require(place in known, "12.11/1", f"no units in {place} need supply")

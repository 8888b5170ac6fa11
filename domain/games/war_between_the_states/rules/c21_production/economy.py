"""What of a side's country yields supply in the campaign (R.7/4, R.2/11, R.9)."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.features import CONFEDERATE, UNION
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.map_files import DATA
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN, scenario
from ironclad.domain.games.war_between_the_states.board.waters import beside
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import warships_at
from ironclad.domain.games.war_between_the_states.rules.c13_forts.cut_off import shut_in
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import sources
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.waterways import (
    barred_to,
    water_of,
)
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of, usable
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import working
from ironclad.domain.kernel.board.graph import components, reachable
from ironclad.domain.kernel.board.tables import load_csv
from ironclad.domain.kernel.engine.citations import rule

WASHINGTON, BALTIMORE, WHEELING = "C2608", "C2806", "C0904"
MAIN_LINE = "Baltimore & Ohio"


@cache
def major_cities() -> tuple[str, ...]:
    """The hexes of the five major cities, which are those of historical victory (R.7/2, R.10/1)."""
    return tuple(scenario(CAMPAIGN).victory["historical_cities"])


@rule("R.2/11")
def railroad_cut(position: Position) -> bool:
    """Whether a hex of the Baltimore & Ohio between Baltimore and Wheeling is cut or the Confederate's."""
    return any(
        hex in position.cuts or (position.rail_owners.get(hex) or owner(position, hex)) == CONFEDERATE
        for hex in load_map().railroads[MAIN_LINE].hexes
    )


@rule("R.2/11")
def capital_cut_off(position: Position) -> bool:
    """Whether no chain of usable rails joins Washington to another working department of the Union."""
    rails, links = usable(position, UNION), links_of(position)
    if WASHINGTON not in rails:
        return True
    joined = reachable([WASHINGTON], lambda here: (each for each in links[here] if each in rails))
    return joined.keys().isdisjoint(working(position, UNION) - {WASHINGTON})


@rule("R.7/4", "13.39/1", "R.7/2", "R.7/3")
def yielding(position: Position) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The major cities and the other supply places that count for the Confederate's income.

    A place counts if it is the Confederate's, not besieged, and joined by usable rails, or by water without
    Union warships and garrisoned Union forts, to a major city that is his or to a department that works.
    """
    major = [hex for hex in major_cities() if _holds(position, hex)]
    ends = {*major, *sources(position, CONFEDERATE)}
    joined = ends | _by_rail(position, ends) | _by_water(position, ends)
    others = sorted(load_map().supply_cities - set(major_cities()))
    towns = (hex for hex in others if hex in joined and _holds(position, hex))
    return tuple(major), tuple(towns)


def _holds(position: Position, hex: str) -> bool:
    return owner(position, hex) == CONFEDERATE and not shut_in(position, CONFEDERATE, hex)


def _by_rail(position: Position, ends: Iterable[str]) -> set[str]:
    rails, links = usable(position, CONFEDERATE), links_of(position)
    return set(
        reachable(
            [hex for hex in ends if hex in rails],
            lambda here: (each for each in links[here] if each in rails),
        )
    )


def _by_water(position: Position, ends: set[str]) -> set[str]:
    links, barred = water_of(position), barred_to(position, CONFEDERATE)
    free = sorted(place for place in links if place not in barred)
    found: set[str] = set()
    for stretch in components(free, lambda place: links[place]):
        shores = {hex for place in stretch for hex in beside(place)}
        if not shores.isdisjoint(ends):
            found |= shores
    return found


class Seaport(NamedTuple):
    """The places of water in which a Union warship closes a seaport: its own, and its way to the sea."""

    own: frozenset[str]
    way: frozenset[str]


@cache
def seaports() -> dict[str, Seaport]:
    """The Confederate seaports, by hex, in the order of their ids."""
    chart = load_csv(DATA / "seaports.csv", ["hex"])
    return {
        row["hex"]: Seaport(frozenset(row["own_waters"].split()), frozenset(row["way_to_sea"].split()))
        for row in sorted(chart, key=lambda row: row["hex"])
    }


@rule("R.9/1", "R.9/3", "R.9/4")
def port_state(position: Position, hex: str) -> str:
    """Whether a seaport is "open", "blockaded" by Union warships, or "lost": not his, or besieged."""
    if not _holds(position, hex):
        return "lost"
    port = seaports()[hex]
    return "open" if warships_at(position, UNION).isdisjoint(port.own | port.way) else "blockaded"

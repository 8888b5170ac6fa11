"""Where new units are placed (unit-production-and-placement/10 to /17)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import states
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.board.map_files import MEXICO_CITY
from ironclad.domain.games.eagle_variant.position.production import Production
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.position.units import side_of
from ironclad.domain.games.eagle_variant.registry import require_known
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import (
    controller,
    home_side,
    units_in,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "new_units_in_held_border_cities": Option(
        "unit-production-and-placement/11",
        "New units may be placed in border cities that their side controls, too.",
        ("no", "yes"),
    ),
    "one_french_unit_per_round": Option(
        "war-with-europe/8", "At most one French unit is built in a production round.", ("no", "yes")
    ),
}


def free_of_enemies(position: Position, space: str, side: str) -> bool:
    """Whether a space has neither a unit of the enemy, leaders included, nor a special force."""
    return all(position.units[id].side == side for id in units_in(position, space))


@rule(
    "unit-production-and-placement/10",
    "unit-production-and-placement/12",
    "unit-production-and-placement/17",
)
def check_place(position: Position, nation: str, space: str) -> None:
    """Refuse a place for a new unit of a nation."""
    check_free(position, nation, space)
    if nation == CSA:
        _check_demand(position, space, (position.production or Production()).invaded)


def check_free(position: Position, nation: str, space: str) -> None:
    """Refuse a place where a nation may place no unit in this round, whatever other places demand one."""
    require_known(position, space, "unit-production-and-placement/10")
    clause = _ground(position, nation, space)
    clear = free_of_enemies(position, space, side_of(nation))
    require(clear, _barred_by(position, space, clause), f"units that are not yours are in {name_of(space)}")
    phase = position.production or Production()
    if once_in_a_space(position, nation):
        limit = "war-with-europe/8" if nation == "france" else "unit-production-and-placement/12"
        require(space not in phase.placed, limit, f"{name_of(space)} has got a new unit in this round")


def once_in_a_space(position: Position, nation: str) -> bool:
    """Whether a nation places at most one new unit in a space; France places any number."""
    return nation != "france" or position.plays("one_french_unit_per_round")


def _barred_by(position: Position, space: str, clause: str) -> str:
    rioters = any(position.units[id].nation == "rioters" for id in units_in(position, space))
    return "conscription/10" if rioters else clause


@rule("unit-production-and-placement/11", "war-with-europe/8", "war-with-europe/9")
def _ground(position: Position, nation: str, space: str) -> str:
    """Refuse ground that is not a nation's to place units on; gives the clause by which it is."""
    found, name = position.board.spaces[space], name_of(space)
    if nation == "france":
        require(space == MEXICO_CITY, "war-with-europe/8", "new French units are placed in Mexico City")
        return "war-with-europe/8"
    if nation == "britain":
        canadian = found.city and found.side == "canada"
        require(canadian, "war-with-europe/9", "new British units are placed in Canadian cities")
        return "war-with-europe/9"
    left = found.side == nation and home_side(position, space) != nation
    require(not left, "csa-declares-emancipation/13", f"{name} is in a state that has left the CSA")
    border = found.side == "border"
    if border and found.city and position.plays("new_units_in_held_border_cities"):
        held = controller(position, space) == nation
        require(held, "unit-production-and-placement/11", f"{name} is not controlled by you")
        return "unit-production-and-placement/11"
    clause = "unit-production-and-placement/11" if border else "unit-production-and-placement/10"
    require(found.side == nation, clause, f"{name} is no home space of yours")
    return clause


@rule("unit-production-and-placement/13", "unit-production-and-placement/16")
def _check_demand(position: Position, space: str, invaded: tuple[str, ...]) -> None:
    """While a state that the USA has entered demands a unit, the CSA places in such a state."""
    served = not invaded or position.board.spaces[space].state in invaded
    reason = f"units are first placed in {', '.join(invaded)}"
    require(served, "unit-production-and-placement/13", reason)


@rule(
    "unit-production-and-placement/13",
    "unit-production-and-placement/14",
    "unit-production-and-placement/15",
    "csa-declares-emancipation/13",
)
def invaded_states(position: Position) -> tuple[str, ...]:
    """The CSA states in which the USA controls a space and a new unit can be placed."""
    return tuple(
        state
        for state in states(CSA)
        if state not in position.seceded
        and any(controller(position, space) == USA for space in _spaces_of(position, state))
        and any(free_of_enemies(position, space, CSA) for space in _spaces_of(position, state))
    )


def _spaces_of(position: Position, state: str) -> Iterator[str]:
    return (each.id for each in position.board.home_of(CSA) if each.state == state)


@remembered
def grounds_of(position: Position, nation: str) -> tuple[str, ...]:
    """The spaces on which a nation may place units at all, in the order of the map."""
    if nation == "france":
        return (MEXICO_CITY,)
    colour = "canada" if nation == "britain" else nation
    colours = {colour, "border"} if position.plays("new_units_in_held_border_cities") else {colour}
    return tuple(each.id for each in position.board.spaces.values() if each.side in colours)

"""Which spaces may be entered, and where special forces meet who enters (movement-restrictions)."""

from collections.abc import Iterable

from ironclad.domain.games.eagle_variant.board.map import CLOSED_SIDES
from ironclad.domain.games.eagle_variant.board.map_files import INDIAN_TERRITORY
from ironclad.domain.games.eagle_variant.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import (
    occupied_by,
    special_in,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "neutral_again_after_peace": Option(
        "movement-restrictions/2",
        "Canada and Mexico are closed again once no power is at war.",
        ("no", "yes"),
    ),
    "indians_fight_once": Option(
        "movement-restrictions/8", "Indians are met only once in a game.", ("no", "yes")
    ),
}


@rule("movement-restrictions/1", "movement-restrictions/2")
def closed(position: Position, space: str) -> bool:
    """Whether a space is in Canada or Mexico and may not be entered now."""
    if position.board.spaces[space].side not in CLOSED_SIDES:
        return False
    if position.plays("neutral_again_after_peace"):
        return not position.at_war
    return not position.war


@rule("movement-restrictions/4", "movement-restrictions/8")
def indians_wait(position: Position, space: str) -> bool:
    """Whether units that are in the Indian Territory, or enter it, in this movement meet Indians."""
    if space != INDIAN_TERRITORY or space in position.before:
        return False
    return not (position.plays("indians_fight_once") and space in position.visited)


@rule("csa-declares-emancipation/8")
def militia_waits(position: Position, space: str) -> bool:
    """Whether units that enter a space of a state that has left the CSA meet militia there."""
    return position.board.spaces[space].state in position.seceded and space not in position.before


def stopped_by(position: Position, space: str, side: str) -> tuple[str, str]:
    """The clause by which a unit that enters a space stops, and what it meets there; "" for nothing."""
    if occupied_by(position, space, ENEMY[side]) or special_in(position, space):
        return "movement-rounds/3", "enemies are there"
    if indians_wait(position, space):
        return "movement-restrictions/4", "Indians are met there"
    if militia_waits(position, space):
        return "csa-declares-emancipation/8", "militia is met there"
    return "", ""


def meets_enemy(position: Position, space: str, side: str) -> bool:
    """Whether a unit of a side that enters a space has to stop and fight there."""
    return bool(stopped_by(position, space, side)[0])


@rule("the-units/6", "movement-restrictions/9")
def check_leaders(position: Position, units: Iterable[str], end: str, side: str) -> None:
    """Leaders end a move among enemies only with a brigade of their side, or after one (the-units/6)."""
    if any(position.units[id].brigade for id in units) or occupied_by(position, end, side):
        return
    clause = "the-units/6"
    if indians_wait(position, end) or militia_waits(position, end):
        clause = "movement-restrictions/9"
    require(not meets_enemy(position, end, side), clause, "leaders go there only with a brigade")


@rule("war-with-europe/17")
def check_revolutionaries(position: Position, units: Iterable[str], space: str) -> None:
    """Revolutionaries stay in Mexico."""
    rising = any(position.units[id].nation == "revolutionaries" for id in units)
    outside = rising and position.board.spaces[space].side != "mexico"
    require(not outside, "war-with-europe/17", "revolutionaries do not leave Mexico")


def battle_spaces(position: Position, side: str) -> tuple[str, ...]:
    """The spaces in which a side's brigades have to fight now, in the order of the map."""
    fought = (
        space
        for space in position.board.spaces
        if occupied_by(position, space, side) and meets_enemy(position, space, side)
    )
    return tuple(fought)


def held_before(position: Position) -> dict[str, str]:
    """The side that has brigades in each space, before a movement; "" for a special force of no side."""
    found = {}
    for unit in position.units.values():
        if unit.brigade:
            found[unit.space] = unit.side if unit.side in SIDES else ""
    return dict(sorted(found.items()))

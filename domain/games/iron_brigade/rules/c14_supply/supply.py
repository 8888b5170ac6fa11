"""Ammunition: how many turns of fire a unit has left, and who may fill it up again."""

from ironclad.domain.games.iron_brigade.board.pieces import turns_of_fire
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Muster, Unit
from ironclad.domain.games.iron_brigade.rules.between import near, on_table
from ironclad.domain.kernel.engine.citations import require, rule

INCH = 100
WITHOUT_LIMIT = -1
AMMUNITION = "ammunition"


@rule("XIV.A/1", "XIV.A/2", "XIV.A/3")
def full_supply(muster: Muster) -> int:
    """The turns of fire of a unit that is fully supplied; WITHOUT_LIMIT in a fort, as the scenario says.

    A regiment has those of its first weapon.
    """
    if muster.supply:
        return muster.supply
    if muster.is_regiment:
        return turns_of_fire()[muster.weapons[0]] if muster.weapons else 0
    if muster.type != "battery":
        return turns_of_fire()[muster.type]
    return turns_of_fire()["horse" if muster.horse_artillery else muster.gun_class]


@rule("XIV.A/4", "XIV.A/5", "XXVIII/6")
def turns_left(position: Position, id: str) -> int | None:
    """The turns of fire that a unit has left; None for a unit that never runs out."""
    muster, unit = position.muster[id], position.units[id]
    full = full_supply(muster)
    if full == WITHOUT_LIMIT or position.plays("basic"):
        return None
    return unit.guns.ammunition if unit.guns is not None else max(full - unit.shots, 0)


@rule("XIV.A/4")
def check_ammunition(position: Position, id: str) -> None:
    """Refuse the fire of a unit without ammunition."""
    require(turns_left(position, id) != 0, "XIV.A/4", f"{id} has no ammunition left")


@rule("XIV.B/1", "XIV.C/1")
def sources(position: Position, id: str) -> list[str]:
    """The wagons with ammunition within an inch of a unit, by number."""
    return [
        each
        for each in on_table(position, position.side_of(id))
        if position.muster[each].type == "wagon"
        and position.muster[each].cargo == AMMUNITION
        and position.units[each].stock > 0
        and near(position, id, each, INCH)
    ]


@rule("III.G/7", "XIV.B/1", "VII.U/2")
def check_resupply(position: Position, id: str) -> None:
    """Refuse the action of a unit that is not beside a wagon with ammunition, or that lacks nothing."""
    muster, unit = position.muster[id], position.units[id]
    require(not position.plays("basic"), "XXVIII/6", "only chapters I to XII are played")
    require(muster.has_morale, "III.G/7", "only regiments and batteries fire, and are supplied")
    require(sources(position, id), "XIV.B/1", f"{id} is beside no wagon with ammunition")
    require(lacks(position, id, unit), "XIV.B/1", f"{id} lacks nothing")


@rule("XIV.B/1", "VII.U/2")
def lacks(position: Position, id: str, unit: Unit) -> bool:
    """Whether a unit has fired off some of its ammunition, or lacks weapons that it may get back."""
    left, full = turns_left(position, id), full_supply(position.muster[id])
    return (left is not None and left < full) or gets_weapons(position, unit)


@rule("VII.U/2")
def gets_weapons(position: Position, unit: Unit) -> bool:
    """Whether a wagon gives a unit the weapons back that it threw away: it has rallied."""
    return unit.unarmed > 0 and unit.state == "good" and not position.plays("routed_weapons_never_replaced")

"""Dismounting and mounting (X.A): men on foot, and their horses with the holders as a unit of their own."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import HORSES, Muster, Stand, Unit
from ironclad.domain.games.iron_brigade.rules.between import horses_of, near
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import formed, stands_for
from ironclad.domain.games.iron_brigade.rules.places import blocked, off_table, overlaps_any
from ironclad.domain.kernel.board.plane import box, placed
from ironclad.domain.kernel.engine.citations import require, rule

INCH = 100
BEHIND = 100
"""The horses stand an inch behind the men who leave them."""
NUMBERED_FROM = 1000


@rule("X.A/2")
def holders_for(men: int) -> int:
    """A quarter of the men, fractions up, hold the horses."""
    return -(-men // 4)


@rule("X.A/1", "III.G/10", "X.A/2", "X.A/3")
def check_mounting(position: Position, id: str, unit: Unit, action: str) -> None:
    """Refuse to mount or to dismount: only horse of good morale does, in formation, and with room for it."""
    muster = position.muster[id]
    require(muster.type in ("cavalry", "mounted_infantry"), "X.A/1", "only mounted troops do that")
    require(unit.state == "good", "X.A/1", "its morale is not good")
    require(unit.formation != "scattered", "X.A/1", "its stands are scattered")
    require(unit.mounted == (action == "dismount"), "X.A/1", f"it cannot {action}")
    if action == "dismount":
        require(unit.men > holders_for(unit.men), "X.A/2", "it has nobody to fight on foot")
    else:
        horses = horses_of(id)
        there = horses in position.units and near(position, id, horses, INCH)
        require(there, "X.A/2", "its horses are not within an inch")
        require(unit.posture == "up", "III.G/6", "its men lie low")
    require(has_room(position, id, unit, action), "III.D/1", "there is no room for it")


def has_room(position: Position, id: str, unit: Unit, action: str) -> bool:
    """Whether the stands that there will be have room where they will be."""
    horses = horses_of(id)
    after = (on_foot(unit), led_by(unit)) if action == "dismount" else (in_saddle(position, id, unit),)
    others = [
        (box(polygon), polygon)
        for other, each in position.units.items()
        if other not in (id, horses, *position.hidden) and other not in position.arrivals
        for polygon in each.body.polygons
    ]
    return not any(
        off_table(position.scenery, polygon)
        or blocked(position.scenery, polygon)
        or overlaps_any(polygon, others)
        for each in after
        for polygon in each.body.polygons
    )


@rule("X.A/3")
def on_foot(unit: Unit) -> Unit:
    """The men who fight on foot, on stands of infantry, in the formation that they had."""
    men = unit.men - holders_for(unit.men)
    return _restood(unit, "infantry", men, mounted=False)


@rule("X.A/3")
def led_by(unit: Unit) -> Unit:
    """The horses of a unit and their holders: cavalry in column, behind the men on foot."""
    foot = on_foot(unit)
    rear = min(stand.ahead - stand.depth // 2 for stand in foot.stands)
    if unit.formation in ("flank_right", "flank_left"):
        rear = min(stand.ahead - stand.width // 2 for stand in foot.stands)
    at = placed(unit.at, unit.facing, rear - BEHIND, 0)
    return horses_at(at, unit.facing, holders_for(unit.men), "column")


def horses_at(at: tuple[int, int], facing: int, men: int, formation: str) -> Unit:
    """Horses with so many holders in a place."""
    counts = stands_for("cavalry", men)
    bases = formed("cavalry", formation, len(counts))  # type: ignore[arg-type]
    stands = tuple(
        Stand(count, base.width, base.depth, base.ahead, base.right, base.turn)
        for base, count in zip(bases, counts, strict=True)
    )
    return Unit(at, facing, formation, stands, mounted=True)


def in_saddle(position: Position, id: str, unit: Unit) -> Unit:
    """A dismounted unit with its holders, mounted again in the formation that it has."""
    men = unit.men + position.units[horses_of(id)].men
    return _restood(unit, "cavalry", men, mounted=True)


def _restood(unit: Unit, kind: str, men: int, *, mounted: bool) -> Unit:
    counts = stands_for(kind, men)  # type: ignore[arg-type]
    bases = formed(kind, unit.formation, len(counts))  # type: ignore[arg-type]
    stands = tuple(
        Stand(count, base.width, base.depth, base.ahead, base.right, base.turn)
        for base, count in zip(bases, counts, strict=True)
    )
    return msgspec.structs.replace(unit, stands=stands, mounted=mounted, unarmed=min(unit.unarmed, men))


def horses_muster(id: str, muster: Muster, men: int) -> Muster:
    """What a regiment's horses are: their number is a thousand more than its own."""
    return Muster(
        f"Horses of {muster.name}",
        muster.side,
        NUMBERED_FROM + muster.number,
        HORSES,
        muster.brigade,
        men=men,
    )


def horses_of_scenario(position: Position, data: Mapping[str, Any]) -> None:
    """The horses of a regiment that a scenario has dismounted, in the place that it gives them."""
    id, given = data["id"], data["horses"]
    name = horses_of(id)
    position.muster[name] = horses_muster(id, position.muster[id], data["holders"])
    x, y = given["at"]
    position.units[name] = horses_at((x, y), given["facing"], data["holders"], given["formation"])
    if id in position.arrivals:
        position.arrivals[name] = position.arrivals[id]

"""What each unit sees: arcs and ranges, a line to each enemy with what blocks it, its flanks, its support.

The view has a unit for each that the reader sees. Everything is asked of the rules.
"""

from collections.abc import Iterator

import msgspec

from ironclad.domain.games.iron_brigade.board.charts import guns as gun_chart
from ironclad.domain.games.iron_brigade.board.charts import small_arms
from ironclad.domain.games.iron_brigade.position.scenery import buildings_of, relief_of
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import ENEMY
from ironclad.domain.games.iron_brigade.readers.drawn import on_sheet
from ironclad.domain.games.iron_brigade.readers.scene import shown
from ironclad.domain.games.iron_brigade.readers.wording import inches, name_of
from ironclad.domain.games.iron_brigade.rules.between import (
    apart,
    facing_of,
    feet,
    is_concealed,
    look_of,
    on_table,
    sees,
)
from ironclad.domain.games.iron_brigade.rules.c05_artillery.fire import FOOT
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import (
    cover_against,
    has_flank,
    side_hit,
    side_hit_by_guns,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.supporting import is_supported
from ironclad.domain.games.iron_brigade.rules.c08_charge.charging import in_range
from ironclad.domain.kernel.board.plane import Point, ceil_root, minus, square
from ironclad.domain.kernel.board.plane.sight import Relief, passes_ground, passes_solids
from ironclad.domain.kernel.drawing.table import Arc, Look, Sight

HALF_ARC, GUN_FLANK = 45, 30


def sights_view(position: Position) -> dict[str, object]:
    """What each unit on the table sees and where it shoots, by unit."""
    return {"units": {id: msgspec.to_builtins(look(position, id)) for id in shown(position)}}


def look(position: Position, id: str) -> Look:
    """What one unit sees."""
    foes = on_table(position, ENEMY[position.side_of(id)])
    return Look(
        key=id,
        arcs=tuple(_arcs(position, id)),
        sights=tuple(_sight(position, id, foe) for foe in foes),
        flanks=tuple(_flanks(position, id)),
        says=tuple(_says(position, id)),
    )


def bands_of(position: Position, id: str) -> tuple[tuple[int, str], ...]:
    """The bands of a unit's first weapon or of its guns: where they end, and their factors."""
    muster = position.muster[id]
    if muster.gun:
        row = gun_chart()[muster.gun].troops
        ends = [feet for feet in range(1, len(row)) if row[feet] != row[feet - 1]] + [len(row)]
        return tuple((FOOT * feet, f"{row[feet - 1]} each section") for feet in ends)
    if not muster.weapons:
        return ()
    return tuple((100 * end, f"factor {factor}") for end, factor in small_arms()[muster.weapons[0]])


def _arcs(position: Position, id: str) -> Iterator[Arc]:
    unit, muster = position.units[id], position.muster[id]
    if not muster.has_morale or (muster.is_battery and unit.formation == "limbered"):
        return
    stands = (0,) if muster.is_battery else range(len(unit.stands))
    for number in stands:
        point, facing = look_of(unit, number)
        yield Arc(
            at=on_sheet(position.scenery, (point,))[0],
            facing=facing,
            half=HALF_ARC,
            bands=bands_of(position, id),
        )


def _flanks(position: Position, id: str) -> Iterator[Arc]:
    if not has_flank(position, id):
        return
    unit = position.units[id]
    centre = on_sheet(position.scenery, (unit.body.centre,))[0]
    for axis in (90, 270):
        facing = (facing_of(unit) + axis) % 360
        yield Arc(at=centre, facing=facing, half=HALF_ARC, bands=((0, "flank"),))
        yield Arc(at=centre, facing=facing, half=GUN_FLANK, bands=((0, "flank for guns"),))


def _says(position: Position, id: str) -> Iterator[str]:
    if not position.muster[id].has_morale:
        return
    if is_concealed(position, id):
        yield "it is concealed (XI.C/1)"
    if has_flank(position, id):
        supported = is_supported(position, id)
        yield (
            "both flanks are supported (VII.Q/1)"
            if supported
            else "its flanks are not both supported (VII.Q/1)"
        )


def _sight(position: Position, id: str, foe: str) -> Sight:
    found = ceil_root(apart(position, id, foe))
    unit, other = position.units[id], position.units[foe]
    pairs = [(one, two) for one in range(len(unit.stands)) for two in range(len(other.stands))]
    number, at = min(
        pairs,
        key=lambda pair: square(minus(unit.body.centre_of(pair[0]), other.body.centre_of(pair[1]))),
    )
    eye, aim = look_of(unit, number)[0], other.body.centre_of(at)
    is_open = sees(position, id, foe)
    block, clause = ("", "") if is_open else _block(position, id, number, foe, at)
    line = on_sheet(position.scenery, (eye, aim))
    return Sight(
        to=foe,
        line=(line[0], line[1]),
        distance=found,
        open=is_open,
        block=block,
        rule=clause,
        says=tuple(_line_says(position, id, foe, found)) if is_open else (),
    )


def _line_says(position: Position, id: str, foe: str, distance: int) -> Iterator[str]:
    muster = position.muster[id]
    side = (side_hit_by_guns if muster.is_battery else side_hit)(position, foe, id)
    yield f"{inches(distance)} from {name_of(foe)}, on its {side}"
    if (cover := cover_against(position, foe, id)) != "none":
        yield f"it has {cover} cover"
    band = next((said for end, said in bands_of(position, id) if distance <= end), "out of range")
    if muster.has_morale:
        yield band
    if muster.is_regiment and in_range(position, id, foe):
        yield "in reach of a charge (VIII.B/1)"


def _block(position: Position, id: str, number: int, foe: str, at: int) -> tuple[str, str]:
    """What lies on the line from the nearest stand to the nearest one, and the clause that says so."""
    if is_concealed(position, foe):
        return "it is concealed", "XI.C/1"
    relief = relief_of(position.scenery)
    eye, aim = look_of(position.units[id], number)[0], position.units[foe].body.centre_of(at)
    way = (eye, aim)
    if square(minus(aim, eye)) > position.visibility**2:
        return "it is too far to see", "G/21"
    heights = (
        relief.height(eye) + feet(position, id, number),
        relief.height(aim) + feet(position, foe, at),
    )
    if not passes_ground(way, heights, Relief(relief.contours, relief.step, ())):
        return "a hill", "G/25"
    if not passes_ground(way, heights, relief):
        return "woods", "XI.A/1"
    for solid in buildings_of(position.scenery):
        if not passes_solids(way, heights, ((solid.polygon, relief.height(solid.middle) + solid.feet),)):
            return "a building", "G/27"
    return _men_between(position, (id, foe), way, heights)


def _men_between(
    position: Position, ends: tuple[str, str], way: tuple[Point, Point], heights: tuple[int, int]
) -> tuple[str, str]:
    relief = relief_of(position.scenery)
    for other in shown(position):
        if other in ends:
            continue
        body = position.units[other].body
        for index, polygon in enumerate(body.polygons):
            top = relief.height(body.centre_of(index)) + feet(position, other, index)
            if not passes_solids(way, heights, ((polygon, top),)):
                return name_of(other), "G/28"
    return "nothing of it can be seen", "G/20"

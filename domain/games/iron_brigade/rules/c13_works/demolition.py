"""Cover, houses and bridges under artillery: what may be fired at, and what hits take from it."""

from collections.abc import Iterator
from itertools import count

import msgspec

from ironclad.domain.games.iron_brigade.board.charts import guns
from ironclad.domain.games.iron_brigade.board.pieces import mortars
from ironclad.domain.games.iron_brigade.position.scenery import LINES, Piece, buildings_of, relief_of
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Muster
from ironclad.domain.games.iron_brigade.registry import Play
from ironclad.domain.games.iron_brigade.rules.between import GUN, is_in_play, look_of
from ironclad.domain.games.iron_brigade.rules.c13_works.blasting import bring_down, start_fire
from ironclad.domain.games.iron_brigade.rules.c13_works.events import SceneryChanged
from ironclad.domain.games.iron_brigade.rules.c13_works.jobs import FENCE, INCH, WALL, cover_for, piece_of
from ironclad.domain.games.iron_brigade.rules.c13_works.lines import cut
from ironclad.domain.games.iron_brigade.rules.c13_works.pieces import broken_at, stretch_of
from ironclad.domain.kernel.board.plane import (
    WITHIN_45,
    Point,
    direction,
    is_within,
    mean,
    minus,
    nearest,
    square,
    within_arc,
)
from ironclad.domain.kernel.board.plane.arcs import nearest_point
from ironclad.domain.kernel.board.plane.sight import is_open
from ironclad.domain.kernel.engine.citations import require, rule

HOUSE = 60
FEET = {"building": 10, "bridge": 0, "fence": 4, "wall": 4, "work": 6, "sap_roller": 6}
"""At what height a piece is aimed at, in feet."""
DAMAGE = {6: 1, 10: 2, 20: 3, 30: 4, 40: 5}


@rule("XIII.D/1", "XIII.D/2")
def damage_of(muster: Muster) -> int:
    """The points that a hit of a battery takes: by the chart, else a tenth of the weight and 1, halves up."""
    pounds = mortars()[muster.gun].pounds if muster.type == "mortar" else guns()[muster.gun].pounds
    return DAMAGE.get(pounds, (pounds + 15) // 10)


@rule("XIII.C/1", "XIII.D/4", "XIII.E/1", "VI.E/7")
def points_of(piece: Piece) -> int:
    """What a piece, or each stretch of 2 inches of it, can bear."""
    if piece.points is not None:
        return piece.points
    return {"fence": FENCE, "wall": WALL}.get(piece.kind, HOUSE)


def range_square(position: Position, id: str, piece: str) -> int:
    """The square of the range of a battery to a piece of terrain that is there."""
    found = piece_of(position, piece)
    assert found is not None, "the order was checked"
    return square(minus(aim_point(position, id, found), look_of(position.units[id], 0)[0]))


def aim_point(position: Position, id: str, piece: Piece) -> Point:
    """Where a battery aims: the nearest point of a building or bridge; the middle of a work's nearest
    stretch of 2 inches.
    """
    apex = look_of(position.units[id], 0)[0]
    if piece.kind in LINES:
        return mean(cut(piece.line, *stretch_of(piece, apex))[1])
    x, y = nearest_point(apex, piece.polygon)
    return nearest(x), nearest(y)


@rule("V/2", "VI.E/5", "XIII.D/3", "XIII.D/4", "XIII.E/1")
def check_piece_target(position: Position, id: str, piece: str) -> int:
    """The square of the range to a piece that a battery may fire at. Refuses what is no target, out of the
    arc or out of sight, or has men in or behind it who are in sight.
    """
    muster, found = position.muster[id], piece_of(position, piece)
    require(not position.plays("basic"), "XXVIII/6", "only chapters I to XII are played")
    require(muster.type in ("battery", "mortar"), "XIX.B/2", f"{id} has no counter-battery power")
    require(found is not None and found.kind in FEET, "V/2", f"{piece!r} is nothing to fire at")
    assert found is not None, "asked just before"
    point = aim_point(position, id, found)
    shape = cut(found.line, *stretch_of(found, point))[1] if found.kind in LINES else found.polygon
    manned = [
        each
        for each in position.units
        if is_in_play(position, each)
        and any(is_within(stand, shape, INCH) for stand in position.units[each].body.polygons)
    ]
    require(not manned, "XIII.D/3", f"{', '.join(manned)}: fire at the men there, not at {piece}")
    apex, facing = look_of(position.units[id], 0)
    way = minus(point, apex)
    in_arc = way != (0, 0) and within_arc(direction(facing), way, WITHIN_45)
    require(in_arc, "VI.H/1", f"the guns of {id} do not bear on {piece}")
    scenery = position.scenery
    others = tuple(each for each in buildings_of(scenery) if each.polygon != found.polygon)
    seen = square(way) <= position.visibility**2 and is_open(
        (apex, GUN), (point, FEET[found.kind]), relief_of(scenery), others
    )
    require(seen, "IV/2", f"{id} does not see {piece}")
    return square(way)


@rule("XIII.D/1", "XIII.D/4", "XIII.E/1", "VI.E/5", "VI.E/7")
def hit_piece(play: Play, id: str, piece: str, point: Point) -> None:
    """A hit on a piece: its damage, and for a house or a wooden bridge the die for fire."""
    found = piece_of(play.position, piece)
    if found is None:
        return
    if found.kind in LINES:
        damage_line(play, found, point, damage_of(play.position.muster[id]))
        return
    left = points_of(found) - damage_of(play.position.muster[id])
    if left <= 0:
        bring_down(play, found, "VI.E/7" if found.kind == "building" else "XIII.E/1")
        return
    worse = msgspec.structs.replace(found, points=left)
    play.emit(SceneryChanged(f"it has {left} points left", "XIII.D/1", (piece,), (worse,)))
    start_fire(play, worse)


@rule("XIII.D/4")
def damage_line(play: Play, piece: Piece, point: Point, damage: int) -> None:
    """A stretch of 2 inches loses points: its cover sinks to what they pay for, and at 0 it is gone."""
    before, stretch, rest = cut(piece.line, *stretch_of(piece, point))
    left = max(points_of(piece) - damage, 0)
    cover = cover_for(left) if piece.kind in ("work", "wall") else (piece.cover or "") if left else ""
    kept = broken_at(piece, before, rest)
    if not before and not rest:
        kept = ()
    added = list(kept)
    if cover:
        taken = {each.id for each in play.position.scenery.terrain} | {each.id for each in kept}
        name = piece.id if not kept else next(n for n in _names(piece.id) if n not in taken)
        added.append(msgspec.structs.replace(piece, id=name, line=stretch, points=left, cover=cover))
    said = f"a stretch has {left} points left" if cover else "a stretch is gone"
    play.emit(SceneryChanged(said, "XIII.D/4", (piece.id,), tuple(added)))


def _names(id: str) -> Iterator[str]:
    return (f"{id}_{number}" for number in count(1))


@rule("XIII.D/3")
def cover_hit(play: Play, firer: str, target: str) -> None:
    """Fire that hits men behind a work also hits the work: the stretch nearest to them."""
    position = play.position
    if target not in position.units:
        return
    centre = position.units[target].body.centre
    stands = position.units[target].body.polygons
    works = [
        each
        for each in position.scenery.terrain
        if each.kind in ("work", "wall", "sap_roller")
        and any(is_within(stand, each.line, INCH) for stand in stands)
    ]
    if works:
        nearest_work = min(works, key=lambda each: (_far(each, centre), each.id))
        damage_line(play, nearest_work, centre, damage_of(position.muster[firer]))


def _far(piece: Piece, centre: Point) -> int:
    start, end = stretch_of(piece, centre)
    return square(minus(mean(cut(piece.line, start, end)[1]), centre))

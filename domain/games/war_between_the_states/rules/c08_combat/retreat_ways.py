"""Where pieces may retreat to, and how they go there (R.1, 8.16, 9.32)."""

from collections.abc import Mapping
from typing import Any

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED, unit_types
from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    rosters,
    stack,
    stacked,
)
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import steps_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    flows,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.crossing import frozen_shut
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import PiecesRetreated
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import (
    guarded_works,
    held_by,
    zone,
    zone_of_cavalry,
)
from ironclad.domain.kernel.engine.citations import rule


def branches_of(position: Position, id: str) -> list[tuple[str, bool]]:
    """How a piece walks: its branch, and whether it is cavalry; a headquarters as its roster does."""
    if id in position.headquarters and (roster := rosters(position).get(id)):
        return [each for unit in roster for each in branches_of(position, unit)]
    if id in position.units:
        return [(position.units[id].type.branch, position.units[id].cavalry)]
    return [(unit_types()["leader" if id in position.leaders else "headquarters"].branch, False)]


def strength_of(position: Position, id: str) -> int:
    """The SP that go with a piece: its own, or its roster's."""
    return sum(
        position.units[each].strength for each in with_rosters(position, (id,)) if each in position.units
    )


@rule("8.16/1", "9.32/1", "9.32/2", "9.32/3", "15.23/1", "R.1/1", "R.1/2", "R.1/3")
def open_to(position: Position, side: str, id: str, origin: str) -> tuple[str, ...]:
    """The hexes, in order, that a piece may retreat to from a hex; MP are not counted."""
    found, enemy = load_map(), ENEMY[side]
    number, open_hexes = found.board.number, []
    closed = held_by(position, enemy) | guarded_works(position, enemy)
    branches, strength = branches_of(position, id), strength_of(position, id)
    for hex in sorted(found.neighbours[origin]):
        if hex in closed or hex not in position.part.hexes or frozen_shut(position, origin, hex):
            continue
        walks = all(
            number[hex] in dict(steps_of(position, side, branch)[number[origin]]) for branch, _ in branches
        )
        wet = found.side(origin, hex).wet
        watched = wet and any(
            (zone_of_cavalry if cavalry else zone)(position, enemy)[number[hex]] for _, cavalry in branches
        )
        if walks and not watched and stacked(position, hex, side) + strength <= MOST_STACKED:
            open_hexes.append(hex)
    return tuple(open_hexes)


def withdraw(
    play: Play,
    side: str,
    to: Mapping[str, str],
    inside: tuple[str, ...] = (),
    trapped: Mapping[str, int] | None = None,
) -> None:
    """Let pieces go where they are to go, rosters with their headquarters."""
    position = play.position
    whole = {each: hex for id, hex in to.items() for each in with_rosters(position, (id,))}
    gone = tuple(each for id in inside for each in with_rosters(position, (id,)))
    merged: dict[str, str] = {}
    for hex in sorted(set(whole.values())):
        pieces = tuple(id for id, other in whole.items() if other == hex)
        merged.update(flows(position, side, pieces, hex))
    merged.update(_into_garrison(position, side, gone))
    play.emit(PiecesRetreated(side, whole, gone, dict(trapped or {}), merged))


@rule("3.23/7", "3.25/8")
def _into_garrison(position: Position, side: str, gone: tuple[str, ...]) -> dict[str, str]:
    """The garrisons among pieces that go into a fort, each with the garrison that is inside."""
    moving = [id for id in gone if id in position.units and position.units[id].kind == "garrison"]
    there = [
        id
        for mover in moving
        for id in stack(position, position.units[mover].hex, side).units
        if position.units[id].kind == "garrison" and position.units[id].inside
    ]
    return dict.fromkeys(moving, there[0]) if there else {}


@wbts.evolves(PiecesRetreated)
@rule("R.1/6", "3.24/2", "3.25/8", "13.12/2")
def _retreated(position: Position, event: PiecesRetreated) -> None:
    for id, hex in event.to.items():
        put(position, id, hex, False)
    for id in event.inside:
        kind = _pieces(position, id)
        kind[id] = kind[id].with_(inside=True)
    for id, points in event.trapped.items():
        unit = position.units[id]
        if points >= unit.strength:
            del position.units[id]
        else:
            position.units[id] = unit.with_(strength=unit.strength - points)
    lost = sum(event.trapped.values())
    if lost:
        position.lost[event.side] = position.lost.get(event.side, 0) + lost
        if position.battle is not None:
            of = position.battle.lost
            position.battle = position.battle.with_(lost={**of, event.side: of.get(event.side, 0) + lost})
    merge(position, event.merged)


def merge(position: Position, merged: Mapping[str, str]) -> None:
    """Let garrisons that came together be one; their moves in this phase are one too."""
    for id, into in merged.items():
        mover, there = position.units.pop(id), position.units[into]
        position.units[into] = there.with_(strength=there.strength + mover.strength)
        if position.phase is not None and id in position.phase.trips:
            trips = {**position.phase.trips, into: Trip(stopped=True)}
            del trips[id]
            position.phase = position.phase.with_(trips=trips)


def _pieces(position: Position, id: str) -> dict[str, Any]:
    kinds: tuple[dict[str, Any], ...] = (position.units, position.headquarters, position.leaders)
    return next(kind for kind in kinds if id in kind)


def put(position: Position, id: str, hex: str, inside: bool) -> None:
    """Put a piece on the ground in a hex."""
    kind = _pieces(position, id)
    kind[id] = kind[id].with_(hex=hex, inside=inside, ship="")

"""Taking a depot off the map (17.55): what becomes of its points and of its garrison."""

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.pieces import Depot, Unit, piece_of
from ironclad.domain.games.war_between_the_states.position.state import Position, stack
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.events import (
    DepotRemoved,
    Returned,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production.paying import (
    receive,
    require_listed,
)
from ironclad.domain.kernel.engine.citations import Refused, rule


@rule("17.55/1", "17.55/3", "17.55/4")
def remove_depot(play: Play, name: str, returned: int, rail: int) -> None:
    """Take a depot off the map. `returned`: the points that general supply gets, `rail` the RTPs for them."""
    position = play.position
    depot = position.depots[name]
    lost = depot.points - returned
    play.emit(DepotRemoved(depot.side, depot.hex, returned, rail, lost, _garrison(position, depot)))


@rule("17.55/4")
def _garrison(position: Position, depot: Depot) -> tuple[Returned, ...]:
    """The units that its garrison becomes: of the kinds it was taken from, else garrison SP."""
    made: dict[str, int] = {}
    found: list[Returned] = []
    rest = depot.garrison
    for kind, points in depot.taken:
        points = min(points, rest)
        if not points or kind == "garrison" or not _listed(position, depot, kind, points):
            continue
        rest -= points
        found.append(Returned(_new_id(position, depot, kind, made), kind, points, _state(depot, kind)))
    if rest:
        here = stack(position, depot.hex, depot.side).units
        same = [
            id
            for id in here
            if position.units[id].kind == "garrison" and position.units[id].inside == depot.inside
        ]
        id = same[0] if same else _new_id(position, depot, "garrison", made)
        found.append(Returned(id, "garrison", rest, ""))
    return tuple(found)


def _new_id(position: Position, depot: Depot, kind: str, made: dict[str, int]) -> str:
    name = f"{depot.side}_{kind}"
    made[name] = made.get(name, position.made.get(name, 0)) + 1
    return f"{name}_{made[name]}"


def _state(depot: Depot, kind: str) -> str:
    return load_map().hexes[depot.hex].state if kind == "militia" else ""


def _listed(position: Position, depot: Depot, kind: str, strength: int) -> bool:
    new = Unit(depot.side, kind, depot.hex, strength)  # type: ignore[arg-type]  # a unit's own kind
    try:
        require_listed(position, depot.side, piece_of(new), (new,))
    except Refused:
        return False
    return True


@wbts.evolves(DepotRemoved)
def _removed(position: Position, event: DepotRemoved) -> None:
    depot = position.depots.pop(f"{event.side}.{event.hex}")
    if event.rail:
        position.rail_points[event.side] -= event.rail
    receive(position, event.side, event.returned)
    for each in event.garrison:
        there = position.units.get(each.unit)
        if there is not None:
            position.units[each.unit] = there.with_(strength=there.strength + each.strength)
            continue
        name, _, number = each.unit.rpartition("_")
        position.made[name] = max(position.made.get(name, 0), int(number))
        position.units[each.unit] = Unit(
            depot.side,
            each.kind,  # type: ignore[arg-type]  # an event has it as text
            depot.hex,
            each.strength,
            depot.inside,
            state=each.state,
        )

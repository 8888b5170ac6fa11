"""Where units that are together can go: by land, by rail, by the ocean and on rivers, at what cost.

Each way is held to the check of its command, so that what is listed is legal. A march, a train and a shipment
are different orders: each lists its own places, so that nobody who means to march pays for ships.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN, Leg
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import place_of
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c03_movement.commands import MoveUnits, RailUnits
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import meets_enemy
from ironclad.domain.games.eagle_variant.rules.c03_movement.marching import check_movers
from ironclad.domain.games.eagle_variant.rules.c03_movement.railroads import cost_of, stock_left, ways
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.commands import ShipUnits
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.shipping import landings
from ironclad.domain.games.eagle_variant.rules.c07_naval.fleets import capacity
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Paid, Reached

STEP = {"name": "space entered", "amount": 1, "rule": "the-units/2"}


@dataclass(frozen=True, slots=True)
class Way:
    """A command that would take units to a space: the spaces entered, its cost there, what it leaves."""

    command: Command
    path: tuple[str, ...]
    charges: tuple[dict[str, object], ...]
    cost: int
    left: int


def reach(position: Position, due: Due, command: Command) -> Iterator[Reached]:
    """Where units could go; of a move by land the spaces of its path come first.

    By land a space entered costs 1; by rail and by water units cost Rail Stock or Naval Ratings once,
    whatever the distance (rail-movement/2, amphibious-movement/2, rivers/11). Of a shipment of several legs
    the last one is open, and the others go with it. Raises Refused.
    """
    units, named = _movers(command)
    here = check_movers(position, due.seat, units)
    found: dict[str, Reached] = {}
    refusal: Refused | None = None
    for way in _ways(position, due, here, units, command, named):
        try:
            eagle.checks[type(way.command)](position, due, way.command)
        except Refused as refused:
            refusal = refusal or refused
            continue
        reached = _reached(position, due, way)
        if reached.place != place_of(here):
            found.setdefault(reached.place, reached)
    if not found and refusal is not None:
        raise refusal
    yield from found.values()


def _movers(command: Command) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The units that a command moves, and the path that it names; of a shipment those of its last leg."""
    if isinstance(command, MoveUnits):
        return command.units, command.path
    if isinstance(command, ShipUnits):
        require(command.legs, "amphibious-movement/3", "name the units that are shipped")
        return command.legs[-1].units, ()
    require(isinstance(command, RailUnits), "movement-rounds/1", "only a move goes from space to space")
    assert isinstance(command, RailUnits)
    return command.units, ()


def _ways(
    position: Position, due: Due, here: str, units: tuple[str, ...], command: Command, named: tuple[str, ...]
) -> Iterator[Way]:
    if isinstance(command, MoveUnits):
        yield from _marches(position, here, units, named)
    elif isinstance(command, ShipUnits):
        yield from _voyages(position, due.seat, here, units, command.waters, command.legs[:-1])
    else:
        yield from _trains(position, due.seat, here, units)


def _marches(position: Position, here: str, units: tuple[str, ...], named: tuple[str, ...]) -> Iterator[Way]:
    """Every way over land that is as short as any, the path that is named at the head of each."""
    far = min(int(numbers("moves")[position.units[id].kind]) for id in units)
    queue: list[tuple[str, ...]] = [named]
    if named:
        yield _march(units, named, far)
    while queue:
        before = queue.pop(0)
        if len(before) >= far:
            continue
        end = before[-1] if before else here
        for near in position.board.neighbours.get(end, ()):
            path = (*before, near)
            yield _march(units, path, far)
            queue.append(path)


def _march(units: tuple[str, ...], path: tuple[str, ...], far: int) -> Way:
    command = MoveUnits(units=units, path=path)
    return Way(command, path, (STEP,) * len(path), len(path), max(0, far - len(path)))


def _trains(position: Position, side: str, here: str, units: tuple[str, ...]) -> Iterator[Way]:
    if not position.board.spaces[here].rail:
        return
    cost = cost_of(position, units)
    left = stock_left(position, side) - cost
    charge = {"name": "Rail Stock", "amount": cost, "rule": "rail-movement/2"}
    for to, way in ways(position, here, side).items():
        yield Way(RailUnits(units=units, to=to), way[1:], (charge,), cost, max(0, left))


def _voyages(
    position: Position, side: str, here: str, units: tuple[str, ...], water: str, with_it: tuple[Leg, ...]
) -> Iterator[Way]:
    """Landings from a port; the cost is paid as the units embark. `with_it` are legs of the same shipment."""
    port = position.board.spaces[here]
    if not (port.port if water == OCEAN else port.city and port.river_port == water):
        return
    cost = cost_of(position, units)
    before = sum(cost_of(position, leg.units) for leg in with_it)
    left = capacity(position, water, side) - before - cost
    rule = "amphibious-movement/2" if water == OCEAN else "rivers/11"
    name = "Naval Rating" if water == OCEAN else f"River Naval Rating, {water}"
    charge = {"name": name, "amount": cost, "rule": rule}
    for to in landings(position, side, water, here):
        command = ShipUnits(waters=water, legs=(*with_it, Leg(units, to)))
        yield Way(command, (to,), (charge,), cost, max(0, left))


def _reached(position: Position, due: Due, way: Way) -> Reached:
    """A place that is reached, with its steps: what is paid once is paid at the first of them."""
    charges = (*((each,) for each in way.charges), *(() for _ in way.path[len(way.charges) :]))
    return Reached(
        place_of(way.path[-1]),
        way.cost,
        tuple(Paid(place_of(space), paid) for space, paid in zip(way.path, charges, strict=True)),
        msgspec.to_builtins(way.command),
        meets="enemy" if meets_enemy(position, way.path[-1], due.seat) else "",
        left=way.left,
    )

"""What is offered for placement: everything that waits, with each HQ or city, or nothing."""

from collections.abc import Iterator
from random import Random
from typing import get_args

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.orders import PlacedFleet, PlacementOrder
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import DRAWN, NONE, FleetKind, Units, Waiting
from ironclad.domain.games.bull_run_to_appomattox.registry import also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import room_for
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import GivePlacementOrder
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import hqs_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.recruiting import (
    cities_open,
    require_port,
    require_reachable,
)
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


@also_offers("placement")
def offer_placement(position: Position, due: Due) -> Iterator[Command]:
    """Everything that waits, with the new HQ in each city in turn; the units with it, with each other HQ, or
    in the city.
    """
    side = due.seat
    drawn = tuple(id for id, hq in position.hqs.items() if hq.side == side and hq.state == DRAWN)
    waiting = position.waiting.get(side, Waiting())
    if not drawn and waiting == Waiting():
        return
    reachable = tuple(hq for hq in position.hqs_of(side) if _reachable(position, side, hq))
    for city in cities_open(position, side):
        yield GivePlacementOrder(order=plan(position, side, city, drawn[:1]))
    for hq in reachable if waiting.units != NONE else ():
        for city in cities_open(position, side)[:1]:
            yield GivePlacementOrder(order=plan(position, side, city, drawn[:1], hq))


@brta.sample("placement")
def sample_placement(position: Position, due: Due, random: Random) -> Command:
    """A random offer of those that place something, without listing what each may be checked for."""
    side = due.seat
    cities = cities_open(position, side)
    if not cities:
        return GivePlacementOrder(order=PlacementOrder())
    drawn = tuple(id for id, hq in position.hqs.items() if hq.side == side and hq.state == DRAWN)
    reachable = tuple(hq for hq in position.hqs_of(side) if _reachable(position, side, hq))
    hq = random.choice(("", *reachable))
    return GivePlacementOrder(order=plan(position, side, random.choice(cities), drawn[:1], hq))


def plan(
    position: Position, side: str, city: str, drawn: tuple[str, ...] = (), hq: str = ""
) -> PlacementOrder:
    """An order that places what waits: new HQs and the raider in a city, fleets in the first ports.

    The units go to `hq` as far as it can command them, else to the city.
    """
    waiting = position.waiting.get(side, Waiting())
    room = limits().hqs_per_zone - len(hqs_in(position, side, city))
    with_hq = room_for(position.units_of(hq), waiting.units) if hq else NONE
    named: dict[str, Units] = {hq: with_hq, city: waiting.units.minus(with_hq)}
    return PlacementOrder(
        hqs=dict.fromkeys(drawn[: max(0, room)], city),
        units={where: units for where, units in named.items() if units != NONE},
        fleets=tuple(_fleets(position, side, waiting)),
        raider=city if waiting.raider else "",
    )


def _fleets(position: Position, side: str, waiting: Waiting) -> Iterator[PlacedFleet]:
    for kind in get_args(FleetKind):
        count = waiting.fleets.get(kind, 0)
        ports = [zone for zone in board().zones if _takes(position, side, kind, zone)]
        if count and ports:
            yield from (PlacedFleet(kind, ports[0]) for _ in range(count))


def _takes(position: Position, side: str, kind: FleetKind, port: str) -> bool:
    try:
        require_port(position, side, kind, port)
    except Refused:
        return False
    return True


def _reachable(position: Position, side: str, hq: str) -> bool:
    try:
        require_reachable(position, side, hq)
    except Refused:
        return False
    return True

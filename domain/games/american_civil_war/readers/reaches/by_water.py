"""Where boats could take a force, and where vessels could go: every bank, shore and zone."""

from collections.abc import Iterator

import msgspec

from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import is_closed
from ironclad.domain.games.american_civil_war.rules.c13_naval.landing import Cargo, load_of
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    SEAGOING,
    combat_sides,
    routes,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import (
    MoveVessels,
    common_place,
    common_sides,
    planned,
    ready_vessels,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.river_transport import (
    TransportByRiver,
    river_landings,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.sea_transport import (
    HOSTILE_SHORE,
    OTHER_ZONE,
    SAME_ZONE,
    SHORES,
    TransportBySea,
    idle_transports,
    points,
)
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.records import Due, Paid, Reached

Order = TransportByRiver | TransportBySea
Charge = dict[str, str | int]


def _landed(position: Position, seat: str, order: Order, charge: Charge) -> Reached:
    """A landing: it costs no movement points, the force has done its move with it."""
    meets = "enemy" if occupied(position, ENEMY[seat], order.to) else ""
    return Reached(order.to, 0, (Paid(order.to, (charge,)),), msgspec.to_builtins(order), meets=meets, left=0)


@rule("13.4/1", "13.4/3", "13.4.1/1", "15.5/1")
def by_river(position: Position, due: Due, command: TransportByRiver) -> Iterator[Reached]:
    """Every bank on which a unit could land. Raises Refused where it can land nowhere."""
    charge: Charge = {"name": "one unit by river", "amount": 0, "rule": "13.4/1"}
    refusals, found = list[Refused](), 0
    for to in sorted(river_landings(position, due.seat, command) - {command.from_hex}):
        if is_closed(position, to) and not command.violate_kentucky:
            continue
        order = msgspec.structs.replace(command, to=to)
        try:
            acw.checks[TransportByRiver](position, due, order)
        except Refused as refused:
            refusals.append(refused)
            continue
        found += 1
        yield _landed(position, due.seat, order, charge)
    if not found:
        raise refusals[0] if refusals else Refused("13.4/1", f"no boat sets out from {command.from_hex} now")


@rule("13.2/4", "13.2/10")
def by_sea(position: Position, due: Due, command: TransportBySea) -> Iterator[Reached]:
    """Every port and shore where transports could land a force, with as many of them as that takes."""
    cargo = Cargo(command.from_hex, command.units, command.leaders, command.usmrr)
    needed = points(load_of(position, due.seat, cargo))
    fleets = (command.ntp,) if command.ntp else tuple(idle_transports(position).values())
    require(fleets, "13.2/2", "no transport (NTP) at sea is ready")
    refusal, found = None, set[str]()
    for names in fleets:
        for to in SHORES:
            if to == command.from_hex or to in found:
                continue
            if is_closed(position, to) and not command.violate_kentucky:
                continue
            order, refused = _shipped(position, due, command, names, to, needed)
            if order is None:
                refusal = refusal or refused
                continue
            found.add(to)
            says = f"{len(order.ntp)} NTP for {needed} points"
            yield _landed(position, due.seat, order, {"name": says, "amount": 0, "rule": "13.2/10"})
    if not found:
        raise refusal or Refused("13.2/2", f"nothing can be shipped from {command.from_hex} now")


def _shipped(
    position: Position, due: Due, command: TransportBySea, names: tuple[str, ...], to: str, needed: int
) -> tuple[TransportBySea | None, Refused | None]:
    """The order with the fewest transports that it takes; or why there is none."""
    refusal = None
    counts = sorted({max(1, -(-needed // each)) for each in (SAME_ZONE, OTHER_ZONE, HOSTILE_SHORE)})
    for count in [len(names)] if command.ntp else [each for each in counts if each <= len(names)]:
        order = msgspec.structs.replace(command, to=to, ntp=names[:count])
        try:
            acw.checks[TransportBySea](position, due, order)
        except Refused as refused:
            refusal = refused
        else:
            return order, None
    return None, refusal


@rule("13.1.2/1", "13.1.2/3")
def under_sail(position: Position, due: Due, command: MoveVessels) -> Iterator[Reached]:
    """Every sea zone and hexside that vessels could go to; one with an enemy ends in a fight."""
    names = ready_vessels(position, due.seat, command.vessels)
    start = common_place(position, names)
    if command.path:
        start = planned(position, due.seat, command)[-1]
    shut = combat_sides(position, due.seat)
    seagoing = all(position.vessels[name].kind in SEAGOING for name in names)
    charge = {"name": "place entered", "amount": 1, "rule": "13.1.2/1"}
    found, refusal = 0, None
    for to in routes((start,), seagoing, common_sides(position, names), shut):
        if to == start and not command.path:
            continue
        path = command.path if to == start else (*command.path, to)
        order = msgspec.structs.replace(command, path=path)
        try:
            whole = planned(position, due.seat, order)
        except Refused as refused:
            refusal = refusal or refused
            continue
        found += 1
        steps = tuple(Paid(each, (charge,)) for each in whole)
        meets = "enemy" if to in shut else ""
        yield Reached(to, len(whole), steps, msgspec.to_builtins(order), meets=meets)
    if not found:
        raise refusal or Refused("13.1.2/1", "these vessels can go nowhere now")

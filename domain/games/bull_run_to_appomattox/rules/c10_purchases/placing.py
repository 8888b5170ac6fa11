"""Placement of new pieces (4/15 to 4/22, 10/4, 11/1): the orders, and how they are carried out."""

from collections import Counter
from collections.abc import Mapping

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.orders import Order, PlacementOrder
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import (
    DRAWN,
    NONE,
    UNKNOWN,
    Fleet,
    Raider,
    Units,
    Waiting,
)
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta, order_check, step
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import (
    attach,
    place_hq,
    room_for,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.sealed_orders import (
    carried_out,
    placement_of,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import hqs_by_spot, hqs_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.events import (
    FleetPlaced,
    RaiderPlaced,
    UnitsPlaced,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.recruiting import (
    require_city,
    require_port,
    require_reachable,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c16_scenarios.set_up import free_fleet_id
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.sight import Secret


@order_check("placement")
@rule("4/16", "4/21", "5.1/2")
def check_hqs(position: Position, side: str, order: Order) -> None:
    """Each drawn HQ that is named goes to a city, two at most to a place. Raises Refused."""
    assert isinstance(order, PlacementOrder)
    coming = Counter(order.hqs.values())
    for hq, spot in order.hqs.items():
        record = position.hqs.get(hq)
        drawn = record is not None and record.side == side and record.state == DRAWN
        require(drawn, "4/16", f"you have no HQ {hq!r} to place")
        require_city(position, side, spot, "4/16")
        there = len(hqs_in(position, side, spot)) + coming[spot]
        require(there <= limits().hqs_per_zone, "5.1/2", f"{board().names[spot]} would hold {there} HQs")


@order_check("placement")
@rule("4/16", "4/19", "4/21", "11/1")
def check_fleets_and_raider(position: Position, side: str, order: Order) -> None:
    """Fleets and a raider that wait go to ports and a city. Raises Refused."""
    assert isinstance(order, PlacementOrder)
    waiting = position.waiting.get(side, Waiting())
    for kind, count in Counter(each.kind for each in order.fleets).items():
        have = waiting.fleets.get(kind, 0)
        require(count <= have, "4/19", f"{have} new fleets of {kind} wait, and {count} are placed")
    for each in order.fleets:
        require_port(position, side, each.kind, each.port)
    if order.raider:
        require(waiting.raider > 0, "11/1", "no raider waits to be placed")
        require_city(position, side, order.raider, "11/1")


@order_check("placement")
@rule("4/17", "4/18", "5.1/1", "10/4")
def check_units(position: Position, side: str, order: Order) -> None:
    """CP that wait go to HQs, within what those may command, or to cities. Raises Refused."""
    assert isinstance(order, PlacementOrder)
    total = NONE
    for where, units in order.units.items():
        fewest = min(units.infantry, units.cavalry, units.artillery)
        require(fewest >= 0 and units != NONE, "4/17", f"{where}: name the units that are placed")
        total = total.plus(units)
        if where in order.hqs or where in position.hqs:
            _check_army(position, side, order, where, units)
        else:
            require_city(position, side, where, "4/18")
    waiting = position.waiting.get(side, Waiting()).units
    require(total.within(waiting), "4/21", "you place more CP than wait for placement")


def _check_army(position: Position, side: str, order: PlacementOrder, hq: str, units: Units) -> None:
    if hq not in order.hqs:
        require_reachable(position, side, hq)
    after = position.units_of(hq).plus(units)
    require(after.total <= limits().cp_per_hq, "5.1/1", f"{hq} would command {after.total} CP")
    guns = limits().artillery_per_hq
    require(after.artillery <= guns, "10/4", f"{hq} would command {after.artillery} CP of artillery")


@step("placing")
@rule("4/5", "4/15", "4/16", "4/18")
def place(play: Play) -> None:
    """The orders of both sides are carried out: HQs, then units, then fleets and raiders."""
    for side in SIDES:
        order = placement_of(play.position, side)
        for hq, spot in order.hqs.items():
            place_hq(play, hq, spot, "4/16")
        _place_units(play, side, order)
        for hq in order.hqs:
            attach(play, hq)
        for each in order.fleets:
            fleet = free_fleet_id(play.position, side, each.kind)
            play.emit(FleetPlaced(side, fleet, each.kind, each.port))
        if order.raider:
            strength = play.position.waiting[side].raider
            play.emit(RaiderPlaced(side, order.raider, strength))
    if any("placement" in orders.given for orders in play.position.orders.values()):
        carried_out(play, "placement")


def _place_units(play: Play, side: str, order: PlacementOrder) -> None:
    """New CP join HQs; of those for a city, what its HQs cannot command stays there without a leader."""
    armies = {hq: units for hq, units in order.units.items() if hq in play.position.hqs}
    cities = {}
    for spot, units in order.units.items():
        if spot in armies:
            continue
        left = _join(play.position, side, spot, units, armies)
        if left != NONE:
            cities[spot] = left
    play.emit(UnitsPlaced(side, cities, Secret((side,), armies)))


@rule("4/18", "10/4")
def _join(position: Position, side: str, spot: str, units: Units, armies: dict[str, Units]) -> Units:
    """Give units in a city to the HQs there, in the order of the list, as far as they can; what is left."""
    for hq in hqs_by_spot(position).get(spot, ()):
        if position.hqs[hq].side == side:
            got = armies.get(hq, NONE)
            taken = room_for(position.units_of(hq).plus(got), units)
            if taken != NONE:
                armies[hq] = got.plus(taken)
                units = units.minus(taken)
    return units


@brta.evolves(UnitsPlaced)
def _units_placed(position: Position, event: UnitsPlaced) -> None:
    there = position.leaderless[event.side]
    for spot, units in event.cities.items():
        there[spot] = there.get(spot, NONE).plus(units)
    armies = event.armies.known({})
    for hq, units in armies.items():
        position.units[hq] = position.units.get(hq, UNKNOWN).plus(units)
    if event.side in position.waiting:
        placed = _sum(event.cities).plus(_sum(armies))
        waiting = position.waiting[event.side]
        _wait(position, event.side, Waiting(waiting.units.minus(placed), waiting.fleets, waiting.raider))


def _sum(of: Mapping[str, Units]) -> Units:
    total = NONE
    for units in of.values():
        total = total.plus(units)
    return total


def _wait(position: Position, side: str, waiting: Waiting) -> None:
    """What a side still has to place; nothing is kept where nothing waits."""
    if waiting == Waiting():
        position.waiting.pop(side, None)
    else:
        position.waiting[side] = waiting


@brta.evolves(FleetPlaced)
def _fleet_placed(position: Position, event: FleetPlaced) -> None:
    position.fleets[event.fleet] = Fleet(event.side, event.kind, event.port)
    if event.side in position.waiting:
        waiting = position.waiting[event.side]
        fleets = dict(waiting.fleets)
        fleets[event.kind] -= 1
        left = {kind: count for kind, count in fleets.items() if count}
        _wait(position, event.side, Waiting(waiting.units, left, waiting.raider))


@brta.evolves(RaiderPlaced)
def _raider_placed(position: Position, event: RaiderPlaced) -> None:
    position.raiders[event.side] = Raider(event.spot, event.strength)
    if event.side in position.waiting:
        waiting = position.waiting[event.side]
        _wait(position, event.side, Waiting(waiting.units, waiting.fleets))

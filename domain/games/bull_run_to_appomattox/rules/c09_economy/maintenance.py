"""Maintenance (9.2): what it costs, and what happens to units that are not paid."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import TYPES
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.orders import PreparationOrder
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta, step
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.sealed_orders import preparation_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.events import UnitsDeserted
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.events import (
    Bill,
    FleetsUnpaid,
    PreparationPaid,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.prices import cost_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.sieges import lift_sieges_after_desertion
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option
from ironclad.domain.kernel.sight import Secret


@rule("9.2/1", "9.2/2", "9.2/5")
def upkeep(position: Position, side: str) -> dict[str, int]:
    """What full maintenance costs a side: by HQ, by spot of leaderless units, and by fleet.

    Each CP and each fleet costs 1 revenue point, embarked armies included. HQs, raiders, forts and what waits
    for placement cost nothing.
    """
    armies = {hq: position.units_of(hq).total for hq in position.hqs_of(side)}
    groups = {spot: units.total for spot, units in sorted(position.leaderless[side].items())}
    fleets = {id: 1 for id, fleet in sorted(position.fleets.items()) if fleet.side == side}
    return {id: cost for id, cost in {**armies, **groups, **fleets}.items() if cost}


@rule("9.2/1", "9.2/3")
def bill_of(position: Position, side: str, order: PreparationOrder) -> Bill:
    """What an order of preparation costs."""
    maintenance = sum(upkeep(position, side).values()) - sum(order.unpaid.values())
    return Bill(maintenance, cost_of(position, side, order.buy))


@rule("9.2/4", "9.2/5", "9.2/9")
def deserting(position: Position, side: str, order: PreparationOrder) -> dict[str, Units]:
    """What deserts for want of pay, by HQ or spot: 1 CP of each type, however many are unpaid."""
    there = {**position.units, **position.leaderless[side]}
    unpaid = {id: count for id, count in sorted(order.unpaid.items()) if id in there}
    if position.plays("desertion_of_every_unpaid_cp"):
        return {id: _most_of(there[id], count) for id, count in unpaid.items()}
    return {id: _one_of_each(there[id]) for id in unpaid}


def _one_of_each(units: Units) -> Units:
    return Units(min(1, units.infantry), min(1, units.cavalry), min(1, units.artillery))


def _most_of(units: Units, count: int) -> Units:
    """So many CP one after another, each of the type that has most; of equal types infantry, then cavalry."""
    left = {each: getattr(units, each) for each in TYPES}
    for _ in range(count):
        left[max(TYPES, key=lambda each: left[each])] -= 1
    return units.minus(Units(**left))


@rule("9.2/6", "10/6")
def sinking(position: Position, side: str, order: PreparationOrder) -> tuple[str, ...]:
    """The fleets that are lost for want of pay: reduced ones, but not one that carries an army."""
    loaded = {fleet for hq in position.hqs.values() for fleet in hq.aboard}
    return tuple(
        id
        for id, fleet in sorted(position.fleets.items())
        if fleet.side == side and id in order.unpaid and fleet.steps == 1 and id not in loaded
    )


@step("maintenance")
@rule("9.2/4", "9.2/7", "9.2/8", "4/5")
def maintain(play: Play) -> None:
    """Both sides pay, the North first; then what was not paid deserts."""
    for side in SIDES:
        bill = bill_of(play.position, side, preparation_of(play.position, side))
        before = play.position.revenue[side]
        left = before - bill.maintenance - bill.purchases
        play.emit(PreparationPaid(side, before, left, Secret((side,), bill)))
    for side in SIDES:
        _desert(play, side)
    lift_sieges_after_desertion(play)


def _desert(play: Play, side: str) -> None:
    order = preparation_of(play.position, side)
    lost = {id: units for id, units in deserting(play.position, side, order).items() if units != NONE}
    armies = {id: units for id, units in lost.items() if id in play.position.units}
    groups = {id: units for id, units in lost.items() if id not in armies}
    play.emit(UnitsDeserted(side, groups, Secret((side,), armies), "9.2/4"))
    unpaid = tuple(id for id in sorted(play.position.fleets) if id in order.unpaid)
    if unpaid:
        play.emit(FleetsUnpaid(side, unpaid, sinking(play.position, side, order)))


@brta.evolves(PreparationPaid)
def _preparation_paid(position: Position, event: PreparationPaid) -> None:
    position.revenue[event.side] = event.revenue


@brta.evolves(FleetsUnpaid)
def _fleets_unpaid(position: Position, event: FleetsUnpaid) -> None:
    for id in event.fleets:
        if id in event.sunk:
            del position.fleets[id]
        else:
            position.fleets[id] = position.fleets[id].with_(steps=1)


OPTIONS = {
    "desertion_of_every_unpaid_cp": Option(
        "9.2/4", "Every unpaid CP deserts, each of the type that the army then has most of.", ("no", "yes")
    ),
}

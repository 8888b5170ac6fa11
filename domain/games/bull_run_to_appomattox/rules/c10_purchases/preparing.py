"""Orders of preparation (4/4, 4/6, 9.2, 10): what they may hold, and purchases."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.bull_run_to_appomattox.board.charts import TYPES, limits
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.orders import (
    Order,
    PreparationOrder,
    Purchase,
)
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Units, Waiting
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta, order_check, step
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import reserve_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import GivePreparationOrder
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.sealed_orders import preparation_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.maintenance import (
    bill_of,
    deserting,
    sinking,
    upkeep,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.events import UnitsBought
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.pool import left_in_pool
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.prices import bought, prices
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import Secret

FLEETS_FIRST = ("ironclad", "gunboat", "steam", "sail")


@order_check("preparation")
@rule("4/6", "9.2/3")
def check_bill(position: Position, side: str, order: Order) -> None:
    """What is unpaid is the side's own, and the rest with the purchases costs no more than it has.

    Raises Refused.
    """
    assert isinstance(order, PreparationOrder)
    owed = upkeep(position, side)
    for id, unpaid in order.unpaid.items():
        require(id in owed, "9.2/3", f"you maintain nothing called {id!r}")
        require(1 <= unpaid <= owed[id], "9.2/3", f"1 to {owed[id]} of {id} may be left without pay")
    _check_purchase(position, side, order)
    bill, revenue = bill_of(position, side, order), position.revenue[side]
    total = bill.maintenance + bill.purchases
    require(total <= revenue, "4/6", f"the order costs {total} revenue points, and you have {revenue}")


@rule("10/3", "10/5", "11/1")
def _check_purchase(position: Position, side: str, order: PreparationOrder) -> None:
    """A purchase keeps to the counter mix and to the rate of artillery. Raises Refused."""
    buy = order.buy
    mix, counts = pool_after(position, side, order), bought(buy)
    require(set(buy.fleets) <= set(counts), "10/5", "there is no fleet of that kind")
    for unit, count in counts.items():
        require(count >= 0, "10/5", f"{unit}: a number of units is not negative")
        clause = "11/1" if unit == "raider" else "10/5"
        require(count <= mix[unit], clause, f"your counter mix has {mix[unit]} {unit} left")
    escorted = buy.infantry + buy.cavalry
    require(buy.artillery <= escorted, "10/3", f"artillery is bought beside {escorted} other CP")


@rule("9.2/7", "10/5", "10/6")
def pool_after(position: Position, side: str, order: PreparationOrder) -> dict[str, int]:
    """What the counter mix has left once the desertions of an order are back in it."""
    mix = left_in_pool(position, side)
    for units in deserting(position, side, order).values():
        for each in TYPES:
            mix[each] += getattr(units, each)
    for id in sinking(position, side, order):
        mix[position.fleets[id].kind] += 1
    return mix


@step("purchases")
@rule("4/5", "10/1", "11/1", "4/21")
def buy_units(play: Play) -> None:
    """What both sides buy waits for placement; nobody sees what the other bought."""
    for side in SIDES:
        play.emit(UnitsBought(side, Secret((side,), preparation_of(play.position, side).buy)))


@brta.evolves(UnitsBought)
def _units_bought(position: Position, event: UnitsBought) -> None:
    buy = event.bought.known(Purchase())
    if buy == Purchase():
        return
    waiting = position.waiting.get(event.side, Waiting())
    fleets = dict(waiting.fleets)
    for kind, count in buy.fleets.items():
        if count:
            fleets[kind] = fleets.get(kind, 0) + count
    position.waiting[event.side] = Waiting(
        waiting.units.plus(Units(buy.infantry, buy.cavalry, buy.artillery)),
        fleets,
        limits().raider_strength if buy.raider else waiting.raider,
    )


@rule("9.2/3", "9.2/6")
def least_unpaid(position: Position, side: str) -> dict[str, int]:
    """What a side leaves without pay so that it can pay the rest: fleets, then armies and groups."""
    owed, unpaid = upkeep(position, side), {}
    short = sum(owed.values()) - position.revenue[side]
    fleets = [id for id in owed if id in position.fleets]
    for id in (*fleets, *(each for each in owed if each not in position.fleets)):
        if short <= 0:
            break
        unpaid[id] = min(short, owed[id])
        short -= unpaid[id]
    return unpaid


@also_offers("preparation")
def offer_preparation(position: Position, due: Due) -> Iterator[Command]:
    """Everything paid that can be; then with an army, cavalry, guns, each fleet or a raider bought."""
    side = due.seat
    unpaid = least_unpaid(position, side)
    purchases = [] if unpaid else _purchases(position, side)
    for draw in (True, False) if reserve_of(position, side) else (False,):
        for buy in (*purchases, *((Purchase(),) if unpaid else ())):
            yield GivePreparationOrder(order=PreparationOrder(unpaid, draw, buy))


def _purchases(position: Position, side: str) -> list[Purchase]:
    """Purchases that use much of what is left after maintenance, of one sort each."""
    left = position.revenue[side] - sum(upkeep(position, side).values())
    mix, price = left_in_pool(position, side), prices(position, side)
    infantry = min(mix["infantry"], left // price["infantry"])
    cavalry = min(mix["cavalry"], left // price["cavalry"])
    pairs = min(mix["infantry"], mix["artillery"], left // (price["infantry"] + price["artillery"]))
    found = [Purchase(infantry=infantry), Purchase(infantry=infantry // 2), Purchase(cavalry=cavalry)]
    found.append(Purchase(infantry=pairs, artillery=pairs))
    found += [Purchase(fleets={kind: 1}) for kind in FLEETS_FIRST]  # type: ignore[dict-item]
    found.append(Purchase(raider=True))
    return [each for number, each in enumerate(found) if each != Purchase() and each not in found[:number]]


@brta.sample("preparation")
def sample_preparation(position: Position, due: Due, random: Random) -> Command:
    """A random mix of purchases within what the side has after maintenance, and at times an HQ drawn."""
    side, buy = due.seat, dict.fromkeys((*TYPES, *FLEETS_FIRST, "raider"), 0)
    unpaid = least_unpaid(position, side)
    left = 0 if unpaid else position.revenue[side] - sum(upkeep(position, side).values())
    mix, price = left_in_pool(position, side), prices(position, side)
    for _ in range(random.randint(0, 40)):
        unit = random.choices(tuple(buy), weights=(12, 3, 4, 1, 1, 1, 1, 1))[0]
        guns = unit == "artillery" and buy["artillery"] >= buy["infantry"] + buy["cavalry"]
        if price[unit] <= left and buy[unit] < mix[unit] and not guns:
            buy[unit] += 1
            left -= price[unit]
    fleets = {kind: buy[kind] for kind in FLEETS_FIRST if buy[kind]}
    land = {each: buy[each] for each in TYPES}
    purchase = Purchase(**land, fleets=fleets, raider=bool(buy["raider"]))  # type: ignore[arg-type]
    draw = bool(reserve_of(position, side)) and random.random() < 0.6
    return GivePreparationOrder(order=PreparationOrder(unpaid, draw, purchase))

"""The computer player's sealed orders: what it buys, and where it places that."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH
from ironclad.domain.games.bull_run_to_appomattox.position.orders import (
    PlacementOrder,
    PreparationOrder,
    Purchase,
)
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import DRAWN, NONE, Waiting
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent import assessment
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import reserve_of, room_for
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import (
    GivePlacementOrder,
    GivePreparationOrder,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import hqs_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.maintenance import upkeep
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.revenue import paying_cities
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.offers import plan
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.pool import left_in_pool
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.preparing import least_unpaid
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.prices import prices
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.recruiting import cities_open
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

ARMY = ("infantry", "artillery", "infantry", "cavalry", "infantry")  # what is bought, in turn
MOST_HQS = 8  # HQs that a side can use
BLOCKADERS = 5  # sea fleets that the North wants


def prepare(position: Position, due: Due) -> Command:
    """Everybody is paid that can be; new units as far as cities and savings will maintain them."""
    side = due.seat
    unpaid = least_unpaid(position, side)
    commanded = len(list(position.hqs_of(side)))
    draw = bool(reserve_of(position, side)) and commanded < MOST_HQS
    buy = Purchase() if unpaid else _purchase(position, side)
    return GivePreparationOrder(order=PreparationOrder(unpaid, draw, buy))


def _purchase(position: Position, side: str) -> Purchase:
    """A fleet for the blockade, and then an army of all arms."""
    owed = sum(upkeep(position, side).values())
    income = sum(paying_cities(position, side).values())
    money, mix, price = position.revenue[side] - owed, left_in_pool(position, side), prices(position, side)
    buy = dict.fromkeys(("infantry", "cavalry", "artillery", "sail"), 0)
    if _wants_fleet(position, side) and mix["sail"] and price["sail"] <= money // 2:
        buy["sail"] = 1
        money -= price["sail"]
    kept = owed + buy["sail"]
    refused: set[str] = set()
    while len(refused) < len(set(ARMY)):
        for unit in ARMY:
            after = money - price[unit]
            guns = unit == "artillery" and buy["artillery"] >= buy["infantry"] + buy["cavalry"]
            if buy[unit] >= mix[unit] or guns or after < 0 or kept + 1 > income + after // 3:
                refused.add(unit)
                continue
            buy[unit] += 1
            money, kept = after, kept + 1
            refused.discard(unit)
    fleets = {"sail": 1} if buy["sail"] else {}
    return Purchase(buy["infantry"], buy["cavalry"], buy["artillery"], fleets)  # type: ignore[arg-type]


def _wants_fleet(position: Position, side: str) -> bool:
    at_sea = [each for each in position.fleets.values() if each.side == side and each.kind != "gunboat"]
    return side == NORTH and len(at_sea) < BLOCKADERS


def place(position: Position, due: Due) -> Command:
    """New units go with the army that is best placed for its goals and has room; HQs to the city near it."""
    side = due.seat
    cities = cities_open(position, side)
    drawn = tuple(id for id, hq in position.hqs.items() if hq.side == side and hq.state == DRAWN)
    waiting = position.waiting.get(side, Waiting())
    if not cities or (not drawn and waiting == Waiting()):
        return GivePlacementOrder(order=PlacementOrder())
    orders = [
        order
        for city in sorted(cities, key=lambda spot: -_front(position, side, "", spot))[:4]
        for hq in _armies(position, side, waiting)
        for who in (drawn[:1], ())
        if brta.allows(position, due, order := GivePlacementOrder(order=plan(position, side, city, who, hq)))
    ]
    if orders:
        return orders[0]
    return GivePlacementOrder(order=PlacementOrder())


def _armies(position: Position, side: str, waiting: Waiting) -> list[str]:
    """HQs that could use the units that wait, the best first; "" for the city at last."""
    if waiting.units == NONE:
        return [""]

    def use(hq: str) -> float:
        room = room_for(position.units_of(hq), waiting.units).total
        return room * (0.2 + _front(position, side, hq, position.hqs[hq].spot))

    found = [hq for hq in position.hqs_of(side) if not position.hqs[hq].aboard]
    return [*sorted((hq for hq in found if use(hq) > 0), key=lambda hq: -use(hq)), ""]


def _front(position: Position, side: str, hq: str, spot: str) -> float:
    """How well a place lies for what the side wants; less where its HQs fill it."""
    full = len(hqs_in(position, side, spot)) >= limits().hqs_per_zone
    near = assessment.drawn_to(tuple(assessment.goals(position, side, hq)), spot)
    return near * (0.3 if full and not hq else 1.0)

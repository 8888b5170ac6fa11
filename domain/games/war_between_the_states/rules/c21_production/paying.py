"""Paying and receiving supply and personnel points, and the numbers of the piece list (12.0, R.7, R.12)."""

from collections import Counter
from collections.abc import Iterable

from ironclad.domain.games.war_between_the_states.board.charts import piece_list
from ironclad.domain.games.war_between_the_states.position.pieces import LEAST_DIVISION, Unit, piece_of
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c03_units.counters import require_counters
from ironclad.domain.games.war_between_the_states.rules.c21_production.income import Cost, cost
from ironclad.domain.kernel.engine.citations import require, rule

MOST_SUPPLY = 999


@rule("12.0/1", "R.7/8", "R.7/9", "R.7/10")
def require_paid(position: Position, side: str, what: str, number: int = 1) -> Cost:
    """The cost of so many SP or pieces. Refuses what a side does not build or cannot pay."""
    price = cost(side, what, number)
    require(price is not None, "R.7/10", f"the {side} does not build {what}")
    assert price is not None
    supply, personnel = position.supply.get(side, 0), position.production.personnel.get(side, 0)
    require(
        price.supply <= supply, "R.7/9", f"{price.supply} supply points are needed, and {supply} are left"
    )
    require(
        price.personnel <= personnel,
        "R.7/8",
        f"{price.personnel} personnel points are needed, and {personnel} are left",
    )
    return price


def affordable(position: Position, side: str, what: str) -> int:
    """How many SP of a kind a side can pay for."""
    price = cost(side, what)
    if price is None:
        return 0
    by_supply = position.supply.get(side, 0) // price.supply
    return min(by_supply, position.production.personnel.get(side, 0)) if price.personnel else by_supply


def pay(position: Position, side: str, supply: int, personnel: int = 0) -> None:
    """Take supply and personnel points from a side."""
    position.supply[side] = position.supply.get(side, 0) - supply
    had = position.production.personnel
    if personnel:
        left = {**had, side: had.get(side, 0) - personnel}
        position.production = position.production.with_(personnel=left)


@rule("12.0/1")
def receive(position: Position, side: str, supply: int) -> None:
    """Add to general supply; what is more than it holds is lost."""
    position.supply[side] = min(position.supply.get(side, 0) + supply, MOST_SUPPLY)


def piece_ordered(what: str, strength: int) -> str:
    """The name in the piece list of what is ordered."""
    division = strength >= LEAST_DIVISION["cavalry"]
    return f"cavalry_{'division' if division else 'brigade'}" if what == "cavalry" else what


def _counted(position: Position, side: str, without: frozenset[str], more: Iterable[Unit]) -> Counter[str]:
    units = [unit for id, unit in position.units.items() if unit.side == side and id not in without]
    found = Counter(name for unit in (*units, *more) if (name := piece_of(unit)))
    found.update(ship.kind for ship in position.ships.values() if ship.side == side)
    found.update(work.grade for work in position.works.values() if work.side == side)
    found.update(f"{hq.kind}_hq" for hq in position.headquarters.values() if hq.side == side)
    return found


@rule("3.26/1", "3.26/2", "R.12/1", "R.12/2")
def require_listed(
    position: Position,
    side: str,
    piece: str,
    made: tuple[Unit, ...] = (),
    without: Iterable[str] = (),
    with_orders: bool = True,
) -> None:
    """Refuse more pieces than the list has, on the map and, `with_orders`, in production together.

    `made` are units that a change makes in place of those `without` which it is then. Where it makes none,
    one piece of that name comes on top of what there is.
    """
    gone = frozenset(without)
    count = _counted(position, side, gone, made)[piece] + (not made)
    if with_orders:
        orders = (order for order in position.production.orders if order.side == side)
        count += sum(piece_ordered(order.what, order.strength) == piece for order in orders)
    most = piece_list()[piece, side]
    require(count <= most, "3.26/1", f"the {side} would have {count} of {piece}, and {most} are the most")
    require_counters(position, made, gone)

"""What new units cost (10/1, 10/2)."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import FLEET_KINDS, TYPES, costs
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH
from ironclad.domain.games.bull_run_to_appomattox.position.orders import Purchase
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.fixed import abolished
from ironclad.domain.kernel.engine.citations import rule

LEAST = 1  # revenue points, of a CP


@rule("10/1", "10/2", "8.7/5", "8.7/6", "8.10/2")
def prices(position: Position, side: str) -> dict[str, int]:
    """The price of each unit for a side, in revenue points.

    Technology and the abolition of slavery lower those of the North: every CP by 1 (industry), infantry by 1
    more (abolition), fleets by 2 (shipyards). A CP costs at least 1; the raider keeps its price.
    """
    found = dict(costs())
    if side != NORTH:
        return found
    for unit in TYPES:
        discount = int("industry" in position.technology)
        discount += int(unit == "infantry" and abolished(position))
        found[unit] = max(LEAST, found[unit] - discount)
    if "shipyards" in position.technology:
        for kind in FLEET_KINDS:
            found[kind] -= 2
    return found


def cost_of(position: Position, side: str, buy: Purchase) -> int:
    """What a purchase costs a side, in revenue points."""
    return sum(prices(position, side)[unit] * count for unit, count in bought(buy).items())


def bought(buy: Purchase) -> dict[str, int]:
    """A purchase as numbers by unit."""
    land = {unit: getattr(buy, unit) for unit in TYPES}
    fleets = {kind: buy.fleets.get(kind, 0) for kind in FLEET_KINDS}  # type: ignore[call-overload]
    return {**land, **fleets, "raider": int(buy.raider)}

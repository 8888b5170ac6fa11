"""Revenue (9): what the sides begin with, income from cities, and the blockade (9.3)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import ENEMY, NORTH, SIDES, SOUTH, seas
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta, step
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import fort_in, holds_port
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.gains import award
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.events import RevenueCollected
from ironclad.domain.kernel.engine.citations import rule


@step("opening_money")
@rule("9/1")
def begin_with(play: Play) -> None:
    """What each side has at the start: 50 for the North, 40 for the South, and five times a die."""
    for side in SIDES:
        award(play, side, "9/1", limits().start_revenue[side])


@step("revenue")
@rule("9/2", "9.2/8", "9.3/1", "9.3/6")
def collect(play: Play) -> None:
    """Each side adds its income to what it has; the South's is less what the blockade stops."""
    for side in SIDES:
        position = play.position
        cities = paying_cities(position, side)
        pillaged = tuple(zone for zone in cities if is_pillaged(position, zone))
        gross = sum(value for zone, value in cities.items() if zone not in pillaged)
        blockade = blockaded(position) if side == SOUTH else ()
        income = max(0, gross - len(blockade))
        total = position.revenue[side] + income
        play.emit(RevenueCollected(side, cities, pillaged, blockade, income, total))


@brta.evolves(RevenueCollected)
def _revenue_collected(position: Position, event: RevenueCollected) -> None:
    position.revenue[event.side] = event.revenue


@rule("9/2", "9/4", "9/5")
def paying_cities(position: Position, side: str) -> dict[str, int]:
    """The cities that pay a side, by zone with their values, pillaged ones included.

    A besieged city pays its holder; one whose zone has an enemy fort pays nobody.
    """
    return {
        zone: board().zones[zone].value
        for zone, holder in position.holders.items()
        if holder == side and not fort_in(position, board().place_spot(zone), ENEMY[side])
    }


@rule("11.3/2", "11.3/5")
def is_pillaged(position: Position, zone: str) -> bool:
    """Whether a city has a Pillaged City marker: it was pillaged in this turn."""
    return position.pillaged.get(zone) == position.turn


@rule("9.3/1", "9.3/2", "9.3/3", "9.3/4", "9.3/5")
def blockaded(position: Position) -> tuple[str, ...]:
    """The B zones that the Northern fleets blockade, each once, at most as many as the limit.

    A fleet counts in the zone itself and in a port of the zone that the South holds; not in one that the
    North holds. Forts and fleets of the South change nothing.
    """
    found = dict.fromkeys(
        sea
        for fleet in position.fleets.values()
        if fleet.side == NORTH
        for sea in _seas(position, fleet.place)
    )
    blockade = sorted(sea for sea in found if seas()[sea].blockade)
    return tuple(blockade[: limits().most_blockade_loss])


def _seas(position: Position, place: str) -> Iterator[str]:
    if place in seas():
        yield place
    elif place in board().sea_of_port and holds_port(position, SOUTH, place):
        yield board().sea_of_port[place]

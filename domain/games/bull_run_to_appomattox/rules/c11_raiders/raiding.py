"""Raids at the end of a raider's movement (11/2 to 11/5, 11.1, 11.2, 11.3)."""

from collections.abc import Iterator
from typing import get_args

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    city_in,
    fort_in,
    hqs_in,
    leaderless_in,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.commands import Raid, RaidKind
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.events import (
    BridgeDestroyed,
    CityPillaged,
    RailroadDestroyed,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.marching import active_raider
from ironclad.domain.games.bull_run_to_appomattox.rules.c13_rivers.crossings import bridges_of
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking

LINES_OF_A_JUNCTION = 3


@brta.check(Raid, "raider_orders")
@rule("11/2", "11/3", "11/5")
def _check_raid(position: Position, due: Due, command: Raid) -> None:
    """One raid, where no enemy HQ is, by a raider that neither fought nor retreated."""
    spot = position.raiders[due.seat].spot
    require(not active_raider(position).fought, "11/3", "a raider that fought or retreated does not raid")
    enemies = hqs_in(position, ENEMY[due.seat], spot)
    require(not enemies, "11/5", "an enemy HQ is in the zone")
    CHECKS[command.what](position, due.seat, spot, command.target)


@rule("11.1/1")
def _check_bridge(position: Position, side: str, spot: str, target: str) -> None:
    require(target in bridges_of(position, spot), "11.1/1", f"no intact bridge {target!r} is here")


@rule("11.2/1")
def _check_railroad(position: Position, side: str, spot: str, target: str) -> None:
    zone = board().zone_of[spot]
    require(target == zone, "11.2/1", f"the raider is in {board().names[zone]}")
    rails = sum(edge.rail and zone in (edge.a, edge.b) for edge in board().edges.values())
    require(rails, "11.2/1", f"no railroad is in {board().names[zone]}")
    junction = rails >= LINES_OF_A_JUNCTION or not position.plays("rail_raids_at_junctions_only")
    require(junction, "11.2/1", f"no lines meet in {board().names[zone]}")
    require(zone not in position.broken_rails, "11.2/1", "the railroad is destroyed already")


@rule("11.3/1", "11.3/3", "11.3/4")
def _check_city(position: Position, side: str, spot: str, target: str) -> None:
    enemy = ENEMY[side]
    here = spot in board().spots and bool(target) and city_in(position, spot) == target
    require(here and position.holders[target] == enemy, "11.3/1", "no city of the enemy is here")
    require(not board().zones[target].major, "11.3/3", "a major city cannot be pillaged")
    guarded = leaderless_in(position, enemy, spot) or fort_in(position, spot, enemy)
    require(not guarded, "11.3/1", "enemy units or a fort guard the city")
    again = position.pillaged.get(target, -limits().pillage_interval) + limits().pillage_interval
    require(position.turn >= again, "11.3/4", f"the city cannot be pillaged again before turn {again}")


CHECKS = {"bridge": _check_bridge, "railroad": _check_railroad, "city": _check_city}


@brta.carry_out(Raid)
def _raid(play: Play, due: Due, command: Raid) -> None:
    asking.close(play, due)
    side, target = due.seat, command.target
    if command.what == "bridge":
        play.emit(BridgeDestroyed(side, target))
    elif command.what == "railroad":
        play.emit(RailroadDestroyed(side, target))
    else:
        value = board().zones[target].value
        total = play.position.revenue[side] + value
        play.emit(CityPillaged(side, target, value, total, play.position.turn))


@brta.evolves(BridgeDestroyed)
def _bridge_destroyed(position: Position, event: BridgeDestroyed) -> None:
    position.broken_bridges[event.bridge] = event.side
    _finish(position)


@brta.evolves(RailroadDestroyed)
@rule("11.2/2")
def _railroad_destroyed(position: Position, event: RailroadDestroyed) -> None:
    position.broken_rails[event.zone] = event.side
    _finish(position)


@brta.evolves(CityPillaged)
@rule("11.3/1", "11.3/2", "11.3/5")
def _city_pillaged(position: Position, event: CityPillaged) -> None:
    """The city keeps its holder; the turn of the raid says that it does not pay in it."""
    position.pillaged[event.zone] = event.turn
    position.revenue[event.side] = event.revenue
    _finish(position)


def _finish(position: Position) -> None:
    """The raid is the end of the activation."""
    if position.activation is not None:
        position.activation = position.activation.with_(stopped=True)


@also_offers("raider_orders")
def offer_raids(position: Position, due: Due) -> Iterator[Command]:
    """Every raid that is possible where the raider is."""
    spot = position.raiders[due.seat].spot
    marks = {"bridge": bridges_of(position, spot), "railroad": (board().zone_of[spot],)}
    marks["city"] = (city_in(position, spot),) if spot in board().spots else ()
    for what in get_args(RaidKind):
        yield from (Raid(what=what, target=target) for target in marks[what])


OPTIONS = {
    "rail_raids_at_junctions_only": Option(
        "11.2/1", "Raiders destroy railroads only where three lines or more meet.", ("no", "yes")
    ),
}

"""Taking cities and ports (5.2/10 to 5.2/13), and what follows for leaderless units and lone HQs at a
place.
"""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta, settles
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import attach
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.losing import lose_hq
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    armies_in,
    city_in,
    fort_in,
    holds_ground,
    hqs_in,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import LeavePort
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import (
    CityTaken,
    FleetsLost,
    FleetsRetreated,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.waters import is_river_zone, may_be_in
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@settles(15)
@rule("2.4/8", "6.2/6")
def attach_leaderless(play: Play, spot: str) -> bool:
    """The HQ that ends its move here takes leaderless units of its side under command."""
    activation = play.position.activation
    if activation is None or not activation.hq or spot not in board().spots:
        return False
    before = len(play.events)
    attach(play, activation.hq)
    return len(play.events) > before


@settles(20)
@rule("5.2/10", "5.2/11", "5.2/12", "7.13.3/8")
def take_city_here(play: Play, spot: str) -> bool:
    """The city of a place is taken by an army that is there without enemies that hold ground."""
    if spot not in board().spots or not (zone := city_in(play.position, spot)):
        return False
    for side in SIDES:
        alone = armies_in(play.position, side, spot) and not holds_ground(play.position, ENEMY[side], spot)
        if alone and play.position.holders[zone] != side:
            take_city(play, zone, side, "5.2/10")
            return True
    return False


@rule("3/3", "5.2/13")
def take_city(play: Play, zone: str, side: str, why: str) -> None:
    """A side takes a city; fleets of the other side leave its port, or are lost."""
    play.emit(CityTaken(zone, side, play.position.holders[zone], why))
    if fleets_in(play.position, ENEMY[side], zone):
        _send_off(play, ENEMY[side], zone, "5.2/13")


@rule("5.2/13", "5.2/20")
def leave_lost_port(play: Play, side: str, spot: str) -> None:
    """A side has lost the ground of a port without a city: its fleets leave it, as they do a city."""
    zone = board().zone_of[spot]
    if city_in(play.position, spot) or not fleets_in(play.position, side, zone):
        return
    spots = board().spots_of(zone)
    enemy, own = (any(holds_ground(play.position, each, s) for s in spots) for each in (ENEMY[side], side))
    if enemy and not own:
        _send_off(play, side, zone, "5.2/13")


@rule("6.1/17")
def _send_off(play: Play, side: str, zone: str, why: str) -> None:
    """The fleets of a side leave a port together: to the one water that they can, or where their owner
    chooses; where there is none they are lost with the HQs aboard.
    """
    fleets = fleets_in(play.position, side, zone)
    ways = ways_for_fleets(play.position, side, fleets, zone)
    if not ways:
        drowned = tuple(id for id, hq in play.position.hqs.items() if set(hq.aboard) & set(fleets))
        play.emit(FleetsLost(side, fleets, zone, drowned, why))
        for hq in drowned:
            lose_hq(play, hq, "drowned", "7.12/5", units_too=True)
    elif len(ways) == 1:
        play.emit(FleetsRetreated(side, fleets, zone, ways[0], why))
    else:
        asking.interrupt(play, side, "fleets_leave", why, zone=zone, to=list(ways))


@settles(25)
@rule("7.13.3/17", "7.13.2/7")
def leave_river_forts(play: Play, spot: str) -> bool:
    """Fleets that landed troops before a fort on a river leave once no army of theirs stands there.

    At sea ports they may stay to blockade (7.13.2).
    """
    for _, fleet in sorted(play.position.fleets.items()):
        zone, side = fleet.place, fleet.side
        if not fleet.landed or not is_river_zone(zone):
            continue
        spots = board().spots_of(zone)
        enemy_fort = any(fort_in(play.position, each, ENEMY[side]) for each in spots)
        if enemy_fort and not any(holds_ground(play.position, side, each) for each in spots):
            _send_off(play, side, zone, "7.13.3/17")
            return True
    return False


def fleets_in(position: Position, side: str, place: str) -> tuple[str, ...]:
    """A side's fleets in a sea zone or port, by id."""
    found = (id for id, fleet in position.fleets.items() if fleet.side == side and fleet.place == place)
    return tuple(sorted(found))


@rule("5.2/13", "6.1/17")
def ways_for_fleets(
    position: Position, side: str, fleets: tuple[str, ...], place: str, barred: str = ""
) -> tuple[str, ...]:
    """The waters next to a place where fleets of a side may withdraw to, all together: without enemy fleets
    and without an enemy fort; not to `barred`.
    """
    return tuple(
        each
        for each in board().sails.get(place, ())
        if each != barred
        and not fleets_in(position, ENEMY[side], each)
        and not (each in board().zones and fort_in(position, board().place_spot(each), ENEMY[side]))
        and all(may_be_in(position, fleet, place, each) for fleet in fleets)
    )


@brta.evolves(CityTaken)
def _city_taken(position: Position, event: CityTaken) -> None:
    position.holders[event.zone] = event.side


@brta.evolves(FleetsLost)
def _fleets_lost(position: Position, event: FleetsLost) -> None:
    for fleet in event.fleets:
        position.fleets.pop(fleet, None)


@brta.evolves(FleetsRetreated)
def _fleets_retreated(position: Position, event: FleetsRetreated) -> None:
    for id in event.fleets:
        if id in position.fleets:
            position.fleets[id] = position.fleets[id].with_(place=event.end, landed=False)
    for id, hq in position.hqs.items():
        if set(hq.aboard) & set(event.fleets):
            position.hqs[id] = hq.with_(spot=event.end)
    activation = position.activation
    if activation is not None and set(activation.fleets) & set(event.fleets):
        position.activation = activation.with_(stopped=True)


@brta.check(LeavePort, "fleets_leave")
def _check_leave(position: Position, due: Due, command: LeavePort) -> None:
    require(command.to in due.about["to"], due.rule, f"the fleets cannot go to {command.to}")


@brta.carry_out(LeavePort)
def _leave(play: Play, due: Due, command: LeavePort) -> None:
    asking.close(play, due)
    zone = due.about["zone"]
    fleets = fleets_in(play.position, due.seat, zone)
    play.emit(FleetsRetreated(due.seat, fleets, zone, command.to, due.rule))


@also_offers("fleets_leave")
def _offer_leaving(position: Position, due: Due) -> Iterator[Command]:
    yield from (LeavePort(to=to) for to in due.about["to"])


def lone_hqs(position: Position, side: str, spot: str) -> tuple[str, ...]:
    """The HQs of a side in a place where it has nothing that fights. Hidden from the enemy until it stops
    there.
    """
    if holds_ground(position, side, spot):
        return ()
    return hqs_in(position, side, spot)



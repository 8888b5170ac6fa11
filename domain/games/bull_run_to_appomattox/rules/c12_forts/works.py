"""Fortification markers (12.3)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, ON_MAP, Works
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta, settles, step
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import reserve_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.events import PieceActivated
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    fort_in,
    ground,
    holds_ground,
    major_city_in,
    siege_at,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.commands import Fortify, FortifyWithUnits
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.events import (
    WorksBegun,
    WorksDestroyed,
    WorksDone,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

COST = 1  # AP, 12.3/5


def _active(position: Position) -> Activation:
    assert position.activation is not None
    return position.activation


@rule("7.2/6", "12.3/1")
def require_ground(position: Position, spot: str) -> None:
    """A zone that may be fortified: clear, without fort, major city, siege or marker. Raises Refused."""
    name = board().names[spot]
    terrain = board().zones[board().zone_of[spot]].terrain
    require(terrain == "clear", "7.2/6", f"{name} is {terrain} terrain: it cannot be fortified")
    require(not fort_in(position, spot), "7.2/6", f"{name} has a fort")
    require(not major_city_in(position, spot), "7.2/6", f"{name} is a major city")
    require(siege_at(position, spot) is None, "12.3/1", f"{name} is besieged")
    marked = any(each in position.works for each in ground(position, spot))
    require(not marked, "12.3/1", f"{name} is fortified already")


@brta.check(Fortify, "hq_orders")
@rule("12.3/1", "12.3/4")
def _check_fortify(position: Position, due: Due, command: Fortify) -> None:
    activation = _active(position)
    hq = position.hqs[activation.hq]
    require(activation.kind == "hq" and not hq.aboard, "12.3/1", "only an HQ ashore fortifies")
    require(not activation.mode, "12.3/4", "an HQ that has moved does not fortify")
    require(position.units_of(activation.hq) != NONE, "12.3/1", "an HQ without units does not fortify")
    require_ground(position, hq.spot)


@brta.carry_out(Fortify)
def _fortify(play: Play, due: Due, command: Fortify) -> None:
    asking.close(play, due)
    hq = _active(play.position).hq
    play.emit(WorksBegun(due.seat, play.position.hqs[hq].spot, hq))


@brta.check(FortifyWithUnits, "activation")
@rule("12.3/5", "2.8/6")
def _check_fortify_units(position: Position, due: Due, command: FortifyWithUnits) -> None:
    side = due.seat
    require(command.spot in position.leaderless[side], "12.3/5", "you have no units without an HQ there")
    require(command.spot in position.orphaned[side], "12.3/5", "these units never had an HQ")
    require(not reserve_of(position, side), "12.3/5", "a replacement is due while your reserve has HQs")
    require(position.action_points[side] >= COST, "2.8/6", "you have no AP left")
    require_ground(position, command.spot)


@brta.carry_out(FortifyWithUnits)
def _fortify_units(play: Play, due: Due, command: FortifyWithUnits) -> None:
    asking.close(play, due)
    side = due.seat
    left = play.position.action_points[side] - COST
    play.emit(PieceActivated(side, "units", (command.spot,), COST, left))
    play.emit(WorksBegun(side, command.spot, ""))


@brta.evolves(WorksBegun)
def _works_begun(position: Position, event: WorksBegun) -> None:
    position.works[event.spot] = Works(event.side, done=False, by=event.hq)
    if event.hq:
        position.hqs[event.hq] = position.hqs[event.hq].with_(digging=True)
    if position.activation is not None:
        position.activation = position.activation.with_(stopped=True)


@step("works")
@rule("12.3/2")
def finish_works(play: Play) -> None:
    """The activation phase is over: markers are placed where those who dug never left, else the work is
    lost.
    """
    begun = {spot: works for spot, works in sorted(play.position.works.items()) if not works.done}
    done = tuple(spot for spot, works in begun.items() if _stayed(play.position, spot, works))
    for spot in begun:
        if spot not in done:
            play.emit(WorksDestroyed(spot, "12.3/2"))
    if done:
        play.emit(WorksDone(done))


def _stayed(position: Position, spot: str, works: Works) -> bool:
    if not works.by:
        return spot in position.leaderless[works.side]
    hq = position.hqs[works.by]
    return hq.state == ON_MAP and hq.digging and hq.spot in ground(position, spot)


@brta.evolves(WorksDone)
def _works_done(position: Position, event: WorksDone) -> None:
    for spot in event.spots:
        position.works[spot] = Works(position.works[spot].side)


@settles(40)
@rule("12.3/6")
def destroy_works(play: Play, spot: str) -> bool:
    """A marker is destroyed where an enemy army is alone. An owner who leaves freely keeps it."""
    for each in ground(play.position, spot):
        works = play.position.works.get(each)
        if works is None:
            continue
        own = holds_ground(play.position, works.side, each)
        if not own and holds_ground(play.position, ENEMY[works.side], each):
            play.emit(WorksDestroyed(each, "12.3/6"))
            return True
    return False


@brta.evolves(WorksDestroyed)
def _works_destroyed(position: Position, event: WorksDestroyed) -> None:
    position.works.pop(event.spot, None)


@also_offers("hq_orders")
def _offer_fortify(position: Position, due: Due) -> Iterator[Command]:
    yield Fortify()


@also_offers("activation")
def _offer_fortify_units(position: Position, due: Due) -> Iterator[Command]:
    yield from (FortifyWithUnits(spot=spot) for spot in sorted(position.leaderless[due.seat]))

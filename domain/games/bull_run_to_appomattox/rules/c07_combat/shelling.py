"""Fleets attack a fort (7/1, 7.13.2)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import NavalMeeting
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import fleets_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import fort_in, siege_at
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.sailing import active
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import AttackFort
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.opening import open_naval_combat
from ironclad.domain.games.bull_run_to_appomattox.rules.c13_rivers.gunboats import may_fire
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@brta.check(AttackFort, "fleet_orders", "hq_orders")
@rule("7/1", "7.13.2/1", "7.13.2/2", "7.13.2/7", "7.13.2/8")
def _check_attack(position: Position, due: Due, command: AttackFort) -> None:
    activation = active(position)
    require(activation.fleets, "7.13.2/2", "only fleets attack a fort from the water")
    require(not activation.fought and not activation.landed, "7.13.2/1", "the fleets have fought already")
    require(any(may_fire(position, id) for id in activation.fleets), "13.2/3", "the gunboats do not fight")
    place = position.fleets[activation.fleets[0]].place
    spot = board().place_spot(place) if place in board().zones else ""
    fort = fort_in(position, spot, ENEMY[due.seat]) if spot else ""
    require(fort, "7.13.2/1", "there is no enemy fort")
    require(siege_at(position, spot) is None, "7.13.3/17", "the fort is under siege from the land")
    require(not fleets_in(position, ENEMY[due.seat], place), "4/14", "enemy fleets are in the port")


@brta.carry_out(AttackFort)
def _attack(play: Play, due: Due, command: AttackFort) -> None:
    activation = active(play.position)
    asking.close(play, due)
    place = play.position.fleets[activation.fleets[0]].place
    start = activation.came_from if activation.spent else ""
    open_naval_combat(play, NavalMeeting(due.seat, activation.fleets, place, start, fort=True))


@also_offers("fleet_orders", "hq_orders")
def _offer_attack(position: Position, due: Due) -> Iterator[Command]:
    yield AttackFort()

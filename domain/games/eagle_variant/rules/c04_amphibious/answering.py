"""The opponent's answer to a shipment, its naval battle, and what becomes of it."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN, NavalBattle, Shipment
from ironclad.domain.games.eagle_variant.position.state import ENEMY, Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import refresh_holders
from ironclad.domain.games.eagle_variant.rules.c03_movement.railroads import cost_of
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.commands import (
    AnswerShipment,
    GiveUpShippedUnits,
)
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.events import (
    ShipmentFailed,
    ShipmentLanded,
    ShippedUnitsLost,
)
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.losses import check_losses, loss_choices
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.rivers import may_intercept
from ironclad.domain.games.eagle_variant.rules.c07_naval.fighting import (
    after_naval_battle,
    fight_naval_battle,
)
from ironclad.domain.games.eagle_variant.rules.c07_naval.fleets import rating
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


def shipment_of(position: Position) -> Shipment:
    """The shipment that is declared; asked only where there is one."""
    assert position.shipment is not None
    return position.shipment


@rule("amphibious-movement/3", "amphibious-movement/4", "rivers/15", "rivers/16")
def ask_opponent(play: Play, ways: tuple[tuple[str, ...], ...]) -> None:
    """Ask the player who does not move for his answer, where he has ships for a battle; else it lands."""
    shipment = shipment_of(play.position)
    enemy, waters = ENEMY[shipment.side], shipment.waters
    able = rating(play.position, waters, enemy) > 0
    if able and waters != OCEAN:
        able = may_intercept(play.position, waters, enemy, {reach for way in ways for reach in way})
    if able:
        clause = "amphibious-movement/3" if waters == OCEAN else "rivers/15"
        asking.interrupt(play, enemy, "naval_answer", clause, waters=waters)
    else:
        _land(play)


@eagle.check(AnswerShipment, "naval_answer")
@rule("amphibious-movement/3")
def _check_answer(position: Position, due: Due, command: AnswerShipment) -> None:
    """Both answers are always legal: the question is asked only of a side that has ships."""


@eagle.carry_out(AnswerShipment)
def _answer(play: Play, due: Due, command: AnswerShipment) -> None:
    asking.close(play, due)
    if command.fight:
        fight_naval_battle(play, shipment_of(play.position).waters, "shipment", due.seat)
    else:
        _land(play)


@eagle.offer("naval_answer")
def _offer_answers(position: Position, due: Due) -> Iterator[Command]:
    return iter((AnswerShipment(fight=False), AnswerShipment(fight=True)))


@after_naval_battle("shipment")
@rule("amphibious-movement/5", "amphibious-movement/6", "amphibious-movement/8", "naval-battles/3")
def _fought(play: Play, battle: NavalBattle) -> None:
    """The shipment lands if its side has won; lost ratings are paid for with units before it returns."""
    shipment = shipment_of(play.position)
    if battle.loser == ENEMY[shipment.side]:
        _land(play)
        return
    lost = battle.loss if battle.loser else 0
    choices = loss_choices(play.position, shipment, lost)
    if len(choices) > 1:
        asking.interrupt(play, shipment.side, "shipment_losses", "amphibious-movement/6", ratings=lost)
    else:
        _pay(play, choices[0], lost)


def _land(play: Play) -> None:
    shipment = shipment_of(play.position)
    play.emit(ShipmentLanded(shipment.side, shipment.waters, shipment.legs))


@eagle.evolves(ShipmentLanded)
@rule("amphibious-movement/8", "amphibious-movement/9", "rivers/4", "rivers/14")
def _landed(position: Position, event: ShipmentLanded) -> None:
    """Landed units have come by water, over no river: only one of both bonuses is against them."""
    for leg in event.legs:
        for id in leg.units:
            unit = position.units[id]
            position.units[id] = unit.with_(
                space=leg.to, moved=True, came_from=unit.space, crossed=False, landed=True
            )
    position.shipment = None
    refresh_holders(position)


@eagle.check(GiveUpShippedUnits, "shipment_losses")
def _check_losses(position: Position, due: Due, command: GiveUpShippedUnits) -> None:
    check_losses(position, shipment_of(position), command.units, due.about["ratings"])


@eagle.carry_out(GiveUpShippedUnits)
def _give_up(play: Play, due: Due, command: GiveUpShippedUnits) -> None:
    asking.close(play, due)
    _pay(play, command.units, due.about["ratings"])


@eagle.offer("shipment_losses")
def _offer_losses(position: Position, due: Due) -> Iterator[Command]:
    choices = loss_choices(position, shipment_of(position), due.about["ratings"])
    return (GiveUpShippedUnits(units=units) for units in choices)


@rule("amphibious-movement/5", "amphibious-movement/7")
def _pay(play: Play, units: tuple[str, ...], ratings: int) -> None:
    """Units are lost for ratings; the others, and all leaders, are back in their ports."""
    shipment = shipment_of(play.position)
    if units:
        cost = cost_of(play.position, units)
        play.emit(ShippedUnitsLost(shipment.side, units, cost, ratings))
    back = tuple(id for id in shipment.units if id in play.position.units)
    play.emit(ShipmentFailed(shipment.side, shipment.waters, back))


@eagle.evolves(ShippedUnitsLost)
def _lost(position: Position, event: ShippedUnitsLost) -> None:
    for id in event.units:
        del position.units[id]
    refresh_holders(position)


@eagle.evolves(ShipmentFailed)
@rule("amphibious-movement/5")
def _failed(position: Position, event: ShipmentFailed) -> None:
    for id in event.units:
        position.units[id] = position.units[id].with_(moved=True)
    position.shipment = None

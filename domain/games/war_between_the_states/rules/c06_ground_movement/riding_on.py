"""Letting a train ride on by its order, before or after other moves of the phase (6.56)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.commanding import finish_force
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.commands import RideOn
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.schedules import living, pending
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.trains import (
    ride_on,
    train_with,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


@wbts.check(RideOn, "movement")
@rule("6.56/1", "6.56/3")
def _check_on(position: Position, due: Due, command: RideOn) -> None:
    train = train_with(position, due.seat, command.piece)
    require(train is not None, "6.56/1", f"{command.piece} is on no journey by rail")
    assert train is not None
    require(position.journeys[train].ridden < position.turn, "6.56/3", "the train has ridden in this turn")


@wbts.carry_out(RideOn)
def _on(play: Play, due: Due, command: RideOn) -> None:
    train = train_with(play.position, due.seat, command.piece)
    assert train is not None
    finish_force(play)
    ride_on(play, train, True)


@wbts.also_offers("movement")
def _offer_on(position: Position, due: Due) -> Iterator[Command]:
    for journey in pending(position, due.seat):
        yield RideOn(piece=living(position, journey)[0])

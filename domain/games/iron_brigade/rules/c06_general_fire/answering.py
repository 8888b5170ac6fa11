"""Fire back at enemies whom nobody had seen (XI.C/3, XI.C/4)."""

from dataclasses import dataclass

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import FireOrder
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.between import (
    apart,
    is_concealed,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import (
    may,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.computing import Counted, volley_of
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    AnswerRolled,
    VolleyFired,
)
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import less
from ironclad.domain.kernel.engine.citations import rule

ANSWERS_UP_TO = 4


@dataclass(frozen=True)
class Answer:
    """A unit that answers fire (XI.C/4): the enemy who revealed himself nearest ("" for none), its volley."""

    unit: str
    target: str
    volley: VolleyFired | None


@rule("XI.C/3", "XI.C/4")
def unseen_firers(position: Position, orders: dict[str, FireOrder]) -> dict[str, list[str]]:
    """For each unit that is to answer: the enemies who fire at it and whom nobody has seen yet."""
    return {
        id: [
            other
            for other, each in orders.items()
            if (each.target == id or id in each.sections) and is_concealed(position, other)
        ]
        for id, order in orders.items()
        if order.answer
    }


@rule("XI.C/4")
def answer_of(position: Position, id: str, order: FireOrder, firers: list[str], counted: Counted) -> Answer:
    """A unit's answer: its fire at the nearest enemy who revealed himself, if it can fire at him."""
    target = min(
        firers, key=lambda each: (apart(position, id, each), position.muster[each].number), default=""
    )
    fire = FireOrder(target, order.weapon)
    if not target or not may(position, position.side_of(id), id, fire):
        return Answer(id, target, None)
    return Answer(id, target, volley_of(position, id, fire, counted))


@rule("XI.C/3", "XXVIII/7")
def answers(play: Play, answer: Answer) -> bool:
    """Roll whether a surprised unit fires back: on 1 to 4. No die is rolled where it cannot fire at him."""
    if not answer.target:
        return False
    die = play.roll(f"{answer.unit} answers {answer.target}", "XI.C/3")[0] if answer.volley else 0
    fires = 0 < die <= ANSWERS_UP_TO - less(play.position)
    play.emit(AnswerRolled(answer.unit, answer.target, die, fires))
    return fires


@brigade.evolves(AnswerRolled)
def _answer_rolled(position: Position, event: AnswerRolled) -> None:
    if event.fires:
        unit = position.units[event.unit]
        position.deeds[event.unit] = msgspec.structs.replace(position.deeds[event.unit], fired=True)
        position.units[event.unit] = spent(unit, position.turn)


@rule("XIV.A/5")
def spent(unit: Unit, turn: int) -> Unit:
    """A unit that has fired in a turn: one turn of its ammunition is gone."""
    streak = unit.streak + 1 if unit.fired_in == turn - 1 else 1
    return msgspec.structs.replace(
        unit, fired_turns=unit.fired_turns + 1, shots=unit.shots + 1, fired_in=turn, streak=streak
    )

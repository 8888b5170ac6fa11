"""The computer player's command for a decision."""

from collections.abc import Callable
from random import Random

from ironclad.domain.games.bull_run_to_appomattox.position.sight import see
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent import (
    answering,
    introductory,
    ordering,
    supplying,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.victory import is_introductory
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.records import Due

ANSWERS: dict[str, Callable[[Position, Due], Command]] = {
    "activation": ordering.activate,
    "hq_orders": ordering.order_hq,
    "fleet_orders": ordering.order_fleets,
    "raider_orders": ordering.order_raider,
    "preparation": supplying.prepare,
    "placement": supplying.place,
    "defender_stays": answering.decide_combat,
    "attacker_stays": answering.decide_combat,
    "refusal": answering.answer_attack,
    "retreat": answering.retreat,
    "gunboats": answering.support_defence,
}
"""How each kind of decision is answered; any other by what the rules offer first."""


REHEARSED: dict[str, Callable[[Position, Due, Random], Command]] = {
    "activation": introductory.activate,
    "hq_orders": introductory.order,
    "defender_stays": introductory.decide,
    "attacker_stays": introductory.decide,
}
"""What is answered otherwise in the introductory scenario."""


def choose(position: Position, due: Due, random: Random) -> Command:
    """A legal command for a decision, by what its seat may see; the same for the same position and
    generator.
    """
    seen = see(position, due.seat)
    keep_answers(seen)
    if is_introductory(seen) and due.kind in REHEARSED:
        return REHEARSED[due.kind](seen, due, random)
    return ANSWERS.get(due.kind, answering.first_offered)(seen, due)

"""The computer player's command for a decision."""

from collections.abc import Callable
from random import Random

from ironclad.domain.games.iron_brigade.position.orders import MovePlan, Placing
from ironclad.domain.games.iron_brigade.position.sight import see
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.readers.opponent.charging import charge, respond
from ironclad.domain.games.iron_brigade.readers.opponent.firing import fire
from ironclad.domain.games.iron_brigade.readers.opponent.marching import march
from ironclad.domain.games.iron_brigade.registry import brigade
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import ChangeOrders
from ironclad.domain.games.iron_brigade.rules.s_scenarios.events import PlaceUnits
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.records import Due

ANSWERS: dict[str, Callable[[Position, Due], Command]] = {
    "setup": lambda position, due: PlaceUnits(plan=Placing()),
    "movement": march,
    "changes": lambda position, due: ChangeOrders(plan=MovePlan()),
    "fire": fire,
    "charges": charge,
    "response": respond,
}
"""How each kind of decision is answered."""


def choose(position: Position, due: Due, random: Random) -> Command:
    """A legal command for a decision, by what its seat may see; the same for the same position."""
    seen = see(position, due.seat)
    keep_answers(seen)
    command = ANSWERS[due.kind](seen, due)
    if brigade.allows(seen, due, command):
        return command
    return next(iter(brigade.offers[due.kind](seen, due)))

"""The computer player's command for a decision."""

from collections.abc import Callable
from random import Random

from ironclad.domain.games.eagle_variant.position.sight import see
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.opponent import campaigning, fighting, supplying
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.records import Due

ANSWERS: dict[str, Callable[[Position, Due], Command]] = {
    "movement": campaigning.move,
    "production": supplying.produce,
    "politics": supplying.act_in_politics,
    "blockade_force": supplying.blockade,
    "battle_order": fighting.order_battles,
    "open_set_up": fighting.set_up,
    "sealed_set_up": fighting.set_up,
    "battle_phase": fighting.act,
    "retreat_space": fighting.retreat,
    "pursuit": fighting.pursue,
}
"""How each kind of decision is answered; any other by what the rules offer first."""


def choose(position: Position, due: Due, random: Random) -> Command:
    """A legal command for a decision, by what its seat may see; the same for the same position."""
    seen = see(position, due.seat)
    if seen is position:
        seen = position.copy()
    keep_answers(seen)
    return ANSWERS.get(due.kind, _first)(seen, due)


def _first(position: Position, due: Due) -> Command:
    """The first answer that the rules offer."""
    offered = eagle.offers[due.kind](position, due)
    return next(each for each in offered if eagle.allows(position, due, each))

"""The computer player's command for a decision."""

from collections.abc import Callable
from random import Random

from ironclad.domain.games.eagle_variant.position.sight import see
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.opponent import fighting, producing, shipping
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.records import Due

ANSWERS: dict[str, Callable[[Position, Due], Command]] = {
    "movement": shipping.move,
    "production": producing.produce,
    "blockade_attack": producing.attack_blockade,
    "blockade_roll": producing.roll_blockade,
    "blockade_force": producing.set_blockade,
    "politics": producing.act,
    "freedmen": producing.enlist,
    "sealed_set_up": fighting.set_up,
    "open_set_up": fighting.set_up,
    "battle_phase": fighting.act,
    "pursuit": fighting.pursue,
    "retreat_space": fighting.retreat,
}
"""How each kind of decision is answered; any other by what the rules offer first."""


def choose(position: Position, due: Due, random: Random) -> Command:
    """A legal command for a decision, by what its seat may see; the same for the same position."""
    seen = see(position, due.seat)
    keep_answers(seen)
    if due.kind in ANSWERS:
        command = ANSWERS[due.kind](seen, due)
        if eagle.allows(seen, due, command):
            return command
    return next(iter(eagle.offers[due.kind](seen, due)))

"""What an answer means beyond what it certainly brings about: prices, odds of a die, what follows later.

All is worked out from the position as the seat may know it, for commands that are legal.
"""

from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.prompts import (
    meanings_battle,
    meanings_movement,
    meanings_points,
)
from ironclad.domain.games.eagle_variant.readers.prompts.meaning_notes import MEANT
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Note


def meaning(position: Position, due: Due, command: Command) -> tuple[Note, ...]:
    """Notes on an answer, for the seat that is asked."""
    meant = MEANT.get(type(command))
    return () if meant is None else tuple(meant(position, due, command))


# The functions register themselves.
MODULES = (meanings_battle, meanings_movement, meanings_points)

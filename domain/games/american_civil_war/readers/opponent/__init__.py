"""The computer player: a plain opponent that plays by what anyone at the table can see.

It asks the rules what it may do, as a player does, and rolls nothing: the same position and the same random
source give the same command. It plays to win without being clever, so that a new player has somebody to
play with.
"""

from random import Random

from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.readers.opponent.answering import ANSWERS, anything
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


def choose(position: Position, due: Due, random: Random) -> Command:
    """A legal command for a decision that is due. The position is the caller's copy, and is not changed."""
    return ANSWERS.get(due.kind, anything)(position, due, random)

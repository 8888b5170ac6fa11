"""Commands of the sequence of play."""

from ironclad.domain.kernel.engine.codec import Command


class BeginGame(Command, frozen=True, tag_field="type", tag="begin_game"):
    """Begin: the set-up stands, and the first chits are drawn."""


COMMANDS: tuple[type[Command], ...] = (BeginGame,)

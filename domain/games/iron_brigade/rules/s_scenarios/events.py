"""Commands of a battle as a whole."""

from ironclad.domain.kernel.engine.codec import Command


class Concede(Command, frozen=True, tag_field="type", tag="concede"):
    """Give the battle up: the other seat wins decisively."""

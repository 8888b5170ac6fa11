"""Commands of the political phase."""

from ironclad.domain.kernel.engine.codec import Command


class Appeal(Command, frozen=True, tag_field="type", tag="appeal"):
    """Appeal to the people for victory."""


class ProclaimEmancipation(Command, frozen=True, tag_field="type", tag="proclaim_emancipation"):
    """The Union proclaims emancipation."""


class EndPolitics(Command, frozen=True, tag_field="type", tag="end_politics"):
    """The political phase of this side is over."""


COMMANDS: tuple[type[Command], ...] = (Appeal, ProclaimEmancipation, EndPolitics)

"""Commands of headquarters."""

from ironclad.domain.kernel.engine.codec import Command


class SetRoster(Command, frozen=True, tag_field="type", tag="set_roster"):
    """Put a unit on the roster of a headquarters in its hex, or with "" take it off."""

    unit: str
    headquarters: str


COMMANDS: tuple[type[Command], ...] = (SetRoster,)

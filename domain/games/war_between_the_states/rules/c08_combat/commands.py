"""Commands of losses."""

from ironclad.domain.kernel.engine.codec import Command


class TakeLosses(Command, frozen=True, tag_field="type", tag="take_losses"):
    """Say how a loss falls on the units that bear it: SP by unit, those without a loss left out."""

    taken: dict[str, int]


COMMANDS: tuple[type[Command], ...] = (TakeLosses,)

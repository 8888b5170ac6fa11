"""Commands of railroads."""

from ironclad.domain.kernel.engine.codec import Command


class CutRail(Command, frozen=True, tag_field="type", tag="cut_rail"):
    """Destroy the railroad in a unit's hex for 1 MP."""

    unit: str


COMMANDS: tuple[type[Command], ...] = (CutRail,)

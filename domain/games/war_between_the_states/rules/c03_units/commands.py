"""Commands that change units."""

from ironclad.domain.kernel.engine.codec import Command


class SplitUnit(Command, frozen=True, tag_field="type", tag="split_unit"):
    """Split a brigade of so many SP off a division."""

    unit: str
    strength: int


COMMANDS: tuple[type[Command], ...] = (SplitUnit,)

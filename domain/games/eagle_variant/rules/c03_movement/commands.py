"""Commands of a movement."""

from ironclad.domain.kernel.engine.codec import Command


class MoveUnits(Command, frozen=True, tag_field="type", tag="move_units"):
    """Move units that are together by land: the spaces entered, in order."""

    units: tuple[str, ...]
    path: tuple[str, ...]


class RailUnits(Command, frozen=True, tag_field="type", tag="rail_units"):
    """Move units from the rail city where they are to a space on the lines."""

    units: tuple[str, ...]
    to: str


class EndMovement(Command, frozen=True, tag_field="type", tag="end_movement"):
    """End the movement: no unit moves after it, and its battles follow."""


COMMANDS: tuple[type[Command], ...] = (MoveUnits, RailUnits, EndMovement)

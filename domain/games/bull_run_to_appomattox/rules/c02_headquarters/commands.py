"""What a seat asks for its HQs (chapters 2 and 15)."""

from ironclad.domain.games.bull_run_to_appomattox.position.units import Units
from ironclad.domain.kernel.engine.codec import Command


class TakeCommand(Command, frozen=True, tag_field="type", tag="take_command"):
    """Units of a lost HQ that the other HQ in the zone takes over at once (2.4/9); the rest wait."""

    units: Units


class MoveAside(Command, frozen=True, tag_field="type", tag="move_aside"):
    """Where a lone HQ goes when an enemy stops in its zone (15/7)."""

    to: str


COMMANDS = (TakeCommand, MoveAside)

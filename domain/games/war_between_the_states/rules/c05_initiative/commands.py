"""Movement commands (5.2)."""

from ironclad.domain.kernel.engine.codec import Command


class CommandLeader(Command, frozen=True, tag_field="type", tag="command_leader"):
    """Issue a movement command to a leader: he and his whole force may move."""

    leader: str


class CommandUnit(Command, frozen=True, tag_field="type", tag="command_unit"):
    """Issue a movement command to one unit, or to a headquarters without its commander."""

    unit: str


class TryLeader(Command, frozen=True, tag_field="type", tag="try_leader"):
    """Roll for a leader's own initiative; commands that are left are given up."""

    leader: str


class EndMovement(Command, frozen=True, tag_field="type", tag="end_movement"):
    """End the movement phase."""


class PickChit(Command, frozen=True, tag_field="type", tag="pick_chit"):
    """Take the chit that the option names instead of drawing one, or draw."""

    take: bool


COMMANDS: tuple[type[Command], ...] = (PickChit, CommandLeader, CommandUnit, TryLeader, EndMovement)

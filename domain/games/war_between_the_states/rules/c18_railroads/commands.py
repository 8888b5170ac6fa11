"""Commands of railroads."""

from ironclad.domain.kernel.engine.codec import Command


class CutRail(Command, frozen=True, tag_field="type", tag="cut_rail"):
    """Destroy the railroad in a unit's hex for 1 MP."""

    unit: str


class RepairRail(Command, frozen=True, tag_field="type", tag="repair_rail"):
    """A repair unit repairs the railroad in its hex, or goes `onward` along the line and repairs there."""

    unit: str
    onward: str = ""


class RepairNet(Command, frozen=True, tag_field="type", tag="repair_net"):
    """Have a destroyed railroad on one's own net repaired for supply points, in the strategic turn."""

    hex: str


COMMANDS: tuple[type[Command], ...] = (CutRail, RepairRail, RepairNet)

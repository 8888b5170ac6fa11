"""Commands that strengthen, convert, merge and disband units."""

from ironclad.domain.kernel.engine.codec import Command


class Augment(Command, frozen=True, tag_field="type", tag="augment"):
    """Add SP to an infantry or cavalry unit in a department."""

    unit: str
    strength: int


class RaiseGarrison(Command, frozen=True, tag_field="type", tag="raise_garrison"):
    """Raise garrison SP in a department, or in an own fort (`inside`)."""

    hex: str
    strength: int
    inside: bool = False


class Convert(Command, frozen=True, tag_field="type", tag="convert"):
    """Make a militia unit, or SP of a garrison, into infantry units of these SP."""

    unit: str
    parts: tuple[int, ...]


class MergeBrigades(Command, frozen=True, tag_field="type", tag="merge_brigades"):
    """Make one division of brigades of one kind in a department."""

    brigades: tuple[str, ...]


class Disband(Command, frozen=True, tag_field="type", tag="disband"):
    """Take away the militia that goes home: the SP that each unit loses."""

    losses: dict[str, int]


class Reinforce(Command, frozen=True, tag_field="type", tag="reinforce"):
    """Add reinforcement SP to an infantry unit."""

    unit: str
    strength: int


class RaiseReinforcement(Command, frozen=True, tag_field="type", tag="raise_reinforcement"):
    """Form a new infantry brigade or a militia unit of reinforcement SP in a department."""

    kind: str
    hex: str
    strength: int


COMMANDS: tuple[type[Command], ...] = (
    Augment,
    RaiseGarrison,
    Convert,
    MergeBrigades,
    Disband,
    Reinforce,
    RaiseReinforcement,
)

"""Commands of scenarios."""

from ironclad.domain.kernel.engine.codec import Command


class TakeOff(Command, frozen=True, tag_field="type", tag="take_off"):
    """Take infantry off the map so that a stack of the scenario's list comes; none to let it stay away."""

    units: tuple[str, ...] = ()


COMMANDS: tuple[type[Command], ...] = (TakeOff,)

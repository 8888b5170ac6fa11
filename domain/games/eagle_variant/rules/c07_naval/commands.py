"""Commands of a naval battle."""

from ironclad.domain.kernel.engine.codec import Command


class ChooseNavalLosses(Command, frozen=True, tag_field="type", tag="choose_naval_losses"):
    """Say how many of the ratings lost each marker loses: "usa", "blockade", "csa" or "britain"."""

    markers: dict[str, int]


COMMANDS: tuple[type[Command], ...] = (ChooseNavalLosses,)

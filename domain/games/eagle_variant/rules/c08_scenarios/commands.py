"""Commands of the free set-up."""

from typing import Annotated

from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.sight import SECRET


class PlaceFreeInfantry(Command, frozen=True, tag_field="type", tag="place_free_infantry"):
    """Place all free infantry of a side: the spaces, one unit in each."""

    spaces: tuple[str, ...]


class SealFreeInfantry(Command, frozen=True, tag_field="type", tag="seal_free_infantry"):
    """Place all free infantry of a side, hidden until both sides have (option `sealed_free_setup`)."""

    spaces: Annotated[tuple[str, ...], SECRET]


COMMANDS: tuple[type[Command], ...] = (PlaceFreeInfantry, SealFreeInfantry)

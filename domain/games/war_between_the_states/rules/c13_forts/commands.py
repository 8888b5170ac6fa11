"""Commands of forts."""

from ironclad.domain.kernel.engine.codec import Command


class Shelter(Command, frozen=True, tag_field="type", tag="shelter"):
    """Pieces in the hex of their own fort go into it, or come out on top of it; rosters with them."""

    pieces: tuple[str, ...]
    inside: bool


class TakeWork(Command, frozen=True, tag_field="type", tag="take_work"):
    """Make an empty enemy fort in a hex with own combat units one's own, with a facing, or remove it."""

    hex: str
    keep: bool
    facing: str = ""


COMMANDS: tuple[type[Command], ...] = (Shelter, TakeWork)

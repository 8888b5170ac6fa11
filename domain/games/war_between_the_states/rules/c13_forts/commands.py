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


class RemoveWork(Command, frozen=True, tag_field="type", tag="remove_work"):
    """Remove an own fort that is not besieged."""

    hex: str


class OrderSieges(Command, frozen=True, tag_field="type", tag="order_sieges"):
    """The Confederate says which side acts first in the siege phase."""

    first: str


class Bombard(Command, frozen=True, tag_field="type", tag="bombard"):
    """A siege train fires at the enemy fort that is besieged in its hex."""

    train: str


class SiegeAttack(Command, frozen=True, tag_field="type", tag="siege_attack"):
    """Attack the garrison of a besieged hex in the siege phase with units on top, under a leader or none."""

    hex: str
    units: tuple[str, ...]
    leader: str = ""


class EndSiege(Command, frozen=True, tag_field="type", tag="end_siege"):
    """Do nothing more in this siege phase."""


COMMANDS: tuple[type[Command], ...] = (
    Shelter,
    TakeWork,
    RemoveWork,
    OrderSieges,
    Bombard,
    SiegeAttack,
    EndSiege,
)

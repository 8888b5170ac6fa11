"""Commands of combat."""

from typing import Annotated

import msgspec

from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.sight import SECRET


class TryAttack(Command, frozen=True, tag_field="type", tag="try_attack"):
    """Roll for a leader's initiative to attack in this combat phase."""

    leader: str


class DeclareAttack(Command, frozen=True, tag_field="type", tag="declare_attack"):
    """Attack a hex with units under a leader; a headquarters stands for its whole roster.

    In the combat phase they are adjacent to the hex, or on top of the enemy fort in it, which they storm. In
    the movement phase the attack is one from march.
    """

    hex: str
    leader: str
    units: tuple[str, ...]


class EndCombat(Command, frozen=True, tag_field="type", tag="end_combat"):
    """End the combat phase."""


class Defend(Command, frozen=True, tag_field="type", tag="defend"):
    """Say how a hex is defended, before chits are chosen.

    `leader`: who leads, "" for the best there is. `withdraws`: cavalry that retreats before the battle, and
    leaders and headquarters with it, each with its hex. `ships`: warships that support, those to be lost
    first at the beginning. `depot`: its garrison fights with the others.
    """

    leader: str = ""
    withdraws: dict[str, str] = msgspec.field(default_factory=dict)
    ships: tuple[str, ...] = ()
    depot: bool = False


class ChooseChit(Command, frozen=True, tag_field="type", tag="choose_chit"):
    """Choose a battle intensity chit; both are opened together."""

    chit: Annotated[int, msgspec.Meta(ge=0, le=4), SECRET]


class TakeLosses(Command, frozen=True, tag_field="type", tag="take_losses"):
    """Say how a loss falls on the units that bear it: SP by unit, those without a loss left out."""

    taken: dict[str, int]


class Retreat(Command, frozen=True, tag_field="type", tag="retreat"):
    """Retreat a hex, or stand where the ground lets one.

    `hex`: where all go who can. `to`: the hex of single pieces, the hex of the battle for those that go into
    their fort. A piece without either goes to the first hex, in the order of ids, that is open to it.
    """

    hex: str = ""
    to: dict[str, str] = msgspec.field(default_factory=dict)
    stand: bool = False


class Advance(Command, frozen=True, tag_field="type", tag="advance"):
    """Advance into the hex that was attacked with these pieces; none to stay.

    A headquarters takes its roster with it. `burn`: the points of a fallen depot or base are destroyed.
    """

    pieces: tuple[str, ...] = ()
    burn: bool = False


COMMANDS: tuple[type[Command], ...] = (
    TryAttack,
    DeclareAttack,
    EndCombat,
    Defend,
    ChooseChit,
    TakeLosses,
    Retreat,
    Advance,
)

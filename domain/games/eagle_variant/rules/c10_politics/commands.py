"""Commands of the political initiative round, and of what it causes."""

from typing import Literal

from ironclad.domain.kernel.engine.codec import Command


class DeclareEmancipation(Command, frozen=True, tag_field="type", tag="declare_emancipation"):
    """Political action: emancipate the slaves."""


class DeclareConscription(Command, frozen=True, tag_field="type", tag="declare_conscription"):
    """Political action: conscription; riots may follow."""


class GiveToEurope(Command, frozen=True, tag_field="type", tag="give_to_europe"):
    """Political action: a gift to the European powers, to move the rating."""


class SeekSupport(Command, frozen=True, tag_field="type", tag="seek_support"):
    """Political action of the CSA: seek European support or intervention."""


class DeclareWar(Command, frozen=True, tag_field="type", tag="declare_war"):
    """Political action of the USA: war on the European powers."""


class TakeNoAction(Command, frozen=True, tag_field="type", tag="take_no_action"):
    """No political action in this round."""


class PlaceVolunteers(Command, frozen=True, tag_field="type", tag="place_volunteers"):
    """Place the infantry that the CSA gets when the USA emancipates the slaves: the space of each."""

    spaces: tuple[str, ...]


class RelocateUnits(Command, frozen=True, tag_field="type", tag="relocate_units"):
    """Where units of states that have left go, of those that have a choice: a space for each unit."""

    to: dict[str, str]


class PlaceForces(Command, frozen=True, tag_field="type", tag="place_forces"):
    """Place a power's forces as war breaks out: the space of each unit, by kind."""

    infantry: tuple[str, ...]
    cavalry: tuple[str, ...]
    artillery: tuple[str, ...]


class EnlistFreedmen(Command, frozen=True, tag_field="type", tag="enlist_freedmen"):
    """Whether freed slaves of a city that has been captured enlist: a free infantry in it."""

    answer: Literal["yes", "no"]


COMMANDS: tuple[type[Command], ...] = (
    DeclareEmancipation,
    DeclareConscription,
    GiveToEurope,
    SeekSupport,
    DeclareWar,
    TakeNoAction,
    PlaceVolunteers,
    RelocateUnits,
    PlaceForces,
    EnlistFreedmen,
)

"""Events of politics, of the war with Europe, and of the election."""

import msgspec

from ironclad.domain.kernel.engine.codec import Event


class RatingMoved(Event, frozen=True, tag_field="type", tag="rating_moved"):
    """The European Intervention Rating has moved: from and to what, why, and by which clause."""

    before: int
    after: int
    reason: str
    rule: str


class EmancipationDeclared(Event, frozen=True, tag_field="type", tag="emancipation_declared"):
    """A side has declared the emancipation of the slaves."""

    side: str


class VolunteersPlaced(Event, frozen=True, tag_field="type", tag="volunteers_placed"):
    """The CSA has placed new infantry: the space of each."""

    spaces: tuple[str, ...]


class FreedmenEnlisted(Event, frozen=True, tag_field="type", tag="freedmen_enlisted"):
    """The USA has a free infantry in a city that it has captured."""

    city: str


class StateRoll(msgspec.Struct, frozen=True):
    """A state's roll of 2d6, and whether it leaves the CSA."""

    state: str
    dice: tuple[int, ...]
    leaves: bool


class StatesRolled(Event, frozen=True, tag_field="type", tag="states_rolled"):
    """Each CSA state has rolled whether it leaves; `seceded` are all that have left."""

    rolls: tuple[StateRoll, ...]
    seceded: tuple[str, ...]


class UnitsRelocated(Event, frozen=True, tag_field="type", tag="units_relocated"):
    """Units of states that have left are moved, with their new spaces; `lost` had none to go to."""

    to: dict[str, str]
    lost: tuple[str, ...]


class UnitsDisbanded(Event, frozen=True, tag_field="type", tag="units_disbanded"):
    """Each CSA unit has rolled a die, in the order of `dice`; `lost` are disbanded."""

    dice: dict[str, int]
    lost: tuple[str, ...]


class ConscriptionDeclared(Event, frozen=True, tag_field="type", tag="conscription_declared"):
    """A side has declared conscription."""

    side: str


class RiotRoll(msgspec.Struct, frozen=True):
    """A city's roll of 2d6, and the rioters who appear, 0 for none."""

    city: str
    dice: tuple[int, ...]
    rioters: int


class RiotsRolled(Event, frozen=True, tag_field="type", tag="riots_rolled"):
    """Each listed city of a side has rolled for riots; `battles` are those where its units fight at once."""

    side: str
    rolls: tuple[RiotRoll, ...]
    battles: tuple[str, ...]


class GiftGiven(Event, frozen=True, tag_field="type", tag="gift_given"):
    """A side has given PP to Europe; `owed`: it is paid from the coming income. `pool` is what is left."""

    side: str
    points: int
    owed: bool
    pool: int


class SupportSought(Event, frozen=True, tag_field="type", tag="support_sought"):
    """The CSA has sought support: the roll, the rating, the PP offered, and whether war follows."""

    dice: tuple[int, ...]
    rating: int
    support: int
    war: bool


class WarBrokeOut(Event, frozen=True, tag_field="type", tag="war_broke_out"):
    """Britain and France are at war with the USA: by its declaration, or by their intervention."""

    declared: bool


class ForcesPlaced(Event, frozen=True, tag_field="type", tag="forces_placed"):
    """A power's forces are on the map: kind and space of each, in order."""

    nation: str
    units: tuple[tuple[str, str], ...]


class UprisingRoll(msgspec.Struct, frozen=True):
    """A region's die, and the revolutionaries who appear."""

    region: str
    die: int
    infantry: int


class UprisingRolled(Event, frozen=True, tag_field="type", tag="uprising_rolled"):
    """Each region of Mexico has rolled for revolutionaries; `battles` are those where they fight at once."""

    rolls: tuple[UprisingRoll, ...]
    battles: tuple[str, ...]


class PowerLeft(Event, frozen=True, tag_field="type", tag="power_left"):
    """A power is out of the war: its units are removed, with its pool and ratings."""

    nation: str
    removed: tuple[str, ...]


class MajorBattleCounted(Event, frozen=True, tag_field="type", tag="major_battle_counted"):
    """A major battle counts for politics. `csa_lost` is the number of CSA units eliminated in it.

    `election`: it counts for the election of 1864.
    """

    winner: str
    csa_lost: int
    election: bool


class ElectionHeld(Event, frozen=True, tag_field="type", tag="election_held"):
    """The presidential election of 1864: the dice, the modifiers by clause, the total, whether it passed."""

    dice: tuple[int, ...]
    modifiers: tuple[tuple[str, int, str], ...]
    total: int
    passed: bool


EVENTS: tuple[type[Event], ...] = (
    RatingMoved,
    EmancipationDeclared,
    VolunteersPlaced,
    FreedmenEnlisted,
    StatesRolled,
    UnitsRelocated,
    UnitsDisbanded,
    ConscriptionDeclared,
    RiotsRolled,
    GiftGiven,
    SupportSought,
    WarBrokeOut,
    ForcesPlaced,
    UprisingRolled,
    PowerLeft,
    MajorBattleCounted,
    ElectionHeld,
)

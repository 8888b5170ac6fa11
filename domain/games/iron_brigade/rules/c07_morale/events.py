"""Events of morale: checks, flights, rallies, units that are gone."""

import msgspec

from ironclad.domain.kernel.board.plane import Point
from ironclad.domain.kernel.engine.codec import Event


class ItemSaid(msgspec.Struct, frozen=True):
    """An item of a sum: its name, its amount as text, its clause."""

    name: str
    amount: str
    rule: str


class MoraleChecked(Event, frozen=True, tag_field="type", tag="morale_checked"):
    """A unit checked its morale: why, the dice, each item, the total, the result and its state after it.

    `reason` is the trigger; `rule` the clause that demands the check.
    """

    unit: str
    reason: str
    rule: str
    value: int
    red: int
    green: int
    further: tuple[int, ...]
    dice: int
    items: tuple[ItemSaid, ...]
    total: int
    result: str
    state: str
    touched: tuple[str, ...] = ()


class StandRan(msgspec.Struct, frozen=True):
    """A stand's flight: its dice, and where it came to. `off`: it left the table."""

    distance: tuple[int, ...]
    direction: int
    facing: int
    end: Point
    off: bool = False


class UnitFled(Event, frozen=True, tag_field="type", tag="unit_fled"):
    """A unit's stands ran, each by its own dice (VII.F), or all by the same vector (VII.H).

    A limbered battery ran as one: `head` is where the front of its limber is, and `facing` its facing.
    """

    unit: str
    rule: str
    stands: tuple[StandRan, ...]
    head: Point | None = None
    facing: int = 0


class UnitRecoiled(Event, frozen=True, tag_field="type", tag="unit_recoiled"):
    """A unit went back in its formation, facing the enemy."""

    unit: str
    rule: str
    at: Point


class GunsLost(Event, frozen=True, tag_field="type", tag="guns_lost"):
    """A battery rolled for its guns: the dice by section, and how many sections it left (VII.P).

    `left` is 0 or more if the gun stand itself is left behind, because all sections are lost; else -1.
    """

    unit: str
    dice: tuple[int, ...]
    lost: int
    at: Point
    left: int = -1


class WeaponsThrown(Event, frozen=True, tag_field="type", tag="weapons_thrown"):
    """Men of a unit that routs threw down their weapons (VII.U)."""

    unit: str
    men: int


class UnitRallied(Event, frozen=True, tag_field="type", tag="unit_rallied"):
    """A unit gained a step of morale (VII.I)."""

    unit: str
    state: str
    rule: str


class UnitGone(Event, frozen=True, tag_field="type", tag="unit_gone"):
    """A unit is out of the battle: destroyed, surrendered, off the table, killed."""

    unit: str
    how: str
    rule: str
    men: int = 0
    sections: int = 0


class TriggersSet(Event, frozen=True, tag_field="type", tag="triggers_set"):
    """Units have a reason to check their morale in the next step 3."""

    units: dict[str, str]


class MoraleEnded(Event, frozen=True, tag_field="type", tag="morale_ended"):
    """Step 3 is over: every reason for a check is dealt with."""


EVENTS: tuple[type[Event], ...] = (
    MoraleChecked, UnitFled, UnitRecoiled, GunsLost, WeaponsThrown, UnitRallied, UnitGone, TriggersSet,
    MoraleEnded,
)  # fmt: skip

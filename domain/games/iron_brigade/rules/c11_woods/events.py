"""Events about units that the enemy does not see: their parts are their own side's alone to read."""

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import FireOrder, MoveOrder
from ironclad.domain.games.iron_brigade.position.units import Deeds, Standing, Unit
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import Moved
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class Sighted(msgspec.Struct, frozen=True):
    """All that a position has of a unit that comes into sight."""

    unit: Unit
    deeds: Deeds | None = None
    origin: Unit | None = None
    revealed: MoveOrder | None = None
    changed: MoveOrder | None = None
    progress: int | None = None
    stopped: str = ""
    passage: str = ""
    triggers: tuple[str, ...] = ()


class UnseenOrder(msgspec.Struct, frozen=True):
    """What a unit was ordered to do in the movement step, and its new standing order."""

    order: MoveOrder | None = None
    standing: Standing | None = None


class UnseenMove(msgspec.Struct, frozen=True):
    """How a unit moved, if it did, and what passing friends did: "passed" or "ridden"."""

    moved: Moved | None = None
    passage: str = ""


class UnseenShot(msgspec.Struct, frozen=True):
    """The fire order of a unit that does not fire: it loads, or waits to answer."""

    order: FireOrder | None = None


class UnitHidden(Event, frozen=True, tag_field="type", tag="unit_hidden"):
    """The enemy does not see a unit any more (XI.C). `kept` can be read by its own side, which keeps it."""

    unit: str
    side: str
    kept: Secret[bool]


class UnitSighted(Event, frozen=True, tag_field="type", tag="unit_sighted"):
    """A unit that was unseen is in the open again, with all that is known of it then."""

    unit: str
    found: Sighted


class UnseenOrdered(Event, frozen=True, tag_field="type", tag="unseen_ordered"):
    """The revealed order of a unit that the enemy does not see; `second`: of the second half of the turn."""

    unit: str
    order: Secret[UnseenOrder]
    second: bool = False


class UnseenMoved(Event, frozen=True, tag_field="type", tag="unseen_moved"):
    """How a unit that the enemy does not see has moved."""

    unit: str
    move: Secret[UnseenMove]


class UnseenWaited(Event, frozen=True, tag_field="type", tag="unseen_waited"):
    """What a unit that the enemy does not see does in the fire phase without firing."""

    unit: str
    shot: Secret[UnseenShot]


EVENTS: tuple[type[Event], ...] = (UnitHidden, UnitSighted, UnseenOrdered, UnseenMoved, UnseenWaited)

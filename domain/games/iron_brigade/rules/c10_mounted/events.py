"""Events of men who get out of the saddle and into it."""

from ironclad.domain.games.iron_brigade.position.units import Muster, Unit
from ironclad.domain.kernel.engine.codec import Event


class UnitDismounted(Event, frozen=True, tag_field="type", tag="unit_dismounted"):
    """A regiment is on foot; its horses with their holders are a unit of their own (X.A)."""

    unit: str
    foot: Unit
    horses: str
    held: Muster
    led: Unit


class UnitMounted(Event, frozen=True, tag_field="type", tag="unit_mounted"):
    """A regiment is in the saddle again, its horse holders with it (X.A)."""

    unit: str
    riders: Unit
    horses: str


EVENTS: tuple[type[Event], ...] = (UnitDismounted, UnitMounted)

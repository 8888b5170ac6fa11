"""Events of trains and of units that travel."""

from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.kernel.engine.codec import Event


class TrainRan(Event, frozen=True, tag_field="type", tag="train_ran"):
    """A train ran: its head along its track, in hundredths of an inch, and its speed now.

    `torn`: where it met torn track, and was wrecked or halted.
    """

    unit: str
    head: int
    speed: int
    torn: str = ""
    wrecked: bool = False


class UnitBoarded(Event, frozen=True, tag_field="type", tag="unit_boarded"):
    """A unit is aboard a train, a craft or a ship."""

    unit: str
    carrier: str


class UnitLanded(Event, frozen=True, tag_field="type", tag="unit_landed"):
    """A unit is off its train, craft or ship: where it is; disorganized until turn `until` ends."""

    unit: str
    carrier: str
    place: Unit
    until: int


class UnloadingEnded(Event, frozen=True, tag_field="type", tag="unloading_ended"):
    """The last turn of a unit's unloading is over: its disorder with it."""

    unit: str


class PassengersLost(Event, frozen=True, tag_field="type", tag="passengers_lost"):
    """Men aboard who were lost with what carried them, by stand; the others are disorganized."""

    unit: str
    rule: str
    stands: tuple[tuple[int, int], ...]


EVENTS: tuple[type[Event], ...] = (TrainRan, UnitBoarded, UnitLanded, UnloadingEnded, PassengersLost)

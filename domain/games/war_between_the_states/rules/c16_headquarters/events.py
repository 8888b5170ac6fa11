"""Events of headquarters."""

from ironclad.domain.kernel.engine.codec import Event


class RosterSet(Event, frozen=True, tag_field="type", tag="roster_set"):
    """A unit is on the roster of a headquarters now, or with "" on none."""

    side: str
    unit: str
    headquarters: str


EVENTS: tuple[type[Event], ...] = (RosterSet,)

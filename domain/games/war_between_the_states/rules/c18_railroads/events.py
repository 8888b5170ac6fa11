"""Events of railroads."""

from ironclad.domain.kernel.engine.codec import Event


class RailCut(Event, frozen=True, tag_field="type", tag="rail_cut"):
    """A unit has destroyed the railroad in its hex; `spent` half MP."""

    side: str
    unit: str
    hex: str
    spent: int


EVENTS: tuple[type[Event], ...] = (RailCut,)

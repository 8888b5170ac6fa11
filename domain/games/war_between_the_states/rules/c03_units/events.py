"""Events that change units."""

from ironclad.domain.kernel.engine.codec import Event


class UnitSplit(Event, frozen=True, tag_field="type", tag="unit_split"):
    """A brigade was split off a division. `still`: it may not move in this turn."""

    side: str
    unit: str
    brigade: str
    strength: int
    still: bool


EVENTS: tuple[type[Event], ...] = (UnitSplit,)

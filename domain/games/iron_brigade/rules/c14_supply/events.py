"""Events of supply."""

from ironclad.domain.kernel.engine.codec import Event


class UnitResupplied(Event, frozen=True, tag_field="type", tag="unit_resupplied"):
    """A unit is full of ammunition again, from a wagon that has `left` resupplies then; `armed` men got
    weapons back.
    """

    unit: str
    source: str
    left: int
    armed: int = 0


EVENTS: tuple[type[Event], ...] = (UnitResupplied,)

"""Events of balloons."""

from ironclad.domain.kernel.engine.codec import Event


class BalloonChanged(Event, frozen=True, tag_field="type", tag="balloon_changed"):
    """A balloon begins to rise or to come down, or is up or down; `until`: the last turn of a change."""

    unit: str
    height: str
    until: int
    rule: str


EVENTS: tuple[type[Event], ...] = (BalloonChanged,)

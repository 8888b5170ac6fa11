"""Events of leaders and their spans."""

from ironclad.domain.kernel.engine.codec import Event


class SpansDeclared(Event, frozen=True, tag_field="type", tag="spans_declared"):
    """A side has declared its leaders' spans; those of all its leaders who command any."""

    side: str
    spans: dict[str, tuple[str, ...]]


EVENTS: tuple[type[Event], ...] = (SpansDeclared,)

"""Events of losses."""

from ironclad.domain.kernel.engine.codec import Event


class LossesTaken(Event, frozen=True, tag_field="type", tag="losses_taken"):
    """A side's units have lost SP."""

    side: str
    taken: dict[str, int]


EVENTS: tuple[type[Event], ...] = (LossesTaken,)

"""Events of the free set-up."""

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class FreeInfantryPlaced(Event, frozen=True, tag_field="type", tag="free_infantry_placed"):
    """A side's free infantry is on the map: the space of each unit."""

    side: str
    spaces: tuple[str, ...]


class FreeInfantrySealed(Event, frozen=True, tag_field="type", tag="free_infantry_sealed"):
    """A side has placed its free infantry; where, is hidden until the other side has too."""

    side: str
    spaces: Secret[tuple[str, ...]]


EVENTS: tuple[type[Event], ...] = (FreeInfantryPlaced, FreeInfantrySealed)

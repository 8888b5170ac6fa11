"""Events of forts."""

from ironclad.domain.kernel.engine.codec import Event


class PiecesSheltered(Event, frozen=True, tag_field="type", tag="pieces_sheltered"):
    """Pieces have gone into the fort of their hex, or come out; `merged`: garrisons that flowed together."""

    side: str
    hex: str
    pieces: tuple[str, ...]
    inside: bool
    merged: dict[str, str]


class WorkTaken(Event, frozen=True, tag_field="type", tag="work_taken"):
    """An empty enemy fort is its captor's, with this facing; or it is removed (`grade` "")."""

    side: str
    hex: str
    grade: str
    facing: str


EVENTS: tuple[type[Event], ...] = (PiecesSheltered, WorkTaken)

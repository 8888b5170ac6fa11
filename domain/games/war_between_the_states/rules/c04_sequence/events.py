"""Events of the sequence of play."""

from ironclad.domain.kernel.engine.codec import Event


class CycleBegan(Event, frozen=True, tag_field="type", tag="cycle_began"):
    """A cycle begins: each side has its rail transport points; what was left of the last ones is lost."""

    cycle: str
    rail_points: dict[str, int]


class ChitsDrawn(Event, frozen=True, tag_field="type", tag="chits_drawn"):
    """Each side has an initiative chit for the turn; `pool` is what they were drawn from, or empty if set."""

    turn: int
    chits: dict[str, int]
    pool: tuple[int, ...]
    first: str


class TurnEnded(Event, frozen=True, tag_field="type", tag="turn_ended"):
    """The game turn is over; the chits go back to the cup."""

    turn: int


EVENTS: tuple[type[Event], ...] = (CycleBegan, ChitsDrawn, TurnEnded)

"""Events of a movement."""

from ironclad.domain.kernel.engine.codec import Event


class MovementBegan(Event, frozen=True, tag_field="type", tag="movement_began"):
    """A side's movement begins: no unit has moved in it yet."""

    side: str


class UnitsMoved(Event, frozen=True, tag_field="type", tag="units_moved"):
    """Units went by land from a space along a path; `crossed`: the last step crossed a major river."""

    side: str
    units: tuple[str, ...]
    start: str
    path: tuple[str, ...]
    crossed: bool


class UnitsRailed(Event, frozen=True, tag_field="type", tag="units_railed"):
    """Units went by rail. `cost` is in Rail Stock, `stock_left` what the side has left of it."""

    side: str
    units: tuple[str, ...]
    start: str
    way: tuple[str, ...]
    cost: int
    stock_left: int


class MovementEnded(Event, frozen=True, tag_field="type", tag="movement_ended"):
    """A side's movement is over. `battles` are the spaces that have to be fought for."""

    side: str
    battles: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (MovementBegan, UnitsMoved, UnitsRailed, MovementEnded)

"""Events of scenarios."""

from ironclad.domain.kernel.engine.codec import Event


class StackArrived(Event, frozen=True, tag_field="type", tag="stack_arrived"):
    """A stack of the scenario's list has come: its number in the list, the hex, the ids of its pieces."""

    side: str
    number: int
    hex: str
    pieces: tuple[str, ...]


class StackStayedAway(Event, frozen=True, tag_field="type", tag="stack_stayed_away"):
    """A stack of the scenario's list does not come: its side takes nothing off, or has no place for it."""

    side: str
    number: int


class InfantryTakenOff(Event, frozen=True, tag_field="type", tag="infantry_taken_off"):
    """Units have left the map for a stack of the scenario's list."""

    side: str
    number: int
    units: dict[str, int]


EVENTS: tuple[type[Event], ...] = (StackArrived, StackStayedAway, InfantryTakenOff)

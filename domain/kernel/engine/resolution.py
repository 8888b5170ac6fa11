"""One command being carried out: a working position, the dice, and the events so far."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from ironclad.domain.kernel.engine.codec import Event, Registry
from ironclad.domain.kernel.engine.dice import Dice, check_sides, draw
from ironclad.domain.kernel.engine.memo import forget_answers, keep_answers


class PositionLike(Protocol):
    """What the kernel asks of a ruleset's position."""

    def copy(self) -> "PositionLike": ...


P = TypeVar("P", bound=PositionLike)
T = TypeVar("T")


class Resolution(Generic[P]):
    """One command being carried out: a working position, the dice, and the events so far."""

    def __init__(
        self,
        position: P,
        dice: Dice,
        evolvers: Mapping[type, Callable[[P, Any], None]],
        registry: Registry | None = None,
    ) -> None:
        """`registry`: the event types of the ruleset; without it events are taken as they are emitted."""
        self.position = position
        self.events: list[Event] = []
        self._dice = dice
        self._evolvers = evolvers
        self._registry = registry

    def emit(self, event: Event) -> None:
        """State a fact: it is added to the events and the working position takes it.

        The position takes it as it is read from the log (keys of objects in order), so that a position that
        was played and one that was read again are the same to the byte, and so is all that is said of them.
        """
        if self._registry is not None:
            event = self._registry.as_read(event)
        stood_still = forget_answers(self.position)
        self._evolvers[type(event)](self.position, event)
        if stood_still:
            keep_answers(self.position)
        self.events.append(event)

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Roll dice of 2 to 256 sides for a purpose under a clause; the caller puts the faces into an
        event.
        """
        if sides != 6:
            check_sides(sides)
        return self._dice.roll(purpose, rule, count, sides)

    def draw(self, purpose: str, rule: str, pool: Sequence[T], count: int = 1) -> tuple[T, ...]:
        """Draw from a pool without replacement, by rolls (`dice.draw`); the caller puts what is drawn into
        an event.
        """
        return draw(self._dice, purpose, rule, pool, count)

"""How a ruleset tells a whole game turn by turn: what stood at the end of each, and what it had cost."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ironclad.domain.kernel.engine.codec import Event

P = TypeVar("P")
Tally = dict[str, dict[str, int]]


@dataclass(frozen=True)
class History(Generic[P]):
    """The course of a game, in turns.

    `end` is the type of the event that ends a turn. `stand` says what stood in the position before it, plain
    data with its own names; `losses` says of an event what each side lost by it: (side, what, how many), for
    the types of event in it. `settled` gives fields of a row by events that settle them; the last speaks.
    """

    end: str
    stand: Callable[[P], dict[str, Any]]
    losses: Mapping[type[Event], Callable[[Any], Iterable[tuple[str, str, int]]]]
    settled: Mapping[type[Event], Callable[[Any], dict[str, Any]]]

    @property
    def counted(self) -> frozenset[type[Event]]:
        """The types of event that a turn's row is made of."""
        return frozenset((*self.losses, *self.settled))

    def row(self, position: P, events: Iterable[Event]) -> dict[str, Any]:
        """A turn's row: `stand` of the position, what the turn settled, and `lost` by side and kind."""
        told, lost = self.stand(position), Tally()
        for event in events:
            if (settle := self.settled.get(type(event))) is not None:
                told |= settle(event)
            if (lose := self.losses.get(type(event))) is not None:
                for side, what, count in lose(event):
                    if count:
                        kinds = lost.setdefault(side, {})
                        kinds[what] = kinds.get(what, 0) + count
        return {**told, "lost": lost}

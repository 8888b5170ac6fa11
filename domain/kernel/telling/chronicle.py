"""The chronicle of a ruleset: an entry in words for each event, with its clause and its arithmetic.

An entry has `text` (a sentence), `rule` (the clause), `details` (the arithmetic, line by line), and what its
ruleset adds: `topic`, `place` or `hex`, `side` (whose doing it is), `card`, `moves`, `takes`.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import UNSET

from ironclad.domain.kernel.engine.codec import Event, name_of
from ironclad.domain.kernel.sight import Secret

Entry = dict[str, Any]
E = TypeVar("E", bound=Event)
V = TypeVar("V")
Teller = Callable[[E], Entry | None]
Quiet = Callable[[E], Entry]


class Chronicle:
    """The words of a ruleset's events, which its chapters register by the events' types.

    `topics` gives the topic of each event by its stored name.
    """

    def __init__(self, topics: Mapping[str, str]) -> None:
        self.tellers: dict[type[Event], Callable[[Any], Entry | None]] = {}
        self.quiet_ones: dict[type[Event], Callable[[Any], Entry]] = {}
        self._topics = topics
        self._card_of: Callable[[Event], Mapping[str, Any] | None] = lambda event: None
        self._adds: tuple[Callable[[Event], Mapping[str, Any]], ...] = ()

    def complete(
        self,
        card_of: Callable[[Event], Mapping[str, Any] | None],
        *adds: Callable[[Event], Mapping[str, Any]],
    ) -> None:
        """Give entries a card where an event has one, and the fields that each function adds."""
        self._card_of, self._adds = card_of, adds

    def teller(self, kind: type[E]) -> Callable[[Teller[E]], Teller[E]]:
        """Register what the chronicle says of an event type; None for what is no news."""

        def register(function: Teller[E]) -> Teller[E]:
            self.tellers[kind] = function
            return function

        return register

    def quiet(self, kind: type[E]) -> Callable[[Quiet[E]], Quiet[E]]:
        """Register the words of an event type that is no news."""

        def register(function: Quiet[E]) -> Quiet[E]:
            self.quiet_ones[kind] = function
            return function

        return register

    def tell(self, event: Event) -> Entry | None:
        """The entry of an event; None for what is no news. A hidden value that it does not show gives no
        words.
        """
        teller = self.tellers.get(type(event))
        told = None if teller is None else teller(event)
        return None if told is None else self._completed(event, told)

    def tell_quietly(self, event: Event) -> Entry | None:
        """The same for an event that is no news: every event has words by one of the two."""
        teller = self.quiet_ones.get(type(event))
        return None if teller is None else self._completed(event, teller(event))

    def _completed(self, event: Event, told: Entry) -> Entry:
        told["topic"] = self._topics[name_of(type(event))]
        if (card := self._card_of(event)) is not None:
            told["card"] = card
        for adds in self._adds:
            told.update(adds(event))
        return told


def known(secret: Secret[V]) -> V | None:
    """A hidden value, or None where the reader may not know it."""
    return None if secret.value is UNSET else secret.value

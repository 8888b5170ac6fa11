"""The chronicle: what a reader cares for of an event, in plain words and with its arithmetic."""

from typing import Any

from ironclad.domain.games.eagle_variant.readers.chronicle import (
    tell_battles,
    tell_movement,
    tell_politics,
    tell_production,
    tell_results,
    tell_tactics,
    tell_turns,
)
from ironclad.domain.games.eagle_variant.readers.chronicle.cards import card_of
from ironclad.domain.games.eagle_variant.readers.chronicle.telling import QUIET, TELLERS, Entry
from ironclad.domain.games.eagle_variant.readers.chronicle.topics import TOPICS
from ironclad.domain.kernel.engine.codec import Event, name_of


def tell(event: Event) -> dict[str, Any] | None:
    """A chronicle entry {text, rule, details, topic, place?, side?, card?}; None for what is no news.

    `details` holds the arithmetic line by line, with its clauses; `side` is whose doing it is; `card` has
    `blocks` with the figures. A hidden value that the event does not show gives no words.
    """
    teller = TELLERS.get(type(event))
    told = None if teller is None else teller(event)
    return None if told is None else _completed(event, told)


def tell_quietly(event: Event) -> dict[str, Any] | None:
    """The same for an event that is no news: every event has words by one of the two."""
    teller = QUIET.get(type(event))
    return None if teller is None else _completed(event, teller(event))


def _completed(event: Event, told: Entry) -> Entry:
    told["topic"] = TOPICS[name_of(type(event))]
    if (card := card_of(event)) is not None:
        told["card"] = card
    return told


# Their tellers register themselves.
TOLD = (
    tell_battles,
    tell_movement,
    tell_politics,
    tell_production,
    tell_results,
    tell_tactics,
    tell_turns,
)

"""The chronicle: what a reader cares for of an event, in plain words and with its arithmetic."""

from typing import Any

from ironclad.domain.games.american_civil_war.position.state import SIDES
from ironclad.domain.games.american_civil_war.readers.chronicle import (
    tell_battle,
    tell_building,
    tell_naval,
    tell_naval_combat,
    tell_politics,
    tell_rails,
    tell_supply,
)
from ironclad.domain.games.american_civil_war.readers.chronicle.tell_cards import card_of
from ironclad.domain.games.american_civil_war.readers.chronicle.tell_moves import on_map
from ironclad.domain.games.american_civil_war.readers.chronicle.tell_quiet import QUIET
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import TELLERS, Entry
from ironclad.domain.games.american_civil_war.readers.chronicle.topics import TOPICS
from ironclad.domain.kernel.engine.codec import Event, name_of

_WHOSE = ("side", "seat", "attacker", "violator", "first_player", "player")


def tell(event: Event) -> dict[str, Any] | None:
    """An entry {text, rule, details, topic, hex?, side?, card?, moves?, takes?}; None for what is no news.

    `details` holds the arithmetic line by line, each with its clause, so that a player can check it; `side`
    is whose doing it is; `card` has the figures of a battle as data, and `blocks` to show them; `moves` and
    `takes` are what it changed on the map.
    """
    teller = TELLERS.get(type(event))
    told = None if teller is None else teller(event)
    return None if told is None else _completed(event, told)


def tell_quietly(event: Event) -> dict[str, Any] | None:
    """The same for an event that is no news: every event has words by one of the two."""
    whisper = QUIET.get(type(event))
    return None if whisper is None else _completed(event, whisper(event))


def _completed(event: Event, told: Entry) -> Entry:
    told["topic"] = TOPICS[name_of(type(event))]
    side = next((value for name in _WHOSE if (value := getattr(event, name, None)) in SIDES), None)
    if side is not None:
        told["side"] = side
    if (card := card_of(event)) is not None:
        told["card"] = card
    return {**told, **on_map(event)}


# Their tellers register themselves.
TOLD = (tell_politics, tell_building, tell_rails, tell_supply, tell_battle, tell_naval, tell_naval_combat)

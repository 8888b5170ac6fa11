"""The chronicle: what a reader cares for of an event, in plain words and with its arithmetic."""

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
from ironclad.domain.games.eagle_variant.readers.chronicle.tell_moves import on_map
from ironclad.domain.games.eagle_variant.readers.chronicle.telling import CHRONICLE

CHRONICLE.complete(card_of, on_map)
tell, tell_quietly = CHRONICLE.tell, CHRONICLE.tell_quietly

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

"""The chronicle: what a reader cares for of an event, in plain words and with its arithmetic."""

from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle import (
    tell_combat,
    tell_marches,
    tell_money,
    tell_turns,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.cards import card_of
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.tell_moves import on_map
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.telling import CHRONICLE

CHRONICLE.complete(card_of, on_map)
tell, tell_quietly = CHRONICLE.tell, CHRONICLE.tell_quietly

# Their tellers register themselves.
TOLD = (tell_turns, tell_marches, tell_combat, tell_money)

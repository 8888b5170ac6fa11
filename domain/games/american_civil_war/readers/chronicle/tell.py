"""The chronicle: what a reader cares for of an event, in plain words and with its arithmetic."""

from ironclad.domain.games.american_civil_war.position.state import SIDES
from ironclad.domain.games.american_civil_war.readers.chronicle import (
    tell_battle,
    tell_building,
    tell_naval,
    tell_naval_combat,
    tell_politics,
    tell_quiet,
    tell_rails,
    tell_supply,
)
from ironclad.domain.games.american_civil_war.readers.chronicle.tell_cards import card_of
from ironclad.domain.games.american_civil_war.readers.chronicle.tell_moves import on_map
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import CHRONICLE
from ironclad.domain.kernel.engine.codec import Event

_WHOSE = ("side", "seat", "attacker", "violator", "first_player", "player")


def _whose(event: Event) -> dict[str, str]:
    """The member `side` of an event's entry: whose doing it is."""
    side = next((value for name in _WHOSE if (value := getattr(event, name, None)) in SIDES), None)
    return {} if side is None else {"side": side}


CHRONICLE.complete(card_of, _whose, on_map)
tell, tell_quietly = CHRONICLE.tell, CHRONICLE.tell_quietly

# Their tellers register themselves.
TOLD = (
    tell_politics,
    tell_building,
    tell_rails,
    tell_supply,
    tell_battle,
    tell_naval,
    tell_naval_combat,
    tell_quiet,
)

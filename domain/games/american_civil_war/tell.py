"""The chronicle: what a reader cares for of an event, in plain words and with its arithmetic."""

from typing import Any

from domain.games.american_civil_war import (
    tell_battle,
    tell_building,
    tell_naval,
    tell_naval_combat,
    tell_politics,
    tell_rails,
    tell_supply,
)
from domain.games.american_civil_war.telling import TELLERS
from domain.kernel.codec import Event


def tell(event: Event) -> dict[str, Any] | None:
    """A chronicle entry {text, rule, details, hex?}; None for an event that is no news.

    `details` holds the arithmetic line by line, each with its clause, so that a player can check it.
    """
    teller = TELLERS.get(type(event))
    return None if teller is None else teller(event)


# Their tellers register themselves.
TOLD = (tell_politics, tell_building, tell_rails, tell_supply, tell_battle, tell_naval, tell_naval_combat)

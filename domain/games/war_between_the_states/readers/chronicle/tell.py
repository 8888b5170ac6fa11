"""The whole chronicle: its parts are imported, so that each registers the words of its events."""

from ironclad.domain.games.war_between_the_states.readers.chronicle import (
    tell_battles,
    tell_supply,
    tell_turns,
    tell_war,
    tell_water,
)
from ironclad.domain.games.war_between_the_states.readers.chronicle.telling import chronicle

PARTS = (tell_turns, tell_battles, tell_supply, tell_war, tell_water)
tell, tell_quietly = chronicle.tell, chronicle.tell_quietly

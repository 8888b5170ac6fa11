"""The movement phase under way, as the chapters that act in it ask for it."""

from ironclad.domain.games.war_between_the_states.position.in_progress import Phase
from ironclad.domain.games.war_between_the_states.position.state import Position


def phase_of(position: Position) -> Phase:
    """The movement phase under way. Raises ValueError outside one, which is a fault of the ruleset."""
    if position.phase is None:
        raise ValueError("no movement phase is under way")
    return position.phase

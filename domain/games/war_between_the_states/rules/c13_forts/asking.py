"""Asking a side for what it does in the siege phase (4.2/2, 13.31)."""

from ironclad.domain.games.war_between_the_states.registry import Play
from ironclad.domain.games.war_between_the_states.rules.c13_forts.commands import EndSiege
from ironclad.domain.kernel.turn import asking


def ask_siege(play: Play, side: str) -> None:
    """Ask a side for its next bombardment or attack of the siege phase."""
    asking.ask(play, side, "siege", "13.31/1", standing=EndSiege())

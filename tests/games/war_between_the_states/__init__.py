"""Tests of War Between the States, which is not installed yet: they import its modules directly.

What may be ordered is listed in the order in which the rules are imported, and random play draws from that
list: the game is imported first, as a service imports it.
"""

from ironclad.domain.games.war_between_the_states import game

__all__ = ["game"]

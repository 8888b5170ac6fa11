"""What a leader's ratings come to in his command (10.13, 10.2)."""

from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.charts import Leader
from ironclad.domain.kernel.engine.citations import rule

ARMY_STARS = 4
"""The rank that commands a field army without loss."""
ARMIES_STARS = 5
"""The rank that commands other field army commanders."""


class Ratings(NamedTuple):
    """Initiative limit value, command span and combat rating as they count."""

    initiative: int
    span: int
    combat: int


@rule("10.0/3", "10.0/4", "10.13/3", "10.2/1", "10.2/2", "10.2/3", "5.23/5")
def ratings_of(leader: Leader, command: str, stars: int | None = None) -> Ratings:
    """The ratings of a leader in command of an "army", "corps" or "cavalry" headquarters, or "" of none.

    A 3-star leader of a field army, and a leader without the cavalry mark of a cavalry corps, have 1 less
    each, but not less than 0. `stars`: the rank where it is not the printed one.
    """
    rank = leader.stars if stars is None else stars
    less = (command == "army" and rank < ARMY_STARS) or (command == "cavalry" and not leader.cavalry)
    return Ratings(*(max(value - less, 0) for value in (leader.initiative, leader.span, leader.combat)))

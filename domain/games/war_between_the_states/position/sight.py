"""What a seat may know (R.1/13): everything but the other side's chits before they are open
and its standing answers.
"""

from ironclad.domain.games.war_between_the_states.position.battle import HIDDEN
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine.citations import rule


@rule("R.1/13", "R.1/12", "8.0/8")
def see(position: Position, seat: str | None) -> Position:
    """The position as a seat, or with None an onlooker, may know it."""
    battle = position.battle
    closed = battle is not None and battle.stage == "chits"
    if not closed and not set(position.standing) - {seat}:
        return position
    seen = position.copy()
    seen.standing = {side: answers for side, answers in position.standing.items() if side == seat}
    if battle is None or not closed:
        return seen
    chits = {side: chit if side == seat else HIDDEN for side, chit in battle.chits.items()}
    seen.battle = battle.with_(chits=chits)
    return seen

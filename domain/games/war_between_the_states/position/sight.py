"""What a seat may know (R.1/13): everything but the other side's chit before it is opened."""

from ironclad.domain.games.war_between_the_states.position.battle import HIDDEN
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine.citations import rule


@rule("R.1/13", "R.1/12", "8.0/8")
def see(position: Position, seat: str | None) -> Position:
    """The position as a seat, or with None an onlooker, may know it."""
    battle = position.battle
    if battle is None or battle.stage != "chits":
        return position
    seen = position.copy()
    chits = {side: chit if side == seat else HIDDEN for side, chit in battle.chits.items()}
    seen.battle = battle.with_(chits=chits)
    return seen

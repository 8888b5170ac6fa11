"""What a seat may know (R.1/13): all but the other side's closed chit, its standing answers and its orders
under way.
"""

from ironclad.domain.games.war_between_the_states.position.battle import HIDDEN
from ironclad.domain.games.war_between_the_states.position.pieces import VoyageOrder
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine.citations import rule

PADDED_TO = 4096
"""Bytes: the longest route of a rail order fits (400 rail hexes)."""
UNKNOWN = VoyageOrder("", 0)


@rule("R.1/13", "R.1/12", "8.0/8", "6.56/2", "7.28/1", "16.11/2")
def see(position: Position, seat: str | None) -> Position:
    """The position as a seat, or with None an onlooker, may know it."""
    battle = position.battle
    chits = battle is not None and battle.stage == "chits"
    bound = [id for id, ship in position.ships.items() if ship.order is not None and ship.side != seat]
    trains = [id for id, journey in position.journeys.items() if journey.side != seat]
    if not (chits or bound or trains or set(position.standing) - {seat}):
        return position
    seen = position.copy()
    seen.standing = {side: answers for side, answers in position.standing.items() if side == seat}
    if chits and battle is not None:
        known = {side: chit if side == seat else HIDDEN for side, chit in battle.chits.items()}
        seen.battle = battle.with_(chits=known)
    for id in bound:
        seen.ships[id] = seen.ships[id].with_(order=UNKNOWN)
    for id in trains:
        seen.journeys[id] = seen.journeys[id].with_(route=(), arrives=0)
    return seen

"""Leaders who move alone, one hex a movement point, away from the enemy (10.2/2, 10.2/3)."""

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import MOVED
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import crossing
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import (
    is_closed,
    require_adjacent,
    require_passage,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_leaders
from ironclad.domain.games.american_civil_war.rules.c05_movement.supply_entry import could_be_supplied
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import in_zone
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due


class MoveLeader(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="move_leader"
):
    """Move a leader alone along a path of adjacent hexes."""

    leader: str
    path: tuple[str, ...]


class LeaderMoved(Event, frozen=True, tag_field="type", tag="leader_moved"):
    """A leader moved alone, for one movement point a hex (10.2)."""

    side: str
    leader: str
    from_hex: str
    path: tuple[str, ...]
    spent: int
    rule: str = "10.2/2"


@acw.check(MoveLeader, "movement")
@rule("5.0/3", "6.4/21", "10.2/2", "10.2/3", "15.5/1")
def _check_move_leader(position: Position, due: Due, command: MoveLeader) -> None:
    """A lone leader enters no enemy zone, no enemy's hex and no unsupplied hex, and pays 1 for any hex."""
    leader = position.leaders.get(command.leader)
    require(
        leader is not None and leader.side == due.seat and leader.hex,
        "10.2/2",
        "you have no such leader on the map",
    )
    assert leader is not None
    ready_leaders(position, due.seat, leader.hex, (command.leader,))
    require(command.path, "10.2/2", "the path names no hex")
    allowed = TURNS[position.turn].movement_points
    require(len(command.path) <= allowed, "10.2/2", f"a leader alone moves {allowed} hexes at most this turn")
    here = leader.hex
    for to in command.path:
        require_open_to_leader(position, due.seat, leader.hex, here, to)
        here = to


@rule("10.2/3", "15.5/1")
def require_open_to_leader(position: Position, seat: str, start: str, here: str, to: str) -> None:
    """Refuse a step of a leader who set out from `start` alone into a hex that is closed to him."""
    require_adjacent(here, to)
    from_loop = here == start
    require_passage(here, to, crossing(position, here, to, from_loop))
    require(not is_closed(position, to), "15.5/1", "Kentucky is neutral: a leader alone does not enter her")
    require(not occupied(position, ENEMY[seat], to), "10.2/3", f"the enemy is in {to}")
    free = not in_zone(position, to, ENEMY[seat])
    require(free, "10.2/3", f"{to} is in an enemy zone of control, closed to a leader alone")
    require(could_be_supplied(position, seat, (), to), "10.2/3", f"{to} is a hex without supply")


@acw.carry_out(MoveLeader)
def _move_leader(play: Play, due: Due, command: MoveLeader) -> None:
    """The leader's move is over with the command, and it never causes a reaction."""
    stop(play)
    here = play.position.leaders[command.leader].hex
    play.emit(LeaderMoved(due.seat, command.leader, here, command.path, len(command.path)))


@acw.evolves(LeaderMoved)
def _leader_moved(position: Position, event: LeaderMoved) -> None:
    leader = position.leaders[event.leader]
    position.leaders[event.leader] = leader.with_(hex=event.path[-1], activity=MOVED)


COMMANDS = (MoveLeader,)
EVENTS = (LeaderMoved,)

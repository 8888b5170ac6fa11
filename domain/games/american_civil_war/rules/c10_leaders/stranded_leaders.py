"""Leaders left alone with the enemy (10.2/5, 10.2/6): they go one hex towards friends, or are captured."""

from ironclad.domain.games.american_civil_war.position.state import ENEMY, SIDES, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import MOVED, READY
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import BARRED, crossing
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import is_closed
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import MAP, move_leader
from ironclad.domain.games.american_civil_war.rules.c11_forts.fort_events import surrender_silenced
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event


class LeaderMovedAlone(Event, frozen=True, tag_field="type", tag="leader_moved_alone"):
    """A leader left alone with the enemy moved one hex towards friends (10.2)."""

    side: str
    leader: str
    from_hex: str
    to: str
    rule: str = "10.2/5"


class LeaderCaptured(Event, frozen=True, tag_field="type", tag="leader_captured"):
    """A leader left alone with the enemy had nowhere to go; his counter may be used again (10.2)."""

    side: str
    leader: str
    hex: str
    rule: str = "10.2/6"


@rule("10.2/5", "10.2/6", "9.8/4")
def displace_leaders(play: Play, hex_id: str) -> None:
    """Leaders alone in a hex that the enemy occupies move one hex towards friends, or are captured.

    A fort's own garrison is combat unit enough: a leader alone may not enter its hex either (10.2/3). To be
    called whenever combat units have entered a hex or its own have left or died there. Does nothing where no
    leader is alone with the enemy.
    """
    surrender_silenced(play, hex_id)
    position = play.position
    for side in SIDES:
        if not occupied(position, ENEMY[side], hex_id) or occupied(position, side, hex_id):
            continue
        for letter in position.leaders_at(side, hex_id):
            goal = refuge(position, side, hex_id)
            if goal is None:
                play.emit(LeaderCaptured(side, letter, hex_id))
            else:
                play.emit(LeaderMovedAlone(side, letter, hex_id, goal))


@rule("10.2/2", "10.2/5")
def refuge(position: Position, side: str, here: str) -> str | None:
    """The hex that a leader alone with the enemy goes to; None if there is none.

    One hex nearer to the nearest friendly force or town. The enemy who has come upon him has a zone all
    around, so zones do not bar him; an enemy's hex, wide water without a crossing and neutral Kentucky do. Of
    several hexes equally near one that holds a friendly force comes first, then the lower number.
    """
    goals = _refuges(position, side, here)
    if not goals:
        return None
    able = [
        near
        for near in MAP.neighbours[here]
        if crossing(position, here, near, True) != BARRED
        and not occupied(position, ENEMY[side], near)
        and not is_closed(position, near)
    ]
    return min(
        able,
        key=lambda near: (
            min(MAP.distance(near, goal) for goal in goals),
            near not in position.forces[side],
            near,
        ),
        default=None,
    )


def _refuges(position: Position, side: str, here: str) -> list[str]:
    """Hexes with a friendly force, and friendly towns that the enemy is not in, if they can be nearest.

    From an adjacent hex a goal is one hex nearer or farther at most, so those farther by 3 never count.
    """
    enemies = position.forces[ENEMY[side]]
    towns = (town for town in sorted(MAP.towns) if town not in enemies and controller(position, town) == side)
    forces = sorted(hex_id for hex_id in position.forces[side] if hex_id not in enemies)
    away = {goal: MAP.distance(here, goal) for goal in (*forces, *towns)}
    nearest = min(away.values(), default=0)
    return [goal for goal, distance in away.items() if distance <= nearest + 2]


def take_out_of_play(position: Position, letter: str) -> None:
    """A leader is gone and his counter free again (for evolve functions only)."""
    move_leader(position, letter, hex="", rating=0, returns=0, activity=READY)


@acw.evolves(LeaderCaptured)
def _leader_captured(position: Position, event: LeaderCaptured) -> None:
    take_out_of_play(position, event.leader)


@acw.evolves(LeaderMovedAlone)
@rule("5.3.1/1")
def _leader_moved_alone(position: Position, event: LeaderMovedAlone) -> None:
    """In his own side's impulse he did not start it with those whom he joins, and moves no more in it."""
    before = position.leaders[event.leader].activity
    activity = MOVED if event.side == position.player else before
    move_leader(position, event.leader, hex=event.to, activity=activity)


EVENTS = (LeaderMovedAlone, LeaderCaptured)

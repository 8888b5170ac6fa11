"""What is in a hex with an entrenchment or a fort: who is inside, and when it is gone (12.1)."""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.position.state import ENEMY, SIDES, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    ENTRENCHED,
    FIELD,
    FORT,
    Group,
    strength,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Event

FEWEST_ENTRENCHED = 2  # infantry ASP that hold an entrenchment (12.1)
MOST_IN_FORT = 2  # strength points beside a fort's own garrison (11.3)
UNFINISHED, DAMAGED, SILENCED, WHOLE = "under_construction", "damaged", "silenced", "complete"
ANY_NUMBER = 1_000  # strength points: more than both sides have counters for


class EntrenchmentRemoved(Event, frozen=True, tag_field="type", tag="entrenchment_removed"):
    """An entrenchment is gone; units still in it are in the field (12.1)."""

    hex: str
    side: str
    reason: str
    rule: str = "12.1/3"


@rule("12.0/2", "12.1/2", "12.1/3")
def settle_entrenchment(play: Play, hex_id: str) -> None:
    """Remove the entrenchment of a hex if fewer than two of its owner's ASP are in it; else nothing."""
    side = play.position.entrenchments.get(hex_id)
    if side is not None and entrenched_asp(play.position, side, hex_id) < FEWEST_ENTRENCHED:
        play.emit(EntrenchmentRemoved(hex_id, side, "fewer than two ASP are in it"))


def entrenched_asp(position: Position, side: str, hex_id: str) -> int:
    """Infantry ASP of a side inside the entrenchment of a hex."""
    return strength((g for g in position.groups(side, hex_id) if g.station == ENTRENCHED), ASP)


def inside_fort(position: Position, side: str, hex_id: str) -> int:
    """Strength points of a side inside a fort, its own garrison point not counted."""
    return strength(group for group in position.groups(side, hex_id) if group.station == FORT)


@rule("11.3/1", "12.0/1")
def works_with_room(position: Position, side: str, hex_id: str) -> dict[str, int]:
    """The works of a side in a hex that have room, with the strength points that may still go into them."""
    room = {}
    if position.entrenchments.get(hex_id) == side:
        room[ENTRENCHED] = ANY_NUMBER
    fort = position.forts.get(hex_id)
    free = MOST_IN_FORT - inside_fort(position, side, hex_id)
    if fort is not None and fort.side == side and free > 0:
        room[FORT] = free
    return room


@rule("11.6/1")
def enemy_fort(position: Position, enemy: str, hex_id: str) -> bool:
    """Whether the enemy has a fort in the hex that stops what passes on the water beside it (11.6)."""
    fort = position.forts.get(hex_id)
    return fort is not None and fort.side == enemy and fort.state != "silenced"


@rule("11.8/1", "11.8/3", "11.8/5")
def besieged(position: Position, side: str, hex_id: str) -> bool:
    """Whether a side's fort in a hex is besieged: an enemy ASP is there, and nobody of its own outside it.

    Militia and cavalry besiege nobody.
    """
    fort = position.forts.get(hex_id)
    return (
        fort is not None
        and fort.side == side
        and all(group.station == FORT for group in position.groups(side, hex_id))
        and strength(position.groups(ENEMY[side], hex_id), ASP) > 0
    )


@rule("11.8.2/1")
def require_no_siege(position: Position, side: str, hex_id: str, units: Iterable[Group]) -> None:
    """Refuse units that are inside a besieged fort."""
    held = any(group.station == FORT for group in units) and besieged(position, side, hex_id)
    require(not held, "11.8.2/1", "units in a besieged fort come out only to sortie")


@rule("9.10.4/4", "9.4/6", "9.4/7")
def forget_origins(position: Position, hex_id: str) -> None:
    """Units that share their hex with no enemy any more did not enter it from anywhere (for evolve only).

    A fort without units in it is an enemy: its besiegers storm it over the hexside that they came by.
    """
    for side in SIDES:
        if not occupied(position, ENEMY[side], hex_id) and any(
            g.origin for g in position.groups(side, hex_id)
        ):
            position.alter(side, hex_id, Group.from_nowhere)


@rule("13.6/9", "11.5/3")
def start_impulse_forts(position: Position) -> None:
    """At an impulse's start a silenced fort speaks again, as damaged or unfinished; for evolve only.

    A fort placed in the impulse before of its own side may be completed in this one.
    """
    for hex_id, fort in list(position.forts.items()):
        if fort.state == SILENCED:
            fort = fort.with_(state=UNFINISHED if fort.unfinished else DAMAGED, unfinished=False)
        if fort.fresh and fort.side == position.player:
            fort = fort.with_(fresh=False)
        position.forts[hex_id] = fort


@acw.evolves(EntrenchmentRemoved)
def _entrenchment_removed(position: Position, event: EntrenchmentRemoved) -> None:
    position.entrenchments.pop(event.hex, None)
    if event.hex in position.forces[event.side]:
        position.alter(
            event.side, event.hex, lambda g: g.with_(station=FIELD) if g.station == ENTRENCHED else g
        )

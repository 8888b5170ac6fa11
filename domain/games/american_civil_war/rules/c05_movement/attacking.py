"""What follows from standing in one hex with the enemy: a mover's attack or siege, the duty of 9.10.1."""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Contingent, Moving
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    ENTRENCHED,
    FIELD,
    FORT,
    HAVE_ATTACKED,
    READY,
    Group,
    merged,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import take
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import under_way
from ironclad.domain.games.american_civil_war.rules.c05_movement.costs import allowance
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import entry, require_no_mediation
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle import begin_battle
from ironclad.domain.games.american_civil_war.rules.c13_naval.landing import land
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
_RESULT_RULES = {"battle": "9.0/1", "siege": "11.8/2", "vacated": "6.4/19"}


class AttackHere(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="attack_here"
):
    """Attack the enemy in a hex that both sides hold, with all field units there yet to attack (9.0/4)."""

    hex: str


class EntrySettled(Event, frozen=True, tag_field="type", tag="entry_settled"):
    """What a mover met in the enemy's hex after reactions: a "battle", a "siege", or nobody ("vacated")."""

    side: str
    hex: str
    result: str
    rule: str


@under_way("moving")
def go_on(play: Play) -> None:
    """Settle what the mover has entered; then it continues, or its move is over."""
    moving = play.position.moving
    assert moving is not None
    if moving.lands:
        land(play, moving)
    elif moving.entered:
        settle_entry(play, moving)
    elif moving.halted or not moving.units:
        stop(play)
    else:
        ask_movement(play)


def ask_movement(play: Play) -> None:
    """Ask the phasing player for the next order of his Movement step."""
    ask(play, play.position.player, "movement", "3.2.2/5")


@rule("5.2/5", "5.3.5/6", "6.4/12", "6.4/19", "9.0/1", "11.7/4", "11.7/5", "11.8/1", "11.8/2")
def settle_entry(play: Play, moving: Moving) -> None:
    """Fight units outside a fort in the hex entered, besiege a fort alone, or continue if all have left."""
    position, side, here = play.position, moving.seat, moving.hex
    # Beaten reactors who could not retreat may be here too; settled with are those who were here before.
    field = any(group.station != FORT for group in position.groups(ENEMY[side], here))
    outside = moving.entered == "attack" and field
    held = moving.entered != "vacated" and occupied(position, ENEMY[side], here)
    result = "battle" if outside else "siege" if held else "vacated"
    play.emit(EntrySettled(side, here, result, _RESULT_RULES[result]))
    now = play.position.moving
    assert now is not None
    if outside:
        party = Contingent(now.came_from, now.units, now.leaders, now.crossing)
        begin_battle(play, here, side, (party,), "move")
    elif not held:
        take(play, side, here, now.units)


@acw.evolves(EntrySettled)
def _entry_settled(position: Position, event: EntrySettled) -> None:
    """A battle or a siege ends the move (5.2/5, 11.8/2); units alone in a hex share it with no one."""
    moving = position.moving
    assert moving is not None
    if event.result != "vacated":
        position.moving = changed(moving, entered="", halted=True)
        return
    alone = merged(group.from_nowhere() for group in moving.units)
    joined = merged(group.from_nowhere() for group in moving.joined)
    position.alter(event.side, event.hex, Group.from_nowhere)
    position.moving = changed(moving, entered="", units=alone, joined=joined)


@acw.check(AttackHere, "movement")
@rule("9.0/4", "9.4/8", "9.10.1/2", "9.10/3", "11.7/2", "12.2/1", "4.3/7")
def _check_attack_here(position: Position, due: Due, command: AttackHere) -> None:
    require_attack_in_place(position, due.seat, command.hex)


def require_attack_in_place(position: Position, seat: str, hex_id: str) -> None:
    """Refuse unless a side's field force in a hex could attack an enemy outside a fort there."""
    enemies = [g for g in position.groups(ENEMY[seat], hex_id) if g.station != FORT]
    require(enemies, "9.0/1", f"there is no enemy force outside a fort in {hex_id}")
    able = [g for g in position.groups(seat, hex_id) if g.activity == READY]
    ready = [g for g in able if g.station == FIELD]
    inside = {g.station for g in able} if not ready else set()
    require(ENTRENCHED not in inside, "12.2/1", "entrenched units attack only after leaving their works")
    require(FORT not in inside, "11.7/2", "units inside a fort attack only by a sortie")
    require(ready, "5.2/4", f"no field force of yours in {hex_id} is ready to attack")
    require(any(g.kind == ASP for g in ready), "9.2/4", "militia and cavalry alone do not attack")
    require_no_mediation(position, seat, hex_id)


@acw.carry_out(AttackHere)
def _attack_here(play: Play, due: Due, command: AttackHere) -> None:
    """Units in the hex since before their impulse attack and neither cross nor pay anything (9.4/8)."""
    stop(play)
    close(play)
    position, here = play.position, command.hex
    outside = (g for g in position.groups(due.seat, here) if g.station == FIELD)
    units = tuple(g for g in outside if g.activity not in HAVE_ATTACKED)
    begin_battle(
        play, here, due.seat, (Contingent("", units, position.leaders_at(due.seat, here)),), "in_place"
    )


@rule("9.10.1/2", "9.10.1/3", "9.10.1/4", "9.10/3")
def duty_left(position: Position, side: str) -> str | None:
    """A hex where ready field units of the side stand beside an enemy field force and could attack or leave.

    None if there is no such duty left: units that can do neither stay without penalty.
    """
    mine, theirs = position.forces[side], position.forces[ENEMY[side]]
    for hex_id in sorted(mine.keys() & theirs.keys()):
        if owes_attack(position, side, hex_id):
            return hex_id
    return None


def owes_attack(position: Position, side: str, hex_id: str) -> bool:
    """Whether ready field units of the side in a hex must still attack or leave it (9.10.1)."""
    if not any(group.station == FIELD for group in position.groups(ENEMY[side], hex_id)):
        return False
    ready = tuple(g for g in position.groups(side, hex_id) if g.station == FIELD and g.activity == READY)
    if not ready:
        return False
    try:
        require_attack_in_place(position, side, hex_id)
    except Refused:
        return any(can_leave(position, side, hex_id, group) for group in ready)
    return True


@rule("9.10.1/2", "5.3.7/5")
def require_no_duty(position: Position, side: str, hex_id: str, units: Iterable[Group]) -> None:
    """Refuse work on the spot to field units of a force that must attack the enemy in its hex or leave it."""
    bound = any(group.station == FIELD for group in units) and owes_attack(position, side, hex_id)
    require(not bound, "9.10.1/2", "a force beside the enemy in one hex must attack or leave")


def can_leave(position: Position, side: str, hex_id: str, group: Group) -> bool:
    """Whether units could move out of their hex by at least one step, Kentucky's violation apart."""
    force = Moving(side, hex_id, hex_id, (group,), (), allowance(position, (group,)))
    for to in _MAP.neighbours[hex_id]:
        try:
            entry(position, force, to)
        except Refused:
            continue
        return True
    return False


COMMANDS = (AttackHere,)
EVENTS = (EntrySettled,)

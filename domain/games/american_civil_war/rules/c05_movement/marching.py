"""Moving a force over land, hex by hex (5.0 to 5.3.6): commands, steps, and what interrupts them."""

from typing import NamedTuple

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.errata import holds
from ironclad.domain.games.american_civil_war.position.in_progress import Moving, Reaction
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import (
    FIELD,
    FORT,
    MOVED,
    READY,
    Group,
    merged,
    without,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import take
from ironclad.domain.games.american_civil_war.rules.c05_movement import costs
from ironclad.domain.games.american_civil_war.rules.c05_movement.arriving import arrive
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import LOOP
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import (
    Entry,
    entry,
    require_adjacent,
    staying_in_state,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_leaders, ready_units
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction import reaction
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import exerting_into
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import (
    forget_origins,
    require_no_siege,
    settle_entrenchment,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import note_ferry
from ironclad.domain.games.american_civil_war.rules.c15_politics.kentucky import violate
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.resolution import Resolution

_MAP = load_map()
LONGEST_PATH = 24  # hexes in one command: more than any allowance pays for


class MoveForce(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="move_force"
):
    """Move a force along a path of adjacent hexes; another force's move ends with it.

    units: all ready ones in the hex if left out; leaders: likewise. A path stops where something interrupts
    it (reaction, battle, Kentucky); what is left of it is not ordered. It does not lead on behind a hex where
    the enemy is, and militia named in `units` do not set out over their state's border.
    """

    from_hex: str = msgspec.field(name="from")
    path: tuple[str, ...]
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] | None = None
    violate_kentucky: bool = False


class ContinueMove(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="continue_move"
):
    """Move the force on the move further along a path."""

    path: tuple[str, ...]
    violate_kentucky: bool = False


class EndMove(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="end_move"
):
    """Withdraw the hand from the force on the move: it does not move again in this impulse (5.2)."""


class MoveBegan(Event, frozen=True, tag_field="type", tag="move_began"):
    """A force sets out (5.1, 5.3.1). units: as they stood; allowance: without bonus, the leader's bonus."""

    side: str
    hex: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    allowance: int
    bonus: int


class ForceMoved(Event, frozen=True, tag_field="type", tag="force_moved"):
    """A force went one hex (5.3). cost: every part of the price; spent: movement points used after it.

    crossing: how the hexside was crossed; enters: "attack" or "siege" if enemies hold the hex, else "".
    """

    side: str
    from_hex: str
    to: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    cost: tuple[Modifier, ...]
    spent: int
    crossing: str
    massed: bool = False
    enters: str = ""


class ForceDropped(Event, frozen=True, tag_field="type", tag="force_dropped"):
    """Units stay behind from the force on the move, of their own will (5.2.2) or because they must (4.3)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    rule: str


class MoveEnded(Event, frozen=True, tag_field="type", tag="move_ended"):
    """A force has ended its move for this impulse (5.2)."""

    side: str
    hex: str
    spent: int
    rule: str = "5.2/4"


class Interruption(msgspec.Struct, frozen=True):
    """A step after which the move waits: reactions, a battle or siege to settle, Kentucky to join a side.

    reactors: the hexes of enemy forces that had a zone into the hex which it left.
    """

    step: Entry
    reactors: tuple[str, ...]


@acw.check(MoveForce, "movement")
def _check_move_force(position: Position, due: Due, command: MoveForce) -> None:
    require_path(command.path)
    require_no_tail(position, due.seat, command.path)
    if len(command.path) > 1:
        require_last_step(rehearsed(position, due.seat, command), command)
    else:
        force = as_begun(setting_out(position, due.seat, command))
        entry(position, force, command.path[0], command.violate_kentucky)


@acw.check(ContinueMove, "movement")
def _check_continue_move(position: Position, due: Due, command: ContinueMove) -> None:
    require_path(command.path)
    require_no_tail(position, due.seat, command.path)
    force = the_mover(position, due.seat)
    if len(command.path) > 1:
        require_last_step(rehearsed(position, due.seat, command), command)
    else:
        entry(position, force, command.path[0], command.violate_kentucky)


@acw.check(EndMove, "movement")
def _check_end_move(position: Position, due: Due, command: EndMove) -> None:
    the_mover(position, due.seat)


def require_path(path: tuple[str, ...]) -> None:
    """Refuse a path that names no hex or too many."""
    require(path, "5.0/1", "the path names no hex")
    require(len(path) <= LONGEST_PATH, "5.0/2", "the path is longer than any allowance")


@rule("5.2/5")
def require_no_tail(position: Position, seat: str, path: tuple[str, ...]) -> None:
    """Refuse a path that leads on behind a hex where the enemy is now (erratum "march-ends-at-enemy")."""
    if len(path) > 1 and holds(position, "march-ends-at-enemy"):
        for hex_id in path[:-1]:
            there = hex_id in _MAP.hexes and occupied(position, ENEMY[seat], hex_id)
            require(not there, "5.2/5", f"the enemy is in {hex_id}: the march ends there")


class Rehearsal(NamedTuple):
    """All steps of a march but its last, up to the first interruption, on a copy of the position: its events,
    what has interrupted it, and where that leaves the force."""

    position: Position
    events: tuple[Event, ...]
    interruption: Interruption | None


@remembered
def rehearsed(position: Position, seat: str, command: MoveForce | ContinueMove) -> Rehearsal:
    """Try all steps of a march but its last: each is legal where the one before leads. Raises Refused."""
    trial = rehearse(position)
    if isinstance(command, MoveForce):
        set_out(trial, seat, command)
    interruption = walk(trial, command.path[:-1], command.violate_kentucky)
    return Rehearsal(trial.position, tuple(trial.events), interruption)


def require_last_step(rehearsal: Rehearsal, command: MoveForce | ContinueMove) -> None:
    """Refuse a last step that the force could not take, if nothing interrupts it before.

    What that step brings about is no matter here, so a path of one hex needs no rehearsal at all: setting out
    changes nothing that an entry asks of the position.
    """
    if rehearsal.interruption is None:
        moving = rehearsal.position.moving
        assert moving is not None
        entry(rehearsal.position, moving, command.path[-1], command.violate_kentucky)


def the_mover(position: Position, seat: str) -> Moving:
    """The force of a seat that is on the move. Refuses if there is none."""
    moving = position.moving
    require(moving is not None and moving.seat == seat, "5.2/4", "no force of yours is on the move")
    assert moving is not None
    return moving


def rehearse(position: Position) -> Play:
    """A trial of a copy, without dice: no step rolls any before the move is interrupted."""
    return Resolution(position.copy(), ScriptedDice(()), acw.evolvers)


@acw.carry_out(MoveForce)
@acw.carry_out(ContinueMove)
def _go(play: Play, due: Due, command: MoveForce | ContinueMove) -> None:
    """Walk a path; if something interrupts it, the decision on movement is closed until that is settled."""
    interruption = None
    if len(command.path) > 1:
        rehearsal = rehearsed(play.position, due.seat, command)
        interruption = rehearsal.interruption
        for event in rehearsal.events:
            play.emit(event)
    elif isinstance(command, MoveForce):
        set_out(play, due.seat, command)
    if interruption is None:
        interruption = walk(play, command.path[-1:], command.violate_kentucky)
    if interruption is None:
        return
    close(play)
    if interruption.step.violates_kentucky:
        _violate(play, interruption.step.to)
    answer = _reaction(play.position, interruption.step, interruption.reactors)
    if answer is not None:
        play.emit(reaction.ReactionBegan(answer))


@acw.carry_out(EndMove)
@rule("5.2/4")
def _end_move(play: Play, due: Due, command: EndMove) -> None:
    stop(play)


def stop(play: Play) -> None:
    """End the move that is under way, if one is: a force's move is over before the next begins."""
    moving = play.position.moving
    if moving is not None:
        play.emit(MoveEnded(moving.seat, moving.hex, moving.spent))


def set_out(play: Play, seat: str, command: MoveForce) -> None:
    """Begin a move; the one under way is over. Raises Refused."""
    stop(play)
    play.emit(setting_out(play.position, seat, command))


@rule("5.2/1", "5.2/3", "5.2/4", "5.2.1/1", "10.2/1", "12.1/4", "11.7/1", "5.3.7/5", "4.3/8")
def setting_out(position: Position, seat: str, command: MoveForce) -> MoveBegan:
    """The units and leaders of a move, out of those that are ready, out of works at no cost. Raises Refused.

    Militia that may not take the first step stay where they are, in works too. The path is empty for work
    on the spot and for a ride, which ask of militia what they need themselves.
    """
    here = command.from_hex
    units = ready_units(position, seat, here, command.units)
    require_no_siege(position, seat, here, units)
    if command.path:
        require_adjacent(here, command.path[0])
        units, staying = staying_in_state(units, here, command.path[0])
        require(units, "4.3/5", "militia may not leave their state")
        named = command.units is not None and holds(position, "named-militia")
        require(not (staying and named), "4.3/5", f"militia may not leave their state for {command.path[0]}")
    leaders = ready_leaders(position, seat, here, command.leaders)
    allowed, bonus = costs.allowance(position, units), costs.leader_bonus(position, leaders)
    return MoveBegan(seat, here, units, leaders, allowed, bonus)


def as_begun(event: MoveBegan) -> Moving:
    """The force that sets out, its units as they stood: what it may do does not hang on their stations."""
    return Moving(event.side, event.hex, event.hex, event.units, event.leaders, event.allowance, event.bonus)


@rule("15.5.2/3")
def _violate(play: Play, hex_id: str) -> None:
    """Kentucky joins the other side and deploys, before anybody reacts to the step that violated her.

    The mover then holds its hex.
    """
    moving = play.position.moving
    assert moving is not None
    violate(play, moving.seat, hex_id)
    take(play, moving.seat, hex_id, moving.units)


def _reaction(position: Position, step: Entry, reactors: tuple[str, ...]) -> Reaction | None:
    """The reactions that the mover's last step may cause."""
    moving = position.moving
    assert moving is not None
    return reaction.possible(position, ENEMY[moving.seat], step.from_hex, step.to, reactors)


@rule("6.2.1/3", "6.3.1/2", "6.4/2", "6.4/9")
def walk(play: Play, path: tuple[str, ...], violate_kentucky: bool) -> Interruption | None:
    """Go along a path until it ends or something interrupts it. Raises Refused for an illegal step."""
    for to in path:
        moving = play.position.moving
        assert moving is not None
        step = entry(play.position, moving, to, violate_kentucky)
        reactors = exerting_into(play.position, moving.hex, ENEMY[moving.seat])
        _advance(play, moving, step)
        stops = step.occupied or step.violates_kentucky
        if stops or _reaction(play.position, step, reactors) is not None:
            return Interruption(step, reactors)
    return None


@rule("5.0/1", "5.3.5/6", "9.0/1", "10.2/5", "11.8/1", "4.3/8")
def _advance(play: Play, moving: Moving, step: Entry) -> None:
    """One step: militia that may go no further drop out, the rest enters the hex and takes what it can."""
    position, side, enemy = play.position, moving.seat, ENEMY[moving.seat]
    if step.left:
        play.emit(ForceDropped(side, step.from_hex, step.left, "4.3/8"))
    outside = any(group.station != FORT for group in position.groups(enemy, step.to))
    enters = ("attack" if outside else "siege") if step.occupied else ""
    play.emit(
        ForceMoved(
            side, step.from_hex, step.to, step.units, moving.leaders, step.charges,
            moving.spent + step.cost, step.crossed, step.massed, enters,
        )
    )  # fmt: skip
    note_ferry(play, side, step.from_hex, step.to, step.crossed)
    settle_entrenchment(play, step.from_hex)
    arrive(play, side, step.units, step.from_hex, step.to)


@acw.evolves(MoveBegan)
def _move_began(position: Position, event: MoveBegan) -> None:
    moving = merged(group.with_(station=FIELD, activity=MOVED) for group in event.units)
    position.remove(event.side, event.hex, event.units)
    position.add(event.side, event.hex, moving)
    for letter in event.leaders:
        position.leaders[letter] = position.leaders[letter].with_(activity=MOVED)
    position.moving = changed(as_begun(event), units=moving)


@acw.evolves(ForceMoved)
def _force_moved(position: Position, event: ForceMoved) -> None:
    moving = position.moving
    assert moving is not None
    origin = event.from_hex if event.enters else ""
    from_loop = event.enters != "" and event.crossing == LOOP
    units = merged(group.with_(origin=origin, from_loop=from_loop) for group in event.units)
    position.remove(event.side, event.from_hex, event.units)
    position.add(event.side, event.to, units)
    forget_origins(position, event.from_hex)
    for letter in event.leaders:
        position.leaders[letter] = position.leaders[letter].with_(hex=event.to)
    position.moving = changed(
        moving, hex=event.to, units=units, spent=event.spent, came_from=event.from_hex,
        crossing=event.crossing, entered=event.enters, train=0,
        joined=merged(group.with_(origin=origin, from_loop=from_loop) for group in moving.joined),
    )  # fmt: skip


@acw.evolves(ForceDropped)
def _force_dropped(position: Position, event: ForceDropped) -> None:
    """Units picked up on the way are the first to be dropped; those that never left are ready again."""
    moving = position.moving
    assert moving is not None
    left = without(moving.units, event.units)
    if not moving.spent:
        position.remove(event.side, event.hex, event.units)
        position.add(event.side, event.hex, (group.with_(activity=READY) for group in event.units))
    position.moving = changed(moving, units=left, joined=still_joined(moving.joined, event.units))


def still_joined(joined: tuple[Group, ...], dropped: tuple[Group, ...]) -> tuple[Group, ...]:
    """Of the units picked up, those left when `dropped` are gone."""
    gone = {group.alike(): group.count for group in dropped}
    return tuple(
        group.with_(count=rest) for group in joined if (rest := group.count - gone.get(group.alike(), 0)) > 0
    )


@acw.evolves(MoveEnded)
def _move_ended(position: Position, event: MoveEnded) -> None:
    position.moving = None


COMMANDS = (MoveForce, ContinueMove, EndMove)
EVENTS = (MoveBegan, ForceMoved, ForceDropped, MoveEnded)

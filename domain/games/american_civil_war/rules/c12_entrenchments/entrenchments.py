"""Entrenching, and stepping in and out of entrenchments and forts (12.0 to 12.2, 11.7/1)."""

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import counted
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    ENTRENCHED,
    FIELD,
    FORT,
    HAVE_ATTACKED,
    Group,
    pick,
    strength,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_units
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import is_supplied
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import (
    FEWEST_ENTRENCHED,
    MOST_IN_FORT,
    EntrenchmentRemoved,
    inside_fort,
    require_no_siege,
    settle_entrenchment,
)
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
DIGGING = "digging"  # activity of units that spend this impulse on an entrenchment


class Entrench(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="entrench"
):
    """Spend the whole allowance of units on an entrenchment, placed at the end of the impulse (12.1)."""

    hex: str
    units: tuple[Group, ...] | None = None


class EnterWorks(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="enter_works"
):
    """Step from the field into one's own works in the hex: `works` is "entrenched" or "fort"."""

    hex: str
    works: str
    units: tuple[Group, ...]


class LeaveWorks(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="leave_works"
):
    """Step out of works into the field of the hex; the units are named with their station."""

    hex: str
    units: tuple[Group, ...]


class RemoveEntrenchment(
    Command,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="remove_entrenchment",
):
    """Give an entrenchment up (12.1)."""

    hex: str


class DiggingBegan(Event, frozen=True, tag_field="type", tag="digging_began"):
    """Units spend their whole allowance on an entrenchment (12.1)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    rule: str = "12.1/1"


class EntrenchmentPlaced(Event, frozen=True, tag_field="type", tag="entrenchment_placed"):
    """An entrenchment was placed at the end of the impulse; the units that dug it are in it (12.1)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    rule: str = "12.1/1"


class WorksEntered(Event, frozen=True, tag_field="type", tag="works_entered"):
    """Units stepped into an entrenchment or a fort (12.1, 11.7)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    works: str
    rule: str


class WorksLeft(Event, frozen=True, tag_field="type", tag="works_left"):
    """Units stepped out of an entrenchment or a fort into the field (12.1, 11.7)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    rule: str


@acw.check(Entrench, "movement")
def _check_entrench(position: Position, due: Due, command: Entrench) -> None:
    _digging(position, due.seat, command)


@rule("5.1/3", "5.3.7/5", "12.0/1", "12.1/1", "TEC/19")
def _digging(position: Position, seat: str, command: Entrench) -> tuple[Group, ...]:
    """The units that dig. Refuses a place, a supply status or a strength that does not allow it."""
    hex_id = command.hex
    require(hex_id in _MAP.towns, "12.1/1", "entrenchments are built only in a city hex")
    require(hex_id not in position.entrenchments, "12.0/1", f"there is an entrenchment in {hex_id}")
    enemy = ENEMY[seat]
    require(not occupied(position, enemy, hex_id), "12.1/1", f"there are enemy units in {hex_id}")
    ready = ready_units(position, seat, hex_id, command.units)
    if command.units is None:
        ready = tuple(group for group in ready if group.station == FIELD)
    require(
        all(group.station == FIELD for group in ready), "12.0/2", "units inside a fort build no entrenchment"
    )
    supplied = not any(group.oos for group in ready) and is_supplied(position, seat, hex_id)
    require(supplied, "12.1/1", "a force out of supply does not entrench")
    digging = any(group.activity == DIGGING for group in position.groups(seat, hex_id))
    require(not digging, "12.0/1", f"an entrenchment is being built in {hex_id}")
    require(
        strength(ready, ASP) >= FEWEST_ENTRENCHED, "12.1/1", "it takes at least two infantry ASP to entrench"
    )
    return ready


@acw.carry_out(Entrench)
def _entrench(play: Play, due: Due, command: Entrench) -> None:
    units = _digging(play.position, due.seat, command)
    stop(play)
    play.emit(DiggingBegan(due.seat, command.hex, units))


@rule("12.1/1")
def place_entrenchments(play: Play, side: str) -> None:
    """At the end of the impulse every hex dug in gets its entrenchment, if it is still held."""
    position = play.position
    for hex_id, groups in sorted(position.forces[side].items()):
        digging = tuple(group for group in groups if group.activity == DIGGING)
        held = strength(digging, ASP) >= FEWEST_ENTRENCHED and not occupied(position, ENEMY[side], hex_id)
        if held and hex_id not in position.entrenchments:
            play.emit(EntrenchmentPlaced(side, hex_id, digging))


@acw.check(EnterWorks, "movement")
@rule("11.3/1", "11.7/1", "12.0/1", "12.0/2", "12.1/4")
def _check_enter_works(position: Position, due: Due, command: EnterWorks) -> None:
    """In own movement, at no cost; a fort holds two strength points, an entrenchment any number."""
    units = _stepping(position, due.seat, command.hex, command.units, (FIELD,))
    if command.works == ENTRENCHED:
        require(
            position.entrenchments.get(command.hex) == due.seat,
            "12.1/4",
            f"you have no entrenchment in {command.hex}",
        )
    else:
        fort = position.forts.get(command.hex)
        own = command.works == FORT and fort is not None and fort.side == due.seat
        require(own, "11.7/1", f"you have no {command.works!r} in {command.hex}")
        room = MOST_IN_FORT - inside_fort(position, due.seat, command.hex)
        require(strength(units) <= room, "11.3/1", f"the fort has room for {counted(room, 'strength point')}")


@acw.check(LeaveWorks, "movement")
@rule("11.7/1", "12.1/4", "12.2/1")
def _check_leave_works(position: Position, due: Due, command: LeaveWorks) -> None:
    units = _stepping(position, due.seat, command.hex, command.units, (ENTRENCHED, FORT))
    require_no_siege(position, due.seat, command.hex, units)


def _stepping(
    position: Position, seat: str, hex_id: str, wanted: tuple[Group, ...], stations: tuple[str, ...]
) -> tuple[Group, ...]:
    """The units that step in or out: any that have neither attacked nor are digging, whether moved or not."""
    there = [group for group in position.groups(seat, hex_id) if group.station in stations]
    require(there, "12.1/4", f"no units in {hex_id} could step into or out of works there")
    free = [group for group in there if group.activity not in (*HAVE_ATTACKED, DIGGING)]
    try:
        return pick(free, wanted, "12.1/4")
    except Refused:
        pick(there, wanted, "12.1/4")  # which says itself what is not there at all
        why = "some of the units named have attacked or are digging in this impulse"
        raise Refused("12.1/4", why) from None


@acw.carry_out(EnterWorks)
def _enter_works(play: Play, due: Due, command: EnterWorks) -> None:
    stop(play)
    units = _stepping(play.position, due.seat, command.hex, command.units, (FIELD,))
    clause = "12.1/4" if command.works == ENTRENCHED else "11.7/1"
    play.emit(WorksEntered(due.seat, command.hex, units, command.works, clause))


@acw.carry_out(LeaveWorks)
def _leave_works(play: Play, due: Due, command: LeaveWorks) -> None:
    stop(play)
    units = _stepping(play.position, due.seat, command.hex, command.units, (ENTRENCHED, FORT))
    clause = "11.7/1" if all(group.station == FORT for group in units) else "12.1/4"
    play.emit(WorksLeft(due.seat, command.hex, units, clause))
    settle_entrenchment(play, command.hex)


@acw.check(RemoveEntrenchment, "movement")
def _check_remove(position: Position, due: Due, command: RemoveEntrenchment) -> None:
    require(
        position.entrenchments.get(command.hex) == due.seat,
        "12.1/3",
        f"you have no entrenchment in {command.hex}",
    )


@acw.carry_out(RemoveEntrenchment)
@rule("12.1/3")
def _remove(play: Play, due: Due, command: RemoveEntrenchment) -> None:
    stop(play)
    play.emit(EntrenchmentRemoved(command.hex, due.seat, "its owner has given it up"))


@acw.evolves(DiggingBegan)
def _digging_began(position: Position, event: DiggingBegan) -> None:
    _replace(position, event.side, event.hex, event.units, activity=DIGGING)


@acw.evolves(EntrenchmentPlaced)
def _entrenchment_placed(position: Position, event: EntrenchmentPlaced) -> None:
    position.entrenchments[event.hex] = event.side
    _replace(position, event.side, event.hex, event.units, station=ENTRENCHED)


@acw.evolves(WorksEntered)
def _works_entered(position: Position, event: WorksEntered) -> None:
    _replace(position, event.side, event.hex, event.units, station=event.works, origin="", from_loop=False)


@acw.evolves(WorksLeft)
def _works_left(position: Position, event: WorksLeft) -> None:
    _replace(position, event.side, event.hex, event.units, station=FIELD)


def _replace(position: Position, side: str, hex_id: str, units: tuple[Group, ...], **fields: object) -> None:
    position.remove(side, hex_id, units)
    position.add(side, hex_id, [group.with_(**fields) for group in units])


COMMANDS = (Entrench, EnterWorks, LeaveWorks, RemoveEntrenchment)
EVENTS = (DiggingBegan, EntrenchmentPlaced, EntrenchmentRemoved, WorksEntered, WorksLeft)

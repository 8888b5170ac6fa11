"""Placing, completing, repairing and giving up forts in the placement step (11.1, 11.2, 11.4, 11.5).

Placing and completing are announced; the enemy may react as if the force had left its hex. The force then
counts as a mover that goes nowhere (`Moving`), so that reactions and their battles run as they always do;
`settle` says afterwards whether the work was done.
"""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.map import BOAT_KINDS, load_map
from ironclad.domain.games.american_civil_war.position.in_progress import FortWork, Moving
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    READY,
    WORKED,
    Fort,
    Group,
    pick,
    strength,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller, take
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import under_way
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.militia import OTHER_PLACEMENTS
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction import reaction
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import exerting_into
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import is_supplied
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import displace_leaders
from ironclad.domain.games.american_civil_war.rules.c11_forts.fort_events import FortDestroyed
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import DAMAGED, UNFINISHED, WHOLE
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
PLACE, COMPLETE = "place", "complete"
# Hexes where the ground lets a fort stand: cities, fortresses, and those on water or coast.
SITES = frozenset(
    hex_id
    for hex_id, place in _MAP.hexes.items()
    if hex_id in _MAP.towns
    or hex_id in _MAP.fortresses
    or place.coastal
    or any(side.kind in BOAT_KINDS for side in _MAP.water_sides_of.get(hex_id, ()))
)


class PlaceFort(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="place_fort"
):
    """Place a fort, construction side up, with units that then may not move (11.2); by default one ASP."""

    hex: str
    units: tuple[Group, ...] | None = None


class CompleteFort(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="complete_fort"
):
    """Complete a fort placed in an earlier impulse (11.2)."""

    hex: str


class RepairFort(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="repair_fort"
):
    """Restore a fort that naval fire has damaged (11.5)."""

    hex: str


class DestroyFort(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="destroy_fort"
):
    """Destroy a fort of one's own (11.5)."""

    hex: str


class FortAnnounced(Event, frozen=True, tag_field="type", tag="fort_announced"):
    """A side announced that it places or completes a fort: work is "place" or "complete" (11.2).

    units: those that place it, which may not move in this impulse.
    """

    side: str
    hex: str
    work: str
    units: tuple[Group, ...] = ()
    rule: str = "11.2/3"


class FortPlaced(Event, frozen=True, tag_field="type", tag="fort_placed"):
    """A fort was placed, construction side up (11.2)."""

    side: str
    hex: str
    rule: str = "11.2/3"


class FortCompleted(Event, frozen=True, tag_field="type", tag="fort_completed"):
    """A fort was turned to its completed side (11.2), or restored after damage (11.5)."""

    side: str
    hex: str
    rule: str


class FortWorkFailed(Event, frozen=True, tag_field="type", tag="fort_work_failed"):
    """The fort announced is not placed or completed: no ASP is left there, or enemies are (11.2)."""

    side: str
    hex: str
    work: str
    rule: str = "11.2/3"


@acw.check(PlaceFort, "placement")
def _check_place(position: Position, due: Due, command: PlaceFort) -> None:
    builders(position, due.seat, command)


@rule("11.0/1", "11.1/1", "11.2/1", "11.2/2", "11.2/6", "11.4/1", "12.0/2", "4.1.2/6", "5.1/3", "TEC/19")
def builders(position: Position, seat: str, command: PlaceFort) -> tuple[Group, ...]:
    """The units that place a fort. Refuses a place, a force or a supply status that does not allow it."""
    hex_id = command.hex
    require(hex_id in _MAP.hexes, "2.1/1", f"there is no playable hex {hex_id!r}")
    if seat == CONFEDERATE:
        require(position.forts_available > 0, "11.1/1", "no fort built by construction waits beside the map")
    require(hex_id not in position.forts, "11.2/2", f"there is a fort in {hex_id}")
    require(hex_id in SITES, "11.2/1", f"{hex_id} is no city or fortress, nor on wide water or the coast")
    require(not occupied(position, ENEMY[seat], hex_id), "11.2/1", f"there are enemy units in {hex_id}")
    require(controller(position, hex_id) == seat, "11.2/1", f"you do not control {hex_id}")
    ready = tuple(group for group in position.groups(seat, hex_id) if group.activity == READY)
    if command.units is not None:
        units = pick(ready, command.units, "11.2/1")
    else:
        first = next((group for group in ready if group.kind == ASP and not group.oos), None)
        if first is None:
            raise Refused("11.2/1", f"no supplied ASP is ready to place a fort in {hex_id}")
        units = (first.with_(count=1),)
    require(strength(units, ASP), "11.2/1", "a fort takes at least one infantry ASP")
    supplied = not any(group.oos for group in units) and is_supplied(position, seat, hex_id)
    require(supplied, "11.2/1", f"the force in {hex_id} is out of supply")
    return units


@acw.carry_out(PlaceFort)
@rule("11.2/3", "11.2/6", "3.2.2/3")
def _place(play: Play, due: Due, command: PlaceFort) -> None:
    units = builders(play.position, due.seat, command)
    _announce(play, due.seat, command.hex, PLACE, units)


@acw.check(CompleteFort, "placement")
@rule("11.2/8", "11.5/3")
def check_complete(position: Position, due: Due, command: CompleteFort) -> None:
    """In an impulse after that of its placing, held by a supplied force with an ASP."""
    hex_id, fort = command.hex, _own_fort(position, due.seat, command.hex, "11.2/8")
    require(fort.state == UNFINISHED, "11.2/8", f"the fort in {hex_id} is not under construction")
    require(not fort.fresh, "11.2/8", "a fort is completed in the next friendly impulse at the earliest")
    require(not occupied(position, ENEMY[due.seat], hex_id), "11.2/8", f"there are enemy units in {hex_id}")
    held = any(group.kind == ASP and not group.oos for group in position.groups(due.seat, hex_id))
    require(held, "11.2/8", f"no supplied ASP holds the fort in {hex_id}")
    supplied = not fort.oos and is_supplied(position, due.seat, hex_id)
    require(supplied, "11.2/8", f"the fort in {hex_id} is out of supply")


@acw.carry_out(CompleteFort)
@rule("11.2/8")
def _complete(play: Play, due: Due, command: CompleteFort) -> None:
    _announce(play, due.seat, command.hex, COMPLETE)


def _own_fort(position: Position, seat: str, hex_id: str, clause: str) -> Fort:
    fort = position.forts.get(hex_id)
    if fort is None or fort.side != seat:
        raise Refused(clause, f"you have no fort in {hex_id}")
    return fort


@rule("11.2/3", "11.2/8", "6.4/1")
def _announce(play: Play, seat: str, hex_id: str, work: str, units: tuple[Group, ...] = ()) -> None:
    """Say what is to be done; who has a zone into the hex may react as if the force there had left it."""
    close(play)
    play.emit(FortAnnounced(seat, hex_id, work, units, "11.2/3" if work == PLACE else "11.2/8"))
    enemy = ENEMY[seat]
    sources = _threats(play.position, hex_id, enemy)
    if (answer := reaction.possible(play.position, enemy, hex_id, hex_id, sources)) is not None:
        play.emit(reaction.ReactionBegan(answer))


def _threats(position: Position, hex_id: str, enemy: str) -> tuple[str, ...]:
    """Who has a zone into the hex, an unfinished fort in it apart: else nobody could react to its flip."""
    fort = position.forts.pop(hex_id, None)
    try:
        return exerting_into(position, hex_id, enemy)
    finally:
        if fort is not None:
            position.forts[hex_id] = fort


@under_way("placing")
@rule("11.2/3", "11.2/4", "11.2/5", "11.2/8")
def settle(play: Play) -> None:
    """Once reactions and battles are over: the work is done if an ASP holds the hex, free of enemies.

    Vessels beside the hex do not fight because of it; they do in their owner's next movement.
    """
    position, placing = play.position, play.position.placing
    assert placing is not None
    seat, here = placing.seat, placing.hex
    held = strength(position.groups(seat, here), ASP) > 0 and not occupied(position, ENEMY[seat], here)
    if placing.work == PLACE:
        play.emit(FortPlaced(seat, here) if held else FortWorkFailed(seat, here, PLACE))
    elif held and here in position.forts:
        play.emit(FortCompleted(seat, here, "11.2/8"))
    else:
        play.emit(FortWorkFailed(seat, here, COMPLETE, "11.2/8"))


@rule("11.2/7")
def complete_fortresses(play: Play, side: str) -> None:
    """At the end of the impulse a fort placed in a fortress hex is completed, if who placed it is there."""
    for hex_id, fort in sorted(play.position.forts.items()):
        if fort.side == side and fort.fresh and fort.state == UNFINISHED and hex_id in _MAP.fortresses:
            there = play.position.groups(side, hex_id)
            if any(group.kind == ASP and group.activity == WORKED for group in there):
                play.emit(FortCompleted(side, hex_id, "11.2/7"))


@acw.check(RepairFort, "placement")
@rule("11.5/3")
def check_repair(position: Position, due: Due, command: RepairFort) -> None:
    """At the start of its owner's impulse, at no cost; an unfinished fort is completed instead (11.2/8)."""
    fort = _own_fort(position, due.seat, command.hex, "11.5/3")
    require(fort.state == DAMAGED, "11.5/3", f"the fort in {command.hex} is not damaged")


@acw.carry_out(RepairFort)
def _repair(play: Play, due: Due, command: RepairFort) -> None:
    close(play)
    play.emit(FortCompleted(due.seat, command.hex, "11.5/3"))


@acw.check(DestroyFort, "placement")
@rule("11.5/1")
def check_destroy(position: Position, due: Due, command: DestroyFort) -> None:
    """At the start of any friendly impulse."""
    _own_fort(position, due.seat, command.hex, "11.5/1")


@acw.carry_out(DestroyFort)
@rule("11.5/1", "11.5/2")
def _destroy(play: Play, due: Due, command: DestroyFort) -> None:
    """Units inside are now in the field; a hex left to enemies alone is theirs, and leaders leave it."""
    close(play)
    play.emit(FortDestroyed(command.hex, due.seat, "given up by its owner", "11.5/1"))
    enemy = ENEMY[due.seat]
    displace_leaders(play, command.hex)
    take(play, enemy, command.hex, play.position.groups(enemy, command.hex))


@acw.evolves(FortAnnounced)
def _announced(position: Position, event: FortAnnounced) -> None:
    """The force counts as one that has left its hex without entering another."""
    position.remove(event.side, event.hex, event.units)
    position.add(event.side, event.hex, [group.with_(activity=WORKED) for group in event.units])
    position.placing = FortWork(event.side, event.hex, event.work)
    there, leaders = position.groups(event.side, event.hex), position.leaders_at(event.side, event.hex)
    position.moving = Moving(event.side, event.hex, event.hex, there, leaders, halted=True)


def _done(position: Position) -> None:
    position.placing = position.moving = None


@acw.evolves(FortPlaced)
@rule("11.1/1", "11.2/4")
def _placed(position: Position, event: FortPlaced) -> None:
    position.forts[event.hex] = Fort(event.side, fresh=True).with_(state=UNFINISHED)
    if event.side == CONFEDERATE:
        position.forts_available -= 1
    _done(position)


@acw.evolves(FortCompleted)
def _completed(position: Position, event: FortCompleted) -> None:
    fort = position.forts[event.hex]
    position.forts[event.hex] = fort.with_(state=WHOLE, fresh=False)
    _done(position)


@acw.evolves(FortWorkFailed)
def _failed(position: Position, event: FortWorkFailed) -> None:
    _done(position)


def fort_orders(position: Position, side: str) -> Iterator[Command]:
    """Every canonical order about forts that is legal in a placement step."""
    asked = Due("", side, "placement", "")
    for hex_id, fort in sorted(position.forts.items()):
        if fort.side == side:
            for kind in (CompleteFort, RepairFort):
                if acw.allows(position, asked, kind(hex=hex_id)):
                    yield kind(hex=hex_id)
    if side != CONFEDERATE or position.forts_available:
        for hex_id in sorted(position.forces[side]):
            if hex_id in SITES and acw.allows(position, asked, command := PlaceFort(hex=hex_id)):
                yield command
    for hex_id, fort in sorted(position.forts.items()):
        if fort.side == side:
            yield DestroyFort(hex=hex_id)


OTHER_PLACEMENTS.append(fort_orders)
COMMANDS = (PlaceFort, CompleteFort, RepairFort, DestroyFort)
EVENTS = (FortAnnounced, FortPlaced, FortCompleted, FortWorkFailed)

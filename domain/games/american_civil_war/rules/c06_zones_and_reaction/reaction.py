"""Reaction (6.4, 11.7/6): forces whose zone a mover leaves may each try to move one hex first."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.american_civil_war.board.names import counted
from ironclad.domain.games.american_civil_war.errata import holds
from ironclad.domain.games.american_civil_war.position.in_progress import Reaction, Tried
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import FIELD, FORT, Group, pick, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import under_way
from ironclad.domain.games.american_civil_war.rules.c05_movement.arriving import arrive
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction import rail_reaction
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reacting import (
    REACTED,
    can_start,
    lessened,
    target_units,
    targets,
    untried,
    untried_leaders,
    works_on_entering,
    works_room,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction_events import (
    EVENTS,
    ForceReacted,
    ReactedIntoWorks,
    ReactionAttempted,
    ReactionBegan,
    ReactionEnded,
    ReactionStayed,
    roll_to_react,
    the_reaction,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reactors import (
    anyone,
    into_works_at_once,
    possible,
    reactors,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.water_reaction import (
    vessel_attempts,
    vessel_reactors,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle import begin_battle
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import note_ferry, way_over
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

__all__ = [
    "COMMANDS",
    "EVENTS",
    "ForceReacted",
    "ReactedIntoWorks",
    "ReactionAttempted",
    "ReactionBegan",
    "anyone",
    "possible",
]


class AttemptReaction(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="attempt_reaction"
):
    """Roll for a force to react. units and leaders: all in the hex that may still try, if left out."""

    hex: str
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] | None = None


class DeclineReactions(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="decline_reactions"
):
    """No (further) force reacts to this exit."""


class ReactTo(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="react_to"
):
    """Move the force whose attempt succeeded one hex, or into the works ("fort", "entrenched") of a hex.

    works: those of its own hex, named as `to`, or of the hex that it enters. units: a part of them, the rest
    staying (6.4/16); all if left out. leaders: likewise.
    """

    to: str
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] | None = None
    works: str = ""


class Stay(Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="stay"):
    """The force whose attempt succeeded stays where it is after all."""


@under_way("reaction")
@rule("6.4/1", "6.4/2", "6.4/10", "6.4/11", "11.7/6")
def go_on(play: Play) -> None:
    """Ask the force that may move where to, else which force tries next, else end the reactions."""
    position, record = play.position, the_reaction(play.position)
    if record.moving is not None:
        ask(play, record.seat, "reaction_move", "6.4/4", hex=record.moving.hex, entered=record.entered)
    elif (automatic := into_works_at_once(position, record)) is not None:
        works, units = automatic
        if _attempt(play, record, record.entered, units, untried_leaders(position, record, record.entered)):
            play.emit(ReactedIntoWorks(record.seat, record.entered, units, works))
    elif record.sailing:
        about = {"vessel": record.sailing, "entered": record.entered}
        ask(play, record.seat, "vessel_reaction_move", "6.4.2/1", **about)
    else:
        hexes, vessels = list(reactors(position, record)), vessel_reactors(position, record)
        if not hexes and not vessels:
            finish(play)
            return
        ask(
            play, record.seat, "reaction", "6.4/1",
            hexes=hexes, vessels=vessels, exited=record.exited, entered=record.entered,
        )  # fmt: skip


@acw.check(AttemptReaction, "reaction")
def _check_attempt(position: Position, due: Due, command: AttemptReaction) -> None:
    _attempting(position, command)


@rule("6.4/16", "6.4/20", "11.7/6")
def _attempting(position: Position, command: AttemptReaction) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    """The units and leaders of an attempt. Refuses what may not try."""
    record = the_reaction(position)
    hex_id = command.hex
    units = untried(position, record, hex_id)
    require(units, "6.4/20", f"no force in {hex_id} may still try to react")
    if command.units is not None:
        units = pick(units, command.units, "6.4/20")
    starts = can_start(position, record, hex_id, units)
    room = works_room(position, record, hex_id)
    rides = rail_reaction.can_ride(position, record, hex_id, units)
    if not (starts or room or rides):
        require(hex_id not in record.rail, "6.4.1/3", f"no train from {hex_id} may run where it could react")
        raise Refused("6.4/20", f"these units exert no zone of control into {record.exited}")
    somewhere = room or rides or next(targets(position, record, hex_id, units), None) is not None
    require(somewhere, "6.4/5", "there is no hex that these units could react into")
    leaders = untried_leaders(position, record, hex_id)
    if command.leaders is not None:
        for letter in command.leaders:
            require(letter in leaders, "6.4/8", f"leader {letter} is not in {hex_id} or has had his attempt")
        leaders = tuple(sorted(set(command.leaders)))
    return units, leaders


@acw.carry_out(AttemptReaction)
def _attempt_reaction(play: Play, due: Due, command: AttemptReaction) -> None:
    units, leaders = _attempting(play.position, command)
    close(play)
    _attempt(play, the_reaction(play.position), command.hex, units, leaders)


def _attempt(
    play: Play, record: Reaction, hex_id: str, units: tuple[Group, ...], leaders: tuple[str, ...]
) -> bool:
    roll = roll_to_react(play, f"reaction from {hex_id}", "6.4/3", leaders)
    play.emit(ReactionAttempted(record.seat, hex_id, units, leaders, *roll))
    return roll.success


@acw.check(DeclineReactions, "reaction")
def _check_decline(position: Position, due: Due, command: DeclineReactions) -> None:
    """Reacting is never a duty."""


@acw.carry_out(DeclineReactions)
@rule("6.4/1")
def _decline_reactions(play: Play, due: Due, command: DeclineReactions) -> None:
    close(play)
    finish(play)


@acw.check(ReactTo, "reaction_move")
def _check_react_to(position: Position, due: Due, command: ReactTo) -> None:
    _reacting(position, command)


@rule("4.3/5", "6.4/4", "6.4/16", "11.7/1", "11.7/6", "11.3/1", "12.1/4")
def _reacting(position: Position, command: ReactTo) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    """The units and leaders that make the move. Refuses a hex or works that they cannot enter.

    Refuses militia that are named and may not go; those that are not named stay behind.
    """
    record = the_reaction(position)
    force = record.moving
    assert force is not None
    units = force.units if command.units is None else pick(force.units, command.units, "6.4/16")
    leaders = force.leaders if command.leaders is None else tuple(sorted(set(command.leaders)))
    for letter in leaders:
        require(letter in force.leaders, "6.4/16", f"leader {letter} is not with the reacting force")
    if command.works and command.to == force.hex:
        _require_room(works_room(position, record, force.hex), command.works, units, "11.7/6")
        return units, leaders
    starts = can_start(position, record, force.hex, force.units)
    if force.hex in record.rail:
        require(starts, "6.4.1/1", "this force may only react by train")
    require(starts, "11.7/6", "this force may only enter its works")
    going = target_units(position, record, force.hex, units, leaders, command.to)
    named = command.units is not None and holds(position, "named-militia")
    require(not named or strength(going) == strength(units), "4.3/5", "militia may not leave their state")
    if command.works:
        enemy_there = occupied(position, ENEMY[record.seat], command.to)
        require(not enemy_there, "6.4/12", "in the mover's hex reactors fight in the field")
        _require_room(works_on_entering(position, record, command.to), command.works, going, "11.7/1")
    return going, leaders


def _require_room(room: dict[str, int], works: str, units: tuple[Group, ...], clause: str) -> None:
    """Refuse works that are not open to reactors, or units that they do not hold."""
    free = room.get(works, 0)
    require(free, clause, f"there is no room in a work of the kind {works!r}")
    require(strength(units) <= free, "11.3/1", f"there is room for {counted(free, 'strength point')}")


@acw.carry_out(ReactTo)
@rule("5.3.9/1", "6.4/4", "6.4/6")
def _react_to(play: Play, due: Due, command: ReactTo) -> None:
    position = play.position
    units, leaders = _reacting(position, command)
    record = the_reaction(position)
    assert record.moving is not None
    here = record.moving.hex
    close(play)
    if command.to == here:
        play.emit(ReactedIntoWorks(due.seat, here, units, command.works))
        return
    attacks = occupied(position, ENEMY[due.seat], command.to)
    from_loop = all(group.activity != REACTED for group in units)
    crossed = way_over(position, due.seat, here, command.to, from_loop)
    play.emit(ForceReacted(due.seat, here, command.to, units, leaders, crossed, attacks, command.works))
    note_ferry(play, due.seat, here, command.to, crossed)
    arrive(play, due.seat, units, here, command.to)


@acw.check(Stay, "reaction_move")
def _check_stay(position: Position, due: Due, command: Stay) -> None:
    """A force may always stay."""


@acw.carry_out(Stay)
def _stay(play: Play, due: Due, command: Stay) -> None:
    force = the_reaction(play.position).moving
    assert force is not None
    close(play)
    play.emit(ReactionStayed(due.seat, force.hex))


@rule("6.4/10", "6.4/12", "6.4/13", "6.4/14", "6.4/19")
def finish(play: Play) -> None:
    """All reactions are made: reactors in the mover's hex attack it, or defend with a field force there."""
    position, record = play.position, the_reaction(play.position)
    arrived = [group for contingent in record.arrivals for group in contingent.groups]
    before = lessened(position.groups(record.seat, record.entered), arrived)
    reinforced = any(group.station == FIELD for group in before)
    fort = position.forts.get(record.entered)
    held = bool(before) or (fort is not None and fort.side == record.seat)
    outside = any(group.station != FORT for group in before)
    assert position.moving is not None
    nobody = "vacated" if position.moving.entered else ""
    enters = "attack" if outside else "siege" if held else nobody
    play.emit(ReactionEnded(record.seat, record.exited, record.entered, enters))
    if record.arrivals and not reinforced:
        begin_battle(play, record.entered, record.seat, record.arrivals, "reaction")


@acw.offer("reaction")
def offer_reactions(position: Position, due: Due) -> Iterator[Command]:
    """Each force that may still try, with all that it has; or no more reactions."""
    record = the_reaction(position)
    for hex_id in reactors(position, record):
        yield AttemptReaction(hex=hex_id)
    yield from vessel_attempts(position, record)
    yield DeclineReactions()


@acw.offer("reaction_move")
def offer_reaction_moves(position: Position, due: Due) -> Iterator[Command]:
    """Each hex that the whole force may enter, or works of its own that hold it, or staying."""
    record = the_reaction(position)
    force = record.moving
    assert force is not None
    if can_start(position, record, force.hex, force.units):
        for to in targets(position, record, force.hex, force.units):
            yield ReactTo(to=to)
            yield from _offer_works(position, record, force, to)
    yield from rail_reaction.offers(position, record, force)
    for works, free in works_room(position, record, force.hex).items():
        if strength(force.units) <= free:
            yield ReactTo(to=force.hex, works=works)
    yield Stay()


def _offer_works(position: Position, record: Reaction, force: Tried, to: str) -> Iterator[Command]:
    """The works in a hex that a force may be in at once when it enters, if they hold all that go."""
    for works, free in works_on_entering(position, record, to).items():
        if strength(target_units(position, record, force.hex, force.units, force.leaders, to)) <= free:
            yield ReactTo(to=to, works=works)


@acw.sample("reaction")
def sample_reaction(position: Position, due: Due, random: Random) -> Command:
    """Try with one of the forces half of the time."""
    choices = list(offer_reactions(position, due))
    return choices[-1] if random.random() < 0.5 else random.choice(choices)


@acw.sample("reaction_move")
def sample_reaction_move(position: Position, due: Due, random: Random) -> Command:
    """Mostly against the mover where that is allowed, else anywhere."""
    choices = list(offer_reaction_moves(position, due))
    record = the_reaction(position)
    against = ReactTo(to=record.entered)
    return against if against in choices and random.random() < 0.6 else random.choice(choices)


COMMANDS = (AttemptReaction, DeclineReactions, ReactTo, Stay)

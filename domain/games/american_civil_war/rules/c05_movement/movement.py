"""The Movement step of an impulse (3.2.2, 5.0): what may be ordered in it, and when it ends.

The chapter's parts are in files of their own: marching.py (a force hex by hex), entering.py (whether it
may), costs.py and crossings.py (at what price), detaching.py, reaction.py, attacking.py, rally.py,
entrenchments.py, lone_leaders.py.
"""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Moving
from ironclad.domain.games.american_civil_war.position.state import ENEMY, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    ENTRENCHED,
    FIELD,
    FORT,
    READY,
    Group,
    strength,
)
from ironclad.domain.games.american_civil_war.readers.reaches.reachable import reachable
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import next_step, step
from ironclad.domain.games.american_civil_war.rules.c05_movement import attacking, marching
from ironclad.domain.games.american_civil_war.rules.c05_movement.attacking import (
    AttackHere,
    ask_movement,
    duty_left,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.detaching import DropUnits, PickUpUnits
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import (
    ContinueMove,
    EndMove,
    MoveForce,
    stop,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.rally import Rally
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction import zones
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.standing_orders import (
    ASK,
    EVERYWHERE,
    NEVER,
    SetStandingOrder,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_orders import (
    candidates_by_rail,
    wish_by_rail,
)
from ironclad.domain.games.american_civil_war.rules.c10_leaders.lone_leaders import MoveLeader
from ironclad.domain.games.american_civil_war.rules.c11_forts.fort_placing import complete_fortresses
from ironclad.domain.games.american_civil_war.rules.c11_forts.storming import siege_candidates
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.entrenchments import (
    EnterWorks,
    Entrench,
    LeaveWorks,
    RemoveEntrenchment,
    place_entrenchments,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_bases import (
    base_duty,
    lose_homeless,
    require_based,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_combat import fight_where_left
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_orders import (
    candidates_afloat,
    wish_afloat,
)
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
_distance = _MAP.distance


class EndMovement(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="end_movement"
):
    """The phasing player's forces have all done what they are to do in this impulse."""


@step("operations", "movement")
@rule("3.2.2/5", "5.2/3")
def movement_step(play: Play) -> None:
    """The phasing player orders his forces one at a time, as many as he likes."""
    ask_movement(play)


@acw.check(EndMovement, "movement")
@rule("9.10.1/2", "9.10.1/3")
def _check_end_movement(position: Position, due: Due, command: EndMovement) -> None:
    duty = duty_left(position, due.seat)
    require(duty is None, "9.10.1/2", f"your force in {duty} must attack the enemy there or leave")
    require_based(position, due.seat)


@acw.carry_out(EndMovement)
@rule("3.2.2/5", "12.1/1", "13.6/1")
def _end_movement(play: Play, due: Due, command: EndMovement) -> None:
    stop(play)
    if fight_where_left(play, due.seat):
        return
    place_entrenchments(play, due.seat)
    complete_fortresses(play, due.seat)
    lose_homeless(play, due.seat)
    next_step(play)


@acw.offer("movement")
def offer_movement(position: Position, due: Due) -> Iterator[Command]:
    """Every canonical order: each force one hex on or at work, each leader one hex on, or the step's end."""
    for command in _candidates(position, due.seat):
        if acw.allows(position, due, command):
            yield command


def _candidates(position: Position, seat: str) -> Iterator[Command]:
    yield EndMovement()
    if (moving := position.moving) is not None:
        yield from _of_the_mover(moving)
    yield from siege_candidates(position, seat)
    yield from candidates_afloat(position, seat)
    yield from candidates_by_rail(position, seat)
    for hex_id in sorted(position.forces[seat]):
        yield from _of_a_hex(position, seat, hex_id)
    yield from _of_the_leaders(position, seat)


def _of_the_leaders(position: Position, seat: str) -> Iterator[Command]:
    for letter, leader in position.leaders.items():
        if leader.side == seat and leader.hex and leader.activity == READY:
            for to in _MAP.neighbours[leader.hex]:
                yield MoveLeader(leader=letter, path=(to,))


def _of_the_mover(moving: Moving) -> Iterator[Command]:
    for to in _MAP.neighbours[moving.hex]:
        yield ContinueMove(path=(to,))
        if to in _MAP.kentucky:
            yield ContinueMove(path=(to,), violate_kentucky=True)
    for group in moving.units:
        yield DropUnits(units=(group.with_(count=1),))
    yield PickUpUnits()
    yield EndMove()


def _of_a_hex(position: Position, seat: str, hex_id: str) -> Iterator[Command]:
    groups = position.groups(seat, hex_id)
    ready = [group for group in groups if group.activity == READY]
    if ready:
        for to in _MAP.neighbours[hex_id]:
            yield MoveForce(from_hex=hex_id, path=(to,))
            if to in _MAP.kentucky:
                yield MoveForce(from_hex=hex_id, path=(to,), violate_kentucky=True)
            if strength(ready) > 1:
                for group in ready:
                    yield MoveForce(from_hex=hex_id, path=(to,), units=(group.with_(count=1),), leaders=())
        yield Rally(hex=hex_id)
        yield Entrench(hex=hex_id)
        yield AttackHere(hex=hex_id)
    if hex_id in position.entrenchments or hex_id in position.forts:
        yield from _at_works(position, hex_id, groups)


def _at_works(position: Position, hex_id: str, groups: tuple[Group, ...]) -> Iterator[Command]:
    for group in groups:
        one = (group.with_(count=1),)
        if group.station == FIELD:
            yield EnterWorks(hex=hex_id, works=ENTRENCHED, units=one)
            yield EnterWorks(hex=hex_id, works=FORT, units=one)
        else:
            yield LeaveWorks(hex=hex_id, units=one)
    if hex_id in position.entrenchments:
        yield RemoveEntrenchment(hex=hex_id)


@acw.sample("movement")
def sample_movement(position: Position, due: Due, random: Random) -> Command:
    """A random order that gets a game on: mostly marches at the enemy, now and then work, then the end."""
    seat = due.seat
    for _ in range(0 if random.random() < 0.06 else 6):
        if (command := _wish(position, seat, random)) is not None and acw.allows(position, due, command):
            return command
    return _end(position, due, random)


def _wish(position: Position, seat: str, random: Random) -> Command | None:
    """An order worth trying; None if no infantry is left to be ordered."""
    if random.random() < 0.04:
        return _small_wish(position, seat, random)
    if (moving := position.moving) is not None and random.random() < 0.4:
        return ContinueMove(path=(_towards(position, seat, moving.hex, random),))
    if random.random() < 0.15 and (afloat := wish_afloat(position, seat, random)) is not None:
        return afloat
    if random.random() < 0.15:
        prizes = _prizes(seat)
        by_rail = wish_by_rail(position, seat, random, lambda to: (min(_distance(to, p) for p in prizes), to))
        if by_rail is not None:
            return by_rail
    if random.random() < 0.2 and (sieges := list(siege_candidates(position, seat))):
        return random.choice(sieges)
    ready = [
        hex_id
        for hex_id, groups in position.forces[seat].items()
        if any(group.activity == READY and group.kind == ASP for group in groups)
    ]
    if not ready:
        return None
    here = random.choice(ready)
    if here in position.forces[ENEMY[seat]] and random.random() < 0.7:
        return AttackHere(hex=here)
    groups = position.groups(seat, here)
    if any(group.demoralized for group in groups) and random.random() < 0.6:
        return Rally(hex=here)
    if here in _MAP.towns and random.random() < 0.08:
        return Entrench(hex=here)
    if random.random() < 0.03:
        return _long_march(position, seat, here, random)
    path = [_towards(position, seat, here, random)]
    while len(path) < 3 and random.random() < 0.6:
        path.append(_towards(position, seat, path[-1], random))
    violate = position.kentucky == "neutral" and random.random() < 0.02
    return MoveForce(from_hex=here, path=tuple(path), violate_kentucky=violate)


def _small_wish(position: Position, seat: str, random: Random) -> Command | None:
    """What players do beside marching: dropping and picking up, steps into works, leaders alone, orders."""
    if random.random() < 0.1:
        return SetStandingOrder(hex=EVERYWHERE, order=ASK if seat in position.standing else NEVER)
    wishes = list(_of_the_leaders(position, seat))
    if (moving := position.moving) is not None:
        wishes += [*_of_the_mover(moving), PickUpUnits()]
    manned = {*position.entrenchments, *position.forts} & position.forces[seat].keys()
    if manned:
        wishes += _of_a_hex(position, seat, random.choice(sorted(manned)))
    return random.choice(wishes) if wishes else None


def _long_march(position: Position, seat: str, here: str, random: Random) -> Command | None:
    """The march of a whole hex, in one order, as near to something worth taking as it can come today."""
    try:
        within = reachable(position, seat, here)
    except Refused:
        return None
    goals = _goals(position, seat, here, random)
    to = min(within, key=lambda h: (min(_distance(h, goal) for goal in goals), h), default=None)
    return None if to is None else MoveForce(from_hex=here, path=within[to][1])


def _towards(position: Position, seat: str, here: str, random: Random) -> str:
    """A neighbour of a hex, mostly the one nearest to something worth taking."""
    neighbours = _MAP.neighbours[here]
    if random.random() < 0.25:
        return random.choice(neighbours)
    goals = _goals(position, seat, here, random)
    return min(neighbours, key=lambda to: (min(_distance(to, goal) for goal in goals), to))


def _goals(position: Position, seat: str, here: str, random: Random) -> list[str]:
    """What random play marches on: the nearest enemy, or critical centres or Union sources."""
    prizes = _prizes(seat)
    enemies = list(position.forces[ENEMY[seat]])
    nearest = min(enemies, key=lambda h: (_distance(here, h), h), default=None)
    if nearest is not None and (_distance(here, nearest) <= 4 or random.random() < 0.3):
        return [nearest]
    return [min(prizes, key=lambda h: (_distance(here, h), h)), random.choice(prizes)]


def _prizes(seat: str) -> list[str]:
    return sorted(_MAP.critical_centres) if seat == UNION else sorted(_MAP.union_sources)


def _end(position: Position, due: Due, random: Random) -> Command:
    """End the step; before that, do what 9.10.1 demands."""
    seat = due.seat
    duty = duty_left(position, seat)
    if duty is None:
        return base_duty(position, seat) or EndMovement()
    choices = [c for c in _of_a_hex(position, seat, duty) if isinstance(c, AttackHere | MoveForce)]
    legal = [command for command in choices if acw.allows(position, due, command)]
    attack = AttackHere(hex=duty)
    return attack if attack in legal and random.random() < 0.6 else random.choice(legal)


COMMANDS = (*marching.COMMANDS, *attacking.COMMANDS, EndMovement)
EVENTS = (*marching.EVENTS, *attacking.EVENTS)
OPTIONS = {**zones.OPTIONS}

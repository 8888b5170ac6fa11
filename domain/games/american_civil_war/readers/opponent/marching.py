"""Where the computer player marches: the strongest force first, each to the best hex for it."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, FIELD, READY, Group
from ironclad.domain.games.american_civil_war.readers.opponent import assessment, blockading
from ironclad.domain.games.american_civil_war.readers.reaches.reachable import reachable
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c05_movement.attacking import AttackHere, duty_left
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import MoveForce
from ironclad.domain.games.american_civil_war.rules.c05_movement.movement import EndMovement
from ironclad.domain.games.american_civil_war.rules.c05_movement.rally import Rally
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import supply_map
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.entrenchments import Entrench
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_bases import base_duty
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
_BOLD, _FAIR = 2.0, 1.5  # odds at which an attack is worth its losses, without a leader and with one
_NEAR = 3  # hexes: friends who can help
_ALARM = 4  # hexes: enemies who are taken to threaten a place
_NOWHERE = -1000.0  # an attack at worse odds
_HUNGER = 6.0  # what it is worth to end in supply
_HASTE = 0.8  # a movement point nearer to what draws a force on
_BETTER = 0.5  # by so much a march must promise more than to stay


def order(position: Position, due: Due, random: Random) -> Command:
    """The next order of the movement step, and at last its end."""
    for command in _wishes(position, due.seat):
        if acw.allows(position, due, command):
            return command
    return _end(position, due)


def _wishes(position: Position, side: str) -> Iterator[Command]:
    """What the computer player would order, the first first; not all of it is legal."""
    enemies = position.forces[ENEMY[side]]
    if side == UNION and position.vessels:
        yield from blockading.sail(position)
    ready = {h: n for h, groups in position.forces[side].items() if (n := assessment.attackers(groups))}
    stacks = sorted(ready, key=lambda hex_id: (-ready[hex_id], hex_id))
    for hex_id in stacks:
        shaken = any(g.demoralized and g.activity == READY for g in position.groups(side, hex_id))
        if shaken and hex_id not in enemies:
            yield Rally(hex=hex_id)
        if hex_id in enemies and _favoured(position, side, hex_id, hex_id, ready[hex_id]):
            yield AttackHere(hex=hex_id)
    for hex_id in stacks:
        if (march := _march(position, side, hex_id)) is not None:
            yield march
    for hex_id in stacks:
        threatened = assessment.nearby(position, ENEMY[side], hex_id, _ALARM) > 0
        if threatened and assessment.worth(position, hex_id) >= 1:
            yield Entrench(hex=hex_id)


def _favoured(position: Position, side: str, start: str, target: str, strength: int) -> bool:
    """Whether an attack promises more than it costs."""
    led = any(each.side == side and each.hex == start and each.rating for each in position.leaders.values())
    return strength >= assessment.defence(position, ENEMY[side], target) * (_FAIR if led else _BOLD)


def _march(position: Position, side: str, here: str) -> MoveForce | None:
    """The march of a force that promises more than to stay; None to stay."""
    groups = [group for group in position.groups(side, here) if group.activity == READY]
    going = _spared(position, side, here)
    strength = sum(group.count for group in going)
    if not strength:
        return None
    units = None if strength == sum(group.count for group in groups) else going
    try:
        within = reachable(position, side, here, units)
    except Refused:
        return None
    goals = _goals(position, side, here)
    goal = max(goals, key=lambda hex_id: (goals[hex_id], hex_id), default=None)
    supply = supply_map(position, side)
    promise = {
        hex_id: _promise(position, side, here, hex_id, strength, goal)
        - (0 if supply.supplied(hex_id) else _HUNGER)
        for hex_id in (here, *within)
    }
    best = max(within, key=lambda hex_id: (promise[hex_id], hex_id), default=here)
    if promise[best] <= promise[here] + _BETTER:
        return None
    return MoveForce(from_hex=here, path=within[best][1], units=units)


def _spared(position: Position, side: str, here: str) -> tuple[Group, ...]:
    """The infantry that may leave a hex: all but a guard, where the place counts and the enemy could come."""
    groups = [group for group in position.groups(side, here) if group.kind == ASP]
    ready = [group for group in groups if group.activity == READY and group.station == FIELD]
    staying = sum(group.count for group in groups) - sum(group.count for group in ready)
    guard = max(0, _guard(position, side, here) - staying)
    going = []
    for group in sorted(ready, key=lambda group: -group.demoralized):
        left = min(guard, group.count)
        guard -= left
        if group.count > left:
            going.append(group.with_(count=group.count - left))
    return tuple(going)


def _guard(position: Position, side: str, here: str) -> int:
    """How many points a place of one's own is held with."""
    threat = assessment.nearby(position, ENEMY[side], here, _ALARM + 1)
    if controller(position, here) != side or not threat or assessment.worth(position, here) < 1:
        return 0
    return 2 if here == assessment.WASHINGTON else min(2 if side == CONFEDERATE else 1, threat)


def _goals(position: Position, side: str, here: str) -> dict[str, float]:
    """What draws a force on: what the enemy has, and what he threatens; the nearer the more."""
    found: dict[str, float] = {}
    friends = assessment.nearby(position, side, here, _NEAR)
    for hex_id, worth in assessment.held(position, ENEMY[side]).items():
        beside = assessment.nearby(position, ENEMY[side], hex_id, 1)
        against = assessment.defence(position, ENEMY[side], hex_id) + 0.5 * beside
        chance = min(1.0, (friends + 1) / (1 + _FAIR * against))
        found[hex_id] = worth * chance * _pull(position, here, hex_id)
    keeping = 1.5 if side == CONFEDERATE else 0.7  # who wins by holding out holds harder
    for hex_id, worth in assessment.held(position, side).items():
        threat = assessment.nearby(position, ENEMY[side], hex_id, _ALARM)
        lacking = threat - assessment.nearby(position, side, hex_id, 0)
        if lacking > 0:
            found[hex_id] = keeping * worth * min(1.0, lacking / 4) * _pull(position, here, hex_id)
    return found


def _pull(position: Position, here: str, goal: str) -> float:
    return 12 / (6 + assessment.march(TURNS[position.turn].season, goal).get(here, assessment.FAR))


def _promise(position: Position, side: str, here: str, to: str, strength: int, goal: str | None) -> float:
    """How good it is for a force to end its march in a hex, supply apart."""
    enemy, season = ENEMY[side], TURNS[position.turn].season
    total = 0.0 if goal is None else -_HASTE * assessment.march(season, goal).get(to, assessment.FAR)
    joined = 0 if to == here else sum(g.count for g in position.groups(side, to) if g.kind == ASP)
    total += 0.35 * min(joined, 6)
    if to in position.forces[enemy] and to != here:
        if not _favoured(position, side, here, to, strength):
            return _NOWHERE
        total += 4 + 1.5 * assessment.nearby(position, enemy, to, 0) + 3 * assessment.worth(position, to)
    elif controller(position, to) == enemy:
        total += 0.4 + 4 * assessment.worth(position, to)
    threat = max((assessment.defence(position, enemy, near) for near in _MAP.neighbours[to]), default=0)
    mine = strength + joined
    if threat > 1.3 * mine:
        total -= 1.2 * min(mine, threat - mine)
    return total


def _end(position: Position, due: Due) -> Command:
    """The step's end; before that, what 9.10.1 and the vessels' bases demand."""
    side = due.seat
    duty = duty_left(position, side)
    if duty is None:
        return base_duty(position, side) or EndMovement()
    enemies = position.forces[ENEMY[side]]
    to_friends = sorted(_MAP.neighbours[duty], key=lambda to: (-assessment.nearby(position, side, to, 0), to))
    for to in to_friends:
        leave = MoveForce(from_hex=duty, path=(to,))
        if to not in enemies and acw.allows(position, due, leave):
            return leave
    return AttackHere(hex=duty)

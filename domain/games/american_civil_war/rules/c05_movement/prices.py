"""What marches cost, as numbers: the prices and bars of a step (entering.py) for all hexes at once.

A force may march in two states: as it is, and without the militia that stayed behind at a state line (4.3/8).
That these numbers are those of single steps is held by tests/games/american_civil_war/property.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from ironclad.domain.games.american_civil_war.board.charts import action_cost
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Moving
from ironclad.domain.games.american_civil_war.position.state import ENEMY, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, FORT, MSP, Group
from ironclad.domain.games.american_civil_war.rules.c05_movement import costs, supply_entry
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import BARRED, INTERDICTED, LOOP
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import bound_to, under_mediation
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    primary_zone,
    season,
    secondary_zone,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import GroundWorks, ground_works
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import in_supply
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import supply_map
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ways import (
    BOARD,
    both_ways,
    changed_ground,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import (
    ferries_of,
    interdiction,
    way_over,
)
from ironclad.domain.kernel.board.hexes import hexside
from ironclad.domain.kernel.board.numbered import Arrived, Travel, travelled
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

_MAP = load_map()
_NUMBER = BOARD.number
_STATES = tuple(_MAP.state_of[hex_id] for hex_id in BOARD.ids)
_FERRIES = frozenset(hexside(a, b) for a, b in _MAP.ferries)
_RIVER_LOOPS = frozenset(_MAP.loops.values())
_MASSED = bytes(min(255, price + costs.massed_charge().amount) for price in range(256))

Table = tuple[tuple[tuple[int, int], ...], ...]


class Field(NamedTuple):
    """What every march of a side meets in a position, by hex: what leaving and entering a hex costs for the
    enemy's zones, hexes that he occupies, hexes that nobody may enter."""

    leaving: bytes
    entering: bytes
    enemies: bytes
    closed: bytes


@remembered
@rule("5.3.5/1", "5.3.5/2", "5.3.5/3", "6.2.1/2", "6.2.1/3", "6.3.1/1", "15.5/1")
def field(position: Position, side: str) -> Field:
    """The prices of zone_charges for every hex."""
    enemy = ENEMY[side]
    primary = primary_zone(position, enemy)
    occupied = {*position.forces[enemy], *(h for h, fort in position.forts.items() if fort.side == enemy)}
    leaving = BOARD.marked(secondary_zone(position, enemy), action_cost("exit_secondary_zone", 0))
    return Field(
        bytes(BOARD.marked(primary, action_cost("exit_primary_zone", 0), leaving)),
        bytes(BOARD.marked(occupied | primary, action_cost("enter_primary_zone", 0))),
        bytes(BOARD.marked(occupied)),
        bytes(BOARD.marked(_MAP.kentucky if position.kentucky == "neutral" else ())),
    )


@remembered
@rule("13.4.2/1", "13.5/1")
def _steps(position: Position, side: str, allowed: int) -> Table:
    """The steps of a side's forces with so many movement points, half of which a ferry takes."""
    table = _step_table(season(position), ground_works(position), allowed)
    craft, shut = ferries_of(position, side), interdiction(position, ENEMY[side])
    steps = both_ways(craft | (shut & _FERRIES))
    if not steps:
        return table
    ground = (costs.terrain_charge(position, a, b).amount for a, b in steps)
    ways = (way_over(position, side, a, b) for a, b in steps)
    crossed = zip(steps, ways, ground, strict=True)
    return _changed(table, ((a, b, way, price) for (a, b), way, price in crossed), allowed)


def _changed(table: Table, steps: Iterable[tuple[str, str, str, int]], allowed: int) -> Table:
    """A table with some steps that are now crossed so, over ground of such a price."""
    changed = list(table)
    for a, b, crossed, ground in steps:
        here, to = _NUMBER[a], _NUMBER[b]
        others = tuple(step for step in changed[here] if step[0] != to)
        charge = costs.crossing_charge(crossed, allowed)
        price = ground + (charge.amount if charge else 0)
        changed[here] = others if crossed in (BARRED, INTERDICTED) else (*others, (to, price))
    return tuple(changed)


@lru_cache(maxsize=24)
@rule("5.3.2/1", "5.3.3/2")
def _step_table(now: str, works: GroundWorks, allowed: int) -> Table:
    """The map's own steps, but for ferries, their bridges, and rails built since the start."""
    return _changed(_printed_steps(now), changed_ground(now, works), allowed)


@cache
def _printed_steps(now: str) -> Table:
    printed = _MAP.ground_steps[now]
    return tuple(tuple((_NUMBER[to], price) for to, price in printed[hex_id]) for hex_id in BOARD.ids)


@remembered
@rule("4.3/8")
def _parting_steps(position: Position, side: str, allowed: int, then_allowed: int) -> Table:
    """Steps of a force with militia, then of the same without: a step over a state line leads to these."""
    before, after = _steps(position, side, allowed), _steps(position, side, then_allowed)
    size = BOARD.size
    alone = [tuple((to + size, price) for to, price in steps) for steps in after]
    whole = [
        (
            *(step for step in before[here] if _STATES[step[0]] == _STATES[here]),
            *(step for step in alone[here] if _STATES[step[0] - size] != _STATES[here]),
        )
        for here in range(size)
    ]
    return (*whole, *alone)


def arrivals(
    position: Position, force: Moving, behind: tuple[str, ...] = (), whole: bool = False
) -> Iterator[Arrived]:
    """Every hex that a force could still reach, the nearest first, as nodes of BOARD (see `travelled`).

    behind: hexes that no way leads back to; whole: the first step leaves no militia behind.
    """
    if force.halted:
        return
    states = _states(force.units)
    ground = field(position, force.seat)
    start = _NUMBER[force.hex]
    steps: list[tuple[tuple[int, int], ...]] = list(_steps_of(position, force, states))
    if force.hex in _RIVER_LOOPS and force.hex == force.start and not force.joined:
        steps[start] = _out_of_loop(position, force, steps[start])
    if whole:
        steps[start] = tuple(step for step in steps[start] if step[0] < BOARD.size)
    entering, limit, closed = b"", b"", b""
    for units in states:
        massed = costs.is_massed(position, units, force.leaders)
        entering += ground.entering.translate(_MASSED) if massed else ground.entering
        limit += bytes((_limit(position, force, massed),)) * BOARD.size
        closed += _closed_to(position, force, units, ground, behind)
    travel = Travel(
        steps, ground.leaving * len(states), entering, limit, closed, ground.enemies * len(states)
    )
    allows = None if force.leaders else _supply_test(position, force.seat, states, ground)
    yield from travelled(BOARD.size, start, force.spent, travel, allows)


@rule("4.3/5", "4.3/8")
def _states(units: tuple[Group, ...]) -> tuple[tuple[Group, ...], ...]:
    """The units of a force as it is, and, if some are militia and some are not, without its militia."""
    others = tuple(group for group in units if group.kind != MSP)
    return (units, others) if others and len(others) < len(units) else (units,)


def _steps_of(position: Position, force: Moving, states: tuple[tuple[Group, ...], ...]) -> Table:
    massed = [costs.is_massed(position, units, force.leaders) for units in states]
    allowed = [force.allowance + (0 if each else force.bonus) for each in massed]
    if len(allowed) == 1:
        return _steps(position, force.seat, *allowed)
    return _parting_steps(position, force.seat, *allowed)


@rule("5.3.4/1")
def _out_of_loop(
    position: Position, force: Moving, steps: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """The first steps of a force that begins its impulse in a river loop: out of it over its bottom too."""
    here, out = force.hex, []
    nodes = {node % BOARD.size: node for node, _ in steps}
    for to in _MAP.neighbours[here]:
        if way_over(position, force.seat, here, to, True) == LOOP:
            node = nodes.get(_NUMBER[to], _node_over_line(force, here, to))
            out.append((node, costs.terrain_charge(position, here, to).amount))
    others = [step for step in steps if step[0] not in {node for node, _ in out}]
    return (*others, *out)


def _node_over_line(force: Moving, here: str, to: str) -> int:
    parts = len(_states(force.units)) > 1 and _MAP.state_of[here] != _MAP.state_of[to]
    return _NUMBER[to] + (BOARD.size if parts else 0)


@rule("5.0/2", "5.0/3", "5.2.3/3", "5.2.4/3")
def _limit(position: Position, force: Moving, massed: bool) -> int:
    """The most movement points that the force may have spent when it has entered a hex."""
    limit = force.allowance + (0 if massed else force.bonus)
    return max(0, min(limit, costs.allowance(position, force.joined)) if force.joined else limit)


@rule("3.1.3/3", "4.3/5", "9.2/4", "15.3/3", "16.0/4")
def _closed_to(
    position: Position, force: Moving, units: tuple[Group, ...], ground: Field, behind: tuple[str, ...]
) -> bytes:
    """The hexes that these units of a force may not enter, whatever the way."""
    kinds = {group.kind for group in units}
    closed = BOARD.marked((force.hex, *behind), 1, ground.closed)
    if ASP not in kinds:
        closed = BOARD.marked(position.forces[ENEMY[force.seat]], 1, closed)
        closed = BOARD.marked((h for h, fort in position.forts.items() if fort.side != force.seat), 1, closed)
    elif force.seat == UNION and position.turn == position.mediation_turn:
        outside = (
            h for h, groups in position.forces[ENEMY[UNION]].items() if any(g.station != FORT for g in groups)
        )
        closed = BOARD.marked((h for h in outside if under_mediation(position, UNION, h)), 1, closed)
    if kinds == {MSP}:
        closed = BOARD.marked(_MAP.hexes.keys() - _MAP.hexes_of[_MAP.state_of[force.hex]], 1, closed)
    for group in units:
        if group.bound:
            closed = BOARD.marked(_MAP.hexes.keys() - bound_to(group), 1, closed)
    return bytes(closed)


@rule("5.3.6/2")
def _supply_test(
    position: Position, side: str, states: tuple[tuple[Group, ...], ...], ground: Field
) -> Callable[[int, int], bool]:
    """Whether a step leads to a hex where the force could be supplied (could_be_supplied)."""
    supply, ids, size = supply_map(position, side), BOARD.ids, BOARD.size
    kept_open = position.forces[side].keys() & primary_zone(position, ENEMY[side])

    def allows(before: int, node: int) -> bool:
        here, to, units = ids[before % size], ids[node % size], states[node // size]
        if here in kept_open or ground.enemies[node % size]:
            return supply_entry.could_be_supplied(position, side, units, to, here)
        return in_supply(supply, to) or supply_entry.may_forage(position, side, units, to, here)

    return allows

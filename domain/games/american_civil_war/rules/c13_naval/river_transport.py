"""Transport along the rivers: one unit without vessels (13.4), and one on each riverine vessel (13.4.1)."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import ENEMY, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, CAVALRY, READY, Group, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import LANDING
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import is_closed
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c13_naval.landing import (
    ANY,
    Cargo,
    Load,
    carry,
    load_of,
    require_landing,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    BANKS,
    FERRYING,
    WATER_OF,
    boat_waters,
    clear_sides,
    routes,
    usable_sides,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import (
    common_place,
    common_sides,
    ready_vessels,
)
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
MOST_BY_RIVER = 1  # 13.4: units that a side moves without vessels in one impulse


class TransportByRiver(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="transport_by_river"
):
    """Carry a unit along the water to a hexside, and land it in a hex beside that (13.4, 13.4.1).

    vessels: riverine vessels on one hexside of the hex, each of which takes one ASP or MSP; without any,
    one ASP, MSP or USMRR starts from a town. units: one ready ASP or MSP (for vessels one each) if left out.
    hexside: where the journey ends; if left out, any beside the hex of landing that can be reached.
    """

    from_hex: str = msgspec.field(name="from")
    to: str
    vessels: tuple[str, ...] = ()
    hexside: str = ""
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] = ()
    usmrr: tuple[str, ...] = ()
    violate_kentucky: bool = False


@acw.check(TransportByRiver, "movement")
def _check_transport_by_river(position: Position, due: Due, command: TransportByRiver) -> None:
    _journey(position, due.seat, command)


@rule("13.4/1", "13.4.1/1", "10.2/4", "4.3/5", "15.5/1")
def _journey(position: Position, seat: str, command: TransportByRiver) -> tuple[tuple[str, ...], Load, str]:
    """The vessels, what is carried and the last hexside. Refuses what may not be carried, or not so."""
    require(command.to in _MAP.hexes, "2.1/1", f"there is no playable hex {command.to}")
    require(command.to != command.from_hex, "13.4/3", "the unit is in that hex already")
    wanted = command.units
    if wanted is None:
        wanted = _first_units(position, seat, command.from_hex, max(1, len(command.vessels)), command.usmrr)
    clause = "13.4.1/1" if command.vessels else "13.4/1"
    cargo = Cargo(command.from_hex, wanted, command.leaders, command.usmrr)
    load = load_of(position, seat, cargo, clause, clause)  # by place: so it is remembered
    require(all(group.kind != CAVALRY for group in load.units), clause, "only ASP and MSP travel by river")
    if command.vessels:
        names = ready_vessels(position, seat, command.vessels)
        starts, usable = _vessel_start(position, names, load)
    else:
        names = ()
        starts, usable = _town_start(position, seat, load)
    last = _last_hexside(position, seat, command, starts, usable)
    require_landing(position, seat, load, command.to, command.violate_kentucky)
    return names, load, last


@remembered
def _first_units(
    position: Position, seat: str, hex_id: str, count: int, usmrr: tuple[str, ...]
) -> tuple[Group, ...]:
    """The first ready ASP of a hex, or else its MSP, as many as can be carried; none beside a USMRR unit."""
    if usmrr:
        return ()
    ready = [g for g in position.groups(seat, hex_id) if g.activity == READY and g.kind != CAVALRY]
    group = next(iter(sorted(ready, key=lambda g: (g.kind != ASP, g))), None)
    return () if group is None else (group.with_(count=min(count, group.count)),)


@remembered
@rule("13.4.1/1", "13.0/5", "13.4.2/3")
def _vessel_start(
    position: Position, names: tuple[str, ...], load: Load
) -> tuple[tuple[str, ...], frozenset[str]]:
    """The hexside where riverine vessels take a load on board, and the hexsides that they may use."""
    for name in names:
        require(position.vessels[name].kind in FERRYING, "13.4.1/1", f"{name} carries no units on rivers")
    here = common_place(position, names)
    require(load.from_hex in BANKS[here], "13.4.1/1", f"the vessels are not beside {load.from_hex}")
    require(not load.railway, "13.4.1/1", "riverine vessels carry ASP and MSP only")
    room = len(names)
    count = strength(load.units)
    require(count <= room, "13.4.1/1", f"each vessel carries one strength point, {room} in all, not {count}")
    return (here,), common_sides(position, names)


@remembered
@rule("13.4/1", "3.1.1/9", "13.3.1/1")
def _town_start(position: Position, seat: str, load: Load) -> tuple[tuple[str, ...], frozenset[str]]:
    """The hexsides where a unit starts from a friendly town without vessels, and those that it may use."""
    here = load.from_hex
    require(
        here in _MAP.towns and controller(position, here) == seat, "13.4/1", f"{here} is no town of yours"
    )
    count = strength(load.units) + len(load.railway)
    used = position.river_moves.get(seat, 0)
    one = count + used <= MOST_BY_RIVER
    require(one, "13.4/1", "one unit a side and impulse moves by river without vessels")
    usable = boat_waters(position)
    return tuple(key for key in WATER_OF.get(here, ()) if key in usable), usable


@remembered
def _clear_starts(
    position: Position, seat: str, starts: tuple[str, ...], usable: frozenset[str]
) -> tuple[str, ...]:
    """Those of the hexsides beside a town where no enemy vessel or fort keeps a unit from setting out."""
    free = clear_sides(position, seat, usable)
    return tuple(key for key in starts if key in free)


@rule("13.4/2", "13.4/3", "13.4.1/2", "13.4/5")
def _last_hexside(
    position: Position,
    seat: str,
    command: TransportByRiver,
    starts: tuple[str, ...],
    usable: frozenset[str],
) -> str:
    """The hexside where a journey ends, beside the hex of landing, past no enemy vessel or fort."""
    goals = [key for key in WATER_OF.get(command.to, ()) if not command.hexside or key == command.hexside]
    require(goals, "13.4/3", f"{command.to} is not beside {command.hexside or 'any watercourse'}")
    free = clear_sides(position, seat, usable)
    begin = starts if command.vessels else _clear_starts(position, seat, starts, usable)
    found = routes(begin, False, free)
    reached = [key for key in goals if key in found and (key in free or key in begin)]
    if not reached:
        raise Refused(*_why_not_reached(position, command, begin, goals, usable))
    return min(reached, key=lambda key: (key not in begin, key))


@rule("13.3.4/1")
def _why_not_reached(
    position: Position,
    command: TransportByRiver,
    begin: tuple[str, ...],
    goals: list[str],
    usable: frozenset[str],
) -> tuple[str, str]:
    """The clause that keeps a journey from its end, with its reason."""
    clear = routes(begin or tuple(WATER_OF.get(command.from_hex, ())), False, usable)
    if any(goal in clear for goal in goals):
        clause = "13.4.1/2" if command.vessels else "13.4/2"
        return clause, f"enemy vessels or forts bar the water to {command.to}"
    inner = [key for key in (*goals, *WATER_OF.get(command.from_hex, ())) if key in _MAP.kentucky_inner_sides]
    if inner and position.kentucky == "neutral":
        return "13.4/5", "the rivers inside neutral Kentucky are closed"
    if levees := [key for key in goals if key in _MAP.levees and key not in position.levees_breached]:
        return "13.3.4/1", f"the levee at {levees[0]} bars the water to {command.to}"
    return "13.4/1", f"no water that carries boats leads from {command.from_hex} to {command.to} now"


@acw.carry_out(TransportByRiver)
@rule("13.4/1", "13.4/3", "13.4/4", "13.4.1/1", "13.4.1/3")
def _transport_by_river(play: Play, due: Due, command: TransportByRiver) -> None:
    stop(play)
    names, load, last = _journey(play.position, due.seat, command)
    count = strength(load.units) + len(load.railway)
    by, clause = ("riverine", "13.4.1/1") if names else ("river", "13.4/1")
    carry(
        play, due.seat, load, command.to, by=by, vessels=names, place=last, capacity=max(1, len(names)),
        points=count, crossing=LANDING, lands=ANY, clause=clause, violate_kentucky=command.violate_kentucky,
    )  # fmt: skip


def river_candidates(position: Position, seat: str) -> Iterator[TransportByRiver]:
    """From each town, and with each vessel from each bank, the first unit to every landing of note in reach.

    Without vessels also each USMRR unit, and each leader alone to his side's forces. Landings of note are
    towns, the hexes across the water, those with a force, fort or depot, and those beside an enemy, in
    neutral Kentucky as a violation. Any other bank may be ordered too.
    """
    noted = _noted(position, seat)
    for here in sorted(_embarkations(position, seat)):
        landings = _landings(position, seat, _town_sides(position, seat, here), noted) - {here}
        for cargo in _cargoes(position, seat, here):
            alone = "leaders" in cargo
            for to in sorted(landings & position.forces[seat].keys() if alone else landings):
                yield _canonical(position, here, to, cargo)
    for name in _carriers(position, seat):
        at = position.vessels[name].at
        landings = _landings(position, seat, (at,), noted)
        for here in BANKS[at]:
            if _carriable(position, seat, here):
                for to in sorted(landings - {here}):
                    yield _canonical(position, here, to, {"vessels": (name,)})


def _canonical(position: Position, here: str, to: str, cargo: dict[str, Any]) -> TransportByRiver:
    violates = is_closed(position, to) and "usmrr" not in cargo and "leaders" not in cargo
    return TransportByRiver(from_hex=here, to=to, violate_kentucky=violates, **cargo)


def _embarkations(position: Position, seat: str) -> set[str]:
    """The towns where anything of the side could start by river without vessels, held or not."""
    hexes = {leader.hex for leader in position.leaders.values() if leader.side == seat}
    hexes |= position.forces[seat].keys()
    if seat == UNION:
        hexes |= {unit.hex for unit in position.railway_units.values()}
    return hexes & _MAP.towns


def _cargoes(position: Position, seat: str, here: str) -> Iterator[dict[str, Any]]:
    """What a town could send by river without vessels: its first unit, each USMRR unit, each leader alone."""
    if not position.river_moves.get(seat):
        if _carriable(position, seat, here):
            yield {}
        for name, unit in sorted(position.railway_units.items()):
            if seat == UNION and unit.hex == here and not unit.spent:
                yield {"usmrr": (name,)}
    for letter in position.leaders_at(seat, here):
        if position.leaders[letter].activity == READY:
            yield {"units": (), "leaders": (letter,)}


def _carriers(position: Position, seat: str) -> list[str]:
    """The riverine vessels of a side that are ready to carry, sorted."""
    return [
        name
        for name, vessel in sorted(position.vessels.items())
        if vessel.side == seat and vessel.kind in FERRYING and vessel.at and vessel.activity == READY
    ]


def _carriable(position: Position, seat: str, hex_id: str) -> bool:
    return any(g.activity == READY and g.kind != CAVALRY for g in position.groups(seat, hex_id))


def _town_sides(position: Position, seat: str, here: str) -> tuple[str, ...]:
    """The hexsides where a unit could start from a town without vessels."""
    return _clear_starts(position, seat, WATER_OF.get(here, ()), boat_waters(position))


def _noted(position: Position, seat: str) -> frozenset[str]:
    """The hexes to land in: towns, and others for what is there or near, a force, fort or depot, or an enemy
    next door."""
    enemy = ENEMY[seat]
    hostile = {*position.forces[enemy], *(h for h, fort in position.forts.items() if fort.side == enemy)}
    beside = {near for hex_id in hostile for near in _MAP.neighbours[hex_id]}
    here = (*position.forces[seat], *position.forts, *position.depots)
    return _MAP.towns.union(here, hostile, beside)


def _landings(
    position: Position, seat: str, starts: tuple[str, ...], noted: frozenset[str] = _MAP.towns
) -> frozenset[str]:
    """Noted hexes, by default towns, and those beside the first hexsides that a unit could reach by river."""
    free = clear_sides(position, seat, boat_waters(position))
    found = routes(starts, False, free)
    banks = chain.from_iterable(BANKS[key] for key in found)
    return noted.intersection(banks).union(*(BANKS[key] for key in starts))


def river_landings(position: Position, seat: str, command: TransportByRiver) -> frozenset[str]:
    """Every bank that an order whose goal is left open could name, those that are closed to it among them."""
    if command.vessels:
        names = ready_vessels(position, seat, command.vessels)
        starts: tuple[str, ...] = (common_place(position, names),)
        usable = common_sides(position, names)
    else:
        starts, usable = _town_sides(position, seat, command.from_hex), boat_waters(position)
    found = routes(starts, False, clear_sides(position, seat, usable))
    return frozenset(chain.from_iterable(BANKS[key] for key in (*found, *starts)))


def wish_by_river(position: Position, seat: str, random: Random) -> TransportByRiver | None:
    """A journey by river for random play, without vessels or on one; None if there is nobody to go."""
    afloat = [
        (name, bank)
        for name in _carriers(position, seat)
        for bank in BANKS[position.vessels[name].at]
        if _carriable(position, seat, bank)
    ]
    if afloat and random.random() < 0.5:
        name, here = random.choice(afloat)
        free = clear_sides(position, seat, usable_sides(position, position.vessels[name].kind))
        found = sorted(routes((position.vessels[name].at,), False, free))
        to = random.choice(BANKS[random.choice(found)])
        return _canonical(position, here, to, {"vessels": (name,)}) if to != here else None
    towns = sorted(_embarkations(position, seat))
    if not towns:
        return None
    here = random.choice(towns)
    cargoes = list(_cargoes(position, seat, here))
    landings = _landings(position, seat, _town_sides(position, seat, here)) - {here}
    if random.random() < 0.9:  # neutral Kentucky is not violated at every step
        landings = frozenset(to for to in landings if not is_closed(position, to))
    if not cargoes or not landings:
        return None
    return _canonical(position, here, random.choice(sorted(landings)), random.choice(cargoes))


COMMANDS = (TransportByRiver,)
EVENTS = ()

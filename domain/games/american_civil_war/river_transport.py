"""Transport along the rivers: one unit without vessels (13.4), and one on each riverine vessel (13.4.1)."""

from collections.abc import Iterator
from random import Random

import msgspec

from domain.games.american_civil_war.control import controller
from domain.games.american_civil_war.crossings import LANDING
from domain.games.american_civil_war.landing import ANY, Load, carry, load_of, require_landing
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.marching import stop
from domain.games.american_civil_war.naval import (
    BANKS,
    FERRYING,
    RSP,
    WATER_OF,
    combat_sides,
    routes,
    usable_sides,
)
from domain.games.american_civil_war.naval_movement import common_place, common_sides, ready_vessels
from domain.games.american_civil_war.play import Play, acw
from domain.games.american_civil_war.state import Position
from domain.games.american_civil_war.units import ASP, CAVALRY, READY, Group, strength
from domain.kernel.codec import Command
from domain.kernel.rulebook import Refused, require, rule

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
def _check_transport_by_river(position: Position, seat: str, command: TransportByRiver) -> None:
    _journey(position, seat, command)


@rule("13.4/1", "13.4.1/1", "10.2/4", "4.3/5", "15.5/1")
def _journey(position: Position, seat: str, command: TransportByRiver) -> tuple[tuple[str, ...], Load, str]:
    """The vessels, what is carried and the last hexside. Refuses what may not be carried, or not so."""
    require(command.to in _MAP.hexes, "2.1/1", f"there is no playable hex {command.to}")
    require(command.to != command.from_hex, "13.4/3", "the unit is in that hex already")
    wanted = command.units
    if wanted is None:
        wanted = _first_units(position, seat, command.from_hex, max(1, len(command.vessels)), command.usmrr)
    load = load_of(position, seat, command.from_hex, wanted, command.leaders, command.usmrr)
    clause = "13.4.1/1" if command.vessels else "13.4/1"
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


def _first_units(
    position: Position, seat: str, hex_id: str, count: int, usmrr: tuple[str, ...]
) -> tuple[Group, ...]:
    """The first ready ASP of a hex, or else its MSP, as many as can be carried; none beside a USMRR unit."""
    if usmrr:
        return ()
    ready = [g for g in position.groups(seat, hex_id) if g.activity == READY and g.kind != CAVALRY]
    group = next(iter(sorted(ready, key=lambda g: (g.kind != ASP, g))), None)
    return () if group is None else (group.with_(count=min(count, group.count)),)


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
    usable = usable_sides(position, RSP)  # the same waters for both sides
    return tuple(key for key in WATER_OF.get(here, ()) if key in usable), usable


@rule("13.4/2", "13.4/3", "13.4.1/2", "13.3.4/1", "13.4/5")
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
    shut = combat_sides(position, seat)
    free = usable - shut
    begin = starts if command.vessels else tuple(key for key in starts if key in free)
    found = routes(begin, False, free)
    reached = [key for key in goals if key in found and (key in free or key in begin)]
    if not reached:
        raise Refused(*_why_not_reached(position, command, begin, goals, usable, shut))
    return min(reached, key=lambda key: (key not in begin, key))


def _why_not_reached(
    position: Position,
    command: TransportByRiver,
    begin: tuple[str, ...],
    goals: list[str],
    usable: frozenset[str],
    shut: frozenset[str],
) -> tuple[str, str]:
    """The clause that keeps a journey from its end, with its reason."""
    clear = routes(begin or tuple(WATER_OF.get(command.from_hex, ())), False, usable)
    if any(goal in clear for goal in goals):
        clause = "13.4.1/2" if command.vessels else "13.4/2"
        return clause, f"enemy vessels or forts bar the water to {command.to}"
    inner = [key for key in (*goals, *WATER_OF.get(command.from_hex, ())) if key in _MAP.kentucky_inner_sides]
    if inner and position.kentucky == "neutral":
        return "13.4/5", "the rivers inside neutral Kentucky are closed"
    return "13.4/1", f"no water that carries boats leads from {command.from_hex} to {command.to} now"


@acw.carry_out(TransportByRiver)
@rule("13.4/1", "13.4/3", "13.4/4", "13.4.1/1", "13.4.1/3")
def _transport_by_river(play: Play, seat: str, command: TransportByRiver) -> None:
    stop(play)
    names, load, last = _journey(play.position, seat, command)
    count = strength(load.units) + len(load.railway)
    by, clause = ("riverine", "13.4.1/1") if names else ("river", "13.4/1")
    carry(
        play, seat, load, command.to, by=by, vessels=names, place=last, capacity=max(1, len(names)),
        points=count, crossing=LANDING, lands=ANY, clause=clause, violate_kentucky=command.violate_kentucky,
    )  # fmt: skip


def river_candidates(position: Position, seat: str) -> Iterator[TransportByRiver]:
    """One unit from each town to the towns on its water and the other bank, and across on each vessel."""
    if not position.river_moves.get(seat):
        for here in sorted(position.forces[seat]):
            if here in _MAP.towns and _carriable(position, seat, here):
                for to in reachable_landings(position, seat, here):
                    yield TransportByRiver(from_hex=here, to=to)
    for name, vessel in sorted(position.vessels.items()):
        if vessel.side == seat and vessel.kind in FERRYING and vessel.at and vessel.activity == READY:
            for here in BANKS[vessel.at]:
                if _carriable(position, seat, here):
                    for to in BANKS[vessel.at]:
                        if to != here:
                            yield TransportByRiver(from_hex=here, to=to, vessels=(name,))


def _carriable(position: Position, seat: str, hex_id: str) -> bool:
    return any(g.activity == READY and g.kind != CAVALRY for g in position.groups(seat, hex_id))


def reachable_landings(position: Position, seat: str, here: str) -> list[str]:
    """Towns, and hexes across the water, that a unit could reach by river from a town."""
    free = usable_sides(position, RSP) - combat_sides(position, seat)
    starts = tuple(key for key in WATER_OF.get(here, ()) if key in free)
    found = routes(starts, False, free)
    return sorted(
        {bank for key in found for bank in BANKS[key] if bank in _MAP.towns or key in starts} - {here}
    )


def wish_by_river(position: Position, seat: str, random: Random) -> TransportByRiver | None:
    """A journey by river for random play, without vessels or on one; None if there is nobody to go."""
    afloat = [
        (name, bank)
        for name, vessel in sorted(position.vessels.items())
        if vessel.side == seat and vessel.kind in FERRYING and vessel.at and vessel.activity == READY
        for bank in BANKS[vessel.at]
        if _carriable(position, seat, bank)
    ]
    if afloat and random.random() < 0.5:
        name, here = random.choice(afloat)
        usable = usable_sides(position, position.vessels[name].kind) - combat_sides(position, seat)
        found = sorted(routes((position.vessels[name].at,), False, usable))
        to = random.choice(BANKS[random.choice(found)])
        return TransportByRiver(from_hex=here, to=to, vessels=(name,)) if to != here else None
    towns = [here for here in sorted(position.forces[seat]) if here in _MAP.towns]
    if position.river_moves.get(seat) or not towns:
        return None
    here = random.choice(towns)
    landings = reachable_landings(position, seat, here) if _carriable(position, seat, here) else []
    return TransportByRiver(from_hex=here, to=random.choice(landings)) if landings else None


COMMANDS = (TransportByRiver,)
EVENTS = ()

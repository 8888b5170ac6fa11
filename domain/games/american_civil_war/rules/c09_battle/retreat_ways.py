"""Where a force may retreat (9.10.2 to 9.10.4): which hexes are barred, and which of the others it must
prefer."""

import copy
from collections.abc import Iterable
from typing import NamedTuple

from ironclad.domain.games.american_civil_war.position.in_progress import Battle
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    ENTRENCHED,
    FIELD,
    FORT,
    MSP,
    Group,
    merged,
    strength,
    without,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import (
    BARRED,
    BRIDGE,
    FERRY,
    INTERDICTED,
    LANDING,
    RIVERINE,
    SEA_LANDING,
    is_amphibious,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import is_closed
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    exerts_primary,
    in_primary,
    in_secondary,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.homeward import FAR, homeward
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import MAP, current, whole_force
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import (
    FEWEST_ENTRENCHED,
    MOST_IN_FORT,
    inside_fort,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import way_over
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.records import Option

Bar = tuple[str, str]
Path = tuple[str, ...]


class Zones(NamedTuple):
    """What the enemies in the battle hex bar to a retreat.

    fought: the hexes that the force just fought bars; others: a position of nothing but those enemies there
    who did not fight this battle, None if there are none.
    """

    fought: frozenset[str]
    others: Position | None


@rule("9.10.4/4", "9.10/4")
def part_to_go(position: Position, battle: Battle) -> tuple[Group, ...]:
    """The retreating units that go together: of a beaten attacker those with the same hex of origin.

    Where only those who crossed in this attack may go back over the water, by option, they go first.
    """
    if battle.retreat_side != battle.attacker:
        return battle.retreating
    origin = battle.retreating[0].origin
    part = tuple(group for group in battle.retreating if group.origin == origin)
    return (by_crossing(position) and landed_among(battle, part)) or part


def retreat_hexes(position: Position, units: tuple[Group, ...], here: str) -> tuple[str, ...]:
    """The adjacent hexes that units of the retreating side may retreat into from `here`, sorted.

    Hexes that are not barred; of these those free of secondary zones, if any; of these those nearer to a
    source, if any (9.10.4). An amphibious attacker may always take the way that it came if it is not barred
    (9.10/4).
    """
    battle = current(position)
    zones = zones_against(position, battle, units)
    able = [near for near in MAP.neighbours[here] if bar(position, units, here, near, zones) is None]
    best = _homeward(position, battle, here, _free_of_secondary(position, battle, able, zones))
    if (back := _way_back(position, battle, units, here)) in able:
        best = {*best, back}
    return tuple(sorted(best))


@rule("9.10.3/1")
def ways(position: Position, units: tuple[Group, ...]) -> tuple[Path, ...]:
    """Every path of one or two hexes that units of the retreating side may take, sorted."""
    here = current(position).hex
    found: list[Path] = []
    for step in retreat_hexes(position, units, here):
        found.append((step,))
        found += [(step, second) for second in retreat_hexes(position, units, step)]
    transport = transport_back(position, units)
    return tuple(found) if transport is None or (transport,) in found else (*found, (transport,))


def has_way(position: Position, units: tuple[Group, ...]) -> bool:
    """Whether there is any path for units of the retreating side."""
    return bool(retreat_hexes(position, units, current(position).hex)) or (
        transport_back(position, units) is not None
    )


def by_crossing(position: Position) -> bool:
    """By option: a repulse costs those of an attacker's units that crossed, be they most of it or not."""
    return position.options.get("crossing_losses") == "those_who_crossed"


@rule("13.3.6/2", "9.10/4")
def landed_among(battle: Battle, units: Iterable[Group]) -> tuple[Group, ...]:
    """Those of the attacker's units that came in over a bridge or ferry, or from a transport, in this attack.

    Not those who came the same way in an earlier impulse: they attack from inside the hex (9.4/8).
    """
    landed = merged(
        group for each in battle.contingents if is_amphibious(each.crossing) for group in each.groups
    )
    counts = {group.alike(): group.count for group in landed}
    return tuple(
        group.with_(count=count)
        for group in units
        if (count := min(group.count, counts.get(group.alike(), 0)))
    )


@rule("9.10/4")
def _may_cross_back(position: Position, battle: Battle, units: Iterable[Group]) -> bool:
    """Whether these units conducted an amphibious assault: as most of the force did, by option themselves."""
    if battle.retreat_side != battle.attacker:
        return False
    return bool(landed_among(battle, units)) if by_crossing(position) else battle.amphibious


@rule("9.10/4")
def transport_back(position: Position, units: tuple[Group, ...]) -> str | None:
    """The hex to which a repulsed landing re-embarks, where it came on board; None if it may not."""
    battle = current(position)
    if not _may_cross_back(position, battle, units):
        return None
    origin = next((group.origin for group in units), "")
    landed = any(
        each.from_hex == origin and each.crossing in (LANDING, SEA_LANDING) for each in battle.contingents
    )
    return origin if origin and landed and not occupied(position, ENEMY[battle.attacker], origin) else None


@rule("9.10.4/1", "9.10.4/5", "4.3/5", "15.5/1")
def bar(position: Position, units: tuple[Group, ...], here: str, to: str, zones: Zones) -> Bar | None:
    """The clause that bars a step of a retreat, with its reason; None if none does."""
    battle = current(position)
    side, enemy = battle.retreat_side, ENEMY[battle.retreat_side]
    from_loop = here == battle.hex and side != battle.attacker
    crossed = way_over(position, side, here, to, from_loop)
    if crossed == BARRED:
        return "9.10.4/1", f"wide water without bridge or ferry lies between {here} and {to}"
    if crossed == INTERDICTED:
        return "13.5/1", f"enemy vessels bar the crossing between {here} and {to}"
    if to == battle.hex or occupied(position, enemy, to):
        return "9.10.4/1", f"{to} is occupied by the enemy"
    if is_closed(position, to):
        return "9.10.4/1", f"{to} lies in neutral Kentucky"
    if all(group.kind == MSP for group in units) and MAP.state_of[to] != MAP.state_of[battle.hex]:
        return "4.3/5", "militia may not leave their state"
    if _negated(position, side, to):
        return None
    if in_primary(position, to, enemy, ignoring=(battle.hex,)):
        return "9.10.4/1", f"{to} lies in a primary zone of the enemy"
    if zones.others is not None and in_primary(zones.others, to, enemy):
        return "9.10.4/1", f"{to} lies in the primary zone of enemies in {battle.hex} who have not fought now"
    if to in zones.fought:
        clause = "9.10.4/3" if side == battle.attacker else "9.10.4/2"
        return clause, f"{to} lies in the primary zone of the force just fought"
    return None


def _negated(position: Position, side: str, hex_id: str) -> bool:
    """By option only: a friendly force in a hex negates the enemy's primary zones there for a retreat."""
    return position.options.get("retreat_friend_negates_pzoc") == "yes" and hex_id in position.forces[side]


@rule("9.10.4/1", "9.10.4/2")
def zones_against(position: Position, battle: Battle, units: Iterable[Group]) -> Zones:
    """What the enemies in the battle hex bar to these retreating units.

    Only the zone of the force just fought is lifted or shifted, besiegers kept out of a relieving battle
    included; others in the hex exert theirs from it.
    """
    enemy = ENEMY[battle.retreat_side]
    beside = without(position.groups(enemy, battle.hex), whole_force(battle, enemy))
    others = _alone(position, enemy, battle.hex, beside) if exerts_primary(position, beside) else None
    return Zones(fought_zone(position, battle, units), others)


@rule("9.10.4/2", "9.10.4/3", "9.10.4/4")
def fought_zone(position: Position, battle: Battle, units: Iterable[Group]) -> frozenset[str]:
    """The hexes that the primary zone of the force just fought bars to these retreating units.

    An attacker's zone is measured from the hexes that it came from. A defender's is measured from the battle
    hex, but leaves open the hex that the beaten attacker came from. Of two forces in a hex that they share,
    one may have been there first: it came from nowhere, and its zone too is measured from the battle hex and
    leaves the other's way back open.
    """
    side, enemy = battle.retreat_side, ENEMY[battle.retreat_side]
    if side == battle.attacker and position.options.get("repulse_ignores_fought_force") == "ignored":
        return frozenset()
    foe = whole_force(battle, enemy)
    came_from = {group.origin for group in units if group.origin}
    bases = {group.origin for group in foe}
    if side == battle.attacker and (came_from or bases == {""}):
        return _projected(position, enemy, battle.hex, foe) - came_from
    zone: set[str] = set()
    for base in bases:
        groups = tuple(group for group in foe if group.origin == base)
        zone |= (
            _projected(position, enemy, base, groups)
            if base
            else (_projected(position, enemy, battle.hex, groups) - came_from)
        )
    return frozenset(zone)


def _projected(position: Position, side: str, base: str, groups: tuple[Group, ...]) -> frozenset[str]:
    """The hexes of the primary zone that these units would exert if they stood in `base`."""
    if not exerts_primary(position, groups):
        return frozenset()
    alone = _alone(position, side, base, groups)
    return frozenset(near for near in (base, *MAP.neighbours[base]) if in_primary(alone, near, side))


def _alone(position: Position, side: str, base: str, groups: tuple[Group, ...]) -> Position:
    """The position as if no force but these units were on the map."""
    alone = copy.copy(position)
    alone.forces = {ENEMY[side]: {}, side: {base: groups}}
    return alone


@rule("9.10.4/2", "9.10.4/6", "6.1.2/2")
def _free_of_secondary(position: Position, battle: Battle, able: list[str], zones: Zones) -> list[str]:
    """Those hexes that no secondary zone covers or a friendly force holds, if there are any; else all."""
    side, enemy = battle.retreat_side, ENEMY[battle.retreat_side]
    free = [
        near
        for near in able
        if near in position.forces[side]
        or not (
            in_secondary(position, near, enemy, ignoring=(battle.hex,))
            or (zones.others is not None and in_secondary(zones.others, near, enemy))
        )
    ]
    return free or able


@rule("9.10.4/7", "9.10.4/8")
def _homeward(position: Position, battle: Battle, here: str, able: list[str]) -> set[str]:
    """Those hexes that bring the force nearer to a friendly source overland, if there are any; else all."""
    field = homeward(position, battle.retreat_side, battle.hex)
    now = field.get(here, FAR)
    return {near for near in able if field.get(near, FAR) < now} or set(able)


@rule("9.10/4")
def _way_back(position: Position, battle: Battle, units: tuple[Group, ...], here: str) -> str | None:
    """The hex from which an amphibious attacker crossed, back over the ferry or bridge."""
    if here != battle.hex or not _may_cross_back(position, battle, units):
        return None
    origin = next((group.origin for group in units), "")
    if origin not in MAP.neighbours[here]:
        return None
    over = way_over(position, battle.retreat_side, here, origin)
    return origin if over in (BRIDGE, FERRY, RIVERINE) else None


@rule("9.10.2/1", "11.7/8", "11.3/1")
def own_works(position: Position, battle: Battle, units: tuple[Group, ...]) -> dict[str, int]:
    """The works in the battle hex that retreating units may go into, with the SP that they have room for.

    A beaten defence gives up its entrenchment (11.7/8), so only an attacker can fall back into one that
    friends hold, unless an option opens it to defenders; a fort takes two SP beside its garrison.
    """
    side, found = battle.retreat_side, {}
    fort = position.forts.get(battle.hex)
    if fort is not None and fort.side == side:
        room = MOST_IN_FORT - inside_fort(position, side, battle.hex)
        if room > 0:
            found[FORT] = room
    dug = position.entrenchments.get(battle.hex) == side
    if dug and (side == battle.attacker or _may_fall_back(position, battle.hex, units)):
        found[ENTRENCHED] = sum(group.count for group in units)
    return found


@rule("9.10.2/1", "12.1/3", "12.2/3")
def _may_fall_back(position: Position, hex_id: str, units: tuple[Group, ...]) -> bool:
    """By option only: whether defenders, some of them outside, may retreat into their entrenchment.

    11.7 speaks of hexes with a fort, where the entrenchment goes. Elsewhere those in it and those outside are
    one force, which goes into it whole; two ASP must be left to hold it.
    """
    return (
        position.options.get("defender_into_entrenchment") == "outside_forts"
        and hex_id not in position.forts
        and any(group.station == FIELD for group in units)
        and strength(units, ASP) >= FEWEST_ENTRENCHED
    )


@rule("9.10.2/1", "11.3/1", "11.7/8")
def require_works(position: Position, units: tuple[Group, ...], work: str, count: int) -> None:
    """Refuse works that `count` SP of the retreating units cannot go into, with the reason."""
    battle = current(position)
    here, side, fort = battle.hex, battle.retreat_side, position.forts.get(battle.hex)
    require(work in (FORT, ENTRENCHED), "9.10.2/1", f"units go into a fort or an entrenchment, not {work!r}")
    if work == FORT:
        require(
            fort is not None and fort.side == side,
            "9.10.2/1",
            f"there is no fort of yours in {here} to go into",
        )
        room = own_works(position, battle, units).get(FORT, 0)
        require(count <= room, "11.3/1", f"the fort has room for {room} SP, not for {count}")
        return
    dug = position.entrenchments.get(here) == side
    require(dug, "9.10.2/1", f"there is no entrenchment of yours in {here} to go into")
    require(
        ENTRENCHED in own_works(position, battle, units),
        "11.7/8",
        f"the entrenchment in {here} is given up when its defenders retreat",
    )


def require_way(position: Position, units: tuple[Group, ...], path: Path) -> None:
    """Refuse a retreat path under the clause that it breaks."""
    battle = current(position)
    require(1 <= len(path) <= 2, "9.10.3/1", "a retreat is one hex or two")
    if path == (transport_back(position, units),):
        return
    zones = zones_against(position, battle, units)
    here = battle.hex
    for to in path:
        require(to in MAP.neighbours[here], "2.1/2", f"{here} and {to} are not adjacent")
        if (barred := bar(position, units, here, to, zones)) is not None:
            raise Refused(*barred)
        if to not in (better := retreat_hexes(position, units, here)):
            able = [near for near in MAP.neighbours[here] if bar(position, units, here, near, zones) is None]
            free = _free_of_secondary(position, battle, able, zones)
            clause = "9.10.4/7" if to in free else "9.10.4/6"
            raise Refused(clause, f"from {here} the retreat goes to {' or '.join(better)}")
        here = to


OPTIONS = {
    "repulse_ignores_fought_force": Option(
        "9.10.4/3",
        "Whether the defender's zone bars a repulsed attacker from other hexes than the one it came from.",
        ("barred", "ignored"),
    ),
    "retreat_friend_negates_pzoc": Option(
        "9.10.4/5",
        "Whether a friendly force in a hex opens it to a retreat through primary zones.",
        ("no", "yes"),
    ),
    "crossing_losses": Option(
        "13.3.6/2",
        "Whom a beaten amphibious assault halves: the whole force if most of it crossed, or those who did.",
        ("majority", "those_who_crossed"),
    ),
    "defender_into_entrenchment": Option(
        "9.10.2/1",
        "Whether a defence with units outside its entrenchment may retreat into it where there is no fort.",
        ("given_up", "outside_forts"),
    ),
}

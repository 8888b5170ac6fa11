"""How many reinforcements a side receives and where it may place them (4.0 to 4.2.3, 9.12/6, 15.5.2/6).

Everything here is computed once, at the start of the Recruitment Phase, for both sides (3.2.1/1): so neither
can block the other's hexes (4.0/1).
"""

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import TURNS, asp_limit, counter_limit
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import side_name
from ironclad.domain.games.american_civil_war.position.in_progress import Returning, Share
from ironclad.domain.games.american_civil_war.position.state import (
    CONFEDERATE,
    ENEMY,
    UNION,
    Position,
    occupied,
)
from ironclad.domain.games.american_civil_war.position.units import ASP, CAVALRY, strength
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller, is_us_state
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import in_zone
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import in_supply, is_supplied
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap, supply_map
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier
from ironclad.domain.games.american_civil_war.rules.c14_economy.connections import Networks, networks_of
from ironclad.domain.games.american_civil_war.rules.c14_economy.economy import best_fragments, fragments
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

_MAP = load_map()
KENTUCKY_GROUP, VOLUNTEERS, AT_LARGE = "Kentucky", "volunteers", "at large"
EAST, WEST = "east", "west"


class Reckoning(msgspec.Struct, frozen=True):
    """A side's reinforcements: `terms` add up to `total`, `shares` say where they may go."""

    terms: tuple[Modifier, ...]
    total: int
    shares: tuple[Share, ...]
    cavalry: int


def half_up(number: int) -> int:
    """Half of a whole number, the fraction counting as one."""
    return (number + 1) // 2


def in_play(position: Position, side: str, kind: str) -> int:
    """Strength points of a kind that a side has on the map."""
    return sum(strength(groups, kind) for groups in position.forces[side].values())


def open_to(position: Position, side: str, hex_id: str) -> bool:
    """Whether a reinforcement may be placed in a hex (4.0/2)."""
    return not why_not_open(position, side, hex_id)


@rule("4.0/2")
def why_not_open(position: Position, side: str, hex_id: str) -> str:
    """What keeps reinforcements out of a hex: it is their side's own, free of enemies and in no enemy zone.

    Friendly units do not negate the zone (6.1.2/2). It must be in supply. "" for a hex that is open.
    """
    enemy = ENEMY[side]
    if occupied(position, enemy, hex_id):
        return f"the enemy is in {hex_id}"
    if controller(position, hex_id) != side:
        return f"{hex_id} is not controlled by {side_name(side)}"
    if in_zone(position, hex_id, enemy):
        return f"{hex_id} is in an enemy zone of control"
    return "" if is_supplied(position, side, hex_id) else f"{hex_id} is out of supply"


@rule("4.1.1/1", "4.1.1/2", "4.1.1/3", "4.1.1/7", "4.1.3/2", "15.2/2", "15.3/4", "15.3/5", "TRT/2")
def union_terms(position: Position) -> tuple[Modifier, ...]:
    """What the Union's ASP of this turn are made of; they add up to what arrives."""
    turn = position.turn
    terms = [
        Modifier("Turn Record Track", TURNS[turn].union_asp, "TRT/2"),
        Modifier("political status", position.political_status, "4.1.1/1"),
        Modifier("draft marker", position.draft.get(turn, 0), "4.1.3/2"),
        Modifier("failed elections", -position.election_penalty, "15.2/2"),
        Modifier(
            f"replacements for {position.union_asp_lost_before} ASP lost", replacements(position), "4.1.1/3"
        ),
    ]
    total = sum(term.amount for term in terms)
    if total < 0:
        terms.append(Modifier("never below zero", -total, "4.1.1/1"))
        total = 0
    if position.halved_turn == turn or position.diplomacy == "intervened":
        terms.append(Modifier("halved", total // 2 - total, "4.1.1/2"))
        total //= 2
    excess = total - max(0, asp_limit(UNION) - in_play(position, UNION, ASP))
    if excess > 0:
        terms.append(Modifier("no more counters", -excess, "4.1.1/7"))
    return tuple(terms)


@rule("2.0/2", "4.1.1/3")
def replacements(position: Position) -> int:
    """A third of the ASP that the Union lost in the turn before, rounded down (or by option up)."""
    lost = position.union_asp_lost_before
    return -(-lost // 3) if position.options.get("replacement_rounding") == "up" else lost // 3


@rule("4.1/1", "4.1.1/4", "4.1.1/5", "4.1.1/6", "4.1.1/8")
def union_reckoning(position: Position) -> Reckoning:
    """The Union's reinforcements: half of them, rounded up, east of the line, the rest west of it."""
    terms = union_terms(position)
    total = sum(term.amount for term in terms)
    east = half_up(total)
    whole = position.options.get("city_cap_basis") == "whole"
    shares = []
    for source, count in ((EAST, east), (WEST, total - east)):
        if count:
            cities = tuple(city for city in union_cities(position, source) if open_to(position, UNION, city))
            cap = half_up(total if whole else count)
            shares.append(Share(UNION, source, count, cities, "4.1.1/4", cap, cavalry=True))
    room_for_more = in_play(position, UNION, ASP) + total < asp_limit(UNION)
    shares.extend(volunteers(position, UNION) if room_for_more else ())
    allowed = 1 if TURNS[position.turn].union_cavalry else 0
    return Reckoning(terms, total, tuple(shares), min(allowed, cavalry_left(position, UNION)))


@rule("4.1.1/5")
def union_cities(position: Position, source: str) -> tuple[str, ...]:
    """The US-State cities on one side of the dividing line, sorted."""
    return tuple(
        city
        for city in sorted(_MAP.towns)
        if is_us_state(position, _MAP.state_of[city]) and _MAP.east_of_line(city) == (source == EAST)
    )


@rule("2.3/2", "4.2.1/6")
def cavalry_left(position: Position, side: str) -> int:
    """How many cavalry counters a side has that are not on the map."""
    return max(0, (counter_limit(side, CAVALRY) or 0) - in_play(position, side, CAVALRY))


@rule("15.5.2/6")
def volunteers(position: Position, side: str) -> tuple[Share, ...]:
    """The ASP that an invaded Kentucky gives the side it joined, from the next turn, while it leads there."""
    invaded_before = position.kentucky_violator == ENEMY[side] and position.turn > position.kentucky_joined
    centres = kentucky_centres(position, side)
    if not invaded_before or len(centres) <= len(kentucky_centres(position, ENEMY[side])):
        return ()
    hexes = tuple(hex_id for hex_id in centres if open_to(position, side, hex_id))
    return (Share(side, VOLUNTEERS, 1, hexes, "15.5.2/6", linked=centres, optional=True),)


def kentucky_centres(position: Position, side: str) -> tuple[str, ...]:
    """The Kentucky supply centres that a side controls, sorted."""
    centres = sorted(_MAP.supply_centres_of["KY"])
    return tuple(hex_id for hex_id in centres if controller(position, hex_id) == side)


@rule("4.2/1", "4.2.1/1", "4.2.3/1")
def confederate_reckoning(position: Position) -> Reckoning:
    """The Confederacy's reinforcements: the seven groups, Kentucky, volunteers and at-large ASP."""
    networks = networks_of(position, CONFEDERATE, True)
    terms, shares = [], []
    eligible: list[str] = []
    for group in _MAP.recruitment_groups:
        term, share = recruitment_group(position, networks, group)
        terms.append(term)
        if share is not None:
            shares.append(share)
            eligible.extend(share.hexes)
    extra = [*kentucky_group(position), *volunteers(position, CONFEDERATE)]
    if position.options.get("kentucky_asp_single") == "one":
        extra = extra[:1]
    extra.extend(arsenal_shares(position))
    if position.at_large:
        hexes = tuple(sorted(eligible))
        extra.append(Share(CONFEDERATE, AT_LARGE, position.at_large, hexes, "4.2.3/1", optional=True))
    terms.extend(Modifier(share.source, share.count, share.rule) for share in extra)
    cavalry = cavalry_left(position, CONFEDERATE) if TURNS[position.turn].confederate_cavalry else 0
    total = sum(term.amount for term in terms)
    return Reckoning(tuple(terms), total, (*shares, *extra), cavalry)


@rule("4.2.1/1", "4.2.1/2", "4.2.1/3", "4.2.1/4", "4.2.1/5")
def recruitment_group(position: Position, networks: Networks, group: str) -> tuple[Modifier, Share | None]:
    """One group's unit: it needs two of its cities, both CS-controlled, linked to each other."""
    held = [c for c in _MAP.recruitment_groups[group] if controller(position, c) == CONFEDERATE]
    linked = tuple(city for pair in networks.groups(held) if len(pair) > 1 for city in pair)
    if not linked:
        return Modifier(f"{group}: no two of its cities are linked", 0, "4.2.1/4"), None
    hexes = tuple(city for city in linked if open_to(position, CONFEDERATE, city))
    share = Share(CONFEDERATE, group, 1, hexes, "4.2.1/1", linked=linked, cavalry=True)
    return Modifier(group, 1, "4.2.1/1"), share


@rule("4.2.2/1", "4.2.2/2")
def kentucky_group(position: Position) -> tuple[Share, ...]:
    """The ASP of two or more Kentucky centres linked to each other and to the economy's largest fragment."""
    centres = kentucky_centres(position, CONFEDERATE)
    if len(centres) < 2:
        return ()
    found = fragments(position, networks_of(position, CONFEDERATE))
    goals = {c for each in (best_fragments(position, found) if found else ()) for c in each.centres}
    supply = supply_map(position, CONFEDERATE)
    for together in _joined(supply, tuple(centre for centre in centres if centre not in supply.barred)):
        if len(together) > 1 and any(supply.traces(centre, goal) for centre in together for goal in goals):
            hexes = tuple(hex_id for hex_id in together if open_to(position, CONFEDERATE, hex_id))
            return (Share(CONFEDERATE, KENTUCKY_GROUP, 1, hexes, "4.2.2/1", linked=together),)
    return ()


def _joined(supply: SupplyMap, centres: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Centres sorted into those with lines of supply to each other."""
    groups: list[tuple[str, ...]] = []
    for centre in centres:
        linked = [g for g in groups if any(supply.traces(centre, o) or supply.traces(o, centre) for o in g)]
        groups = [g for g in groups if g not in linked]
        groups.append(tuple(sorted({centre, *(member for g in linked for member in g)})))
    return sorted(groups)


@rule("4.2.5/8")
def arsenal_shares(position: Position) -> tuple[Share, ...]:
    """An ASP from each arsenal completed in an earlier turn and linked to the economy's largest fragment."""
    working = {
        name: each.hex
        for name, each in sorted(position.projects.items())
        if each.kind == "arsenal" and each.state == "complete" and each.since < position.turn
    }
    if not working:
        return ()
    networks = networks_of(position, CONFEDERATE)
    found = fragments(position, networks)
    largest = best_fragments(position, found) if found else ()
    centres = {centre for each in largest for centre in each.centres}
    shares = []
    for name, hex_id in working.items():
        if any(networks.linked(hex_id, centre) for centre in centres):
            hexes = (hex_id,) if open_to(position, CONFEDERATE, hex_id) else ()
            shares.append(Share(CONFEDERATE, name, 1, hexes, "4.2.5/8", linked=(hex_id,)))
    return tuple(shares)


@rule("9.12/5", "9.12/6")
def returning_leaders(position: Position, side: str) -> tuple[Returning, ...]:
    """The side's leaders who are back this turn, with every hex where one may return.

    With any friendly force, or in any friendly-controlled city that is supplied: free of enemies and of
    zones that no friendly unit there negates, with a line of supply (4.3/3 asks the same of militia).
    """
    back = [
        letter
        for letter, leader in sorted(position.leaders.items())
        if leader.side == side and not leader.hex and 0 < leader.returns <= position.turn
    ]
    if not back:
        return ()
    supply = supply_map(position, side)
    cities = {
        city
        for city in _MAP.towns
        if controller(position, city) == side and city not in supply.barred and in_supply(supply, city)
    }
    hexes = tuple(sorted(cities | set(position.forces[side])))
    return tuple(Returning(side, letter, hexes) for letter in back)


OPTIONS = {
    "replacement_rounding": Option(
        "4.1.1/3", "How a third of the Union's losses is rounded.", ("down", "up")
    ),
    "city_cap_basis": Option(
        "4.1.1/6",
        "Half of which a city may take at most: of the ASP due on its side of column 37, or of all.",
        ("side", "whole"),
    ),
    "kentucky_asp_single": Option(
        "4.2.2/2", "Whether Kentucky's group and its volunteers both arrive, or one of them.", ("both", "one")
    ),
}

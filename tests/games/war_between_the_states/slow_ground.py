"""Reach and chains of supply counted slowly from the text of the rules, without the code that play uses.

Every price is written here again from the book (6.11, 6.12, 6.6, 7.3), every zone is looked for piece by
piece (9), and every way is found by walking until nothing gets cheaper. Costs are in half movement points.
"""

from collections.abc import Iterator, Mapping
from random import Random

from ironclad.domain.games.war_between_the_states.board.features import ENEMY, SIDES
from ironclad.domain.games.war_between_the_states.board.map import load_map, printed_owner
from ironclad.domain.games.war_between_the_states.board.waters import (
    load_waters,
    sailed,
    waters_of_fort,
)
from ironclad.domain.games.war_between_the_states.position.pieces import Ship, Unit, Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import set_up_position

MAP = load_map()
POINTS = {
    "infantry": {"clear": 1, "forest": 2, "swamp": 2, "rough": 3},
    "cavalry": {"clear": 1, "forest": 2, "swamp": 3, "rough": 3},
    "train": {"clear": 1},
}
"""The movement points into a hex off the road (6.11, 6.12); a train enters what is left out by road alone."""
GROUND = 6  # half MP of a chain over ground (17.0)


def key_of(a: str, b: str) -> str:
    return "-".join(sorted((a, b)))


def manned_forts(position: Position, side: str) -> set[str]:
    """Forts with SP inside, of units or of a depot's garrison."""
    units = (unit for unit in position.units.values() if unit.inside and unit.strength)
    inside = {unit.hex for unit in units if unit.side == side}
    inside |= {depot.hex for depot in position.depots.values() if depot.side == side and depot.inside}
    return {hex for hex, work in position.works.items() if work.side == side and hex in inside}


def fighters(position: Position, side: str) -> Iterator[Unit]:
    """Combat units on the ground, on top of any fort; a depot's garrison as the garrison that it is."""
    for unit in position.units.values():
        if unit.side == side and unit.hex and unit.strength and not unit.inside:
            yield unit
    for depot in position.depots.values():
        if depot.side == side and not depot.inside:
            yield Unit(depot.side, "garrison", depot.hex, depot.garrison)


def warships(position: Position, side: str) -> set[str]:
    kinds = ("naval_flotilla", "river_flotilla", "ironclad")
    return {ship.at for ship in position.ships.values() if ship.side == side and ship.kind in kinds}


def ferried(position: Position, side: str, key: str) -> bool:
    """Whether a transport of a side makes a ferry of a hexside (7.3)."""
    a, b = key.split("-")
    kind = MAP.features.sides[key].kind
    if manned_forts(position, ENEMY[side]) & {a, b}:
        return False
    for ship in position.ships.values():
        if ship.side != side or "transport" not in ship.kind or ship.at in warships(position, ENEMY[side]):
            continue
        if ship.at == key and kind in ("tidal", "estuary", "navigable"):
            return True
        if ship.at in (a, b) and kind == "estuary":
            return True
    return False


def price(position: Position, side: str, branch: str, a: str, b: str) -> int | None:
    """The half MP from a hex into an adjacent one, None where units of a branch do not go."""
    line, forts = MAP.side(a, b), manned_forts(position, ENEMY[side])
    road = line.road and a not in forts and b not in forts
    if line.ridge and not road:
        return None
    points = POINTS[branch].get(MAP.hexes[b].terrain)
    if road:
        entry = 1
    elif points is None:
        return None
    else:
        entry = 2 * points
    if line.kind in ("", "coast") or (road and line.crossing == "bridge"):
        return entry
    if line.kind in ("tidal", "estuary"):
        printed = line.crossing == "ferry" and line.key not in warships(position, ENEMY[side])
        if not (printed or ferried(position, side, line.key)):
            return None
    return entry + 4


def in_zone(position: Position, side: str, hex: str, cavalry: bool) -> bool:
    """Whether a hex is in a zone of control of a side; `cavalry`: of its cavalry alone."""
    for unit in fighters(position, side):
        if unit.entrained or (cavalry and unit.kind != "cavalry"):
            continue
        if unit.hex == hex:
            return True
        if unit.kind != "garrison" and hex in MAP.neighbours[unit.hex]:
            line = MAP.side(unit.hex, hex)
            if not line.ridge and line.kind in ("", "coast"):
                return True
    return False


def reach(position: Position, side: str, branch: str, start: str, most: int) -> dict[str, int]:
    """The half MP to every hex that one unit comes to, its own hex left out."""
    enemy = {unit.hex for unit in fighters(position, ENEMY[side])}
    cost = {start: 0}
    changed = True
    while changed:
        changed = False
        for here, spent in list(cost.items()):
            if here != start and in_zone(position, ENEMY[side], here, branch == "cavalry"):
                continue
            for to in MAP.neighbours[here]:
                step = price(position, side, branch, here, to)
                if step is None or to in enemy or to not in position.part.hexes:
                    continue
                if spent + step <= most and spent + step < cost.get(to, most + 1):
                    cost[to] = spent + step
                    changed = True
    del cost[start]
    return cost


def controlled(position: Position, hex: str) -> str:
    return position.owners.get(hex) or printed_owner(hex)


def waters(position: Position, side: str) -> set[str]:
    """The water that a side's empty transports make good for its chains (17.1), in the first five cycles."""
    kinds = load_waters().kind
    links = sailed(frozenset(), position.cycle.number, False)
    barred = warships(position, ENEMY[side])
    for hex in manned_forts(position, ENEMY[side]):
        barred |= waters_of_fort(hex, position.works[hex].facing)

    def inside(place: str) -> bool:
        return all(hex in position.part.hexes or hex in position.part.sea for hex in place.split("-"))

    free = {place for place in links if place not in barred and inside(place)}
    boats = [
        ship
        for id, ship in position.ships.items()
        if ship.side == side and "transport" in ship.kind and not ship.load
    ]

    def stretch(start: str, among: set[str]) -> set[str]:
        found, waiting = set[str](), [start] if start in among else []
        while waiting:
            here = waiting.pop()
            if here not in found:
                found.add(here)
                waiting += [other for other in links[here] if other in among]
        return found

    rivers = {place for place in free if "-" in place}
    tidal = {place for place in rivers if kinds[place] in ("tidal", "estuary")}
    coasts = {place for place in free if kinds[place] in ("coastal", "lake")}
    found = set[str]()
    for boat in boats:
        if boat.kind == "river_transport":
            found |= stretch(boat.at, rivers)
        found |= stretch(boat.at, tidal) | stretch(boat.at, coasts)
    if side == "union" and any(b.kind == "naval_transport" and kinds[b.at] == "sea" for b in boats):
        found |= coasts | {place for place in free if kinds[place] == "sea"}
    return found


def rails(position: Position, side: str) -> set[str]:
    """The rail hexes that a side's trains use (R.2): in its hands, not cut, under no enemy fort."""
    return {
        hex
        for hex in MAP.rail_links
        if hex in position.part.hexes
        and hex not in position.cuts
        and hex not in manned_forts(position, ENEMY[side])
        and (position.rail_owners.get(hex) or controlled(position, hex)) == side
    }


def chains(position: Position, side: str, starts: frozenset[str], by_rail: bool) -> Mapping[str, int]:
    """The half MP over ground of every place with a chain to one of the departments in `starts`.

    Each price is that of the unit's way to the department, so that of a step back. Water has "~" before it.
    """
    enemy = {unit.hex for unit in fighters(position, ENEMY[side])}
    friends = {unit.hex for unit in fighters(position, side)}
    wet, tracks = waters(position, side), rails(position, side) if by_rail else set[str]()
    links = sailed(frozenset(), position.cycle.number, False)
    shut = {
        hex
        for hex in position.part.hexes
        if hex in enemy or (hex not in friends and in_zone(position, ENEMY[side], hex, False))
    } - starts
    prices = {
        (other, here): price(position, side, "infantry", other, here)
        for here in position.part.hexes
        for other in MAP.neighbours[here]
        if other in position.part.hexes
    }

    def steps(here: str) -> Iterator[tuple[str, int]]:
        if here.startswith("~"):
            yield from ((f"~{other}", 0) for other in links[here[1:]] if other in wet)
            yield from ((hex, 0) for hex in here[1:].split("-") if hex in position.part.hexes)
            return
        if here in tracks:
            yield from ((other, 0) for other in MAP.rail_links[here] if other in tracks)
        yield from ((f"~{place}", 0) for place in wet if here in place.split("-"))
        for other in MAP.neighbours[here]:
            step = prices.get((other, here))
            if step is not None:
                yield other, step

    cost = dict.fromkeys(starts, 0)
    waiting = list(cost)
    while waiting:
        here = waiting.pop(0)
        if here in shut:
            continue
        for to, step in steps(here):
            if cost[here] + step <= GROUND and cost[here] + step < cost.get(to, GROUND + 1):
                cost[to] = cost[here] + step
                waiting.append(to)
    return cost


def scattered(scenario: str, seed: int) -> Position:
    """A set-up whose pieces, ships, cuts and owners are thrown about by a seed."""
    random, position = Random(f"scattered {seed}"), set_up_position(scenario, {})
    hexes, centre = sorted(position.part.hexes), ""
    for id, unit in sorted(position.units.items()):
        if not unit.hq and random.random() < 0.7:
            near = [hex for hex in MAP.neighbours.get(centre, ()) if hex in position.part.hexes]
            hex = random.choice(near) if near and random.random() < 0.6 else random.choice(hexes)
            position.units[id] = unit.with_(hex=hex, inside=False, ship="")
            centre = hex
    for number in range(6):
        side, hex = random.choice(SIDES), random.choice(hexes)
        sides = [key_of(hex, o) for o in MAP.neighbours[hex] if MAP.side(hex, o).kind == "navigable"]
        position.works[hex] = Work(side, "fort", random.choice(sides) if sides else "")  # type: ignore[arg-type]
        if random.random() < 0.7:
            id = f"{side}_garrison_{900 + number}"
            position.units[id] = Unit(side, "garrison", hex, 2, inside=True)  # type: ignore[arg-type]
    kinds = load_waters().kind
    places = [p for p in sorted(kinds) if all(h in position.part.hexes for h in p.split("-"))]
    for number in range(12):
        side, place = random.choice(SIDES), random.choice(places)
        kind = random.choice(("river_transport", "naval_transport", "river_flotilla"))
        id = f"{side}_{kind}_{900 + number}"
        load = random.choice((0, 0, 3))
        position.ships[id] = Ship(side, kind, place, 0 if "flotilla" in kind else load)  # type: ignore[arg-type]
    for hex in random.sample(hexes, len(hexes) // 20):
        position.owners[hex] = random.choice(SIDES)
    railed = sorted(position.part.hexes & MAP.rail_links.keys())
    position.cuts = tuple(sorted(random.sample(railed, len(railed) // 25)))
    return position

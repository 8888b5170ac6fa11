"""Everything that may be wrong with the pieces of a position, in sentences: the check of a set-up (R.3/8)."""

from collections import Counter
from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.charts import (
    MOST_STACKED,
    leaders,
    piece_list,
)
from ironclad.domain.games.war_between_the_states.board.features import ENEMY, SIDES, UNION
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.waters import (
    beside,
    load_waters,
    may_lie,
)
from ironclad.domain.games.war_between_the_states.options import chosen_rivers
from ironclad.domain.games.war_between_the_states.position.pieces import (
    ARMY_SUPPLY,
    CAPACITY,
    DEPOT_CAPACITY,
    MOST_ON_ROSTER,
    TRAIN_CAPACITY,
    Headquarters,
    LeaderPiece,
    Unit,
    fits,
    piece_of,
)
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    garrison_of,
    on_top,
    rosters,
    stack,
    stacked,
    stacks,
)
from ironclad.domain.kernel.board.hexes import hexside_hexes
from ironclad.domain.kernel.engine.citations import rule


def piece_problems(position: Position) -> Iterator[str]:
    """Every fault of the pieces and of where they are."""
    yield from _unit_problems(position)
    yield from _roster_problems(position)
    yield from _leader_problems(position)
    yield from _ship_problems(position)
    yield from _work_problems(position)
    yield from _store_problems(position)
    yield from _stack_problems(position)
    yield from _number_problems(position)


def _id_problem(position: Position, id: str, side: str, kind: str) -> Iterator[str]:
    name, _, number = id.rpartition("_")
    if name != f"{side}_{kind}" or not number.isdecimal():
        yield f"{id} is no name of a {kind} of the {side}"
    elif int(number) > position.made.get(name, 0):
        yield f"made: {name} is less than the number of {id}"


def _place_problem(position: Position, id: str, piece: Unit | Headquarters | LeaderPiece) -> Iterator[str]:
    """A piece on the ground is in a hex of the part; one aboard is in none, and its ship is there."""
    if piece.ship:
        ship = position.ships.get(piece.ship)
        if ship is None or ship.side != piece.side or ship.warship:
            yield f"{id} is aboard {piece.ship}, which is no transport of its side"
        if piece.hex or piece.inside:
            yield f"{id} is aboard a ship and in a hex"
        return
    if piece.hex and piece.hex not in position.part.hexes:
        yield f"{id} is in {piece.hex}, which is no hex of this game's map"
    if piece.inside and not _may_be_inside(position, piece.side, piece.hex):
        yield f"{id} is inside a fort, and its side has none in {piece.hex or 'no hex'}"


@rule("13.24/2", "13.3/7")
def _may_be_inside(position: Position, side: str, hex: str) -> bool:
    """Whether a side has a fort in a hex, or its garrison there is besieged without one.

    Besiegers who leave let it out as the next step of the turn begins.
    """
    work = position.works.get(hex)
    own = work is not None and work.side == side
    in_a_step = position.phase is not None or position.fighting is not None or position.battle is not None
    return own or in_a_step or bool(on_top(position, hex, ENEMY[side]))


@rule("3.23/7", "3.24/1", "3.25/9", "17.4/1")
def _unit_problems(position: Position) -> Iterator[str]:
    garrisons: Counter[tuple[str, str, bool, str]] = Counter()
    for id, unit in position.units.items():
        yield from _id_problem(position, id, unit.side, unit.kind)
        yield from _place_problem(position, id, unit)
        if not (unit.hex or unit.ship or id in position.around):
            yield f"{id} is nowhere"
        if not unit.type.least <= unit.strength <= unit.type.most:
            yield f"{id} has {unit.strength} SP, and {unit.kind} has {unit.type.least} to {unit.type.most}"
        if unit.load and not (unit.kind == "supply_train" and 0 < unit.load <= TRAIN_CAPACITY):
            yield f"{id} carries {unit.load} supply points"
        if unit.state and unit.kind != "militia":
            yield f"{id} is of a state, and no militia"
        if unit.entrained and unit.hex not in load_map().rail_links:
            yield f"{id} is on a train, and {unit.hex} has no railroad"
        if unit.kind == "garrison":
            garrisons[unit.side, unit.hex, unit.inside, unit.ship] += 1
    for (side, hex, _, ship), count in garrisons.items():
        if count > 1:
            yield f"the {side}'s garrison SP in {hex or ship} are one unit, not {count}"


@rule("15.1/1", "16.21/1", "16.22/1", "16.23/1", "16.3/1")
def _roster_problems(position: Position) -> Iterator[str]:
    for id, headquarters in position.headquarters.items():
        yield from _id_problem(position, id, headquarters.side, headquarters.kind)
        yield from _place_problem(position, id, headquarters)
        if not (headquarters.hex or headquarters.ship or id in position.around):
            yield f"{id} is nowhere"
        most = ARMY_SUPPLY if headquarters.kind == "army" else 0
        if not 0 <= headquarters.supply <= most:
            yield f"{id} carries {headquarters.supply} supply points, and {most} are the most"
        roster = [position.units[unit] for unit in rosters(position).get(id, ())]
        if len(roster) > MOST_ON_ROSTER[headquarters.kind]:
            yield f"{id} has {len(roster)} units on its roster"
        if not all(fits(headquarters.kind, unit) for unit in roster):
            yield f"{id} has units on its roster that do not belong on it"
    for hq, units in rosters(position).items():
        found = position.headquarters.get(hq)
        for unit in units:
            piece = position.units[unit]
            if found is None or found.side != piece.side:
                yield f"{unit} is on the roster of {hq}, which its side does not have"
            elif (found.hex, found.ship, found.inside) != (piece.hex, piece.ship, piece.inside):
                yield f"{unit} is not where its headquarters {hq} is"


@rule("10.0/5")
def _leader_problems(position: Position) -> Iterator[str]:
    known = leaders()
    for name, leader in position.leaders.items():
        counter = known.get((leader.side, name))
        if counter is None:
            yield f"the {leader.side} has no leader {name}"
        elif counter.naval and not position.plays("naval_leaders"):
            yield f"{name} is in play with the option naval_leaders alone"
        yield from _place_problem(position, name, leader)
        if leader.prisoner and (leader.hex or leader.ship):
            yield f"{name} is a prisoner and on the map"
        if leader.stars not in (0, 3, 4, 5):
            yield f"{name} has {leader.stars} stars"
    commands = Counter(hq.commander for hq in position.headquarters.values() if hq.commander)
    for hq in position.headquarters.values():
        commander = position.leaders.get(hq.commander)
        if hq.commander and (commander is None or commander.side != hq.side):
            yield f"{hq.name} is commanded by {hq.commander}, who is not in play on its side"
    yield from (f"{name} commands {count} headquarters" for name, count in commands.items() if count > 1)


@rule("7.2/1", "7.13/1", "7.13/2", "7.53/1")
def _ship_problems(position: Position) -> Iterator[str]:
    rivers = chosen_rivers(position.options)
    part = position.part
    for id, ship in position.ships.items():
        yield from _id_problem(position, id, ship.side, ship.kind)
        hexes = beside(ship.at)
        if not all(hex in part.hexes or hex in part.sea for hex in hexes):
            yield f"{id} is on {ship.at}, which is not in this game's part of the map"
        elif not may_lie(ship.kind, ship.at, rivers):
            yield f"{id} is on {ship.at}, where no {ship.kind} may be"
        carried = ship.load + sum(_weight(unit) for unit in position.units.values() if unit.ship == id)
        if ship.load < 0 or carried > (0 if ship.warship else TRAIN_CAPACITY):
            yield f"{id} carries {carried}"


def _weight(unit: Unit) -> int:
    return unit.strength if unit.type.weight is None else unit.type.weight


@rule("11.21/1", "13.0/2")
def _work_problems(position: Position) -> Iterator[str]:
    for hex, work in position.works.items():
        if hex not in position.part.hexes:
            yield f"the {work.grade} in {hex} is not in this game's part of the map"
        elif not faces(hex, work.facing):
            yield f"the {work.grade} in {hex} cannot face {work.facing}"


@rule("11.21/1")
def faces(hex: str, facing: str) -> bool:
    """Whether a fort in a hex may have a facing: a navigable hexside of it, "water" on a coast, or ""."""
    if facing == "water":
        return load_map().hexes[hex].kind == "coastal"
    return not facing or (facing in load_waters().order and hex in hexside_hexes(facing))


@rule("17.51/5", "17.52/1", "12.0/3")
def _store_problems(position: Position) -> Iterator[str]:
    for key, depot in position.depots.items():
        if key != f"{depot.side}.{depot.hex}":
            yield f"depots: {key} is to be named after its side and hex"
        if depot.hex not in position.part.hexes:
            yield f"the depot in {depot.hex} is not in this game's part of the map"
        if not 0 <= depot.points <= DEPOT_CAPACITY:
            yield f"the depot in {depot.hex} has {depot.points} supply points"
        if depot.inside and not _may_be_inside(position, depot.side, depot.hex):
            yield f"the depot in {depot.hex} is inside a fort, and its side has none there"
    for hex, points in position.bases.items():
        if hex not in position.part.hexes or load_map().hexes[hex].kind != "coastal" or points < 0:
            yield f"there is no base in {hex}"
    for hex, points in position.loose.items():
        if hex not in position.part.hexes or points < 1:
            yield f"{points} supply points cannot lie in {hex}"


@rule("6.4/1", "6.13/1", "13.21/1", "13.22/1", "13.24/1")
def _stack_problems(position: Position) -> Iterator[str]:
    for hex, side in stacks(position):
        if (total := stacked(position, hex, side)) > MOST_STACKED:
            yield f"the {side} has {total} SP in {hex}"
        if side == UNION and on_top(position, hex, side) and on_top(position, hex, ENEMY[side]):
            yield f"both sides are in {hex}, outside a fort"
    for hex, work in position.works.items():
        besieged = bool(on_top(position, hex, ENEMY[work.side]))
        inside = garrison_of(position, hex)
        if inside > CAPACITY[work.grade] and not besieged:
            yield f"{inside} SP are inside the {work.grade} in {hex}"
        if besieged and _outside(position, hex, work.side):
            yield f"the {work.side} is in besieged {hex}, outside its fort"


def _outside(position: Position, hex: str, side: str) -> bool:
    here = stack(position, hex, side)
    units = (position.units[id].inside for id in here.units)
    return not (all(units) and all(position.headquarters[id].inside for id in here.headquarters))


@rule("3.26/1", "R.12/1", "R.12/2")
def _number_problems(position: Position) -> Iterator[str]:
    used: Counter[tuple[str, str]] = Counter()
    for unit in position.units.values():
        if piece := piece_of(unit):
            used[piece, unit.side] += 1
    used.update((f"{hq.kind}_hq", hq.side) for hq in position.headquarters.values())
    used.update((ship.kind, ship.side) for ship in position.ships.values())
    used.update((work.grade, work.side) for work in position.works.values())
    used.update(("depot", depot.side) for depot in position.depots.values())
    used.update(("base", UNION) for _ in position.bases)
    for (piece, side), count in used.items():
        limit = piece_list()[piece, side]
        if piece.endswith("_brigade"):  # divisions that took losses are brigades, whatever the list says
            division = piece.replace("_brigade", "_division")
            limit += piece_list()[division, side] - used.get((division, side), 0)
        if count > limit:
            yield f"the {side} has {count} of {piece}, and {limit} are the most"


@rule("10.1/7", "5.2/1")
def progress_problems(position: Position) -> Iterator[str]:
    """Faults of the turn and the phase under way."""
    if position.chits and (set(position.chits) != set(SIDES) or min(position.chits.values()) < 0):
        yield "chits: each side has one, and it is not negative"
    commanded = Counter(id for ids in position.spans.values() for id in ids)
    yield from (f"spans: {id} is under {count} leaders" for id, count in commanded.items() if count > 1)
    yield from (f"spans: {name} is not in play" for name in position.spans if name not in position.leaders)
    phase = position.phase
    if phase is None:
        return
    if phase.commands < 0:
        yield "phase: commands that are left are not negative"
    if not set(phase.mended) <= position.units.keys():
        yield "phase: repair units that worked are in play"
    if any(trip.spent < 0 or not 0 <= trip.extension <= 2 for trip in phase.trips.values()):
        yield "phase: what a piece has spent is not negative, and a forced march adds 0 to 2 MP"


def side_problems(position: Position) -> Iterator[str]:
    """Faults of what is kept by side or by hex beside the pieces."""
    if not set(position.standing) <= set(SIDES):
        yield "standing: answers are by side"
    for name in ("supply", "rail_points", "lost", "warships_lost", "captured"):
        kept = getattr(position, name)
        if not set(kept) <= set(SIDES) or min(kept.values(), default=0) < 0:
            yield f"{name}: the sides have numbers that are not negative"
    for name in ("owners", "rail_owners"):
        for hex, side in getattr(position, name).items():
            if hex not in load_map().hexes or side not in (*SIDES, "none"):
                yield f"{name}: {hex} is not the {side}'s"
    if not set(position.cuts) <= load_map().rail_links.keys() or len(set(position.cuts)) < len(position.cuts):
        yield "cuts: each is a rail hex, named once"

"""Control of hexes and railroads (3.1, 7.1), and what a capture brings with it (15.1).

Geography gives every hex a home side (map.py); the position holds only the hexes that differ. Kentucky's
home side is the side that it has joined. `take` is called after any entry into a hex, and whenever a hex is
left to one side alone; it is idempotent.
"""

from collections.abc import Iterable
from functools import lru_cache

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import (
    CONFEDERATE,
    ENEMY,
    UNION,
    Position,
    occupied,
)
from ironclad.domain.games.american_civil_war.position.units import ASP, Group
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.project_losses import lose_projects
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES_OF_NEW_HEX,
    is_rail_hex,
    rail_neighbours,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.railway_losses import captured
from ironclad.domain.games.american_civil_war.rules.c08_supply.depot_losses import lose_depots
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import change_status
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.records import Option

_MAP = load_map()
_HOME = _MAP.home_sides
_RAIL_HOME = _MAP.rail_home_sides
_KENTUCKY = _MAP.kentucky
PRIZES = {"4410": "Richmond", "1132": "New Orleans", "3824": "Charleston"}  # 15.1/1
NOBODY = "none"


class HexTaken(Event, frozen=True, tag_field="type", tag="hex_taken"):
    """A side gained control of a hex (3.1); `before` is who had it, or "none"."""

    hex: str
    side: str
    before: str
    rule: str = "3.1/2"


class RailsTaken(Event, frozen=True, tag_field="type", tag="rails_taken"):
    """A side gained the rails of a hex that it entered, and of those that were cut off by it (7.1).

    hex: the rail hex entered; cut_off: the rail hexes of every enemy group beside the captor's rails, near or
    far, that had no enemy force, city or fort left to reach.
    """

    hex: str
    side: str
    cut_off: tuple[str, ...] = ()
    rule: str = "7.1/2"


@rule("3.1.1/2")
def home_side(position: Position, hex_id: str) -> str | None:
    """Who controls a hex that nobody has taken: None in neutral Kentucky and in the Missouri area."""
    if hex_id in _KENTUCKY:
        return None if position.kentucky == "neutral" else position.kentucky
    if (side := _HOME.get(hex_id)) is None and position.options.get("kansas_is_us_state") == "us_state":
        return UNION if _MAP.state_of[hex_id] == "KS" else None
    return side


@rule("3.1/1", "3.1.1/5", "3.1.1/6", "15.6/1")
def controller(position: Position, hex_id: str) -> str | None:
    """Who controls a hex: "union", "confederate", or None for nobody."""
    taken = position.control.get(hex_id)
    if taken is not None:
        return None if taken == NOBODY else taken
    return home_side(position, hex_id)


def own_among(position: Position, side: str, hexes: frozenset[str]) -> frozenset[str]:
    """Those of some hexes that the side controls. The hexes must be a set that lasts."""
    home = _home_hexes(side, position.kentucky, position.options.get("kansas_is_us_state", ""), hexes)
    changed = position.control.keys() & hexes
    if not changed:
        return home
    return (home - changed) | {h for h in changed if position.control[h] == side}


@lru_cache(maxsize=64)
def _home_hexes(side: str, kentucky: str, kansas: str, hexes: frozenset[str]) -> frozenset[str]:
    ground = Position(kentucky=kentucky, options={"kansas_is_us_state": kansas})
    return frozenset(h for h in hexes if controller(ground, h) == side)


def rail_home_side(position: Position, hex_id: str) -> str | None:
    """Who controls the rails of a hex that nobody has entered: with Kentucky, the side it joined."""
    if hex_id in _KENTUCKY:
        return None if position.kentucky == "neutral" else position.kentucky
    return _RAIL_HOME.get(hex_id)


@rule("7.1/1", "3.1.1/7")
def rail_controller(position: Position, hex_id: str) -> str | None:
    """Who controls the railroads in a rail hex, or None for nobody."""
    taken = position.rail_control.get(hex_id)
    if taken is not None:
        return None if taken == NOBODY else taken
    return rail_home_side(position, hex_id)


def rails_held(position: Position, side: str) -> frozenset[str]:
    """Every hex whose railroads a side controls, those of unfinished lines as far as they are built."""
    unbuilt = frozenset(h for h in LINES_OF_NEW_HEX if not is_rail_hex(position, h))
    return _rails_held(side, position.kentucky, frozenset(position.rail_control.items()), unbuilt)


@lru_cache(maxsize=24)
def _rails_held(
    side: str, kentucky: str, changed: frozenset[tuple[str, str]], unbuilt: frozenset[str]
) -> frozenset[str]:
    lost = {hex_id for hex_id, holder in changed if holder != side}
    won = {hex_id for hex_id, holder in changed if holder == side}
    return (_home_rails(side, kentucky) - lost | won) - unbuilt


@lru_cache(maxsize=16)
def _home_rails(side: str, kentucky: str) -> frozenset[str]:
    ground = Position(kentucky=kentucky)
    every = (*_MAP.rail_hexes, *LINES_OF_NEW_HEX)
    return frozenset(h for h in every if rail_home_side(ground, h) == side)


@rule("3.1/2", "3.1/3", "3.1/4", "7.1/2")
def take(play: Play, side: str, hex_id: str, groups: Iterable[Group]) -> None:
    """Give the side what `groups` of its units gain by standing in a hex: control, rails, and what follows.

    Infantry ASP alone change control, any ground combat unit changes rails, and neither does while an enemy
    ASP, MSP, cavalry unit or fort is there. Emits nothing for what the side has already, nor in neutral
    Kentucky, where a violation comes first (15.5.2, kentucky.py).
    """
    position = play.position
    units = tuple(groups)
    if units:
        captured(play, side, hex_id)
    if not units or occupied(position, ENEMY[side], hex_id):
        return
    lose_projects(play, side, hex_id, units)
    lose_depots(play, side, hex_id, units)
    if hex_id in _KENTUCKY and position.kentucky == "neutral":
        return
    if takes_hexes(position, units) and controller(position, hex_id) != side:
        play.emit(HexTaken(hex_id, side, controller(position, hex_id) or NOBODY))
        _capture_consequences(play, side, hex_id)
    if is_rail_hex(position, hex_id) and rail_controller(position, hex_id) != side:
        play.emit(RailsTaken(hex_id, side, cut_off_rails(position, side, hex_id)))


def takes_hexes(position: Position, groups: Iterable[Group]) -> bool:
    """Whether some of these units change control of hexes: infantry ASP, or by option cavalry and MSP too."""
    wide = position.options.get("cavalry_controls_hexes") == "yes"
    return any(wide or group.kind == ASP for group in groups)


@rule("7.1/3", "7.2/1", "7.2/3", "7.6/2")
def cut_off_rails(position: Position, captor: str, hex_id: str) -> tuple[str, ...]:
    """The enemy's rail hexes that fall with the capture of `hex_id`, sorted.

    Held are those that his own rails and ferries connect with an enemy force, city or fort; of the rest those
    that lie beside the captor's rails fall, near or far, and what lies behind them: also those whose last
    defender has left since. A connection reaches a broken hex from each side and passes none.
    """
    enemy = ENEMY[captor]
    theirs = rails_held(position, enemy) - {hex_id}
    held = _flooded(position, theirs, _anchors(position, enemy, theirs), frozenset(position.rail_breaks))
    loose = theirs - held
    captors = rails_held(position, captor) | {hex_id}
    beside = {each for each in loose if not captors.isdisjoint(rail_neighbours(position, each))}
    return tuple(sorted(_flooded(position, loose, beside, frozenset())))


def _flooded(position: Position, among: frozenset[str], starts: set[str], ends: frozenset[str]) -> set[str]:
    """The starts and the rail hexes `among` which they connect to, past none of `ends` that is no start."""
    found, frontier = set(starts), list(starts)
    while frontier:
        here = frontier.pop()
        if here in starts or here not in ends:
            fresh = among.intersection(rail_neighbours(position, here)) - found
            found |= fresh
            frontier += fresh
    return found


def _anchors(position: Position, enemy: str, rails: frozenset[str]) -> set[str]:
    """The rail hexes that hold their group for the enemy: with a force or fort of his, or a city that he
    controls."""
    cities = rails & _MAP.towns
    return {
        *(rails & position.forces[enemy].keys()),
        *(each for each, fort in position.forts.items() if fort.side == enemy and each in rails),
        *(each for each in cities if controller(position, each) == enemy),
    }


def _capture_consequences(play: Play, side: str, hex_id: str) -> None:
    """The changes of political status that a capture brings at once."""
    if hex_id in PRIZES:
        _prize_changes_hands(play, side, PRIZES[hex_id])
    elif side == CONFEDERATE:
        _first_northern_capture(play, hex_id)


@rule("15.1/1")
def _prize_changes_hands(play: Play, side: str, city: str) -> None:
    """+1 each time the Union takes Richmond, New Orleans or Charleston, -1 each time the CS retakes it."""
    if side == UNION:
        change_status(play, +1, f"the Union has captured {city}", "15.1/1")
    else:
        change_status(play, -1, f"the Confederacy has recaptured {city}", "15.1/1")


@rule("15.1/2")
def _first_northern_capture(play: Play, hex_id: str) -> None:
    """-1 the first time the CS takes a US-State city or a Union supply source; both in one count once."""
    place, position = _MAP.hexes[hex_id], play.position
    counts = place.supply_source or (place.city is not None and is_us_state(position, place.state))
    if counts and hex_id not in position.first_captures:
        name = place.city or "a Union supply source"
        play.emit(NorthernCityCaptured(hex_id, name))
        change_status(play, -1, f"the Confederacy has captured {name}", "15.1/2")


class NorthernCityCaptured(Event, frozen=True, tag_field="type", tag="northern_city_captured"):
    """The CS took a city of a US-State or a Union supply source for the first time in the game (15.1)."""

    hex: str
    name: str
    rule: str = "15.1/2"


@rule("3.1.1/1", "3.1.1/2", "3.1.1/4")
def is_us_state(position: Position, state: str) -> bool:
    """Whether a state is a US-State; Kansas is one only by option."""
    if state == "KS":
        return position.options.get("kansas_is_us_state") == "us_state"
    return state in _MAP.us_states


@acw.evolves(HexTaken)
def _hex_taken(position: Position, event: HexTaken) -> None:
    if home_side(position, event.hex) == event.side:
        position.control.pop(event.hex, None)
    else:
        position.control[event.hex] = event.side


@acw.evolves(RailsTaken)
def _rails_taken(position: Position, event: RailsTaken) -> None:
    for hex_id in (event.hex, *event.cut_off):
        if rail_home_side(position, hex_id) == event.side:
            position.rail_control.pop(hex_id, None)
        else:
            position.rail_control[hex_id] = event.side
        position.rails_taken[hex_id] = event.side


@acw.evolves(NorthernCityCaptured)
def _northern_city_captured(position: Position, event: NorthernCityCaptured) -> None:
    position.first_captures = (*position.first_captures, event.hex)


OPTIONS = {
    "cavalry_controls_hexes": Option(
        "3.1/3", "Whether cavalry and militia change control of hexes as infantry does.", ("no", "yes")
    ),
    "kansas_is_us_state": Option(
        "3.1.1/2", "Whether Kansas is part of the Missouri area or a US-State.", ("missouri_area", "us_state")
    ),
}
COMMANDS = ()
EVENTS = (HexTaken, RailsTaken, NorthernCityCaptured)

"""The railroads as they now run (7.2, 7.5, 7.6, 7.7.2): built lines, breaks, ferries and their bridges.

The map's own tables hold what was built at the start. Lines finished since, breaks and bridged ferries are
the position's; every question on rails is asked here. Nothing here looks at who controls a hex (control.py).

An unfinished line runs through `UnfinishedLine.hexes`. The Confederacy lays it from one end to the other and
it serves when the marker arrives (4.2.5): `line_starts` holds that end, `line_heads` the marker's hex,
`line_progress` how many hexes the marker has covered, the first included. The Union's USMRR finishes it hex
by hex; a hex of it without rails at the start is finished once it is upgraded (7.7.2/2).
"""

import itertools
from functools import lru_cache

from ironclad.domain.games.american_civil_war.board.map import CS_STATES, load_map
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

_MAP = load_map()
LINES = _MAP.unfinished
_CROSSED_WATER = frozenset({"navigable", "seasonal", "lake", "minor"})  # 7.7.2/3: no tidal ferry is bridged
_LINE_OF = {step: name for name, line in LINES.items() for step in line.steps}
# Hexes that have rails only once an unfinished line through them is built, and those lines.
LINES_OF_NEW_HEX = {
    hex_id: tuple(name for name, line in LINES.items() if hex_id in line.hexes)
    for line in LINES.values()
    for hex_id in line.hexes
    if hex_id not in _MAP.rail_hexes
}
# Ferries that have rails on both banks only once unfinished lines are built, such as 1726-1825 (7.7.2/3).
_END_FERRIES = frozenset(
    ferry
    for ferry in _MAP.ferries
    if ferry not in _MAP.rail_steps and {*_MAP.rail_hexes, *LINES_OF_NEW_HEX}.issuperset(ferry)
)
LINE_STEPS = frozenset(_LINE_OF) | _END_FERRIES  # steps that rails may yet join, in both directions
ADDED: dict[str, tuple[str, ...]] = {}  # hex to the hexes that rails may yet join with it
for _a, _b in sorted(LINE_STEPS):
    ADDED[_a] = (*ADDED.get(_a, ()), _b)


@rule("7.5/1", "7.5/2", "4.2.5/13", "7.7.2/2")
def finished(position: Position, line: str) -> bool:
    """Whether an unfinished line serves now: laid to its far end, or every new hex of it upgraded."""
    hexes = LINES[line].hexes
    if position.line_progress.get(line, 0) >= len(hexes):
        return True
    return bool(position.upgraded) and all(h in position.upgraded for h in hexes if h in LINES_OF_NEW_HEX)


@rule("4.2.5/13", "7.7.2/2")
def built(position: Position, line: str) -> frozenset[tuple[str, str]]:
    """The steps of an unfinished line that can be used now, in both directions."""
    line_hexes = LINES[line].hexes
    pairs = itertools.pairwise(line_hexes)
    usable = [(a, b) for a, b in pairs if has_rail(position, a, b)]
    return frozenset([*usable, *((b, a) for a, b in usable)])


def is_rail_hex(position: Position, hex_id: str) -> bool:
    """Whether a railroad that can be used now runs through the hex."""
    if hex_id in _MAP.rail_hexes:
        return True
    lines = LINES_OF_NEW_HEX.get(hex_id)
    if lines is None:
        return False
    return hex_id in position.upgraded or any(finished(position, line) for line in lines)


@rule("7.2/1", "7.5/1", "7.7.2/2")
def has_rail(position: Position, a: str, b: str) -> bool:
    """Whether a railroad that can be used now joins two adjacent hexes, by ferry or not."""
    if (a, b) in _MAP.rail_steps:
        return True
    line = _LINE_OF.get((a, b))
    if line is not None:
        return finished(position, line) or all(
            h in position.upgraded for h in (a, b) if h in LINES_OF_NEW_HEX
        )
    return (a, b) in _END_FERRIES and is_rail_hex(position, a) and is_rail_hex(position, b)


def rail_neighbours(position: Position, hex_id: str) -> tuple[str, ...]:
    """The hexes that a railroad leads to from a hex, by ferry or not; none off the rails."""
    fixed = _MAP.rail_neighbours.get(hex_id, ())
    added = ADDED.get(hex_id)
    if added is None or not (position.line_progress or position.upgraded):
        return fixed
    return (*fixed, *(near for near in added if has_rail(position, hex_id, near)))


AddedRails = tuple[tuple[str, tuple[str, ...]], ...]


def added_rails(position: Position) -> AddedRails:
    """Rail steps that what was built since the start has added to the map's, by hex."""
    if not (position.line_progress or position.upgraded):
        return ()
    return _added(frozenset(position.line_progress.items()), frozenset(position.upgraded))


@lru_cache(maxsize=16)
def _added(progress: frozenset[tuple[str, int]], upgraded: frozenset[str]) -> AddedRails:
    works = Position("bare_map", line_progress=dict(progress), upgraded=dict.fromkeys(upgraded, True))
    steps = ((h, tuple(near for near in added if has_rail(works, h, near))) for h, added in ADDED.items())
    return tuple((hex_id, joined) for hex_id, joined in steps if joined)


def line_of_step(a: str, b: str) -> str | None:
    """The unfinished line that runs between two adjacent hexes, finished by now or not."""
    return _LINE_OF.get((a, b))


@rule("7.7.2/3")
def bridged(position: Position, a: str, b: str) -> bool:
    """Whether USMRR has bridged the ferry between two hexes: not tidal, the rails on its banks upgraded.

    A bank outside the CS-States needs no upgrading, but one of them must have been upgraded.
    """
    upgraded = position.upgraded
    if (a not in upgraded and b not in upgraded) or (a, b) not in _MAP.ferries:
        return False
    ready = all(bank in upgraded or _MAP.state_of[bank] not in CS_STATES for bank in (a, b))
    return ready and _MAP.sides[a, b].kind in _CROSSED_WATER and has_rail(position, a, b)


@rule("7.2/1", "7.2/2", "7.2/3", "7.7.2/3")
def is_rail_ferry(position: Position, a: str, b: str) -> bool:
    """Whether the railroad between two hexes goes by a ferry: no gap for supply, but a segment's end."""
    crosses = (a, b) in _MAP.rail_ferries or ((a, b) in _END_FERRIES and has_rail(position, a, b))
    return crosses and not bridged(position, a, b)


@rule("7.2/1", "7.6/2")
def is_broken(position: Position, hex_id: str) -> bool:
    """Whether the rails in a hex are broken: trains may reach it, none passes it."""
    return hex_id in position.rail_breaks


@rule("7.6/2")
def broken_for_lines(position: Position) -> frozenset[str]:
    """The hexes where a supply line or link that has come by rail goes no further and none leaves by rail.

    Those with a break; by option none, since breaks stop trains alone.
    """
    if position.options.get("breaks_block_supply") == "no":
        return frozenset()
    return frozenset(position.rail_breaks)


@rule("7.7.2/5")
def serves_unimproved(position: Position, side: str) -> bool:
    """Whether rails of CS-States carry a side's supply as they are; by option the Union must upgrade them."""
    return position.options.get("us_rail_supply_needs_upgrade") != "yes" or side != UNION


@rule("7.2/1", "7.2/2")
def train_steps(position: Position, hex_id: str) -> tuple[str, ...]:
    """The hexes next to this one on its railroad segment: over no ferry; one may not come from a break."""
    return tuple(
        near for near in rail_neighbours(position, hex_id) if not is_rail_ferry(position, hex_id, near)
    )


GroundWorks = tuple[tuple[tuple[str, int], ...], tuple[str, ...]]
_WORKS_MATTER = frozenset(LINES_OF_NEW_HEX) | {hex_id for step in _MAP.ferries for hex_id in step}


def ground_works(position: Position) -> GroundWorks:
    """What building has changed for marching: `line_progress`, and upgraded hexes that matter, sorted."""
    return (
        tuple(sorted(position.line_progress.items())),
        tuple(sorted(_WORKS_MATTER.intersection(position.upgraded))),
    )


@rule("7.1/4", "7.3/1")
def start_impulse_rails(position: Position) -> None:
    """At the start of an impulse every train marker is free, and the phasing player's rails carry trains.

    Rails that the other side took in its own impulse wait for the start of its next one.
    """
    for hex_id, side in list(position.rails_taken.items()):
        if side == position.player:
            del position.rails_taken[hex_id]
    position.trains_used.clear()
    for name, unit in position.railway_units.items():
        if unit.spent:
            position.railway_units[name] = unit.with_(spent=0)


# The Confederacy's building of a line (4.2.5), for construction.py: its questions and its evolve functions.


@rule("4.2.5/12")
def line_ends(line: str) -> tuple[str, ...]:
    """The ends of an unfinished line that an existing railroad reaches: where building it may begin."""
    hexes = LINES[line].hexes
    return tuple(hex_id for hex_id in (hexes[0], hexes[-1]) if hex_id in _MAP.rail_hexes)


@rule("4.2.5/13")
def next_line_hex(position: Position, line: str) -> str | None:
    """The hex that a line's construction marker would move into; None without a marker."""
    if line not in position.line_heads:
        return None
    hexes = LINES[line].hexes
    covered = position.line_progress[line]
    return hexes[covered] if position.line_starts[line] == hexes[0] else hexes[-1 - covered]


def begin_line(position: Position, line: str, hex_id: str) -> None:
    """A construction marker is put at an end of a line (for evolve functions only)."""
    position.line_heads[line] = position.line_starts[line] = hex_id
    position.line_progress[line] = 1


@rule("4.2.5/13")
def advance_line(position: Position, line: str) -> bool:
    """The marker moves on one hex; at the far end the line is finished: then True (for evolve only)."""
    following = next_line_hex(position, line)
    assert following is not None, "only a line with a marker is built on"
    position.line_heads[line] = following
    position.line_progress[line] += 1
    if not finished(position, line):
        return False
    del position.line_heads[line], position.line_starts[line]
    for hex_id in LINES[line].hexes:
        if hex_id in LINES_OF_NEW_HEX:  # its new rails are their builder's
            position.rail_control.pop(hex_id, None)
    return True


@rule("4.2.5/14")
def abandon_line(position: Position, line: str) -> None:
    """The marker is removed and with it what it had laid (for evolve functions only)."""
    position.line_heads.pop(line, None)
    position.line_starts.pop(line, None)
    position.line_progress.pop(line, None)


OPTIONS = {
    "us_rail_supply_needs_upgrade": Option(
        "7.7.2/5", "Whether Union supply uses captured CS-State railroads only once upgraded.", ("no", "yes")
    ),
    "breaks_block_supply": Option(
        "7.6/2", "Whether a broken railroad stops supply and economic links, or trains alone.", ("yes", "no")
    ),
}

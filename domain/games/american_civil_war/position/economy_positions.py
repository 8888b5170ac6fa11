"""What can be wrong with construction, economy and politics in a position document (4, 14, 15)."""

import re
from collections import Counter
from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.charts import LAST_TURN, counter_limit
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.kernel.engine.citations import rule

_MAP = load_map()
_ACT = re.compile(r"points/(union|confederate)/\d|union/\w+/\w+|(start|complete)/\w+/[^/]+(/\w*)?")
_BUILT_IN_PORTS = {"ironclad": "ironclad", "flotilla": "river_flotilla"}
_SITES = {
    "arsenal": (frozenset(h for h, here in _MAP.hexes.items() if here.recruitment_group), "recruitment city"),
    "factory": (frozenset(_MAP.critical_centres), "critical supply centre"),
}


@rule("2.3/2", "4.2.5/2", "4.2.5/6", "4.2.5/7", "4.2.5/10")
def building_problems(position: Position) -> Iterator[str]:
    """What is wrong with a position's projects, unfinished vessels, fort counters and record of building."""
    for name, project in sorted(position.projects.items()):
        places, what = _SITES[project.kind]
        if project.hex not in places:
            yield f"projects.{name}: {project.hex!r} is no {what} (4.2.5)"
        if not 0 <= project.since <= position.turn:
            yield f"projects.{name}: turn {project.since} is not past"
    building = [project.kind for project in position.projects.values() if project.state == "building"]
    if building.count("arsenal") > 1:
        yield "projects: only one arsenal is under construction at a time (4.2.5/7)"
    for name, vessel in sorted(position.vessels.items()):
        if vessel.port and (vessel.kind not in _BUILT_IN_PORTS or vessel.port not in _MAP.towns):
            yield f"vessels.{name}: no {vessel.kind} is built in {vessel.port!r} (4.2.5/2)"
    yield from _counter_problems(position)
    for act in position.built_now:
        if not _ACT.fullmatch(act):
            yield f"built_now: {act!r} is no act of construction"


def _counter_problems(position: Position) -> Iterator[str]:
    used = Counter(project.kind for project in position.projects.values())
    used.update(_BUILT_IN_PORTS.get(vessel.kind, vessel.kind) for vessel in position.vessels.values())
    if position.forts_available < 0 or min(position.fort_track.values(), default=1) < 1:
        yield "forts on the track and beside the map cannot be fewer than none"
    if any(not 1 < due <= LAST_TURN for due in position.fort_track):
        yield "fort_track: a fort is due on a turn from the second to the last (4.2.5/1)"
    used["fort"] = sum(fort.side == "confederate" for fort in position.forts.values())
    used["fort"] += position.forts_available + sum(position.fort_track.values())
    for kind, count in sorted(used.items()):
        side = "confederate" if kind in (*_SITES, "fort", *_BUILT_IN_PORTS.values()) else "union"
        limit = counter_limit(side, kind)
        if limit is not None and count > limit:
            yield f"there are {limit} {kind} counters, not {count} (2.3/2)"


@rule("14.1/8", "15.0/1", "15.5.2/8")
def political_problems(position: Position) -> Iterator[str]:
    """What is wrong with a position's economy, manpower, politics and diplomacy."""
    if position.diplomacy not in ("open", "recognized", "intervened"):
        yield f"diplomacy cannot be {position.diplomacy!r}"
    if not -4 <= position.political_status <= 4:
        yield f"political status {position.political_status} is off its track (15.0/1)"
    if position.kentucky not in (*SIDES, "neutral"):
        yield f"kentucky cannot be {position.kentucky!r}"
    if position.kentucky_violator not in (*SIDES, ""):
        yield f"kentucky_violator cannot be {position.kentucky_violator!r}"
    if position.kentucky_violator and position.kentucky in (position.kentucky_violator, "neutral"):
        yield "kentucky joins the enemy of the side that violates it (15.5.2/3)"
    if not 0 <= position.economy_factories <= position.economy:
        yield f"an economy of {position.economy} has no {position.economy_factories} from factories (14.1/8)"
    amounts = (
        "at_large", "union_asp_lost", "union_asp_lost_before", "survival_reduction", "halved_turn",
        "mediation_turn", "kentucky_joined",
    )  # fmt: skip
    for name in amounts:
        if getattr(position, name) < 0:
            yield f"{name} cannot be negative"
    for turn, marker in sorted(position.draft.items()):
        if not 1 <= turn <= LAST_TURN or marker < 0:
            yield f"draft.{turn}: {marker} is no draft marker on the track (4.1.3/2)"
    for hex_id in position.first_captures:
        if hex_id not in _MAP.hexes:
            yield f"first_captures: there is no playable hex {hex_id!r} (2.1/1)"
    for state in position.militia_called:
        if state not in _MAP.states:
            yield f"militia_called: there is no state {state!r} (4.3/1)"

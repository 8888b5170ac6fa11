"""The construction view: points, projects, the fort track and the counters left (4.1.2, 4.2.4)."""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.american_civil_war.board.charts import TURNS, counter_limit
from ironclad.domain.games.american_civil_war.board.names import name_of, place, vessel_name
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.construction import (
    construction_points,
    points_due,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.project_conditions import (
    FORT,
    counters_left,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.project_losses import RAILROAD
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.projects import KINDS as CONFEDERATE_KINDS
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.union_building import KINDS as UNION_KINDS
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.union_building import in_play
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import LINES
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import UNFINISHED
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import BUILDING

View = dict[str, Any]
UNDER_WAY = "under construction"
_ACTS = {"start": "begun", "complete": "carried on or finished"}


def construction_view(position: Position) -> View:
    """Construction points of the turn, what has been built with them, projects, forts to come, counters left.

    `total` and `left` are 0 before the turn's points are computed; `if_reckoned_now` is what they would be.
    The fort track has the Confederate forts due by turn; `forts_available` have been taken off it and wait
    to be placed by a force.
    """
    return {
        "points": [_points(position, side) for side in SIDES],
        "built_this_turn": [built for act in position.built_now if (built := _built(act)) is not None],
        "projects": list(projects(position)),
        "fort_track": [{"turn": turn, "forts": forts} for turn, forts in sorted(position.fort_track.items())],
        "forts_available": position.forts_available,
        "union_builds": sorted({kind for turn in range(1, position.turn + 1) for kind in TURNS[turn].builds}),
        "counters_left": {
            **{kind: (counter_limit(UNION, kind) or 0) - in_play(position, kind) for kind in UNION_KINDS},
            **{kind: counters_left(position, kind) for kind in CONFEDERATE_KINDS},
        },
    }


def _points(position: Position, side: str) -> View:
    total, left = construction_points(position, side)
    return {"side": side, "total": total, "left": left, "if_reckoned_now": points_due(position, side)}


def _built(act: str) -> View | None:
    """What `built_now` records, in words; None for the points themselves."""
    what, kind, name, *at = act.split("/")
    if what == UNION:
        return {"side": UNION, "what": name_of(name), "act": "built"}
    if what not in _ACTS:
        return None
    called = {FORT: f"the fort of turn {name}", RAILROAD: f"the {name} railroad"}.get(kind, name_of(name))
    where = f" in {place(at[0])}" if at and at[0] else ""
    return {"side": CONFEDERATE, "what": called + where, "act": _ACTS[what]}


def _project(side: str, kind: str, name: str, hex_id: str, state: str, begun: int | None = None) -> View:
    return {
        "side": side,
        "kind": kind,
        "name": name,
        "hex": hex_id,
        "where": place(hex_id),
        "state": state,
        "since_turn": begun,
    }


def projects(position: Position) -> Iterator[View]:
    """Vessels, arsenals, factories, railroads and forts: what is being built, and the works that are done."""
    for name, vessel in sorted(position.vessels.items()):
        if vessel.state == BUILDING:
            yield _project(vessel.side, vessel.kind, vessel_name(name), vessel.port, UNDER_WAY)
    for name, project in sorted(position.projects.items()):
        state = UNDER_WAY if project.state == BUILDING else "finished"
        yield _project(CONFEDERATE, project.kind, vessel_name(name), project.hex, state, project.since)
    for line, head in sorted(position.line_heads.items()):
        laid = f"{position.line_progress[line]} of {len(LINES[line].hexes)} hexes laid"
        yield _project(CONFEDERATE, RAILROAD, line, head, laid)
    for hex_id, fort in sorted(position.forts.items()):
        if fort.unfinished or fort.state == UNFINISHED:
            yield _project(fort.side, FORT, "fort", hex_id, fort.state.replace("_", " "))

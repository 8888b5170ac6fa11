"""Two positions side by side: forts, depots, rails, projects, and what is afloat."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import (
    afloat,
    counted,
    place,
    side_name,
    the_fort,
    vessel_name,
    water,
)
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import Project, RailwayUnit, Vessel
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import rail_controller
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES,
    LINES_OF_NEW_HEX,
    is_rail_hex,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.sea_supply import PORTS
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import BUILDING, place_of
from ironclad.domain.kernel.telling.comparison import CAME, CHANGED, WENT, Change

View = Mapping[str, Any]
_MAP = load_map()
_WORKS, _RAILS, _AFLOAT = "works", "railroads", "vessels"


def works(a: Position, b: Position, first: View, second: View) -> Iterator[Change]:
    """What differs of all that is built and all that is afloat; the views are those of the map."""
    forts = (_rows(first["forts"], a.forts), _rows(second["forts"], b.forts))
    yield from _built(*forts, the_fort, _fort)
    dug = (_rows(first["entrenchments"]), _rows(second["entrenchments"]))
    yield from _built(*dug, lambda hex_id: f"the entrenchment in {place(hex_id)}", _owner)
    depots = (_rows(first["depots"], a.depots), _rows(second["depots"], b.depots))
    yield from _built(*depots, lambda hex_id: f"depots in {place(hex_id)}", _depot)
    yield from _each(_WORKS, a.projects, b.projects, _project, lambda project: (project.hex,), _confederate)
    yield from _rails(a, b)
    yield from _each(_AFLOAT, a.vessels, b.vessels, _vessel, _waters, lambda vessel: vessel.side)
    yield from _levees(a, b)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- works on the map


def _rows(view: Iterable[View], records: Mapping[str, Any] | None = None) -> dict[str, View]:
    """The rows of a view by their hexes, with what the position's own records add to them."""
    more = {} if records is None else records
    return {row["hex"]: {**msgspec.to_builtins(more.get(row["hex"], {})), **row} for row in view}


def _built(
    before: Mapping[str, View],
    after: Mapping[str, View],
    called: Callable[[str], str],
    told: Callable[[View], str],
) -> Iterator[Change]:
    """Works of a kind, by hex: each row has a `side`."""
    for hex_id in sorted(before.keys() | after.keys()):
        ours, theirs = before.get(hex_id), after.get(hex_id)
        if ours == theirs:
            continue
        row = theirs or ours or {}
        kind, text = _said(
            _capital(called(hex_id)),
            None if ours is None else told(ours),
            None if theirs is None else told(theirs),
        )
        yield Change(_WORKS, kind, text, (hex_id,), row["side"], ours, theirs)


def _said(name: str, before: str | None, after: str | None) -> tuple[str, str]:
    """What kind of change it is, and the sentence."""
    if before is None:
        return CAME, f"{name}: new, {after}."
    if after is None:
        return WENT, f"{name}: gone ({before})."
    if before == after:
        return CHANGED, f"{name}: {after}, with another record."
    return CHANGED, f"{name}: {before}, then {after}."


def _owner(row: View) -> str:
    return f"{side_name(row['side'])}'s"


def _fort(fort: View) -> str:
    words = [_owner(fort), fort["state"].replace("_", " ")]
    words += [f"{fort['inside']} inside"] if fort["inside"] != "no units" else []
    words += [f"besieged by {fort['besieged_by']}"] if fort["besieged_by"] else []
    words += [counted(fort["oos"], "out-of-supply marker")] if fort.get("oos") else []
    words += ["not finished before it was silenced"] if fort.get("unfinished") else []
    words += ["placed in the latest impulse"] if fort.get("fresh") else []
    return ", ".join(words)


def _depot(depot: View) -> str:
    fresh = f", {depot['fresh']} built in this impulse" if depot.get("fresh") else ""
    return f"{counted(depot['depots'], 'depot')} of {side_name(depot['side'])}{fresh}"


# -- named things


def _each(
    group: str,
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    told: Callable[[Any], str],
    places: Callable[[Any], tuple[str, ...]],
    side: Callable[[Any], str],
) -> Iterator[Change]:
    """Things by their ids: vessels, projects, railway units."""
    for name in sorted(a.keys() | b.keys()):
        ours, theirs = a.get(name), b.get(name)
        if ours == theirs:
            continue
        before, after = (None if thing is None else told(thing) for thing in (ours, theirs))
        kind, text = _said(_capital(vessel_name(name)), before, after)
        at = tuple(
            dict.fromkeys(
                where for thing in (theirs, ours) if thing is not None for where in places(thing) if where
            )
        )
        yield Change(group, kind, text, at, side(theirs or ours), before, after)


def _confederate(_: Project) -> str:
    return CONFEDERATE


def _project(project: Project) -> str:
    state = "under construction" if project.state == BUILDING else "finished"
    since = f" since turn {project.since}" if project.since else ""
    return f"{state} in {place(project.hex)}{since}"


def _vessel(vessel: Vessel) -> str:
    if vessel.state == BUILDING:
        return f"under construction in {place(vessel.port)}"
    marks = [word.replace("_", " ") for word in (vessel.state, vessel.activity) if word not in _PLAIN]
    if vessel.feeds:
        marks.append(f"supplies {'its ports' if vessel.feeds == PORTS else place(vessel.feeds)}")
    return ", ".join([afloat(place_of(vessel)), *marks])


_PLAIN = ("sound", "ready")


def _waters(vessel: Vessel) -> tuple[str, ...]:
    return (place_of(vessel) or vessel.port,)


def _levees(a: Position, b: Position) -> Iterator[Change]:
    for key in sorted(set(a.levees_breached) ^ set(b.levees_breached)):
        kind = CAME if key in b.levees_breached else WENT
        said = "is breached" if kind == CAME else "is whole"
        yield Change(_WORKS, kind, f"The levee on {water(key)} {said}.", (key,), UNION)


# -- railroads


def _rails(a: Position, b: Position) -> Iterator[Change]:
    for hex_id in sorted(a.rail_breaks.keys() ^ b.rail_breaks.keys()):
        kind = CAME if hex_id in b.rail_breaks else WENT
        said = "is broken" if kind == CAME else "is mended"
        yield Change(_RAILS, kind, f"The railroad in {place(hex_id)} {said}.", (hex_id,))
    if fresh := sorted(b.upgraded.keys() - a.upgraded.keys()):
        text = f"The USMRR has upgraded {counted(len(fresh), 'rail hex', 'rail hexes')}."
        yield Change(_RAILS, CAME, text, tuple(fresh), UNION)
    if gone := sorted(a.upgraded.keys() - b.upgraded.keys()):
        text = f"{counted(len(gone), 'rail hex', 'rail hexes')} not upgraded."
        yield Change(_RAILS, WENT, text, tuple(gone), UNION)
    for line in LINES:
        ours, theirs = a.line_progress.get(line, 0), b.line_progress.get(line, 0)
        if ours != theirs:
            text = f"The {line} railroad: {ours}, then {theirs} of {len(LINES[line].hexes)} hexes laid."
            yield Change(_RAILS, CHANGED, text, tuple(LINES[line].hexes), a=ours, b=theirs)
    yield from _rail_control(a, b)
    units = (a.railway_units, b.railway_units)
    yield from _each(_RAILS, *units, _railway_unit, lambda unit: (unit.hex,), lambda _: UNION)


def _rail_control(a: Position, b: Position) -> Iterator[Change]:
    """Rail hexes together, by who lost them to whom."""
    taken: dict[tuple[str, str], list[str]] = {}
    for hex_id in (*_MAP.rail_hexes, *LINES_OF_NEW_HEX):
        ours, theirs = (_rail_holder(position, hex_id) for position in (a, b))
        if ours != theirs:
            taken.setdefault((ours, theirs), []).append(hex_id)
    for (ours, theirs), hexes in sorted(taken.items()):
        number = counted(len(hexes), "rail hex", "rail hexes")
        text = f"{number}: {side_name(theirs)} controls the railroad, before {side_name(ours)} did."
        yield Change(_RAILS, CHANGED, _capital(text), tuple(sorted(hexes)), theirs.replace("none", ""))


def _rail_holder(position: Position, hex_id: str) -> str:
    return (rail_controller(position, hex_id) or "none") if is_rail_hex(position, hex_id) else "none"


def _railway_unit(unit: RailwayUnit) -> str:
    if not unit.hex:
        return f"eliminated, may return in turn {unit.returns}"
    return f"in {place(unit.hex)}" + (
        f", {counted(unit.spent, 'movement point')} spent" if unit.spent else ""
    )

"""What can be wrong with railroads in a position document (7): named hexes, lines, units and counters."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.charts import TURNS, counter_limit, train_limit
from ironclad.domain.games.american_civil_war.board.map import CS_STATES, load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES,
    LINES_OF_NEW_HEX,
    is_rail_hex,
    next_line_hex,
)
from ironclad.domain.kernel.engine.citations import rule

_MAP = load_map()
_RAILS = _MAP.rail_hexes | LINES_OF_NEW_HEX.keys()
_MOST_POINTS = max(record.movement_points for record in TURNS.values())


@rule("7.5/1", "7.6/1", "7.7.2/1", "7.3/1")
def rail_problems(position: Position) -> Iterator[str]:
    """What is wrong with the railroads of a position; nothing if all is sound."""
    for hex_id, broken in sorted(position.rail_breaks.items()):
        if not broken or not is_rail_hex(position, hex_id):
            yield f"rail_breaks: there is no railroad in {hex_id!r} that could be broken (7.6/1)"
    for hex_id, upgraded in sorted(position.upgraded.items()):
        if not upgraded or hex_id not in _RAILS or _MAP.state_of[hex_id] not in CS_STATES:
            yield f"upgraded: there is no CS-State railroad in {hex_id!r} to be upgraded (7.7.2/1)"
    for hex_id in sorted(position.rail_control.keys() - _RAILS):
        yield f"rail_control: there is no railroad in {hex_id!r} (7.1/1)"
    for hex_id, side in sorted(position.rails_taken.items()):
        if hex_id not in _RAILS or side not in SIDES:
            yield f"rails_taken.{hex_id}: no side can have taken rails there (7.1/2)"
    for side, used in sorted(position.trains_used.items()):
        if side not in SIDES or not 0 <= used <= train_limit(side):
            yield f"trains_used.{side}: {used} train markers cannot be in use (7.3/1)"
    yield from _line_problems(position)
    yield from _unit_problems(position)


def _line_problems(position: Position) -> Iterator[str]:
    for name in sorted({*position.line_progress, *position.line_heads, *position.line_starts}):
        if name not in LINES:
            yield f"there is no unfinished railroad {name!r} (7.5/1)"
            continue
        hexes, covered = LINES[name].hexes, position.line_progress.get(name, 0)
        head, start = position.line_heads.get(name), position.line_starts.get(name)
        if not 0 <= covered <= len(hexes):
            yield f"line_progress.{name}: the line has {len(hexes)} hexes"
        elif (head is None) != (start is None) or (head is None) != (covered in (0, len(hexes))):
            yield f"{name}: a line being built, and no other, has its marker's hex and the end it came from"
        elif start is not None and start not in (hexes[0], hexes[-1]):
            yield f"line_starts.{name}: {start} is no end of the line"
        elif start is not None:
            along = hexes if start == hexes[0] else hexes[::-1]
            if along[covered - 1] != head or next_line_hex(position, name) is None:
                yield f"line_heads.{name}: with {covered} hexes covered the marker is in {along[covered - 1]}"


def _unit_problems(position: Position) -> Iterator[str]:
    limit = counter_limit(UNION, "usmrr") or 0
    if len(position.railway_units) > limit:
        yield f"railway_units: the Union has {limit} USMRR counters (2.3/2)"
    for name, unit in sorted(position.railway_units.items()):
        if unit.hex and unit.returns:
            yield f"railway_units.{name} cannot be on the map and on the turn track"
        if unit.hex and unit.hex not in _RAILS:
            yield f"railway_units.{name}: there is no railroad in {unit.hex!r} (7.7.1/1)"
        if unit.hex in position.forces[CONFEDERATE] and unit.hex not in position.forces[UNION]:
            yield f"railway_units.{name}: Confederates in {unit.hex} have removed it (7.7.1/3)"
        if not 0 <= unit.spent <= _MOST_POINTS:
            yield f"railway_units.{name}: {unit.spent} movement points cannot be spent"

"""The railroads view: trains, control, breaks, unfinished lines, the USMRR and what it has upgraded (7)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ironclad.domain.games.american_civil_war.board.charts import train_limit
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import name_at, place, vessel_name
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import rail_controller
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_hexes import markers_left
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES,
    LINES_OF_NEW_HEX,
    finished,
    is_rail_hex,
)

_MAP = load_map()
View = dict[str, Any]


def railroads_view(position: Position) -> View:
    """Train markers of this impulse, who holds the rails, where they are broken, and what is being built.

    `no_trains_yet`: rails taken that carry no train before an impulse of their new side begins (7.1/4).
    """
    rails = (h for h in (*_MAP.rail_hexes, *LINES_OF_NEW_HEX) if is_rail_hex(position, h))
    held = Counter(rail_controller(position, hex_id) or "none" for hex_id in rails)
    return {
        "trains": [
            {
                "side": side,
                "limit": train_limit(side),
                "used": position.trains_used.get(side, 0),
                "left": markers_left(position, side),
            }
            for side in SIDES
        ],
        "rail_hexes": {side: held[side] for side in (*SIDES, "none")},
        "changed": _by_side(position.rail_control),
        "no_trains_yet": _by_side(position.rails_taken),
        "broken": [
            {"hex": hex_id, "name": name_at(hex_id) or hex_id, "held_by": rail_controller(position, hex_id)}
            for hex_id in sorted(position.rail_breaks)
        ],
        "unfinished_lines": [_line(position, name) for name in LINES],
        "usmrr": [
            {
                "unit": name,
                "name": vessel_name(name),
                "hex": unit.hex or None,
                "where": place(unit.hex) if unit.hex else f"eliminated, may return in turn {unit.returns}",
                "movement_points_spent": unit.spent,
            }
            for name, unit in sorted(position.railway_units.items())
        ],
        "upgraded": sorted(position.upgraded),
    }


def _by_side(held: Mapping[str, str]) -> dict[str, list[str]]:
    """Side to its hexes, of a mapping the other way round."""
    return {side: sorted(hex_id for hex_id, by in held.items() if by == side) for side in SIDES}


def _line(position: Position, name: str) -> View:
    """An unfinished line: its hexes, how many are laid, and where its builder's marker is (7.5, 4.2.5).

    `laid` counts hexes from the marker's start, or those that the USMRR has upgraded.
    """
    hexes, head = LINES[name].hexes, position.line_heads.get(name)
    done = finished(position, name)
    upgraded = sum(hex_id in position.upgraded for hex_id in hexes)
    laid = len(hexes) if done else max(position.line_progress.get(name, 0), upgraded)
    return {
        "line": name,
        "hexes": list(hexes),
        "laid": laid,
        "finished": done,
        "builder": CONFEDERATE if head else UNION if upgraded and not done else None,
        "from": position.line_starts.get(name),
        "head": head,
    }

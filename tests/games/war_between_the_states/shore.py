"""Water for tests: a campaign with ships, at the beginning of a movement phase of turn 1."""

from typing import Any

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.pieces import Ship, ShipKind
from ironclad.domain.games.war_between_the_states.position.state import Position
from tests.games.war_between_the_states.campaign import opened
from tests.games.war_between_the_states.table import Table

MAP = load_map()


def waters(**options: str) -> Position:
    """The campaign without pieces; each side has 30 rail points."""
    position = Position("campaign_1861", options).copy()
    position.chits = {"union": 5, "confederate": 2}
    position.rail_points = {"union": 30, "confederate": 30}
    return position


def afloat(position: Position, side: Any, kind: ShipKind, *places: str) -> list[str]:
    """Put ships of a kind on places of water; returns their ids."""
    found = []
    for place in places:
        name = f"{side}_{kind}"
        position.made[name] = position.made.get(name, 0) + 1
        found.append(f"{name}_{position.made[name]}")
        position.ships[found[-1]] = Ship(side, kind, place)
    return found


def begun(position: Position, side: str = "union") -> Table:
    """The movement phase of a side."""
    table = opened(position, "spans", side)
    table.give(side, {"type": "declare_spans"})
    assert table.asked == [(side, "movement")]
    return table


def sail(path: tuple[str, ...], *ships: str) -> dict[str, Any]:
    return {"type": "sail_ships", "ships": ships, "path": path}


def embark(ship: str, *pieces: str, **more: Any) -> dict[str, Any]:
    return {"type": "embark", "ship": ship, "pieces": pieces, **more}


def land(hex: str, *pieces: str, **more: Any) -> dict[str, Any]:
    return {"type": "land", "hex": hex, "pieces": pieces, **more}


def run_past(to: str, *ships: str) -> dict[str, Any]:
    return {"type": "run_past", "to": to, "ships": ships}


def unit(id: str) -> dict[str, str]:
    return {"type": "command_unit", "unit": id}


def command(name: str) -> dict[str, str]:
    return {"type": "command_leader", "leader": name}


END = {"type": "end_movement"}

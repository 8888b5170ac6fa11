"""The zones view: whose zones of control each hex lies in (6)."""

from typing import Any

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    in_primary,
    in_secondary,
)

_MAP = load_map()


def zones_view(position: Position) -> dict[str, Any]:
    """By side the hexes in its primary and in its secondary zones of control; one may be in both."""
    return {
        side: {
            "primary": [hex_id for hex_id in _MAP.hexes if in_primary(position, hex_id, side)],
            "secondary": [hex_id for hex_id in _MAP.hexes if in_secondary(position, hex_id, side)],
        }
        for side in SIDES
    }

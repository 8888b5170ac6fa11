"""The zones view: whose zones of control each hex lies in (6)."""

from typing import Any

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    primary_zone,
    secondary_zone,
)

_MAP = load_map()


def zones_view(position: Position) -> dict[str, Any]:
    """By side the hexes in its primary and in its secondary zones of control; one may be in both."""
    return {
        side: {
            "primary": _in_order(primary_zone(position, side)),
            "secondary": _in_order(secondary_zone(position, side)),
        }
        for side in SIDES
    }


def _in_order(zone: frozenset[str]) -> list[str]:
    return [hex_id for hex_id in _MAP.hexes if hex_id in zone]

"""Views for readers, from the position alone."""

from typing import Any

from domain.games.american_civil_war.state import Position


def map_view(position: Position) -> dict[str, Any]:
    return {"turn": position.turn}


def economy_view(position: Position) -> dict[str, Any]:
    return {"economy": position.economy}


def politics_view(position: Position) -> dict[str, Any]:
    return {"political_status": position.political_status}

"""Political points (R.10/3, R.10/4): arithmetic, and what a battle and a first capture are worth."""

from collections.abc import Mapping
from functools import cache

from ironclad.domain.games.war_between_the_states.board.features import CONFEDERATE, UNION
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN, scenario
from ironclad.domain.games.war_between_the_states.position.campaign import Politics
from ironclad.domain.kernel.engine.citations import rule


def with_points(politics: Politics, side: str, points: int) -> Politics:
    """Politics with points added to a side's, or taken away: they may fall below 0."""
    if not points:
        return politics
    had: Politics = politics.with_(points={**politics.points, side: politics.points.get(side, 0) + points})
    return had


@rule("R.10/3")
@cache
def prizes() -> Mapping[str, Mapping[str, int]]:
    """The points for the first capture of each city, by the side that captures it."""
    victory, hexes = scenario(CAMPAIGN).victory, load_map().hexes
    others = {
        hex: int(victory["other_confederate_city"])
        for hex, places in load_map().places_at.items()
        if any(place.size == "city" for place in places) and hexes[hex].territory == CONFEDERATE
    }
    return {
        UNION: {**others, **victory["first_capture_by_union"]},
        CONFEDERATE: dict(victory["first_capture_by_confederate"]),
    }


@rule("R.10/4")
def battle_points(own_losses: int, enemy_losses: int) -> int:
    """The points of a side for a battle, from the SP that each side lost in it."""
    battle = scenario(CAMPAIGN).victory["battle"]
    won = enemy_losses >= battle["enemy_sp_at_least"] and enemy_losses > own_losses
    return int(battle["points"]) if won else 0

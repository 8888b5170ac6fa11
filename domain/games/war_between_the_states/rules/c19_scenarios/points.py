"""Victory points of a scenario (R.3/12 to R.3/14): what each side has, and what their difference means."""

from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.features import (
    CONFEDERATE,
    ENEMY,
    SIDES,
    UNION,
)
from ironclad.domain.games.war_between_the_states.board.scenario_files import points_victory
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.kernel.engine.citations import rule


class Points(NamedTuple):
    """A side's victory points: of the hexes that it controls, and of the enemy's losses."""

    hexes: int
    strength: int
    warships: int
    leaders: int

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self)


@rule("R.3/12", "R.3/13", "R.4/11", "R.4/12", "R.5/12", "R.5/13", "R.13/5", "R.14/4")
def points_of(position: Position, side: str) -> Points:
    """The victory points of a side as the position is."""
    victory, enemy = points_victory(position.scenario), ENEMY[side]
    places = victory.union if side == UNION else victory.confederate
    return Points(
        hexes=sum(points for hex, points in places.items() if owner(position, hex) == side),
        strength=position.lost.get(enemy, 0) // victory.strength_per_point,
        warships=position.warships_lost.get(enemy, 0) * victory.warship,
        leaders=position.captured.get(enemy, 0) * victory.leader_captured,
    )


class Score(NamedTuple):
    """The difference of points, Union less Confederate, the level that it reaches, and who wins by it."""

    difference: int
    level: str
    winner: str | None


@rule("R.3/14", "R.4/14", "R.5/14", "R.13/6", "R.14/5")
def score(position: Position) -> Score:
    """The score of a scenario: the first level whose least difference is reached."""
    union, confederate = (points_of(position, side).total for side in SIDES)
    difference = union - confederate
    level = next(
        each.result
        for each in points_victory(position.scenario).levels
        if each.least is None or difference >= each.least
    )
    winner = next((side for side in (UNION, CONFEDERATE) if level.lower().startswith(side)), None)
    return Score(difference, level, winner)

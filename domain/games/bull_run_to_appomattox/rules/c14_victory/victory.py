"""How the game ends (14, 17/4)."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits, set_up
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import ENEMY, NORTH, SIDES, SOUTH
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, ends_turn, settles
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option
from ironclad.domain.kernel.turn.ending import end_game

CAPTURED = {True: 2, False: 1}
"""How often a captured city counts, by whether it is major (14/5)."""


@settles(90)
def test_after_activation(play: Play, spot: str) -> bool:
    """A city that was taken may decide the game."""
    return test_victory(play)


@rule("14/1", "14/2", "17/4")
def test_victory(play: Play) -> bool:
    """End the game if a side holds all the cities that it needs; whether it ended.

    The North needs five cities of the South, the South Washington and New York. Chapter 14 is not used in the
    introductory scenario.
    """
    position = play.position
    if position.ended is not None or is_introductory(position):
        return position.ended is not None
    if _holds(position, NORTH, limits().northern_goals):
        end_game(play, NORTH, "the North holds all five major cities of the South", "14/1")
    elif _holds(position, SOUTH, limits().southern_goals):
        end_game(play, SOUTH, "the South holds Washington and New York", "14/2")
    return play.position.ended is not None


def _holds(position: Position, side: str, cities: tuple[str, ...]) -> bool:
    return all(position.holders[zone] == side for zone in cities)


def is_introductory(position: Position) -> bool:
    """Whether the introductory scenario is played (17)."""
    return position.scenario == "introductory"


@rule("14/3", "17/1")
def last_turn(position: Position) -> int:
    """The last turn of the scenario, counted from 1."""
    turns: int = set_up("introductory" if is_introductory(position) else "campaign")["turns"]
    return turns


@ends_turn
@rule("14/3", "17/4", "17/5")
def end_of_the_game(play: Play) -> None:
    """After the last turn the South has won; in the introductory scenario who eliminated more CP."""
    position = play.position
    if position.turn < last_turn(position):
        return
    if is_introductory(position):
        _end_by(play, dict(position.eliminated), "eliminated", "CP", "17/4")
    elif position.plays("victory_points_decide_at_end"):
        end_on_points(play)
    else:
        reason = f"the North does not hold all five cities after turn {position.turn}"
        end_game(play, SOUTH, reason, "14/3")


def _end_by(play: Play, score: dict[str, int], verb: str, what: str, clause: str) -> None:
    north, south = (score[side] for side in SIDES)
    winner = None if north == south else NORTH if north > south else SOUTH
    end_game(play, winner, f"the North has {verb} {north} {what}, the South {south}", clause)


@rule("14/4")
def end_on_points(play: Play) -> None:
    """A game that stops before its end: the side with more victory points has won; equal is a draw."""
    points = {side: victory_points(play.position, side) for side in SIDES}
    _end_by(play, points, "scored", "victory points", "14/4")


@rule("14/5", "14/6")
def victory_points(position: Position, side: str) -> int:
    """A side's victory points as they are: battles on historical sites, and the enemy cities that it holds.

    A city counts its value, a major one twice. Both sides' points are open at all times.
    """
    taken = (
        board().zones[zone]
        for zone, holder in position.holders.items()
        if holder == side and board().zones[zone].owner == ENEMY[side]
    )
    return position.points[side] + sum(zone.value * CAPTURED[zone.major] for zone in taken)


OPTIONS = {
    "victory_points_decide_at_end": Option(
        "14/3", "After turn 26 the side with more victory points has won.", ("no", "yes")
    ),
}

"""Victory: who holds which cities at the end of a month, and the end of the war (scenarios/5, /6).

For victory a city is held by a brigade in it. Home cities that are empty count for their owner, so that they
count for nobody's victory here.
"""

from dataclasses import dataclass

from ironclad.domain.games.eagle_variant.board.charts import LAST_TURN
from ironclad.domain.games.eagle_variant.board.map_files import Space
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.registry import Play, step
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import brigades_in
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option
from ironclad.domain.kernel.turn.ending import end_game
from ironclad.domain.kernel.turn.sequence import Step

OPTIONS = {
    "victory_after_each_players_movement": Option(
        "scenarios/5", "Victory is checked after each player's movement, too.", ("no", "yes")
    ),
    "seceded_cities_not_needed": Option(
        "historical-scenario/7",
        "The USA need not occupy cities of states that have left the CSA.",
        ("no", "yes"),
    ),
    "allies_do_not_count_for_victory": Option(
        "war-with-europe/23",
        "Cities that British or French brigades alone hold count neither for the CSA's victory nor in the"
        " election.",
        ("no", "yes"),
    ),
    "balanced_without_end": Option(
        "balanced-scenario/9", "The balanced scenario has no last turn.", ("no", "yes")
    ),
}
CITIES_FOR_CSA, CITIES_FOR_EITHER = 6, 8
CITIES_OF_USA = {"c_Washington_DC": 2, "c_St_Louis": 1}
"""The border cities that count as cities of the USA, and as how many in the historical scenario."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A side that has won, None for a draw; in words, and the clause."""

    winner: str | None
    reason: str
    rule: str


def check_victory(play: Play) -> None:
    """The check after the captures of a player's movement: only by the other reading of scenarios/5.

    The check of the month is a step of the turn, after the USA's movement.
    """
    if play.position.plays("victory_after_each_players_movement"):
        _decide(play, verdict(play.position))


@step("month_end")
@rule("scenarios/5", "historical-scenario/9", "balanced-scenario/9")
def end_month(play: Play, entered: Step) -> None:
    """The check at the end of a month; December 1865 is the last one."""
    _decide(play, verdict(play.position))
    if play.position.ended is None and play.position.turn >= LAST_TURN:
        _decide(play, last_verdict(play.position))


@rule("turn-order/5")
def _decide(play: Play, found: Verdict | None) -> None:
    if found is not None and play.position.ended is None:
        end_game(play, found.winner, found.reason, found.rule)


def verdict(position: Position) -> Verdict | None:
    """Who has won by the cities held now, if anybody has."""
    return _balanced(position) if position.table == "balanced" else _historical(position)


def last_verdict(position: Position) -> Verdict | None:
    """How the war ends when December 1865 is over."""
    if position.table != "balanced":
        return Verdict(CSA, "the USA has not won by the end of 1865", "historical-scenario/9")
    if position.plays("balanced_without_end"):
        return None
    return Verdict(None, "nobody has won by the end of 1865", "balanced-scenario/9")


@rule("scenarios/6", "war-with-europe/23")
def holds(position: Position, city: str, side: str) -> bool:
    """Whether a side has a brigade of its own or its allies in a city."""
    own_only = side == CSA and position.plays("allies_do_not_count_for_victory")
    return any(
        unit.side == side and (unit.nation == CSA or not own_only) for unit in brigades_in(position, city)
    )


@rule("historical-scenario/6", "historical-scenario/7")
def usa_has_all(position: Position) -> bool:
    """Whether USA brigades are in every border city and every home city of the CSA."""
    excused = position.seceded if position.plays("seceded_cities_not_needed") else ()
    needed = (each for each in position.board.cities if each.side in ("border", CSA))
    return all(holds(position, each.id, USA) for each in needed if each.state not in excused)


@rule("historical-scenario/8")
def csa_count(position: Position) -> int:
    """How many USA cities the CSA side holds; Washington D.C. counts as two of them."""
    held = (each for each in position.board.cities if holds(position, each.id, CSA))
    return sum(1 if each.side == USA else CITIES_OF_USA.get(each.id, 0) for each in held)


@rule("historical-scenario/10")
def _historical(position: Position) -> Verdict | None:
    """The USA's victory is asked first: where both conditions are met it has won."""
    if usa_has_all(position):
        return Verdict(USA, "USA brigades are in every border and CSA city", "historical-scenario/6")
    if (held := csa_count(position)) >= CITIES_FOR_CSA:
        return Verdict(CSA, f"the CSA holds {held} USA cities", "historical-scenario/8")
    return None


@rule("balanced-scenario/7", "balanced-scenario/8")
def _balanced(position: Position) -> Verdict | None:
    held = {
        side: sum(
            _is_city_of(each, enemy) and holds(position, each.id, side) for each in position.board.cities
        )
        for side, enemy in ((USA, CSA), (CSA, USA))
    }
    most = max(held.values())
    if most < CITIES_FOR_EITHER:
        return None
    if held[USA] == held[CSA]:
        return Verdict(None, f"each side holds {most} enemy cities", "balanced-scenario/8")
    winner = USA if held[USA] > held[CSA] else CSA
    clause = "balanced-scenario/7" if min(held.values()) < CITIES_FOR_EITHER else "balanced-scenario/8"
    return Verdict(winner, f"the {winner.upper()} holds {most} enemy cities", clause)


def _is_city_of(city: Space, side: str) -> bool:
    return city.side == side or (side == USA and city.id in CITIES_OF_USA)

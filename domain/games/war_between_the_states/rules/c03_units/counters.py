"""Counters of each strength (3.26), by the option that holds to them."""

from collections.abc import Collection

from ironclad.domain.games.war_between_the_states.board.charts import counter_strengths
from ironclad.domain.games.war_between_the_states.position.pieces import Unit, piece_of
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine.citations import require, rule


@rule("3.26/2")
def require_counters(position: Position, made: Collection[Unit], without: Collection[str]) -> None:
    """Refuse units, in place of those `without` which it is then, that more have the strength of than may.

    Losses are not refused: a unit that took them may have a strength of which no counter was left.
    """
    if not position.plays("strict_counter_strengths"):
        return
    others = [unit for id, unit in position.units.items() if id not in without]
    for unit in made:
        key = piece_of(unit), unit.strength, unit.side
        if key in counter_strengths():
            count = sum((piece_of(each), each.strength, each.side) == key for each in (*others, *made))
            most = counter_strengths()[key]
            require(count <= most, "3.26/2", f"{most} counters of {key[0]} have {unit.strength} SP")

"""By what an order may lose its side the game at once: said before it is given."""

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.names import place
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, strength
from ironclad.domain.games.american_civil_war.readers.opponent import assessment
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c05_movement.movement import EndMovement
from ironclad.domain.games.american_civil_war.rules.c14_economy.economy import (
    ST_LOUIS,
    ST_LOUIS_VALUE,
    economy_now,
    not_for_victory,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Note

_NEAR = 7  # hexes from which the enemy is taken to come within a turn


@rule("3.3/3", "15.6/3")
def warns(before: Position, after: Position, due: Due, command: Command) -> tuple[Note, ...]:
    """That St. Louis is left open to an enemy who would win by it at this turn's victory check."""
    if due.seat != UNION or due.kind != "movement" or controller(before, ST_LOUIS) != UNION:
        return ()
    had, keeps = (strength(each.groups(UNION, ST_LOUIS), ASP) for each in (before, after))
    if keeps >= had and not isinstance(command, EndMovement):
        return ()
    threat = assessment.nearby(after, CONFEDERATE, ST_LOUIS, _NEAR)
    if not threat or assessment.defence(after, UNION, ST_LOUIS) > threat:
        return ()
    size, level = _size_without(before), TURNS[before.turn].victory
    if size < level:
        return ()
    left = f"{keeps} ASP in {place(ST_LOUIS)}, and {threat} Confederate ASP are near enough to take it"
    wins = "which wins the game" if size > level else "and one point of political status more wins the game"
    lost = f"the Confederate economy is then {size} against {level} at this turn's check, {wins}"
    return (Note(f"It leaves {left}: {lost}.", "3.3/3"),)


def _size_without(position: Position) -> int:
    """What the Confederate test of victory would count if St. Louis fell now, and nothing else changed."""
    count = economy_now(position)
    return count.economy - not_for_victory(position, count) + ST_LOUIS_VALUE - position.political_status

"""Forts and fortresses as numbers: capacity, the strength of a garrison, bombardment (13.1, 13.2, 13.36)."""

from ironclad.domain.games.war_between_the_states.board.charts import bombardment_chart
from ironclad.domain.games.war_between_the_states.board.features import UNION
from ironclad.domain.games.war_between_the_states.position.pieces import CAPACITY
from ironclad.domain.kernel.engine.citations import rule

MULTIPLIER = {"fort": 2, "fortress": 3}
REDUCED = {"fortress": "fort", "fort": ""}


@rule("13.11/1", "13.21/1", "13.22/1", "13.33/1", "13.33/2")
def garrison_strength(grade: str, strength: int) -> int:
    """The defence of SP inside a work, or under one that is gone (""): doubled or tripled up to its capacity.

    What is beyond the capacity, besieged since before the work was reduced, counts once.
    """
    sheltered = min(strength, CAPACITY.get(grade, 0))
    return sheltered * MULTIPLIER.get(grade, 1) + strength - sheltered


@rule("13.36/1", "13.34/1")
def bombarded(grade: str, die: int, side: str, earlier_trains: int) -> str:
    """The grade of a work ("fort", "fortress", "" for none) after a siege train has fired at it.

    `earlier_trains`: those of that side that have fired at it in the same phase; each further one of the
    Union has +1.
    """
    changed = min(die + (side == UNION and earlier_trains > 0), 6)
    return REDUCED[grade] if bombardment_chart()[grade, changed] == "reduce" else grade

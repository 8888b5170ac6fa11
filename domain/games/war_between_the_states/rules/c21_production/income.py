"""Supply and personnel of the campaign's production (R.7, R.9), as arithmetic without a position."""

from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.board.charts import production_costs
from ironclad.domain.games.war_between_the_states.board.scenario_files import schedule
from ironclad.domain.kernel.engine.citations import rule

RAILROAD_CUT = 5
CAPITAL_CUT_OFF = 20
BLOCKADE_RUNNERS = Cycle(63, 1)
"""From this cycle on something comes through the blockade."""
_IMPORTS = (2, 2, 3, 3, 4, 4)


@rule("R.7/1", "R.2/11")
def union_income(cycle: Cycle, *, railroad_cut: bool, capital_cut_off: bool) -> int:
    """The Union's supply points of a cycle.

    `railroad_cut`: a hex of the Baltimore & Ohio between Baltimore and Wheeling is cut or Confederate;
    `capital_cut_off`: Washington has no rail chain to another department of the Union.
    """
    lost = RAILROAD_CUT * railroad_cut + CAPITAL_CUT_OFF * capital_cut_off
    return schedule()[cycle].union_income - lost


@rule("R.7/2", "R.7/3")
def confederate_income(cycle: Cycle, major_cities: int, towns: int) -> int:
    """The Confederate's supply points of a cycle, without imports, from so many places that count."""
    return schedule()[cycle].major_city * major_cities + schedule()[cycle].town * towns


@rule("R.9/2", "R.9/4")
def imported(cycle: Cycle, die: int, *, closed: bool, emancipation: bool) -> int:
    """What a seaport imports by its die: 2 to 4; a blockaded one 1 on a 6 from 1/63. Emancipation takes 1."""
    points = int(die == 6 and cycle >= BLOCKADE_RUNNERS) if closed else _IMPORTS[die - 1]
    return max(points - emancipation, 0)


class Cost(NamedTuple):
    """What an order takes: supply points and personnel points."""

    supply: int
    personnel: int


RAISED = frozenset({"augment_infantry", "militia", "garrison", "cavalry"})
"""What is paid by the strength point and takes a personnel point each; conversion takes none."""


@rule("R.7/8", "R.7/9", "R.7/10")
def cost(side: str, what: str, number: int = 1) -> Cost | None:
    """The cost of so many SP or pieces, None for what a side does not build."""
    price = production_costs().get((what, side))
    return None if price is None else Cost(price * number, number if what in RAISED else 0)

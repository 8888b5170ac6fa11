"""Standing answers (6.4/7, 6.4/24, 7.6/4, 7.9/9). They are set within other orders, so that nobody sees a
change.
"""


from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Standing
from ironclad.domain.kernel.engine.citations import require, rule

MOST_STRUCK = 80  # entries; HQs and spots together


@rule("6.4/24")
def check_standing(position: Position, side: str, standing: Standing | None) -> None:
    """Standing answers name HQs of their own side, and reconnaissance is a number of CP. Raises Refused."""
    if standing is None:
        return
    counters = headquarters()
    for name, of in (("reconnaissance", standing.reconnaissance), ("refusal", standing.refusal)):
        for hq in of:
            own = hq in counters and counters[hq].side == side
            require(own, "6.4/24", f"{name}: you have no HQ {hq!r}")
    declared = standing.reconnaissance.values()
    require(all(0 <= each <= 20 for each in declared), "6.4/7", "an HQ declares 0 to 20 cavalry CP")
    struck = standing.struck
    known = all(
        each in board().spots or (each in counters and counters[each].side == side) for each in struck
    )
    require(known, "7.6/4", "hits strike HQs of yours, or leaderless units by their spot")
    require(len(struck) <= MOST_STRUCK, "7.6/4", f"at most {MOST_STRUCK} can be named")


def set_standing(position: Position, side: str, standing: Standing | None) -> None:
    """A side's standing answers from now on, for evolvers; None leaves them as they are."""
    if standing is not None:
        position.standing[side] = standing

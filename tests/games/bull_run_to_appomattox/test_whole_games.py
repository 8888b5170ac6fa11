"""Random games of From Bull Run to Appomattox from their first command to their outcome."""

from collections import Counter

import pytest

from ironclad.domain.games.bull_run_to_appomattox.board.charts import TYPES, counter_mix
from ironclad.domain.games.bull_run_to_appomattox.position.document import problems
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Waiting
from tests.games.bull_run_to_appomattox.playing import walk

MOST_COMMANDS = 6000


@pytest.mark.parametrize("seed", range(3))
def test_the_introductory_scenario_ends_after_two_turns(seed: int) -> None:
    """17/2, 17/4: without money or recruits; the side that eliminated more CP has won."""
    last = Position()
    for step in walk(seed, MOST_COMMANDS, "introductory"):
        last = step.after
        assert not any(last.revenue.values())
        assert not last.waiting
    assert last.ended is not None
    assert (last.turn, last.ended.rule) == (2, "17/4")
    north, south = (last.eliminated[side] for side in SIDES)
    assert last.ended.winner == (None if north == south else "north" if north > south else "south")


def owned(position: Position, side: str) -> Counter[str]:
    """Everything that a side has in play or waiting, by unit."""
    waiting = position.waiting.get(side, Waiting())
    land = [position.units_of(hq) for hq in position.hqs_of(side)]
    land += [*position.leaderless[side].values(), waiting.units]
    found = Counter({unit: sum(getattr(units, unit) for units in land) for unit in TYPES})
    found.update(fleet.kind for fleet in position.fleets.values() if fleet.side == side)
    found.update(waiting.fleets)
    found["raider"] = (side in position.raiders) + bool(waiting.raider)
    return found


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3))
def test_a_campaign_ends_with_every_counter_accounted_for(seed: int) -> None:
    """14/1 to 14/3, 10/5: at most 26 turns; nobody ever has more than the counter mix, or owes money."""
    last = Position()
    for step in walk(seed, MOST_COMMANDS):
        last = step.after
        assert list(problems(last)) == []
        assert min(last.revenue.values()) >= 0
        for side in SIDES if step.number > 1 else ():
            mix = counter_mix()[side]
            assert all(count <= mix[unit] for unit, count in owned(last, side).items())
    assert last.ended is not None
    assert last.ended.rule in ("14/1", "14/2", "14/3")
    assert last.turn <= 26

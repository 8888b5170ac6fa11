"""The counter mix (10/5 to 10/7): what a side's pieces leave of it. Only the side may know (6.4/22)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.charts import FLEET_KINDS, TYPES, counter_mix
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units, Waiting
from ironclad.domain.kernel.engine.citations import rule


@rule("10/5", "10/6", "11/1", "6.4/22")
def left_in_pool(position: Position, side: str) -> dict[str, int]:
    """What a side's counter mix has left, by unit, after its pieces in play and those that wait.

    What is lost is back in the pool, as it is counted no longer.
    """
    used = dict.fromkeys(counter_mix()[side], 0)
    land = NONE
    for units in _land_units(position, side):
        land = land.plus(units)
    for each in TYPES:
        used[each] = getattr(land, each)
    waiting = position.waiting.get(side, Waiting())
    for fleet in position.fleets.values():
        if fleet.side == side:
            used[fleet.kind] += 1
    for kind in FLEET_KINDS:
        used[kind] += waiting.fleets.get(kind, 0)
    used["raider"] = int(side in position.raiders) + int(waiting.raider > 0)
    return {unit: max(0, count - used[unit]) for unit, count in counter_mix()[side].items()}


def _land_units(position: Position, side: str) -> Iterator[Units]:
    yield from (position.units_of(hq) for hq in position.hqs_of(side))
    yield from position.leaderless[side].values()
    yield position.waiting.get(side, Waiting()).units

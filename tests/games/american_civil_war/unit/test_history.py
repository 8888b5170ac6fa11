"""What a turn cost is what left the table, event by event, through whole random games."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from ironclad.domain.games import ruleset
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.position.units import KINDS, MSP
from ironclad.domain.games.american_civil_war.readers.history import FORTS, HISTORY, LEADERS, LOSSES, VESSELS
from ironclad.domain.games.american_civil_war.rules.c03_sequence.turn_end import TurnEnded
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.reckoning import in_play
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.playout import rebuild
from tests.games.american_civil_war.kept import KEPT
from tests.played import played_steps

ACW = ruleset("american_civil_war")
Counts = dict[tuple[str, str], int]


def on_the_table(position: Position) -> Counts:
    found: Counts = {(side, kind): in_play(position, side, kind) for side in SIDES for kind in KINDS}
    for side in SIDES:
        found[side, FORTS] = sum(fort.side == side for fort in position.forts.values())
        found[side, VESSELS] = sum(vessel.side == side for vessel in position.vessels.values())
        mine = [leader for leader in position.leaders.values() if leader.side == side]
        found[side, LEADERS] = sum(bool(leader.hex or leader.returns) for leader in mine)
    return found


def lost_by(event: Event) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for side, what, count in LOSSES.get(type(event), lambda _: iter(()))(event):
        found[side, what] += count
    return found


@cache
def events(seed: int) -> list[Event]:
    return [event for step in played_steps(ACW.name, seed) for event in step.events]


@pytest.mark.parametrize("seed", [1, 5])
def test_every_loss_is_counted_and_nothing_else(seed: int) -> None:
    position = ACW.rules.initial(ACW.rules.begin("campaign", {}, None))
    before = on_the_table(position)
    for event in events(seed):
        position = decider.evolve(ACW, position, event)
        after = on_the_table(position)
        gone = Counter({key: before[key] - after[key] for key in before if after[key] < before[key]})
        if isinstance(event, TurnEnded):  # militia goes home
            gone = Counter({key: count for key, count in gone.items() if key[1] != MSP})
        assert gone == +lost_by(event), event
        before = after


@pytest.mark.parametrize("name", KEPT.index())
def test_a_golden_games_turns(name: str) -> None:
    """Each turn's row stands as the position does; what the rows lost adds up to what the events did."""
    log = KEPT.log(name)
    ends = [i for i, (topic, _) in enumerate(log) if topic.split(".")[1] == HISTORY.end]
    lost: Counter[tuple[str, str]] = Counter()
    summed: Counter[tuple[str, str]] = Counter()
    after = 0
    for number, end in enumerate([*ends, len(log)], 1):
        if end == after:
            continue
        told = [ACW.storage.events.decode(*each) for each in log[max(after, 1) : end]]
        position = rebuild(ACW, log[:end])
        row: dict[str, Any] = HISTORY.row(position, told)
        assert row["turn"] == number
        assert row["economy"] - row["political_status"] == row["size"]
        for side in SIDES:
            assert row["strength"][side] == {kind: in_play(position, side, kind) for kind in KINDS}
        for event in told:
            lost += lost_by(event)
        for side, kinds in row["lost"].items():
            assert all(kinds.values()), "nothing lost is not told"
            summed.update({(side, what): count for what, count in kinds.items()})
        after = end
    assert summed == lost

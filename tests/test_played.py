"""A shared game is the game that play gives: the same commands, events and positions, step by step."""

from itertools import islice

import pytest

from ironclad.domain.kernel.engine.playout import same_position, steps, stored
from tests.played import played_steps, record, ruleset_named

STEPS = 150


@pytest.mark.parametrize("name", ["american_civil_war", "tug"])
def test_a_record_says_what_play_does(name: str) -> None:
    ruleset = ruleset_named(name)
    begun = ruleset.rules.begin(next(iter(ruleset.identity.scenarios)), {}, None)
    told = list(played_steps(name, 1, STEPS))
    assert len(told) == min(STEPS, len(record(name, 1)))
    for read, played in zip(told, islice(steps(ruleset, 1, begun), STEPS), strict=True):
        assert (read.number, read.seat, read.command) == (played.number, played.seat, played.command)
        assert stored(ruleset, read.events) == stored(ruleset, played.events)
        assert same_position(ruleset, read.before, played.before)
        assert same_position(ruleset, read.after, played.after)

"""A command and the sweeps of three clerks at once, each of a referee of its own: the deadline decides.

A command that had arrived by the deadline is taken, also where a clerk that looked later came first.
IRONCLAD_TEST_CLOCK_RACES says how many races there are on each store, the hammer's seed which they are.
"""

import os
import threading
from collections import Counter
from contextlib import ExitStack, suppress
from random import Random
from typing import Any

import pytest

from ironclad.eventlog.errors import GameOver
from tests.clocks.playing import Table, table
from tests.hammer.summaries import SEED, summarize

pytestmark = pytest.mark.full

RACES = int(os.environ.get("IRONCLAD_TEST_CLOCK_RACES", "40"))
MINUTE = 60_000
DEADLINE = 10 * MINUTE
CLERK_LOOKS = DEADLINE + 600  # half a second after the deadline, and a little


def test_of_a_command_and_clerks_at_once_the_deadline_decides(url: str) -> None:
    random, seen = Random(SEED), Counter[str]()
    with ExitStack() as stack:
        player, *clerks = (stack.enter_context(table(url, beside=True, ids=None)) for _ in range(4))
        for race in range(RACES):
            late = random.choice([-1, 0, 1, 600])
            seen[_raced(player, clerks, late, race)] += 1
    assert seen["lost"]
    assert seen["taken"] + seen["lifted"]
    summarize(f"{RACES} races over {url.partition(':')[0]}: {dict(seen)}")


def _raced(player: Table, clerks: list[Table], late: int, race: int) -> str:
    """One race, of which the seat's command comes so many milliseconds after its deadline; how it ended."""
    player.clock.to("0s")
    player.open("10m")
    order = player.order()
    player.clock.to(f"{DEADLINE + late}ms")
    for clerk in clerks:
        clerk.game = player.game
        clerk.clock.to(f"{CLERK_LOOKS}ms")
    go = threading.Barrier(1 + len(clerks))

    def command() -> None:
        go.wait()
        with suppress(GameOver):
            player.give(*order)

    def sweep(clerk: Table) -> None:
        go.wait()
        clerk.referee.clerk.sweep()

    threads = [threading.Thread(target=command)]
    threads += [threading.Thread(target=sweep, args=(clerk,)) for clerk in clerks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return _outcome(player, late, race)


def _outcome(player: Table, late: int, race: int) -> str:
    flags, lifted = player.events("flagged"), player.events("flag_forgiven")
    ended: list[dict[str, Any]] = player.events("game_ended")
    told = (race, late, flags, lifted, ended)
    assert len(flags) <= 1, told
    if late > 0:
        assert len(flags) == len(ended) == 1, told
        assert not lifted, told
        return "lost"
    assert len(lifted) == len(flags), told
    assert len(player.events("clock_pressed")) >= 2, told
    return "lifted" if lifted else "taken"

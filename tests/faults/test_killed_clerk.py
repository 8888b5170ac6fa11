"""kill -9 of the clerk while it records flags: nothing is lost, nothing comes twice.

A sample; `python -m tests.hammer clerk-killed` kills it 200 times.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from secrets import token_hex

import pytest

from tests.clocks.playing import Table, table
from tests.log.test_faults import whole

pytestmark = pytest.mark.full
KILLS = int(os.environ.get("IRONCLAD_TEST_CLERK_KILLS", "4"))
GAMES = 6
"""Games whose flags have fallen when the clerk begins."""
AN_HOUR_LATER = """
import secrets
import sys
from datetime import timedelta
from tests.clocks.playing import START, Clock, table
clock = Clock()
clock.now = START + timedelta(hours=1)
with table(sys.argv[1], clock=clock, beside=True, ids=lambda: secrets.token_hex(16)) as made:
    print("ready", flush=True)
    made.referee.clerk.run()
"""


def fresh() -> str:
    return token_hex(16)


def killed(url: str, seconds: float) -> None:
    """Start a clerk, and kill it so long after it has begun to look."""
    with subprocess.Popen(
        [sys.executable, "-c", AN_HOUR_LATER, url], stdout=subprocess.PIPE, text=True, cwd=os.getcwd()
    ) as clerk:
        assert clerk.stdout is not None
        assert clerk.stdout.readline() == "ready\n"
        time.sleep(seconds)
        clerk.send_signal(signal.SIGKILL)
    assert clerk.returncode == -signal.SIGKILL


def test_a_clerk_that_is_killed_again_and_again_loses_and_repeats_nothing(tmp_path: Path) -> None:
    url, random, games = f"sqlite:///{tmp_path / 'log.db'}", Random(20261128), list[str]()
    halfway = 0
    for _ in range(KILLS):
        with table(url, ids=fresh) as made:
            games += [made.open("10m").game for _ in range(GAMES)]
        killed(url, random.uniform(0, 0.08))
        with table(url, ids=fresh) as made:
            found = flags(made, games[-GAMES:])
            assert set(found.values()) <= {1}
            halfway += 0 < len(found) < GAMES
    with table(url, ids=fresh) as made:
        made.clock.to("1h")
        made.referee.clerk.sweep()
        made.referee.clerk.sweep()
        assert flags(made, games) == dict.fromkeys(games, 1)
        whole(made.referee)
        for game in (games[0], games[-1]):
            made.game = game
            assert made.events("flagged")[0]["deadline"] == made.at("10m")
            assert made.verdict(tmp_path).ok
    print(
        f"{KILLS} kills, {halfway} with some flags recorded and some not; {len(games)} games, one flag each"
    )


def flags(made: Table, games: list[str]) -> Counter[str]:
    """How many flags each game has; those of a game that has none are left out. Each ended once."""
    found = Counter[str]()
    for made.game in games:
        flagged, ended = made.events("flagged"), made.events("game_ended")
        assert len(flagged) == len(ended)
        if flagged:
            found[made.game] = len(flagged)
    return found

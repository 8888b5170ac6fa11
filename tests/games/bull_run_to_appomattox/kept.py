"""The golden games of From Bull Run to Appomattox and its small positions."""

from functools import partial
from pathlib import Path

from ironclad.domain import games
from ironclad.domain.games.bull_run_to_appomattox.board.charts import data_digests
from ironclad.domain.kernel.engine.codec import Event
from tests.games.bull_run_to_appomattox.spelled import spelled_out
from tests.games.keeping import Kept, random_game

NAME = "bull_run_to_appomattox"


def random(seed: int, scenario: str, version: str) -> list[Event]:
    return random_game(games.ruleset(NAME), version, seed, scenario)


KEPT = Kept(
    name=NAME,
    games={
        "random-2": partial(random, 2, "campaign"),
        "random-5": partial(random, 5, "campaign"),
        "introductory-1": partial(random, 1, "introductory"),
    },
    positions=Path(__file__).parent / "positions.yaml",
    counters={"spelled": spelled_out},
    data_digests=data_digests,
)

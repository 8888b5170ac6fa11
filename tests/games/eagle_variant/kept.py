"""The golden games of the Eagle variant and its small positions."""

from functools import partial
from pathlib import Path

from ironclad.domain import games
from ironclad.domain.games.eagle_variant.board.charts import data_digests
from ironclad.domain.kernel.engine.codec import Event
from tests.games.eagle_variant.spelled import spelled_out
from tests.games.keeping import Kept, random_game

NAME = "eagle_variant"


def random(seed: int, scenario: str, version: str) -> list[Event]:
    return random_game(games.ruleset(NAME), version, seed, scenario)


KEPT = Kept(
    name=NAME,
    games={
        "random-1": partial(random, 1, "historical"),
        "balanced-1": partial(random, 1, "balanced"),
    },
    positions=Path(__file__).parent / "positions.yaml",
    counters={"spelled": spelled_out},
    data_digests=data_digests,
)

"""The golden games of War Between the States and its small positions."""

from functools import partial
from pathlib import Path

from ironclad.domain import games
from ironclad.domain.games.war_between_the_states.board.charts import data_digests
from ironclad.domain.kernel.engine.codec import Event
from tests.games.keeping import Kept, random_game
from tests.games.war_between_the_states.spelled import spelled_out

NAME = "war_between_the_states"


def random(seed: int, scenario: str, version: str) -> list[Event]:
    return random_game(games.ruleset(NAME), version, seed, scenario)


KEPT = Kept(
    name=NAME,
    games={
        "manassas-1": partial(random, 1, "manassas_1861"),
        "manassas-2": partial(random, 2, "manassas_1861"),
        "forts-1": partial(random, 1, "forts_1862"),
    },
    positions=Path(__file__).parent / "positions.yaml",
    counters={"spelled": spelled_out},
    data_digests=data_digests,
)

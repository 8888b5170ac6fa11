"""The initiative chit pool (5.1): what is in the cup, what a die draws, and who is the first player."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle, cycle_named
from ironclad.domain.games.war_between_the_states.board.features import CONFEDERATE, UNION
from ironclad.domain.games.war_between_the_states.board.map_files import DATA
from ironclad.domain.kernel.board.tables import ChartError, load_csv
from ironclad.domain.kernel.engine.citations import rule


class Pool(NamedTuple):
    """The chits of some cycles in rising order, and the one that the Confederate may take (5.13/2)."""

    first: Cycle
    last: Cycle
    chits: tuple[int, ...]
    confederate_pick: int


@cache
def _pools() -> tuple[Pool, ...]:
    found: list[Pool] = []
    for row in load_csv(DATA / "initiative_pool.csv", ["from"], numbers=["confederate_pick"]):
        chits = tuple(int(chit) for chit in row["chits"].split())
        pool = Pool(cycle_named(row["from"]), cycle_named(row["to"]), chits, int(row["confederate_pick"]))
        if found and pool.first != found[-1].last.later(1):
            raise ChartError(f"initiative_pool.csv: {pool.first} does not follow {found[-1].last}")
        if chits != tuple(sorted(set(chits))) or pool.confederate_pick not in chits:
            raise ChartError(f"initiative_pool.csv: the chits of {pool.first} are not in rising order")
        found.append(pool)
    return tuple(found)


@rule("5.11/1", "5.13/1", "4.3/1", "5.12/1")
def pool_of(cycle: Cycle) -> Pool:
    """The pool of a cycle; it depends on nothing else, and all its chits are in it at each draw."""
    return next(pool for pool in _pools() if pool.first <= cycle <= pool.last)


@rule("5.1/3")
def first_player(chits: Mapping[str, int]) -> str:
    """The side with the higher chit; no two are equal."""
    return UNION if chits[UNION] > chits[CONFEDERATE] else CONFEDERATE

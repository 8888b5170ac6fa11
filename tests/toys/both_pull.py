"""Tug of war in which both seats pull at once: each answers before either answer is carried out.

Clauses: 2 pulls, as in the toy that this is made of; 6 nobody pulls 3 while the knot is 2 or more from the
middle.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command, Registry
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests import toy
from tests.toy import HANDLERS, SEATS, TUG, Pull, RopePulled, ShoutChanged, Tug, TurnEnded, changed

NAME = "both_pull"
BOTH: Handlers[Tug] = Handlers()
for table in ("checks", "carriers", "answers", "evolvers", "offers", "samplers"):
    getattr(BOTH, table).update(getattr(HANDLERS, table))


@BOTH.check(Pull, "pull")
def check_pull(position: Tug, due: Due, command: Pull) -> None:
    toy.check_pull(position, due, command)
    require(command.effort < 3 or abs(position.knot) < 2, "6", "the knot is too far from the middle")


@BOTH.offer("pull")
def offer_pulls(position: Tug, due: Due) -> Iterator[Command]:
    yield from (Pull(effort=effort) for effort in ((1, 2, 3) if abs(position.knot) < 2 else (1, 2)))


@BOTH.sample("pull")
def sample_pull(position: Tug, due: Due, random: Random) -> Command:
    """Also the computer player's choice."""
    return random.choice(list(offer_pulls(position, due)))


def due(position: Tug) -> tuple[Due, ...]:
    """Both seats at first; then the one that has not pulled in this turn."""
    if toy.outcome(position) is not None:
        return ()
    seats = SEATS if position.pulls % 2 == 0 else (position.puller,)
    about = {"knot": position.knot}
    return tuple(Due(f"{position.turn}.{seat}", seat, "pull", "2", about) for seat in seats)


def begin(
    scenario: str, options: Mapping[str, str], position: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    return msgspec.structs.replace(toy.begin(scenario, options, position, version), ruleset=NAME)


BOTH_PULL: Ruleset[Tug] = changed(
    TUG,
    name=NAME,
    title="Tug of War with Both at Once",
    events=Registry(NAME, (GameBegun, RopePulled, TurnEnded, ShoutChanged)),
    handlers=BOTH,
    begin=begin,
    due=due,
    together=frozenset({"pull"}),
    opponent=sample_pull,
)

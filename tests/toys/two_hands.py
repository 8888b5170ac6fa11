"""Tug of war with two hands: a seat has two open decisions of one kind, and the answer to one differs.

Each turn the puller is asked for its left and for its right hand, and pulls with one of them. The left hand
pulls 1 to 3 (as in the toy that this is made of), the right hand 1 alone, and holds on every die.
Clauses: 2 pulls, 6 the right hand; the others are those of tests/toy.py.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command, Registry
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, GameBegun
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests import toy
from tests.toy import HANDLERS, TUG, Pull, RopePulled, ShoutChanged, Tug, TurnEnded, changed

NAME = "two_hands"
HANDS = ("left", "right")
TWO: Handlers[Tug] = Handlers()
for table in ("checks", "carriers", "answers", "evolvers", "offers", "samplers"):
    getattr(TWO, table).update(getattr(HANDLERS, table))


def efforts(due: Due) -> tuple[int, ...]:
    return (1, 2, 3) if due.about["hand"] == "left" else (1,)


@TWO.check(Pull, "pull")
def check_pull(position: Tug, due: Due, command: Pull) -> None:
    toy.check_pull(position, due, command)
    require(command.effort in efforts(due), "6", "the right hand pulls 1")


@TWO.carry_out(Pull)
def carry_out_pull(resolution: Resolution[Tug], due: Due, command: Pull) -> None:
    if due.about["hand"] == "left":
        toy.carry_out_pull(resolution, due, command)
        return
    way = 1 if due.seat == "blue" else -1
    resolution.emit(RopePulled(due.seat, 1, 6, True, resolution.position.knot + way))


@TWO.offer("pull")
def offer_pulls(position: Tug, due: Due) -> Iterator[Command]:
    yield from (Pull(effort=effort) for effort in efforts(due))


@TWO.sample("pull")
def sample_pull(position: Tug, due: Due, random: Random) -> Command:
    return Pull(effort=random.choice(efforts(due)))


def due(position: Tug) -> tuple[Due, ...]:
    """Both hands of the puller at once."""
    return tuple(
        msgspec.structs.replace(each, id=f"{each.id}.{hand}", about={**each.about, "hand": hand})
        for each in toy.due(position)
        for hand in HANDS
    )


def begin(
    scenario: str, options: Mapping[str, str], position: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    return msgspec.structs.replace(toy.begin(scenario, options, position, version), ruleset=NAME)


TWO_HANDS: Ruleset[Tug] = changed(
    TUG,
    name=NAME,
    title="Tug of War with Two Hands",
    events=Registry(NAME, (GameBegun, RopePulled, TurnEnded, ShoutChanged)),
    handlers=TWO,
    begin=begin,
    due=due,
    question=lambda due: "How hard?",
    opponent=sample_pull,
    reach=None,
)

"""What every game must do (`ironclad.conformance`), asked of the rulesets of this build and of the toy."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest

from ironclad.conformance import PROPERTIES, Property, Subject, subject_named
from ironclad.domain import games
from tests.played import played_steps, ruleset_named
from tests.toy import TUG

SEEDS = (1, 2, 3)
NAMES = (*games.names(), TUG.name, "sealed_fields", "two_hands", "two_ferries")


@cache
def subject(name: str) -> Subject:
    """The toys have no book. The steps of each game are those of the record that all tests share."""
    found = subject_named(name) if name in games.names() else Subject(ruleset_named(name))
    found.given_steps = partial(played_steps, name)
    return found


def asked() -> Iterator[tuple[Property, str, int]]:
    for each in PROPERTIES:
        if each.name in ELSEWHERE:
            continue
        for name in NAMES:
            if not each.book or subject(name).book is not None:
                yield from ((each, name, seed) for seed in (SEEDS if each.every_seed else SEEDS[:1]))


LONG = (
    "play continues from every case and every event comes up",
    "what is remembered changes no answer",
)
"""The properties that take the longest, for games with a book in the full tier, as are all seeds but one."""
ELSEWHERE = ("every case holds",)
"""`tests/test_cases.py` has each case as a test of its own."""


def parameters() -> Iterator[Any]:
    for each, name, seed in asked():
        long = each.name in LONG or seed != SEEDS[0]
        marks = [pytest.mark.full] if long and subject(name).book is not None else []
        yield pytest.param(each, name, seed, id=f"{each.name}, {name}, {seed}", marks=marks)


@pytest.mark.parametrize(("asked", "name", "seed"), list(parameters()))
def test_it_holds(asked: Property, name: str, seed: int) -> None:
    asked.check(subject(name), seed)

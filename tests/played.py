"""Seeded games of random play, each played once in a test run and shared by its processes.

The first test that needs a game plays it and writes down who ordered what and which events came of it; all
others, in any worker of the run, read that record and evolve the positions from its events. Tests of play
itself (the same seed gives the same log, a golden log is played again) play for themselves.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain import games
from ironclad.domain.kernel.cases.expectations import document_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.playout import Step, steps, stored
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests.toy import TUG
from tests.toys.sealed_fields import SEALED_FIELDS
from tests.toys.two_ferries import TWO_FERRIES
from tests.toys.two_hands import TWO_HANDS

FOLDER = "IRONCLAD_TEST_RECORDS"
"""The variable that names the directory of the records; set by the process that starts the run."""


class Ordered(msgspec.Struct, frozen=True):
    """One command of a game, the decision that it answers, and the names and bodies of its events."""

    due: Due
    command: dict[str, Any]
    events: list[tuple[str, bytes]]


def share_records() -> None:
    """Make the directory of this run's records, unless the process that started this one has made it."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="ironclad-played-")
        atexit.register(shutil.rmtree, os.environ[FOLDER], ignore_errors=True)


def ruleset_named(name: str) -> Ruleset[Any]:
    """A ruleset of this build, or a toy."""
    toys = {each.name: each for each in (TUG, SEALED_FIELDS, TWO_HANDS, TWO_FERRIES)}
    return toys[name] if name in toys else games.ruleset(name)


@cache
def record(name: str, seed: int) -> list[Ordered]:
    """The record of a ruleset's first scenario, played at random from a seed to its end."""
    path = Path(os.environ[FOLDER]) / f"{name}-{seed}.json"
    if not path.exists():
        ruleset = ruleset_named(name)
        begun = ruleset.rules.begin(next(iter(ruleset.identity.scenarios)), {}, None)
        played = [
            Ordered(step.due, document_of(step.command), stored(ruleset, step.events))
            for step in steps(ruleset, seed, begun)
        ]
        written = path.with_suffix(f".{os.getpid()}")
        written.write_bytes(msgspec.json.encode(played))
        written.replace(path)  # whole or not at all, for another worker that looks now
    return msgspec.json.decode(path.read_bytes(), type=list[Ordered])


def played_steps(name: str, seed: int, first: int | None = None) -> Iterator[Step]:
    """The steps of a shared game, or the first so many of them, as `playout.steps` gives them.

    No step shares a position with another one, or with another call.
    """
    ruleset = ruleset_named(name)
    position = ruleset.rules.initial(ruleset.rules.begin(next(iter(ruleset.identity.scenarios)), {}, None))
    for number, ordered in enumerate(islice(record(name, seed), first), 1):
        after = position.copy()
        events = [ruleset.storage.events.decode(*each) for each in ordered.events]
        for event in events:
            after = decider.evolve(ruleset, after, event)
        command = ruleset.storage.commands.read(ordered.command)
        yield Step(number, position, ordered.due, command, events, after.copy())
        position = after

"""The command line with the toy ruleset in it, and a way to run it."""

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ironclad.api.cli import case as case_command
from ironclad.api.cli import main
from ironclad.domain import games
from ironclad.domain.kernel.engine.codec import UnknownName
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests.toy import TUG

Run = Callable[..., Result]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Ruleset[Any]:
    """Makes the toy the only ruleset of the build."""

    def ruleset(name: str) -> Ruleset[Any]:
        if name != "tug":
            raise UnknownName(f"this build has no ruleset {name!r}; it has tug")
        return TUG

    monkeypatch.setattr(games, "names", lambda: ("tug",))
    monkeypatch.setattr(games, "rulesets", lambda: {"tug": TUG})
    monkeypatch.setattr(games, "broken", list)
    monkeypatch.setattr(games, "distribution_of", lambda name: "tests")
    monkeypatch.setattr(games, "ruleset", ruleset)
    monkeypatch.setattr(case_command, "_known_clauses", lambda name: {"1", "2", "3", "4", "5"})
    return TUG


@pytest.fixture
def run() -> Run:
    """Runs `ironclad ARGUMENTS…` in process."""

    def call(*arguments: object, input: str | None = None) -> Result:
        return CliRunner().invoke(main, [str(each) for each in arguments], input=input)

    return call

"""Perft of small positions: what the ruleset lists, what a slow counter lists, what was counted before."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import Given, starting_position
from ironclad.domain.kernel.cases.matching import plain
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests.games.american_civil_war.perft.book import Book
from tests.games.american_civil_war.perft.counting import Lister, perft
from tests.games.american_civil_war.perft.spelled import spelled_out

HERE = Path(__file__).parent
RULESET: Ruleset[Any] = games.ruleset("american_civil_war")
POSITIONS = {each["perft"]: each for each in yaml.safe_load((HERE / "positions.yaml").read_text())}


def by_the_book(position: Any, seat: str) -> Iterable[Command]:
    document = msgspec.json.decode(canonical(RULESET.storage.to_document(position)))
    orders = Book(document).orders() if seat == document.get("player", "union") else ()
    return [RULESET.storage.commands.read(order) for order in orders]


def listed(position: Any, seat: str) -> Iterable[Command]:
    return decider.legal(RULESET, position, seat)


def spelled(position: Any, seat: str) -> Iterable[Command]:
    return spelled_out(RULESET, position, seat)


SLOW: dict[str, Lister] = {"book": by_the_book, "spelled": spelled}


def start(title: str, version: str = "") -> Any:
    given = msgspec.convert(plain(POSITIONS[title]["given"]), Given)
    return starting_position(msgspec.structs.replace(given, version=version), RULESET)


def count(title: str, legal: Lister = listed, version: str = "") -> dict[str, dict[str, Any]]:
    """As a version of the rules counts it, "" the newest."""
    return perft(RULESET, start(title, version), legal)


def kept() -> Mapping[str, Any]:
    """The counts of the newest version; golden/test_versions.py holds the build to those of each."""
    return RULESET.identity.published.newest.perft


def test_every_position_is_counted() -> None:
    assert len(POSITIONS) >= 10
    assert kept().keys() == POSITIONS.keys()


@pytest.mark.parametrize("title", POSITIONS)
def test_a_slow_counter_agrees(title: str) -> None:
    assert count(title, SLOW[POSITIONS[title]["counter"]]) == kept()[title]

"""A sample of the forged bundles of `python -m tests.hammer.forged`, and each difference that it found."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from ironclad.domain.kernel.engine.codec import canonical
from tests.api.running import Server
from tests.browser.conftest import launched, server
from tests.browser.modules import at_home
from tests.hammer import forged_blind, forged_proofs, forged_rows
from tests.hammer.forged import (
    WORD_OF_SERVICE,
    Count,
    Forged,
    compared,
    forge,
    holds,
    in_browser,
    in_python,
)
from tests.hammer.forged_games import Game, games_in, plain_games
from tests.proof.logs import KEY, edited, lines_of, packed
from tests.proof.test_nobodys_requests import ATTACKS, Forger

__all__ = ["server"]

SAMPLE = 60
FEW = 25


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser that is closed with this module: see `launched`."""
    yield from launched()


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    """Records that take no server to make."""
    return plain_games(tmp_path_factory.mktemp("few"))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    return games_in(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def home(chromium: Browser, server: Server) -> Iterator[Page]:
    page = chromium.new_page()
    yield at_home(page, server)
    page.close()


def test_every_honest_bundle_holds_and_a_few_forgeries_do_not(few: dict[str, Game], tmp_path: Path) -> None:
    """By the command line's verifier alone: the browser is asked in the other tier."""
    for game in few.values():
        honest = Forged(0, game.name, "honest", "", game.bundle(), str(KEY.verifier), game.rules)
        assert in_python(honest, tmp_path / "a.bundle").word == "holds", game.name
    for number in range(FEW):
        forged = forge(few, 7, number)
        found = in_python(forged, tmp_path / "a.bundle")
        assert found.status in (0, 1, 3), (forged, found)
        assert holds(found, forged) == (not forged.change or forged.what in WORD_OF_SERVICE), (forged, found)


@pytest.mark.full
def test_both_verifiers_say_the_same_of_honest_bundles(
    home: Page, games: dict[str, Game], tmp_path: Path
) -> None:
    for key in (str(KEY.verifier), None):
        honest = [
            Forged(0, each.name, "honest", "", each.bundle(), key, each.rules) for each in games.values()
        ]
        for forged, ours in zip(honest, in_browser(home, honest), strict=True):
            theirs = in_python(forged, tmp_path / "a.bundle")
            assert ours == theirs, forged.game
            assert not theirs.check


@pytest.mark.full
def test_both_verifiers_say_the_same_of_a_sample(home: Page, games: dict[str, Game], tmp_path: Path) -> None:
    count = Count()
    for each in compared(home, games, 1864, range(SAMPLE), tmp_path):
        count.take(*each)
    assert not count.wrong, "\n".join(count.wrong)
    assert not count.other_words, "\n".join(count.other_words)
    assert len(count.checks) > 5, count


DIFFERED = {
    235: "a key of a scheme that is none is offered",
    999: "a command is missing in a log with a repair that lost nothing",
    1040: "a chain is asked for with a field that is none",
    1484: "a link is revealed that is not the one due",
    1607: "a line is opened by an event that is not written in the canonical way",
}
"""Forgeries of seed 3 that the two verifiers once named differently."""


@pytest.mark.full
@pytest.mark.parametrize("number", DIFFERED, ids=DIFFERED.get)
def test_both_verifiers_say_the_same_where_they_once_differed(
    number: int, home: Page, games: dict[str, Game], tmp_path: Path
) -> None:
    count = Count()
    for each in compared(home, games, 3, [number], tmp_path):
        count.take(*each)
    assert count.checks.total() == 1
    assert not count.wrong + count.other_words


# -- what the hammer found, each once


def of_body(kind: str, change: Callable[[bytes], bytes]) -> Callable[[Game], bytes]:
    """A bundle in which the first event of a kind has another body, all hashed and signed again."""

    def forged(game: Game) -> bytes:
        rows = list(game.rows)
        at = next(place for place, row in enumerate(rows) if f".{kind}." in row[2])
        rows[at] = (*rows[at][:3], change(rows[at][3]))
        assert rows != game.rows
        return game.bundle(rows)

    return forged


def of_value(kind: str, change: Callable[[Any], object]) -> Callable[[Game], bytes]:
    def changed(body: bytes) -> bytes:
        said = json.loads(body)
        change(said)
        return canonical(said)

    return of_body(kind, changed)


def of_line(kind: str, change: Callable[[bytes], bytes]) -> Callable[[Game], bytes]:
    """A bundle whose first line of a kind is written otherwise."""

    def forged(game: Game) -> bytes:
        lines = lines_of(game.bundle())
        at = next(number for number, line in enumerate(lines) if json.loads(line)["is"] == kind)
        return packed([*lines[:at], change(lines[at]), *lines[at + 1 :]])

    return forged


def damaged_and_changed(game: Game) -> bytes:
    """A line that is not the log's, in a file whose packing is damaged at its very end."""
    data = of_line("event", lambda line: line.replace(b'"position":', b'"position":9', 1))(game)
    return forged_blind.closed(data[:-36] + bytes([data[-36] ^ 1]) + data[-35:-32])


def signed_twice(game: Game) -> bytes:
    """An earlier checkpoint with the log's line twice."""

    def twice(line: dict[str, Any]) -> None:
        text, lines = line["note"].split("\n\n")
        line["note"] = f"{text}\n\n{lines}{lines}"

    data = game.bundle()
    at = next(number for number, line in enumerate(lines_of(data)) if b'"is":"checkpoint"' in line)
    return edited(data, at, twice)


def hash_that_is_none(game: Game) -> bytes:
    """A seat had seen a running hash that is an object."""
    rows = list(game.rows)
    at = next(place for place, row in enumerate(rows) if b'"seen":{' in row[3])
    said = json.loads(rows[at][3])
    said["signature"]["seen"]["line"]["hash"] = {}
    rows[at] = (*rows[at][:3], canonical(said))
    return game.bundle(rows)


def nobodys(attack: Callable[[Forger], None]) -> Callable[[Game], bytes]:
    """A bundle that ends with requests of one who has no seat."""

    def forged(game: Game) -> bytes:
        forger = Forger(list(game.rows), game.game)
        attack(forger)
        return game.bundle(forger.rows)

    return forged


def in_capitals(game: Game) -> bytes:
    """What a beacon said, in capital letters: the same bytes, and another record."""
    rows = list(game.rows)
    at = next(place for place, row in enumerate(rows) if b'"beacon":{' in row[3] and b"dice_proof" in row[3])
    said = json.loads(rows[at][3])
    beacon = said["dice_proof"]["beacon"]
    beacon["value"] = beacon["value"].upper()
    rows[at] = (*rows[at][:3], canonical(said))
    return game.bundle(rows)


FOUND: dict[str, tuple[str, Callable[[Game], bytes], str]] = {
    "damage of the file comes before what its lines say": ("tug-v1", damaged_and_changed, "file"),
    "a checkpoint that the log signed twice": ("tug-v1", signed_twice, "checkpoint"),
    "a name twice, first with another kind of value": (
        "plain",
        of_body("timeline_opened", lambda body: b'{"at":null,' + body[1:]),
        "order",
    ),
    "1.0 where 1 is meant": (
        "plain",
        of_body("timeline_opened", lambda body: body.replace(b'"at":0', b'"at":0.0', 1)),
        "order",
    ),
    "a number that JavaScript does not keep": (
        "plain",
        of_value("game_ended", lambda said: said.update(version=2**53 + 1)),
        "order",
    ),
    "a position that JavaScript does not keep": (
        "plain",
        of_line("event", lambda line: line.replace(b'"version":1}', b'"version":9007199254740992}')),
        "file",
    ),
    "half of a surrogate pair in a body": (
        "plain",
        of_line("event", lambda line: line.replace(b'"by":"', b'"by":"\\ud800', 1)),
        "file",
    ),
    "lists nested deeper than any reader follows": (
        "plain",
        of_body("timeline_opened", lambda body: body[:-1] + b',"zz":' + b"[" * 520 + b"]" * 520 + b"}"),
        "file",
    ),
    "what was seen with another kind of value": (
        "tug-v2",
        hash_that_is_none,
        "order",
    ),
    "a first event that is a list": (
        "plain",
        of_body("game_begun", lambda body: b"[" + body + b"]"),
        "order",
    ),
    "a take-back on a line that nobody opened": (
        "tug-v1",
        of_value("taken_back", lambda said: said.update(timeline="none")),
        "order",
    ),
    "a number out of range in an event of the rules": (
        "tournament",
        of_body("rope_pulled", lambda body: body[:-1] + b',"zz":1e400}'),
        "rules",
    ),
    "a beacon's value in capital letters": (
        "tournament",
        in_capitals,
        "dice",
    ),
}
FOUND |= {attack.__name__: ("tug-v2", nobodys(attack), check) for attack, check in ATTACKS.items()}


@pytest.mark.parametrize("what", FOUND)
def test_what_the_hammer_found_is_named(what: str, few: dict[str, Game], tmp_path: Path) -> None:
    name, forger, check = FOUND[what]
    game = few[name]
    forged = Forged(0, name, what, "", forger(game), str(KEY.verifier), game.rules)
    assert in_python(forged, tmp_path / "a.bundle").check == check


@pytest.mark.full
def test_the_browser_names_what_the_hammer_found(home: Page, few: dict[str, Game], tmp_path: Path) -> None:
    all_found = [
        Forged(0, name, what, "", forger(few[name]), str(KEY.verifier), few[name].rules)
        for what, (name, forger, check) in FOUND.items()
        if check != "rules"
    ]
    for forged, ours in zip(all_found, in_browser(home, all_found), strict=True):
        assert ours.failure == in_python(forged, tmp_path / "a.bundle").failure, forged.kind


def test_every_kind_of_forgery_finds_something_to_change(few: dict[str, Game]) -> None:
    for name, change in {**forged_rows.KINDS, **forged_rows.SHORTER}.items():
        game = few["tug-v2"]
        assert any(change(Random(seed), game)[0] != list(game.rows) for seed in range(9)), name
    for name, make in forged_proofs.KINDS.items():
        assert any(_made(make, seed, few["tug-v1"]) for seed in range(9)), name


def _made(make: Callable[[Random, Game], tuple[bytes, str]], seed: int, game: Game) -> bool:
    try:
        return make(Random(seed), game)[0] != game.bundle()
    except (ValueError, TypeError):
        return False


@pytest.mark.full
@pytest.mark.parametrize("field", ["digest", "command", "signature"])
def test_a_command_is_carried_out_as_it_was_committed_to(
    field: str, home: Page, games: dict[str, Game], tmp_path: Path
) -> None:
    game = games["committed-2"]
    rows = list(game.rows)
    at = next(place for place, row in enumerate(rows) if b'"committed":' in row[3] and b'"rolls":' in row[3])
    other = {"digest": "00" * 32, "command": {"effort": 3, "type": "pull"}, "signature": {"value": "00" * 64}}
    rows[at] = (*rows[at][:3], canonical({**json.loads(rows[at][3]), field: other[field]}))
    forged = Forged(0, game.name, field, "", game.bundle(rows), str(KEY.verifier), game.rules)
    (ours,) = in_browser(home, [forged])
    assert ours.failure == in_python(forged, tmp_path / "a.bundle").failure == ("fails", "dice", at + 1)

"""Bundles of games that hide something: waiting while they run, decided whole when they have ended."""

import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.eventlog.sealing import GameSeal, sealed_in
from ironclad.referee import match_requests
from ironclad.referee.proof.verifying import Verdict, verify
from tests.proof.logs import KEY, Log, Row
from tests.proof.second_reader import compare
from tests.proof.test_verifying import ANCHORED, rows_after
from tests.toy import TUG
from tests.toys.playing_fields import deploy, played_out, seated
from tests.toys.sealed_fields import SEALED_FIELDS

RULES = {TUG.name: TUG, SEALED_FIELDS.name: SEALED_FIELDS}
POINTS = {"north": (2, 3, 4), "south": (1, 1, 7)}


def running(referee: Service) -> str:
    game = seated(referee)
    deploy(lambda seat, body: referee.commands.handle(game, seat, body), POINTS)
    return game


def ended(referee: Service) -> str:
    game = running(referee)
    for _ in played_out(referee, game):
        pass
    referee.match.request(game, "reader", match_requests.Branch(6))
    return game


def resigned(referee: Service) -> str:
    game = running(referee)
    referee.match.request(game, "south", match_requests.Resign())
    return game


@pytest.fixture(scope="module", params=[ended, resigned])
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    return rows_after(tmp_path_factory.mktemp("opened"), request.param, rulesets=RULES)


@pytest.fixture(scope="module")
def unopened(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    return rows_after(tmp_path_factory.mktemp("running"), running, rulesets=RULES)


def verdict_of(rows: list[Row], game: str, path: Path, rules: Any = RULES) -> Verdict:
    anchors = [place for place, row in enumerate(rows, 1) if row[2] == ANCHORED]
    (path / "bundle").write_bytes(Log(rows).bundle(game, earlier=anchors))
    found = verify(path / "bundle", str(KEY.verifier), rules.__getitem__)
    return compare(found, path / "bundle", str(KEY.verifier))


def details(verdict: Verdict) -> dict[str, str]:
    return {check.name: check.detail for check in verdict.checks}


def test_a_running_game_waits(unopened: tuple[list[Row], str], tmp_path: Path) -> None:
    verdict = verdict_of(*unopened, tmp_path)
    assert verdict.first_failure is None
    assert not verdict.ok
    assert verdict.waits == 4
    assert {check.name: check.ok for check in verdict.checks if check.ok is not True} == {"rules": None}
    assert details(verdict)["seals"] == "4 sealed facts, to be opened when the game ends"
    assert details(verdict)["rules"] == (
        "waits for opening: 4 sealed facts; 3 commands before them decided again, sealed_fields 1.0"
    )


def test_a_ruleset_says_how_long_its_boxes_are(tmp_path: Path) -> None:
    """The size is in the log, and a verifier holds every box to it."""
    wide = replace(SEALED_FIELDS, sight=replace(SEALED_FIELDS.sight, padded_to=1024))
    rows, game = rows_after(tmp_path, ended, rulesets={wide.name: wide})
    (set_,) = (json.loads(row[3]) for row in rows if _kind(row) == "seal_set")
    assert set_["padded_to"] == 1024
    boxes = [sealed["box"] for row in rows for _, sealed in sealed_in(json.loads(row[3]))]
    assert {len(b64decode(box)) for box in boxes} == {1024 + 16}
    verdict = verdict_of(rows, game, tmp_path)
    assert verdict.first_failure is None
    assert verdict.ok


@pytest.mark.parametrize("size", [0, 100, 255, -256, 2**20])
def test_there_is_no_other_size_of_boxes(size: int) -> None:
    with pytest.raises(ValueError, match="multiple of 256"):
        replace(SEALED_FIELDS.sight, padded_to=size)


def test_an_ended_game_holds(opened: tuple[list[Row], str], tmp_path: Path) -> None:
    verdict = verdict_of(*opened, tmp_path)
    assert verdict.first_failure is None
    assert verdict.ok
    assert not verdict.waits
    assert "facts opened, each the one" in details(verdict)["seals"]


def test_before_its_first_sealed_fact_a_game_holds(unopened: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = unopened
    first = next(place for place, row in enumerate(rows) if b'"sealed":' in row[3])
    assert verdict_of(rows[:first], game, tmp_path).ok


def _kind(row: Row) -> str:
    return row[2].split(".")[1]


Change = Callable[[dict[str, Any]], object]


def forged(rows: list[Row], kind: str, change: Change, number: int = 0) -> list[Row]:
    """The rows with one event of a kind changed, as a server with the log's key could sign them."""
    place = [at for at, row in enumerate(rows) if _kind(row) == kind][number]
    body = json.loads(rows[place][3])
    change(body)
    return [*rows[:place], (*rows[place][:3], canonical(body)), *rows[place + 1 :]]


def _flip(body: dict[str, Any], what: str, value: Callable[[str], str]) -> None:
    sealed = body["strengths"]["sealed"]
    sealed[what] = value(sealed[what])


def _swap_first(text: str) -> str:
    return ("A" if text[0] != "A" else "B") + text[1:]


FORGERIES: dict[str, tuple[str, Change, str, str]] = {
    "a box": (
        "stacks_deployed",
        lambda body: _flip(body, "box", _swap_first),
        "seals",
        "the sealed value at /strengths of id-3/main 3 does not open",
    ),
    "a digest": (
        "stacks_deployed",
        lambda body: _flip(body, "digest", lambda text: "0" * 64),
        "seals",
        "the sealed value at /strengths of id-3/main 3 does not open",
    ),
    "a form": (
        "stacks_deployed",
        lambda body: _flip(body, "digest", lambda text: text.upper()),
        "seals",
        "stacks_deployed",
    ),
    "who may read": (
        "stacks_deployed",
        lambda body: body["strengths"]["sealed"].update({"for": ["north", "south"]}),
        "rules",
        "stacks_deployed",
    ),
    "the key": (
        "seal_opened",
        lambda body: body.update(key="00" * 32),
        "seals",
        "the key that opens the game is not the one it committed to",
    ),
    "the commitment": (
        "seal_set",
        lambda body: body.update(commitment="00" * 32),
        "seals",
        "the key that opens the game is not the one it committed to",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_what_does_not_open_is_named(what: str, opened: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = opened
    kind, change, check, detail = FORGERIES[what]
    failure = verdict_of(forged(rows, kind, change), game, tmp_path).first_failure
    assert failure is not None
    assert failure.check == check
    assert detail.replace("id-3", game) in failure.detail


def test_a_seal_that_is_not_opened_at_the_end_is_named(opened: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = opened
    cut = next(place for place, row in enumerate(rows) if _kind(row) == "seal_opened")
    failure = verdict_of(rows[:cut], game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.detail) == ("seals", "the game ends, and what it hides is not opened")


def test_a_value_in_the_open_that_the_rules_hide_is_named(
    opened: tuple[list[Row], str], tmp_path: Path
) -> None:
    rows, game = opened
    key = json.loads(next(row[3] for row in rows if _kind(row) == "seal_opened"))["key"]
    seal, row = GameSeal(bytes.fromhex(key)), next(row for row in rows if _kind(row) == "stacks_deployed")
    ((path, sealed),) = sealed_in(json.loads(row[3]))
    value = seal.value(row[0], row[1], path, sealed)
    assert value == {"north-1": 2, "north-2": 3, "north-3": 4}

    def show(body: dict[str, Any]) -> None:
        body["strengths"] = {"seats": ["north"], "value": value}

    failure = verdict_of(forged(rows, "stacks_deployed", show), game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("rules", rows.index(row) + 1)
    assert "seals nothing where the rules hide /strengths" in failure.detail


def test_another_value_under_a_seal_of_its_own_is_caught_by_the_rules(
    opened: tuple[list[Row], str], tmp_path: Path
) -> None:
    """The operator has the key, and can seal what it likes: not what the command did not cause."""
    rows, game = opened
    key = json.loads(next(row[3] for row in rows if _kind(row) == "seal_opened"))["key"]
    seal, row = GameSeal(bytes.fromhex(key)), next(row for row in rows if _kind(row) == "stacks_deployed")
    event = SEALED_FIELDS.storage.events.decode(row[2], seal.opened(*row))
    lied = {"north-1": 7, "north-2": 1, "north-3": 1}
    event = type(event)("north", type(event.strengths)(("north",), lied))  # type: ignore[attr-defined,call-arg]
    body = SEALED_FIELDS.storage.events.encode(seal.sealed(row[0], row[1], event, {}))[1]
    place = rows.index(row)
    failure = verdict_of([*rows[:place], (*row[:3], body), *rows[place + 1 :]], game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("rules", place + 1)


def test_a_game_of_rules_that_hide_has_a_seal(unopened: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = unopened
    without = [row for row in rows if _kind(row) != "seal_set"]
    moved = [
        (row[0], row[1] - 1, *row[2:]) if row[0].endswith("/match") and row[1] > 4 else row for row in without
    ]
    failure = verdict_of(moved[:7], game, tmp_path).first_failure
    assert failure is not None
    assert failure.check == "rules"
    assert "seal_set" in failure.detail

"""The verifier in the browser with games that hide something: the same verdicts as `ironclad verify`."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from ironclad.eventlog.sealing import commitment_of, game_key
from tests.api.running import Server
from tests.browser.modules import at_home, run, verdict_of
from tests.proof import test_closed_forged as closed_forged
from tests.proof import test_sealed_commands_forged as commands_forged
from tests.proof.logs import KEY, Log, Row
from tests.proof.test_sealed_bundle import (
    FORGERIES,
    RULES,
    Verdict,
    ended,
    forged,
    running,
)
from tests.proof.test_sealed_bundle import (
    verdict_of as python_verdict,
)
from tests.proof.test_sealed_forged import FORGED
from tests.proof.test_verifying import ANCHORED, rows_after
from tests.proof.test_verifying import verdict_of as verdict_with_commits

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def home(chromium: Browser, server: Server) -> Any:
    page = chromium.new_page()
    yield at_home(page, server)
    page.close()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    return rows_after(tmp_path_factory.mktemp("opened"), ended, rulesets=RULES)


def bundle_of(rows: list[Row], game: str) -> bytes:
    anchors = [place for place, row in enumerate(rows, 1) if row[2] == ANCHORED]
    return Log(rows).bundle(game, earlier=anchors)


def both(home: Page, rows: list[Row], game: str, path: Path) -> tuple[dict[str, Any], Verdict]:
    """Both verdicts on a bundle, which agree on every check but the rules."""
    ours, theirs = (
        verdict_of(home, bundle_of(rows, game), str(KEY.verifier)),
        python_verdict(rows, game, path),
    )
    assert ours["waits"] == theirs.waits
    failed = theirs.first_failure
    if failed is None:
        found = {each["name"]: (each["ok"], each["detail"]) for each in ours["checks"]}
        del found["rules"]
        assert found == {each.name: (each.ok, each.detail) for each in theirs.checks if each.name != "rules"}
    return ours, theirs


def test_a_running_game_waits_and_an_ended_one_is_opened(
    home: Page, opened: tuple[list[Row], str], tmp_path: Path
) -> None:
    ours, _ = both(home, *opened, tmp_path)
    assert (ours["ok"], ours["waits"]) == (True, 0)
    ours, _ = both(home, *rows_after(tmp_path, running, rulesets=RULES), tmp_path)
    assert (ours["ok"], ours["waits"]) == (True, 4)


@pytest.mark.parametrize("what", FORGERIES)
def test_what_does_not_open_is_named(
    what: str, home: Page, opened: tuple[list[Row], str], tmp_path: Path
) -> None:
    kind, change, check, _ = FORGERIES[what]
    ours, theirs = both(home, forged(opened[0], kind, change), opened[1], tmp_path)
    assert theirs.first_failure is not None
    if check == "rules":
        assert ours["firstFailure"] is None, "only the rules tell who may read what"
        return
    failure = ours["firstFailure"]
    assert (failure["check"], failure["position"]) == ("seals", theirs.first_failure.position)


@pytest.mark.parametrize("what", FORGED)
def test_what_the_page_does_not_allow_is_named(
    what: str, home: Page, opened: tuple[list[Row], str], tmp_path: Path
) -> None:
    forged, position = FORGED[what][0](opened[0])
    ours, theirs = both(home, forged, opened[1], tmp_path)
    assert theirs.first_failure is not None
    failure = ours["firstFailure"]
    assert (failure["check"], failure["position"]) == (theirs.first_failure.check, position)


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    return commands_forged.played(tmp_path_factory.mktemp("signed"))


def signed_bundle(rows: list[Row], game: str) -> bytes:
    named = (ANCHORED, "match.command_committed.1")
    return Log(rows).bundle(game, earlier=[at for at, row in enumerate(rows, 1) if row[2] in named])


def test_signed_commands_with_hidden_fields_hold_in_the_browser(
    home: Page, signed: tuple[list[Row], str], tmp_path: Path
) -> None:
    rows, game = signed
    opened_at = next(at for at, row in enumerate(rows) if row[2] == "match.seal_opened.1")
    middle = commands_forged.places(rows[:opened_at], "command_committed", "give_orders")[-1]
    for cut in (middle, len(rows)):
        found = verdict_of(home, signed_bundle(rows[:cut], game), str(KEY.verifier))
        theirs = verdict_with_commits(rows[:cut], game, tmp_path, rules=commands_forged.RULES.__getitem__)
        assert found["firstFailure"] is None, found["firstFailure"]
        assert found["ok"]
        assert found["waits"] == theirs.waits
        ours = {each["name"]: each["detail"] for each in found["checks"]}
        for each in theirs.checks:
            if each.name in ("signatures", "seals"):
                assert ours[each.name] == each.detail


@pytest.mark.parametrize("what", commands_forged.FORGED)
def test_a_forged_signed_command_is_named_alike(
    what: str, home: Page, signed: tuple[list[Row], str], tmp_path: Path
) -> None:
    forge, check = commands_forged.FORGED[what]
    forged_rows, position = forge(signed[0])
    failure = verdict_of(home, signed_bundle(forged_rows, signed[1]), str(KEY.verifier))["firstFailure"]
    assert (failure["check"], failure["position"]) == (check, position)


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    return commands_forged.played(tmp_path_factory.mktemp("closed"), closed_forged.FIELDS)


def test_answers_that_are_committed_to_by_digests_hold_in_the_browser(
    home: Page, closed: tuple[list[Row], str], tmp_path: Path
) -> None:
    rows, game = closed
    for cut in (*closed_forged.indices(rows, "link_revealed")[:2], len(rows)):
        found = verdict_of(home, signed_bundle(rows[:cut], game), str(KEY.verifier))
        theirs = verdict_with_commits(rows[:cut], game, tmp_path, rules=closed_forged.RULES.__getitem__)
        assert theirs.first_failure is None
        assert found["firstFailure"] is None, found["firstFailure"]
        assert (found["ok"], found["waits"]) == (True, theirs.waits)


@pytest.mark.parametrize("what", closed_forged.FORGED)
def test_a_forged_answer_is_named_alike(what: str, home: Page, closed: tuple[list[Row], str]) -> None:
    forge, check = closed_forged.FORGED[what]
    forged_rows, position = forge(closed[0])
    failure = verdict_of(home, signed_bundle(forged_rows, closed[1]), str(KEY.verifier))["firstFailure"]
    assert (failure["check"], failure["position"]) == (check, position)


@pytest.mark.parametrize("what", commands_forged.UNSIGNED)
def test_the_salt_of_an_unsigned_command_is_held_alike(what: str, home: Page, tmp_path: Path) -> None:
    rows, game = commands_forged.played(tmp_path, keyed=False)
    forged_rows, position = commands_forged.UNSIGNED[what](rows)
    failure = verdict_of(home, signed_bundle(forged_rows, game), str(KEY.verifier))["firstFailure"]
    assert (failure["check"], failure["position"]) == ("seals", position)


def test_keys_are_derived_alike(home: Page) -> None:
    master, game = b"m" * 32, "a game"
    found = run(
        home,
        """
        const key = seals.derived(bytes.fromHex(given.master), `ironclad-seal/v1|${given.game}`, 32);
        return [bytes.hex(key), seals.commitmentOf(key)];
        """,
        {"master": master.hex(), "game": game},
        seals="proof/seals",
        bytes="proof/bytes",
    )
    key = game_key(master, game)
    assert found == [key.hex(), commitment_of(key)]

"""The verifier in the browser with games that hide something: the same verdicts as `ironclad verify`."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from ironclad.eventlog.sealing import commitment_of, game_key
from tests.api.running import Server
from tests.browser.modules import at_home, run, verdict_of
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

"""The verifier in the browser on timed games: whole, and with each event of clocks altered or dropped."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.api.running import Server
from tests.browser.modules import at_home, verdict_of
from tests.browser.recorded import verdict_in_python
from tests.clocks.playing import Table, table
from tests.clocks.test_verified import CHANGES, KINDS, altered, dropped, last_of, played
from tests.proof.logs import KEY, Log, Row

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def home(chromium: Browser, server: Server) -> Any:
    page = chromium.new_page()
    yield at_home(page, server)
    page.close()


@pytest.fixture(scope="module")
def recorded() -> Any:
    with table() as made:
        yield played(made)


def both(home: Page, recorded: Table, rows: list[Row], file: Path) -> tuple[Any, Any]:
    """What the browser finds, and what `ironclad verify` does without the rules: (position, check, detail)."""
    bundle = Log(rows).bundle(recorded.game)
    ours = verdict_of(home, bundle, str(KEY.verifier))["firstFailure"]
    theirs = verdict_in_python(bundle, str(KEY.verifier), file).first_failure
    browser = None if ours is None else (ours["position"], ours["check"], ours["detail"])
    return browser, None if theirs is None else (theirs.position, theirs.check, theirs.detail)


def test_a_timed_game_verifies(home: Page, recorded: Table, tmp_path: Path) -> None:
    assert both(home, recorded, recorded.rows(), tmp_path / "b") == (None, None)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_is_found_first(home: Page, recorded: Table, kind: str, tmp_path: Path) -> None:
    rows = recorded.rows()
    at = last_of(rows, kind)
    changed = [*rows[:at], altered(rows[at], **CHANGES[kind]), *rows[at + 1 :]]
    for made in (changed, dropped(rows, at)):
        browser, python = both(home, recorded, made, tmp_path / "b")
        assert browser == python


@pytest.mark.parametrize(
    "change", [{"at": "2026-03-01T12:00:30.000Z"}, {"timeline": "elsewhere"}, {"running": "blue"}, {"at": 1}]
)
def test_a_press_is_held_to_its_append(
    home: Page, recorded: Table, change: dict[str, Any], tmp_path: Path
) -> None:
    rows = recorded.rows()
    at = last_of(rows, "clock_pressed")
    rows[at] = altered(rows[at], **change)
    browser, python = both(home, recorded, rows, tmp_path / "b")
    assert browser is not None
    assert python is not None
    assert browser[:2] == python[:2]

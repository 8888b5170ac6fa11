"""The verifier in the browser on a game whose commands were decided again with the same faces, by ruling."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from ironclad.domain.kernel.engine.codec import canonical
from tests.api.running import Server
from tests.browser.modules import at_home, verdict_of
from tests.browser.recorded import verdict_in_python
from tests.disputes.hall import hall
from tests.disputes.test_same_faces import ALTERED, RULESETS, altered, opened, same
from tests.proof.logs import KEY, Log

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def home(chromium: Browser, server: Server) -> Any:
    page = chromium.new_page()
    yield at_home(page, server)
    page.close()


@pytest.fixture(scope="module", params=["ironclad-dice/v1", "ironclad-dice/v2"])
def recorded(request: pytest.FixtureRequest) -> Any:
    with hall(rulesets=RULESETS) as game:
        opened(game, request.param)
        versions = [game.pull(effort=1 + number % 2, after="1m") for number in range(3)]
        game.ruled(game.claim(versions[0]), remedy=same(versions[0], versions[1], worded="yes"))
        game.pull()
        yield game


def both(home: Page, game: Any, rows: list[Any], file: Path) -> tuple[Any, Any]:
    """What the browser finds first, and what `ironclad verify` does without the rules."""
    bundle = Log(rows).bundle(game.game)
    ours = verdict_of(home, bundle, str(KEY.verifier))["firstFailure"]
    theirs = verdict_in_python(bundle, str(KEY.verifier), file).first_failure
    browser = None if ours is None else (ours["position"], ours["check"], ours["detail"])
    return browser, None if theirs is None else (theirs.position, theirs.check, theirs.detail)


def test_it_verifies(home: Page, recorded: Any, tmp_path: Path) -> None:
    assert both(home, recorded, recorded.rows(), tmp_path / "b") == (None, None)


@pytest.mark.parametrize("what", ALTERED)
def test_the_same_is_found_first(home: Page, recorded: Any, what: str, tmp_path: Path) -> None:
    rows = recorded.rows()
    for number, (stream, version, name, body) in enumerate(rows):
        changed = altered(msgspec.json.decode(body), what)
        if changed is not None:
            rows[number] = (stream, version, name, canonical(changed))
            break
    browser, python = both(home, recorded, rows, tmp_path / "b")
    assert browser is not None
    assert browser == python

"""The verifier in the browser on a game in which a director ordered chains and vacated a seat."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_dice import V1, V2
from tests.api.running import Server
from tests.browser.modules import at_home, verdict_of
from tests.browser.recorded import verdict_in_python
from tests.disputes.test_ordered_chains import LOST, Chains, played
from tests.disputes.test_vacated_seats import GONE, sit
from tests.proof.logs import KEY

pytestmark = pytest.mark.full

Change = Callable[[dict[str, Any]], dict[str, Any]]
ALTERED: dict[str, tuple[str, Change]] = {
    "whose seat": ("seat_vacated", lambda data: {**data, "seat": "blue"}),
    "who vacated it": ("seat_vacated", lambda data: {**data, "by": "eve"}),
    "why": ("seat_vacated", lambda data: {**data, "why": "So."}),
    "whose chains": ("chains_ordered", lambda data: {**data, "seats": ["grey"]}),
    "the custody": ("chains_ordered", lambda data: {**data, "custody": "client"}),
    "the chains": ("dice_anchored", lambda data: {**data, "epoch": {**data["epoch"], "agreed": ["blue"]}}),
    "an order of nobody": (
        "chains_ordered",
        lambda data: {"type": "conflict_declared", "official": data["by"], "why": "So."},
    ),
}


@pytest.fixture(scope="module")
def home(chromium: Browser, server: Server) -> Any:
    page = chromium.new_page()
    yield at_home(page, server)
    page.close()


@pytest.fixture(scope="module", params=[V1, V2])
def recorded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    with played(tmp_path_factory.mktemp("orders"), request.param) as chains:
        yield ordered(chains)


def ordered(chains: Chains) -> Any:
    """A game with chains that were ordered, a seat that was vacated, and a substitute."""
    game = chains.game
    chains.ready("grey")
    chains.ready("blue")
    game.done("/chains", "Carl", **LOST)
    del chains.own["blue"]
    chains.ready("grey")
    chains.pull()
    assert game.post("/draw-offers", "Bob").status_code == 201
    game.done("/vacate", "Carl", **GONE)
    sit(game, "Otto")
    assert game.post("/draw-offers", "Otto").status_code == 201
    return game


def both(home: Page, game: Any, rows: list[Any], file: Path) -> tuple[Any, Any]:
    """What the browser finds first, and what `ironclad verify` does without the rules."""
    bundle = game.bundle(rows)
    ours = verdict_of(home, bundle, str(KEY.verifier))["firstFailure"]
    theirs = verdict_in_python(bundle, str(KEY.verifier), file).first_failure
    browser = None if ours is None else (ours["position"], ours["check"], ours["detail"])
    return browser, None if theirs is None else (theirs.position, theirs.check, theirs.detail)


def test_it_verifies(home: Page, recorded: Any, tmp_path: Path) -> None:
    assert both(home, recorded, recorded.rows(), tmp_path / "b") == (None, None)


@pytest.mark.parametrize("what", ALTERED)
def test_the_same_is_found_first(home: Page, recorded: Any, what: str, tmp_path: Path) -> None:
    kind, change = ALTERED[what]
    rows = recorded.rows()
    named = [number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1"]
    place = named[-1]
    stream, version, _, body = rows[place]
    changed = change(msgspec.json.decode(body))
    rows[place] = (stream, version, f"match.{changed['type']}.1", canonical(changed))
    browser, python = both(home, recorded, rows, tmp_path / "b")
    assert browser is not None
    assert browser[:2] == python[:2]

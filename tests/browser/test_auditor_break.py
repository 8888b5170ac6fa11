"""The page as an auditor of a log that was broken: it says so once, and follows the log from what is left."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.history import handover
from ironclad.eventlog.ledger.notes import SigningKey
from tests.api.running import Server
from tests.browser.modules import at_home, run
from tests.browser.test_auditor import AUDITOR, OVER, told
from tests.proof.logs import KEY, Log
from tests.proof.make_evidence_vectors import rows

pytestmark = pytest.mark.full
NEW = SigningKey("ironclad.example/log/2", bytes([5]) * 32)


@pytest.fixture
def home(chromium: Browser, server: Server) -> Iterator[Page]:
    context = chromium.new_context()
    yield at_home(context.new_page(), server)
    context.close()


def broken(kept: int, forked: int) -> dict[str, Any]:
    """A log of twenty events, and the same after a break at `kept`; it parts from the first at `forked`."""
    before, after = Log(rows(20, 99)), Log(rows(20, forked))
    shown = told(after)
    for size in range(kept + 1, 21):
        root = Log(after.rows[:size]).checkpoint.root
        shown["notes"][size] = str(Checkpoint(NEW.name, size, root).sign(NEW))
    note = str(handover(Log(after.rows[:kept]).checkpoint, KEY, NEW))
    return {
        "server": f"https://broken-{kept}-{forked}.example",
        "key": str(KEY.verifier),
        "logs": [told(before), shown],
        "handovers": [note],
    }


WALK = (
    OVER.replace("handovers: []}", "handovers: window.shown ? given.handovers : []}")
    + """
  const found = [await at(0, 3), await at(0, 12), await at(1, 8)];
  const {stopped} = await one.kept();
  await one.goOn();
  found.push(await at(1, 8), await at(1, 20), stopped?.text ?? "");
  return found;
"""
)


def test_a_break_stops_the_page_once(home: Page) -> None:
    *found, text = run(home, WALK, broken(5, 5), **AUDITOR)
    assert found == [3, 12, "contradiction", 8, 20]
    assert "lost what it had after its first 5 events" in text


def test_a_break_is_no_leave_to_change_what_was_kept(home: Page) -> None:
    """The first three events, which the browser has verified, are others in the log after the break."""
    *found, _ = run(home, WALK, broken(5, 2), **AUDITOR)
    assert found[:3] == [3, 12, "contradiction"]
    assert found[3] == "contradiction"

"""The verifier in the browser refuses times that fall, at the events at which `ironclad verify` does."""

import json

import pytest
from playwright.sync_api import Browser

from tests.api.running import Server
from tests.browser.modules import at_home, run
from tests.proof.timed import CASES, placed

pytestmark = pytest.mark.full


def test_times_that_fall_are_refused(chromium: Browser, server: Server) -> None:
    games = {
        which: [
            {"position": at, "stream": stream, "version": version, "name": name, "body": json.loads(body)}
            for at, stream, version, name, body in placed(told)
        ]
        for which, (told, _) in CASES.items()
    }
    page = chromium.new_page()
    found = run(
        at_home(page, server),
        """
        const fallsAt = (events) => {
          const check = new times.TimeCheck();
          try {
            for (const event of events) check.take(event);
          } catch (fault) {
            return [fault.check, fault.position];
          }
          return null;
        };
        return Object.fromEntries(Object.entries(given).map(([which, events]) => [which, fallsAt(events)]));
        """,
        games,
        times="proof/times",
    )
    page.close()
    assert found == {which: falls and ["order", falls] for which, (_, falls) in CASES.items()}

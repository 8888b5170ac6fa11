"""The clocks at the table: a line for each seat, what it opens to, by keyboard, and on a phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.running import Server, Table
from tests.browser.test_table import POSITION, opened, show

pytestmark = pytest.mark.full


@pytest.fixture(params=[(1280, 720), (390, 844)], ids=["desk", "phone"])
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = request.param
    yield from opened(chromium, viewport={"width": width, "height": height})


@pytest.fixture
def timed(server: Server) -> Iterator[Table]:
    with server.client() as http:
        yield Table.open(http, "bare_map", "american_civil_war", position=POSITION, control="3d+12h cap 5d")


def test_the_line_opens_to_deadlines_and_the_ledger(page: Page, server: Server, timed: Table) -> None:
    seats = list(timed.tokens)
    timed.post("/clock/time", {"to": seats[1], "ms": "2h"}, seats[0])
    show(page, server, timed)
    line = page.locator(".clock-line")
    expect(line).to_contain_text("2 d 23 h")
    expect(line).to_contain_text("3 d 0")
    expect(line.locator(".runs")).to_have_count(1)
    box = line.bounding_box()
    assert box is not None
    assert box["height"] < 60
    line.focus()
    page.keyboard.press("Enter")
    more = page.locator(".clock-more")
    expect(more).to_contain_text("in time until")
    expect(more.locator("table")).to_contain_text("event")
    expect(more.locator("table")).to_contain_text("+2:00:00")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.keyboard.press("Enter")
    expect(more).to_be_hidden()
    assert not errors


def test_a_game_without_control_has_no_line(page: Page, server: Server) -> None:
    with server.client() as http:
        table = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        show(page, server, table)
        expect(page.locator("#acts")).to_be_attached()
        assert page.locator(".clocks").count() == 0

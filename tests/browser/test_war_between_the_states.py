"""War Between the States at one screen: standing answers by their form, and the campaign on a phone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.api.running import Server
from tests.browser.playing import GAME_VERSION, becomes, version, ways_to_play
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

SURE = "#confirm-order"


class Screen:
    """Two players at one screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.due = page.locator("#pane-due")
        self.curtain = page.get_by_role("dialog", name="Pass the screen to")

    def open(self, address: str, scenario: str) -> None:
        self.page.goto(address)
        game = ways_to_play(self.page, "War Between the States")
        game.get_by_label("Scenario").select_option(scenario)
        game.get_by_role("button", name="Open a table for both").click()
        self.draw_back()

    def draw_back(self) -> None:
        button = self.curtain.get_by_role("button").first
        expect(button).to_be_focused()  # by the page, once it listens
        button.click()
        expect(self.curtain).to_have_count(0)

    def passed(self, before: int) -> None:
        """Something came of an order: the page shows more events, or the curtain is drawn."""
        more = f"document.querySelector('dialog[open], .curtain') !== null || {GAME_VERSION} !== before"
        asks = f"document.querySelector('{SURE}') !== null"
        assert becomes(self.page, f"async (before) => {asks} || {more}", before), "the order is not taken"
        if (sure := self.page.locator(SURE)).count():
            sure.click()
            assert becomes(self.page, f"async (before) => {more}", before), "the order is not taken"


def profile(chromium: Browser, width: int, height: int, phone: bool = False) -> BrowserContext:
    context = chromium.new_context(
        reduced_motion="reduce", viewport={"width": width, "height": height}, has_touch=phone
    )
    context.set_default_timeout(PATIENCE * 1000)
    return context


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Screen]:
    context = profile(chromium, 1280, 800)
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    yield Screen(context.new_page())
    context.close()
    assert not wrong, wrong


def test_the_campaign_opens_on_a_phone(chromium: Browser, toys: Server) -> None:
    context = profile(chromium, 390, 844, phone=True)
    screen = Screen(context.new_page())
    screen.open(toys.address, "campaign_1861")
    page = screen.page
    counters = page.locator("#board .counters > g")
    expect(counters.first).to_be_visible()
    assert counters.count() > 40
    expect(page.locator(".layer.shade path")).to_have_count(0)  # the whole map is played on
    more = page.get_by_role("button", name="Map: zoom, counters, overlays")
    more.click()
    page.get_by_role("button", name="Whole map").click()
    assert page.evaluate("document.querySelector('.frame').dataset.zoom") == "far"
    page.get_by_role("button", name="Show sheet C").click()
    page.keyboard.press("Escape")
    expect(page.locator('.counters > g[data-key="union C2608"]')).to_be_in_viewport()
    page.get_by_label("Find a place by name or number").fill("Vicksburg")
    page.keyboard.press("Enter")
    expect(page.locator("#board .chosen")).to_have_attribute("d", re.compile("^M"))
    page.get_by_role("tab", name="Tracks").click()
    expect(page.locator("#pane-tracks")).to_contain_text("Strategic turn")
    context.close()


def test_standing_answers_are_given_in_a_form(screen: Screen, toys: Server) -> None:
    screen.open(toys.address, "manassas_1861")
    form = screen.due.locator("details.anytime")
    form.locator("summary").first.click()
    before = version(screen.page)
    form.get_by_label("When you defend: ratio in percent, row 1").fill("0")
    form.get_by_label("When you defend: chit, row 1").fill("1")
    form.get_by_label("Feed all who can be fed").check()
    form.get_by_role("button", name="Give these standing answers").click()
    screen.passed(before)
    expect(form).to_contain_text("defending: chit 1 from 0 percent")
    expect(form).to_contain_text("all are fed who can be")

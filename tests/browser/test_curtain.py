"""Both seats at one screen in a game that hides something: a curtain between their views."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.api.running import Server
from tests.browser.test_table import AXE
from tests.browser.watching import STRENGTHS, Watch, kept, strength_of
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(reduced_motion="reduce", viewport={"width": 1366, "height": 768})
    context.set_default_timeout(PATIENCE * 1000)
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    yield context
    context.close()
    assert not wrong, wrong


class Screen:
    """One screen for two players: which requests of the game its page made, and with whose sight."""

    def __init__(self, context: BrowserContext, toys: Server) -> None:
        self.watch = Watch(context)
        self.page: Page = context.new_page()
        self.asked: list[str] = []
        self.page.on("request", self._note)
        self.page.goto(toys.address)
        ways = self.page.get_by_role("region", name="Six Fields")
        ways.get_by_role("button", name="Open a table for both").click()
        self.curtain = self.page.get_by_role("dialog", name="Pass the screen to")
        self.due = self.page.locator("#pane-due")

    def _note(self, request: Request) -> None:
        if "/api/v1/games/" in request.url:
            named = re.search(r"[?&]as=(\w+)", request.url)
            self.asked.append(request.headers.get("ironclad-seat") or (named[1] if named else ""))

    def passed_to(self, *seats: str) -> None:
        """The curtain is drawn: nothing of the game is on the page, and nothing was asked since."""
        expect(self.curtain).to_be_visible()
        names = " or ".join(seat.capitalize() for seat in seats)
        expect(self.curtain.get_by_role("heading")).to_have_text(f"Pass the screen to {names}")
        expect(self.page.locator("#board .frame")).to_have_count(0)
        expect(self.page.locator("#pane-due")).to_be_empty()
        for seat in STRENGTHS:
            assert not re.findall(strength_of(seat), kept(self.page), re.IGNORECASE)

    def is_at(self, seat: str) -> None:
        """The player of a seat says so, by the keyboard; from then on the page asks as that seat alone."""
        expect(self.curtain).to_be_visible()
        before = len(self.asked)
        button = self.curtain.get_by_role("button", name=f"I am {seat.capitalize()}: show the board")
        expect(button).to_be_enabled()
        for _ in range(2):
            if button.evaluate("each => each === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        expect(button).to_be_focused()
        self.page.wait_for_timeout(300)
        assert len(self.asked) == before, "nothing is asked behind the curtain"
        self.watch.given.clear()
        self.page.keyboard.press("Enter")
        expect(self.curtain).to_have_count(0)
        expect(self.due.locator(".hot-seat")).to_contain_text(f"At this screen: {seat.capitalize()}")
        assert set(self.asked[before:]) == {seat}

    def deploy(self, seat: str) -> None:
        for number, points in enumerate(STRENGTHS[seat], 1):
            self.due.get_by_label(f"{seat.capitalize()} {number}").fill(str(points))
        self.due.get_by_role("button", name="Deploy so").click()

    def knows(self, seat: str) -> bool:
        """Whether the page has a seat's strengths, or was given them since the curtain was drawn back."""
        return bool(re.search(strength_of(seat), self.watch.all(self.page), re.IGNORECASE))


def test_a_curtain_is_between_the_views_of_two_seats(context: BrowserContext, toys: Server) -> None:
    screen = Screen(context, toys)
    screen.passed_to("north", "south")
    screen.is_at("north")
    screen.deploy("north")
    screen.passed_to("south")
    screen.is_at("south")
    screen.deploy("south")
    expect(screen.due).to_contain_text("Give an order to each of your stacks.")
    assert screen.knows("south")
    assert not screen.knows("north")
    expect(screen.page.locator('.counters > g[data-key="north a"] .strength')).to_have_text("?")
    page = screen.page
    page.get_by_role("tab", name="Talk").click()
    page.locator(".notes summary").click()
    page.get_by_label("Notes").fill("North is weak in the east")

    # Handed over by hand, and back: the notes are the seat's own.
    page.get_by_role("tab", name="Due").click()
    screen.due.get_by_role("button", name="Pass the screen to North").click()
    screen.passed_to("north", "south")
    screen.is_at("north")
    assert within(lambda: screen.knows("north"))
    assert not screen.knows("south")
    assert "weak in the east" not in page.content()
    page.get_by_role("tab", name="Talk").click()
    expect(page.get_by_label("Notes")).to_have_value("")


def test_what_the_page_itself_says_is_what_an_onlooker_knows(context: BrowserContext, toys: Server) -> None:
    screen = Screen(context, toys)
    screen.is_at("north")
    screen.deploy("north")
    screen.passed_to("south")
    for address in (screen.page.url, screen.page.url.removesuffix("/table")):
        text = context.request.get(address).text()
        assert "Both seats at one table" in text
        assert not re.search(strength_of("north"), text)


def test_the_curtain_is_gone_when_the_game_has_ended(context: BrowserContext, toys: Server) -> None:
    screen = Screen(context, toys)
    for seat in STRENGTHS:
        screen.is_at(seat)
        screen.deploy(seat)
    screen.page.on("dialog", lambda dialog: dialog.accept())
    screen.due.locator(".ending summary").click()
    screen.due.get_by_role("button", name="Resign").click()
    expect(screen.due).to_contain_text("North won")
    screen.page.locator("#scrub").get_by_role("button", name="First event").click()
    expect(screen.due).to_contain_text("The game ended later. North won")
    screen.page.reload()
    expect(screen.page.locator('.counters > g[data-key="north a"] .strength')).to_have_text("7")
    expect(screen.page.locator(".curtain")).to_have_count(0)


def test_an_open_game_has_no_curtain(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Open a table for both").first.click()
    expect(page.locator("#pane-due .hot-seat")).to_contain_text("At this table now")
    expect(page.locator(".curtain")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_of_the_curtain_and_of_a_form(
    context: BrowserContext, toys: Server, scheme: Any
) -> None:
    screen = Screen(context, toys)
    page = screen.page
    page.emulate_media(color_scheme=scheme)

    def grave(where: str) -> list[Any]:
        page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
        found = page.evaluate(f"axe.run({where}, {{resultTypes: ['violations']}})")["violations"]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        return [(each["id"], [node["html"][:150] for node in each["nodes"][:3]]) for each in serious]

    expect(screen.curtain).to_be_visible()
    assert grave("document") == []
    screen.is_at("north")
    expect(screen.due.locator("form.filled")).to_be_visible()
    assert grave("'#sheet'") == []

"""From Bull Run to Appomattox at one screen: the introductory scenario by clicks, to its end and proof."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.api.running import Server
from tests.browser.playing import GAME_VERSION, becomes, version, ways_to_play
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

SEATS = ("North", "South")
ENOUGH = 200  # decisions in a game of two turns
SURE = "#confirm-order"
COVERED = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.stage'))"


class Screen:
    """Two players at one screen. Each searches the enemy beside it, attacks where it can, and fights on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.due = page.locator("#pane-due")
        self.curtain = page.get_by_role("dialog", name="Pass the screen to")
        self.clicks = 0
        self.searched = self.attacks = self.hidden = 0
        self.asked: list[str] = []

    def open(self, address: str) -> None:
        self.page.goto(address)
        game = ways_to_play(self.page, "From Bull Run to Appomattox")
        game.get_by_label("Scenario").select_option("introductory")
        game.get_by_role("button", name="Open a table for both").click()
        expect(self.curtain).to_be_visible()

    @property
    def question(self) -> Locator:
        return self.due.locator(".question")

    def click(self, where: Locator) -> None:
        self.clicks += 1
        where.click()

    def click_stack(self, key: str) -> None:
        """Click on the map, where a stack is; a card that covers it is dismissed before."""
        self.clicks += 1
        box = self.page.locator(f'.counters > g[data-key="{key}"] .face').bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        while self.page.evaluate(COVERED, [x, y]):
            self.page.locator(".stage .dismiss").click()
        self.page.mouse.click(x, y)

    def settle(self) -> bool:
        """Wait until somebody is asked at this screen, behind the curtain or not; False when it is over."""
        ended = self.due.get_by_text(re.compile("^(North won|South won|Drawn)"))
        ready = self.due.locator(".answer:visible, select[aria-label='Go to']:visible")
        expect(self.curtain.or_(ended).or_(ready).first).to_be_visible()
        if ended.count():
            return False
        if self.curtain.count():
            button = self.curtain.get_by_role("button").first
            expect(button).to_be_focused()  # by the page, once it listens
            self.click(button)
            expect(self.curtain).to_have_count(0)
            return self.settle()
        return True

    def seat(self) -> str:
        return self.question.locator("b").inner_text().lower()

    def stacks_of(self, seat: str) -> list[str]:
        keys: list[str] = self.page.locator(f'.counters > g[data-key^="{seat} "]').evaluate_all(
            "found => found.map((each) => each.dataset.key)"
        )
        return keys

    def play(self) -> None:
        for _ in range(ENOUGH):
            if not self.settle():
                return
            before, asked = version(self.page), self.question.inner_text()
            self.asked.append(asked)
            if "action point" in asked:
                self.activate()
            elif " is active: " in asked:
                self.order()
            else:
                self.click(self.due.locator(".answer:visible").first)
            self.passed(before)
        raise AssertionError("the game does not end")

    def passed(self, before: str) -> None:
        """Something came of an order: the page shows more events, or the curtain is drawn.

        An order that ends the game is asked about first, and given all the same.
        """
        more = f"document.querySelector('dialog[open], .curtain') !== null || {GAME_VERSION} !== before"
        asks = f"document.querySelector('{SURE}') !== null"
        assert becomes(self.page, f"async (before) => {asks} || {more}", before), "the order is not taken"
        sure = self.page.locator(SURE)
        if sure.count():
            expect(self.page.get_by_text(re.compile("^The game ends with it")).first).to_be_visible()
            self.click(sure)
            assert becomes(self.page, f"async (before) => {more}", before), "the order is not taken"

    def activate(self) -> None:
        """Choose an HQ on the map, and activate it; pass where none may be."""
        seat = self.seat()
        enemy = "south" if seat == "north" else "north"
        counters = self.page.locator(f'.counters > g[data-key^="{enemy} "] .strength')
        self.hidden += any(text == "?" for text in counters.all_text_contents())
        for stack in self.stacks_of(seat):
            self.click_stack(stack)
            order = self.due.get_by_role("button", name=re.compile("^Activate HQ"))
            self.page.wait_for_timeout(100)
            if self.due.get_by_role("heading", name="Orders in").count() and order.is_visible():
                self.click(order)
                return
            self.page.get_by_role("tab", name="Due").click()
        answer = self.due.locator("button.answer", has_text="Activate nothing more")
        if not answer.is_visible():  # it is folded up, among answers of its kind
            self.click(self.due.locator("summary", has_text=re.compile("^Pass activation")))
        self.click(answer)

    def order(self) -> None:
        """Search an enemy once, attack where the map says so, else end."""
        search = self.due.locator("summary", has_text="Reconnoitre")
        if search.count() and not self.searched:
            self.searched += 1
            self.click(search)
            self.click(self.due.get_by_role("button", name=re.compile("declaring 0 cavalry")).first)
            return
        expect(self.due).not_to_contain_text("Computing the reach")
        target = self.page.locator(".mark.attack").first
        if not target.count():
            self.click(self.due.get_by_role("button", name=re.compile("^End activation")))
            return
        enemy = "south" if self.seat() == "north" else "north"
        self.click_stack(f"{enemy} {target.get_attribute('data-place')}")
        expect(self.due).to_contain_text("who has won")  # the odds
        self.attacks += 1
        self.click(self.due.get_by_role("button", name=re.compile("and attack$")))


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Screen]:
    context = chromium.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE * 1000)
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    yield Screen(context.new_page())
    context.close()
    assert not wrong, wrong


def test_the_introductory_scenario_is_played_by_clicks(screen: Screen, server: Server) -> None:
    screen.open(server.address)
    screen.play()
    page = screen.page
    assert screen.searched
    assert screen.attacks
    assert screen.hidden, "armies are hidden from the enemy"
    assert any("stay" in asked for asked in screen.asked)
    expect(screen.due).to_contain_text("17/")

    # When it has ended everything is open: no curtain, and no strength that is not known.
    page.reload()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(".counters .strength").first).to_be_visible()
    assert "?" not in "".join(page.locator(".counters .strength").all_text_contents())

    page.get_by_role("tab", name="Chronicle").click()
    battle = page.locator("#pane-chronicle .battle").first
    expect(battle).to_contain_text("attacks in")
    expect(battle).to_contain_text("Round 1")
    page.get_by_role("tab", name="Tracks").click()
    expect(page.locator("#pane-tracks")).to_contain_text("Enemy CP eliminated")
    head = page.locator("#scrub output")
    expect(head).to_have_text(re.compile(r"^(\d+) of \1$"))
    page.locator("#scrub").get_by_role("button", name="First event").click()
    expect(head).to_have_text(re.compile("^1 of "))
    expect(page.locator('.counters > g[data-key="north WAS"]')).to_be_attached()

    page.goto(page.url.split("/table")[0] + "/proof")
    expect(page.locator("#badge")).to_have_attribute("data-state", "holds")

"""War Between the States at one screen: First Manassas by clicks, and the campaign on a phone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.api.running import Server
from tests.browser.playing import GAME_VERSION, becomes, version, ways_to_play
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

ENOUGH = 260  # decisions in six turns
SURE = "#confirm-order"
ON_SHEET = "([x, y]) => document.elementFromPoint(x, y)?.closest('.stage') === null"


class Screen:
    """Two players at one screen. McDowell marches on Manassas and attacks; all else is answered shortly."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.due = page.locator("#pane-due")
        self.curtain = page.get_by_role("dialog", name="Pass the screen to")
        self.asked: list[str] = []
        self.marched = self.attacked = False
        self.closed_chits = 0

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

    @property
    def question(self) -> Locator:
        return self.due.locator(".question").first

    def click_place(self, selector: str) -> None:
        """Click on the map, where something lies; a card that covers it is dismissed before."""
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        while not self.page.evaluate(ON_SHEET, at):
            self.page.locator(".stage .dismiss").click()
        self.page.mouse.click(*at)

    def settle(self) -> bool:
        """Wait until somebody is asked at this screen; False when the game is over."""
        ended = self.due.get_by_text(re.compile("^(Union won|Confederate won|Drawn)"))
        ready = self.due.locator(".answer:visible")
        passes = self.due.get_by_role("button", name=re.compile("^Pass the screen to"))
        expect(self.curtain.or_(ended).or_(ready).or_(passes).first).to_be_visible()
        if ended.count():
            return False
        if self.curtain.count():
            self.draw_back()
            return self.settle()
        if ready.count():
            return True
        self.page.wait_for_timeout(100)
        if self.waits():  # this seat has chosen its chit, and the other one has not
            passes.first.click()
        return self.settle()

    def waits(self) -> bool:
        """Whether the first decision that is shown is one of the seat that is not at this screen."""
        asked = self.due.locator(".question b").all_inner_texts()
        here = self.due.get_by_text("At this screen:").all_inner_texts()
        return bool(asked and here) and asked[0] not in here[0].partition("Pass")[0]

    def play(self) -> None:
        for _ in range(ENOUGH):
            if not self.settle():
                return
            before = version(self.page)
            self.asked.append(self.question.inner_text())
            self.answer()
            self.passed(before)
        raise AssertionError("the game does not end")

    def answer(self) -> None:
        asked = self.asked[-1]
        form = self.due.locator(".wbts-order > .answer")
        if "Which force has a command" in asked:
            self.move("Union" in asked)
        elif "intensity chit" in asked:
            self.closed_chits += self.due.get_by_text("is sealed until both are in").count()
            self.due.locator(".answer[data-type=choose_chit]").first.click()
        elif "hose initiative" in asked:
            self.fight()
        elif self.due.locator("details.anytime .wbts-order").count() < form.count():
            form.first.click()
        else:
            self.due.locator(".answer:visible").first.click()

    def move(self, union: bool) -> None:
        """McDowell marches beside Manassas once, and attacks from march; nobody else moves."""
        if not union or self.attacked:
            self.end("End movement")
        elif self.marched:
            self.attack()
        else:
            self.click_place('.counters > g[data-key="union C2608"] .face')
            command = self.due.locator(".answer[data-type=command_leader]:visible", has_text="McDowell")
            march = self.due.get_by_text("March from Washington")
            expect(command.or_(march).first).to_be_visible()
            if march.count():
                self.march()
            else:
                command.click()

    def march(self) -> None:
        self.marched = True
        expect(self.page.locator('.mark[data-place="C2509"]')).to_be_visible()
        self.click_place('.mark[data-place="C2509"] path')

    def attack(self) -> None:
        """What an attack costs on average is said before it is ordered."""
        self.attacked = True
        self.due.locator("summary", has_text=re.compile("^Attack")).first.click()
        order = self.due.locator(".answer[data-type=declare_attack]:visible").first
        follows = self.due.locator(".follows")
        for _ in range(20):  # what follows is on its way at first
            order.hover()
            if "On average the attacker loses" in follows.inner_text():
                break
            self.page.mouse.move(5, 5)
            self.page.wait_for_timeout(250)
        expect(follows).to_contain_text("On average the attacker loses")
        order.click()

    def fight(self) -> None:
        tries = self.due.locator(".answer[data-type=try_attack]:visible")
        if tries.count():
            tries.first.click()
        else:
            self.end("End combat")

    def end(self, name: str) -> None:
        self.due.get_by_role("button", name=name).first.click()

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


def test_first_manassas_is_played_by_clicks(screen: Screen, toys: Server) -> None:
    screen.open(toys.address, "manassas_1861")
    page = screen.page
    expect(page.locator(".layer.shade path")).to_be_attached()  # the rest of the map is in the shade
    screen.play()
    assert screen.attacked
    assert screen.closed_chits >= 2

    page.get_by_role("tab", name="Chronicle").click()
    battle = page.locator("#pane-chronicle .battle").first
    expect(battle).to_contain_text("Manassas")
    page.get_by_role("tab", name="Tracks").click()
    tracks = page.locator("#pane-tracks")
    expect(tracks).to_contain_text("Victory points now")
    expect(tracks).to_contain_text("This turn")
    page.goto(page.url.split("/table")[0] + "/proof")
    expect(page.locator("#badge")).to_have_attribute("data-state", "holds")


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

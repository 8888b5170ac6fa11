"""The map takes every answer, and the bar above it says what to do: by mouse, by touch, by keys alone."""

import re
from collections.abc import Iterator
from time import monotonic
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.api.running import Server
from tests.browser.clicks import WAYS, sat_down
from tests.browser.playing import (
    ACW,
    POSITION,
    asked,
    becomes,
    has_card,
    opened,
    place_of,
    sit,
    skirmish,
    version,
)
from tests.waiting import PATIENCE, within

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1366, "height": 768}
READY = """async (before) => {
  const { store } = (await (await import(document.querySelector("script[type=module]").src)).table);
  const over = /turn 2,/.test(document.querySelector("#standing").textContent);
  const { game, where, due, held } = store.state;
  const mine = due.some((each) => held.includes(each.seat)) && where.at === game.version;
  const asked = document.querySelector("#acts :is(.main, .ends-part):enabled");
  const shown = document.querySelector("#owed").textContent.trim().startsWith("Union");
  return over || (game.version !== before && mine && shown && asked !== null);
}"""
"""Whether the first turn is over, or the next answer may be given after a version of the game."""


class Hand:
    """A player's hand: it presses buttons and places of the map."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, button: Locator) -> None:
        button.click()

    def place(self, place: str) -> None:
        self.page.mouse.click(*place_of(self.page, place))

    def answer(self) -> None:
        """The main answer, as it is suggested."""
        self.press(self.page.locator("#acts .main:enabled").first)

    def end(self) -> None:
        before = version(self.page)
        self.press(self.page.locator("#acts .ends-part"))
        if asked(self.page, before):
            self.press(self.page.locator("#confirm-order"))

    def clear(self) -> None:
        """Dismiss the card of what the other side did: it lies over the map."""
        if has_card(self.page):
            self.press(self.page.locator(".stage .dismiss"))
        expect(self.page.locator(".stage")).to_be_hidden()

    def march(self, start: str, goal: str) -> None:
        self.clear()
        self.place(start)
        expect(self.page.locator(f'.mark[data-place="{goal}"]')).to_be_attached()
        self.place(goal)

    def attack(self) -> None:
        self.press(self.page.locator("#acts").get_by_role("button", name="Attack"))


class Finger(Hand):
    """A finger that taps as slowly as one that reads: two quick taps are a double tap, which orders once."""

    tapped = 0.0

    def press(self, button: Locator) -> None:
        button.scroll_into_view_if_needed()
        self.page.wait_for_timeout(max(0.0, self.tapped + DOUBLE_TAP - monotonic()) * 1000)
        button.tap()
        self.tapped = monotonic()

    def place(self, place: str) -> None:
        self.page.touchscreen.tap(*place_of(self.page, place))


class Keys(Hand):
    """Keys alone; places are found by the cursor."""

    def answer(self) -> None:
        self.page.locator("#pane-due .answer:enabled").first.wait_for()
        self.page.keyboard.press("a")
        expect(self.page.locator("#pane-due .answer").first).to_be_focused()
        self.page.keyboard.press("Enter")

    def end(self) -> None:
        before = version(self.page)
        ends = self.page.locator("#pane-due .ends .answer", has_text="End movement")
        expect(ends).to_be_visible()
        self.page.keyboard.press("e")
        expect(ends).to_be_focused()
        self.page.keyboard.press("Enter")
        if asked(self.page, before):
            expect(self.page.locator("#confirm-order")).to_be_focused()
            self.page.keyboard.press("Enter")

    def clear(self) -> None:
        if has_card(self.page):
            self.page.keyboard.press("r")
            expect(self.page.locator(".stage h2")).to_be_focused()
            self.page.keyboard.press("Escape")
        expect(self.page.locator(".stage")).to_be_hidden()

    def march(self, start: str, goal: str) -> None:
        self.clear()
        frame = self.page.locator(".frame")
        for _ in range(20):
            self.page.keyboard.press("f")
            if self.page.evaluate(f"async () => ({CHOSEN})") == start:
                break
        expect(frame).to_be_focused()
        expect(self.page.locator(f'.mark[data-place="{goal}"]')).to_be_attached()
        goals = self.page.locator('select[aria-label="Go to"]')
        expect(goals).to_be_visible()
        self.page.keyboard.press("g")
        expect(goals).to_be_focused()
        goals.select_option(goal)  # a list takes letters and arrows in each browser its own way
        expect(self.page.locator(".march-there")).to_be_visible()
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".march-there")).to_be_focused()
        if not self.page.locator(f'.mark.attack[data-place="{goal}"]').count():
            self.page.keyboard.press("Enter")

    def attack(self) -> None:
        expect(self.page.locator(".march-there")).to_be_focused()
        self.page.keyboard.press("Enter")


CHOSEN = "(await (await import(document.querySelector('script[type=module]').src)).table).board.chosen()"
DOUBLE_TAP = 0.6  # seconds in which a browser takes a second tap for a part of the first
HANDS: dict[str, type[Hand]] = {"mouse": Hand, "touch": Finger, "keys": Keys}


@pytest.fixture(params=[pytest.param(each, marks=pytest.mark.full) for each in HANDS])
def hand(request: Any, chromium: Browser) -> Iterator[Hand]:
    touch = request.param == "touch"
    context = chromium.new_context(
        viewport=PHONE if touch else WIDE, has_touch=touch, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE * 1000)
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    yield HANDS[request.param](context.new_page())
    context.close()
    assert not wrong, wrong


def against_computer(page: Page, server: Server, game: str) -> None:
    """Sit down as the Union; the computer player has the other seat."""
    page.goto(f"{server.address}/games/{game}/table")
    page.locator("#acts").get_by_role("button", name="Take a seat").click()  # on a phone the sheet comes up
    sit(page, "Union")
    house = f"{server.address}/api/v1/games/{game}/seats/confederate/house"
    assert httpx.post(house, json={}, timeout=PATIENCE).is_success


def test_a_whole_first_turn(hand: Hand, server: Server) -> None:
    """By what the bar says: the suggested answers, a march on the map, the end."""
    page, game = hand.page, opened(server)
    against_computer(page, server, game)
    before, marched = "", False
    for _ in range(500):
        assert becomes(page, READY, before), "nothing is asked"
        question = page.locator("#owed").inner_text()
        if not question.startswith("Union"):
            continue  # the computer player has gone on meanwhile
        if "turn 2," in page.locator("#standing").inner_text():
            break
        before = version(page)
        if "Place your reinforcements" in question:
            suggested = page.locator("#pane-due .answer .advised")
            expect(suggested.first).to_be_attached()
        if "Move forces" not in question:
            hand.answer()
        elif not marched:
            marched = True
            expect(page.locator(".unmoved").first).to_be_attached()
            hand.march("4506", "4606")
        else:
            hand.end()
        assert within(lambda before=before: version(page) != before), question
    assert marched
    expect(page.locator("#standing")).to_contain_text("turn 2,")
    bar = page.locator(".ask").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] < 200, "the bar is above the fold"
    assert page.evaluate("document.scrollingElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


def test_a_battle(hand: Hand, server: Server) -> None:
    """Chosen, aimed at, ordered; the title calls the player until then, and the fight is in the chronicle."""
    page, game = hand.page, skirmish(server)
    against_computer(page, server, game)
    expect(page).to_have_title(re.compile("^● Your move"))
    hand.march("2227", "2228")
    expect(page.locator("#pane-due .odds")).to_be_attached()
    sheet = page.locator("#sheet.up")
    on_a_phone = page.viewport_size == PHONE
    if on_a_phone:  # the sheet comes up with the odds, and goes down again for the fight
        expect(sheet).to_have_count(1)
        expect(page.locator("#pane-due .odds")).to_be_in_viewport()
    hand.attack()
    if on_a_phone:
        expect(sheet).to_have_count(0)

    def fought() -> bool:
        if (
            page.locator("#acts .main:enabled").count()
            and "Move forces" not in page.locator("#owed").inner_text()
        ):
            hand.answer()
        told = httpx.get(f"{server.address}/api/v1/games/{game}/views/chronicle", timeout=PATIENCE).json()
        return any(each["type"] == "battle_fought" for each in told["items"])

    assert within(fought)


@pytest.mark.parametrize("way", [pytest.param(each, marks=pytest.mark.full) for each in WAYS[1:]] + [WAYS[0]])
def test_orders_take_few_clicks(page: Page, server: Server, way: Any) -> None:
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    table = sat_down(page, server.address, way)
    way.give(table)
    assert table.clicks <= way.most


@pytest.mark.full
def test_a_counter_is_dragged_and_ending_with_idle_forces_asks_once(page: Page, server: Server) -> None:
    forces = {"4506": {"union": {"asp": 5}}, "4404": {"union": {"asp": 2}}}
    game = opened(server, scenario="bare_map", position={**POSITION, "forces": forces, "leaders": {}})
    page.goto(f"{server.address}/games/{game}/table")
    sit(page, "Union")
    expect(page.locator(".unmoved")).to_have_count(2)
    goal = place_of(page, "4405")
    start = page.locator('.counters > g[data-key="union 4506"] .face').bounding_box()
    assert start is not None
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(goal[0] + 9, goal[1] + 9, steps=4)
    expect(page.locator(".ghost")).to_be_attached()
    page.mouse.move(*goal)
    page.mouse.up()
    expect(page.locator('.counters > g[data-key="union 4405"]')).to_be_attached()
    expect(page.locator(".unmoved")).to_have_count(1)
    # The force on the march is asked whether it joins the other one.
    page.mouse.click(*place_of(page, "4404"))
    page.locator(".bubble").get_by_role("button", name="Choose this force").click()
    expect(page.locator("#pane-due h3", has_text="March from Frederick")).to_be_visible()
    page.locator("#acts .ends-part").click()
    expect(page.locator("#acts [role=alert]")).to_contain_text("1 force of yours has not acted")
    page.get_by_role("button", name="Show the next force").click()
    before = version(page)
    page.locator("#acts .ends-part").click()
    assert within(lambda: version(page) != before), "it asks once"


@pytest.mark.full
def test_what_may_lose_the_game_is_said_before_it_is_done(page: Page, server: Server) -> None:
    forces = {"1208": {"union": {"asp": 3}}, "0512": {"confederate": {"asp": 2}}}
    begun = httpx.post(f"{server.address}/api/v1/games", json=ACW, timeout=PATIENCE).json()["id"]
    told = httpx.get(f"{server.address}/api/v1/games/{begun}/position", timeout=PATIENCE)
    document = told.json()["position"]
    now = {"phase": "operations", "step": "movement", "initiative": "union", "due": None}
    position = {**document, "forces": forces, "leaders": {}, **now}
    game = opened(server, position=position)
    page.goto(f"{server.address}/games/{game}/table")
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    sit(page, "Union")
    page.mouse.click(*place_of(page, "1208"))
    expect(page.locator(".mark.reach").first).to_be_visible()
    before = version(page)
    page.mouse.click(*place_of(page, "1207"))
    alert = page.locator("#acts .danger")
    expect(alert).to_contain_text("0 ASP in St Louis")
    assert alert.evaluate("each => each.scrollHeight <= each.clientHeight"), "it is read whole"
    assert version(page) == before, "nothing is done yet"
    page.get_by_role("button", name="Go back").click()
    expect(alert).to_have_count(0)
    assert version(page) == before

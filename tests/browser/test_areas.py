"""Six Fields at the table: areas, sealed orders and hidden strengths; both seats by clicks, to the end."""

import re
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from ironclad.domain.kernel.fair.fair_dice import V1
from tests.api.running import Server
from tests.browser.playing import click_place, sit
from tests.browser.watching import STRENGTHS, Watch, strength_of
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full

TURNS = 5


class Seat:
    """A player: a browser profile of its own at the table, and all that it was given."""

    def __init__(self, chromium: Browser, address: str, seat: str) -> None:
        self.seat, self.other = seat, "south" if seat == "north" else "north"
        self.context = chromium.new_context(reduced_motion="reduce", viewport={"width": 1366, "height": 768})
        self.context.set_default_timeout(PATIENCE * 1000)
        self.wrong: list[str] = []
        self.context.on("weberror", lambda each: self.wrong.append(str(each.error)))
        self.watch = Watch(self.context)
        self.page: Page = self.context.new_page()
        self.page.goto(address)
        sit(self.page, seat.capitalize())
        self.due = self.page.locator("#pane-due")

    def deploy(self) -> None:
        for number, points in enumerate(STRENGTHS[self.seat], 1):
            self.due.get_by_label(f"{self.seat.capitalize()} {number}").fill(str(points))
        self.due.get_by_role("button", name="Deploy so").click()

    def stay(self, *but: str) -> None:
        """Give orders in which every stack stays, but those that have theirs: the form proposes others."""
        stacks = self.due.locator("form.filled select")
        expect(stacks.first).to_be_visible()
        for each in range(stacks.count()):
            if stacks.nth(each).get_attribute("aria-label") not in but:
                here = stacks.nth(each).locator("option", has_text="where it is").get_attribute("value")
                stacks.nth(each).select_option(here)
        self.due.get_by_role("button", name="Give these orders").click()

    def waits(self) -> None:
        """The seat has answered, and is asked nothing more."""
        expect(self.due.locator("form.filled")).to_have_count(0)

    def knows(self, what: str) -> list[str]:
        """Where a pattern is found in all that this browser was given and keeps."""
        return [match[0] for match in re.finditer(what, self.watch.all(self.page), re.IGNORECASE)]


@pytest.fixture
def seats(chromium: Browser, toys: Server) -> Iterator[dict[str, Seat]]:
    body = {"ruleset": "sealed_fields", "scenario": "standard", "dice": V1}
    opened = httpx.post(f"{toys.address}/api/v1/games", json=body)
    address = f"{toys.address}/games/{opened.json()['id']}/table"
    both = {seat: Seat(chromium, address, seat) for seat in STRENGTHS}
    yield both
    for each in both.values():
        each.context.close()
        assert not each.wrong


def test_a_game_of_areas_with_sealed_orders_is_played_to_its_end(
    seats: dict[str, Seat], toys: Server
) -> None:
    north, south = seats["north"], seats["south"]
    for seat in (north, south):
        expect(seat.due.locator(".question").first).to_contain_text("Share nine strength points")
        seat.deploy()
    expect(north.page.locator('.counters > g[data-key="north a"] .strength')).to_have_text("7")
    for seat in (north, south):
        expect(seat.due).to_contain_text("Give an order to each of your stacks.")
        assert seat.knows(strength_of(seat.seat)), "the pattern finds what a seat knows"
        assert not seat.knows(strength_of(seat.other))
        hidden = seat.page.locator(f'.counters > g[data-key^="{seat.other}"] .strength')
        expect(hidden).to_have_text(["?"] * 3)

    # On the map: the first click chooses what is there, the second where it goes.
    click_place(north.page, "a")
    expect(north.page.locator('.mark:is(.choice, .target)[data-place="d"]')).to_be_attached()
    click_place(north.page, "d")
    expect(north.due.get_by_label("North 1")).to_have_value("d")
    north.stay("North 1")
    north.waits()
    assert within(lambda: '"orders_given"' in south.watch.all(south.page))
    moved = r"north-1\W{1,6}d\b|north-1 to d|north 1[^.]{1,30}Dill"
    assert north.knows(moved)
    assert not south.knows(moved)
    expect(south.page.locator('.counters > g[data-key="north a"]')).to_be_attached()

    # In the panel: a list for each stack.
    south.due.get_by_label("South 2").select_option("e")
    south.stay("South 2")
    expect(south.page.locator('.counters > g[data-key="north d"]')).to_be_attached()
    for seat in (north, south):
        title = seat.page.locator(".stage h2")
        expect(title).to_have_text("The orders are revealed")
        seat.page.get_by_role("button", name="Next (1 more)").click()
        expect(title).to_contain_text("A fight in d")
        seat.page.get_by_role("button", name="Dismiss").click()
        seat.page.get_by_role("tab", name="Chronicle").click()
        card = seat.page.locator("#pane-chronicle .battle")
        expect(card.first).to_contain_text("A fight in d")
        expect(card.first.locator("table")).to_contain_text("Strength")
        seat.page.get_by_role("tab", name="Due").click()
    assert north.knows(strength_of("south", 1)), "it was shown"
    assert not north.knows(strength_of("south", 2, 3))
    assert not south.knows(strength_of("north", 2, 3))

    for turn in range(2, TURNS + 1):
        for seat in (north, south):
            expect(seat.page.locator("#standing")).to_have_text(f"turn {turn} of {TURNS}")
            seat.stay()
            if seat is north and turn < TURNS:
                seat.waits()
    for seat in (north, south):
        expect(seat.due).to_contain_text(re.compile("won|Drawn"))
        expect(seat.page.locator("#owed")).to_contain_text("Areas: north has")


def test_an_order_outlives_the_answer_of_the_other_seat(seats: dict[str, Seat]) -> None:
    """The page asks what an order would mean; the other seat's answer comes before that is known."""
    north, south = seats["north"], seats["south"]
    asked: list[Route] = []
    south.page.route("**/foresight", lambda route: asked.append(route))
    with south.page.expect_request("**/foresight"):
        south.deploy()
    north.deploy()
    either = re.compile("north deploys|Give an order to each of your stacks.")
    expect(south.due).to_contain_text(
        either
    )  # the first is there until the page gives the order of the south
    south.page.unroute("**/foresight")
    for each in asked:
        with suppress(Error):  # the page waits for it no longer than a second
            each.abort()
    for seat in (north, south):
        expect(seat.due).to_contain_text("Give an order to each of your stacks.")


def test_the_record_is_verified_when_the_game_has_ended(seats: dict[str, Seat], toys: Server) -> None:
    north, south = seats["north"], seats["south"]
    for seat in (north, south):
        seat.deploy()
    for turn in range(1, TURNS + 1):
        for seat in (north, south):
            expect(seat.page.locator("#standing")).to_have_text(f"turn {turn} of {TURNS}")
            seat.stay()
    page = south.page
    expect(south.due).to_contain_text("Drawn")
    with httpx.Client(base_url=toys.address) as http:
        assert within(lambda: http.get("/api/v1/log/checkpoint").status_code == 200)
    badge = page.locator(".tools .proof-badge")
    badge.click()
    expect(badge).to_have_attribute("data-state", "holds")
    page.get_by_role("link", name="Every check, and files of your own").click()
    expect(page.locator("#badge")).to_have_attribute("data-state", "holds")
    seals = page.locator("#checks li", has_text="seals")
    expect(seals).to_have_attribute("data-ok", "true")

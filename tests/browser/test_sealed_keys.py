"""Six Fields with keys of both seats: pages sign under salts of their own, and open orders by themselves."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.referee.proof.verdicts import HOLDS, WAITS
from ironclad.referee.proof.verifying import verify
from tests.api.running import Server
from tests.browser.playing import click_place
from tests.browser.test_areas import Seat as Plain
from tests.browser.test_keys import described, ready
from tests.browser.test_keys import sit as sit_with_key
from tests.browser.toy_server import RULESETS
from tests.browser.watching import STRENGTHS, Watch
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full

MOVED = r"north-1\W{1,6}d\b|north-1 to d"


class Seat(Plain):
    """A player whose browser keeps the seat's key and chain."""

    def __init__(self, chromium: Browser, address: str, seat: str) -> None:
        self.seat, self.other = seat, "south" if seat == "north" else "north"
        self.context = chromium.new_context(reduced_motion="reduce", viewport={"width": 1366, "height": 768})
        self.context.set_default_timeout(PATIENCE * 1000)
        self.wrong: list[str] = []
        self.context.on("weberror", lambda each: self.wrong.append(str(each.error)))
        self.watch = Watch(self.context)
        self.page: Page = self.context.new_page()
        self.page.goto(address)
        sit_with_key(self.page, seat.capitalize())
        self.due = self.page.locator("#pane-due")


@pytest.fixture
def game(toys: Server) -> str:
    body = {"ruleset": "sealed_fields", "scenario": "standard", "dice": V2}
    opened: str = httpx.post(f"{toys.address}/api/v1/games", json=body).json()["id"]
    return opened


@pytest.fixture
def seats(chromium: Browser, toys: Server, game: str) -> Iterator[dict[str, Seat]]:
    with httpx.Client(base_url=toys.address) as http:
        assert within(lambda: http.get("/api/v1/log/checkpoint").status_code == 200)
    address = f"{toys.address}/games/{game}/table"
    both = {seat: Seat(chromium, address, seat) for seat in STRENGTHS}
    ready(toys, game)
    for each in both.values():
        expect(each.due.locator(".question")).to_contain_text("Share nine strength points")
        each.deploy()
        each.waits()
    yield both
    for each in both.values():
        each.context.close()
        assert not each.wrong


def events(toys: Server, game: str, kind: str) -> list[dict[str, Any]]:
    found = described(toys, game, "/events?limit=500")["items"]
    return [each["data"] for each in found if each["type"] == kind]


def verdict(toys: Server, game: str, path: Path) -> str:
    key = httpx.get(f"{toys.address}/api/v1/log/keys").json()["keys"][0]["key"]
    (path / "bundle").write_bytes(
        httpx.get(f"{toys.address}/api/v1/games/{game}/bundle", timeout=PATIENCE).content
    )
    found = verify(path / "bundle", key, RULESETS.__getitem__)
    assert found.first_failure is None, found.first_failure
    return found.word


def test_orders_are_committed_to_by_digests_and_opened_by_both_pages(
    seats: dict[str, Seat], toys: Server, game: str, tmp_path: Path
) -> None:
    north, south = seats["north"], seats["south"]
    expect(north.due).to_contain_text("Give an order to each of your stacks.")
    click_place(north.page, "a")
    expect(north.page.locator('.mark:is(.choice, .target)[data-place="d"]')).to_be_attached()
    click_place(north.page, "d")
    north.stay("North 1")
    assert within(lambda: len(events(toys, game, "command_committed")) == 1)
    (commit,) = events(toys, game, "command_committed")
    assert list(commit["command"]["plan"]["sealed"]) == ["digest"]
    north.waits()
    assert verdict(toys, game, tmp_path) == WAITS
    assert not south.knows(MOVED)
    north.page.reload()  # what is committed to is kept in the browser, and nowhere else
    expect(north.page.locator(".notices")).to_contain_text("Waiting for South’s answer")
    expect(south.page.locator(".notices")).to_contain_text("North has given its order.")
    expect(south.due).to_contain_text("Give an order to each of your stacks.")
    south.stay()
    for seat in (north, south):
        expect(seat.page.locator("#standing")).to_have_text("turn 2 of 5")
    expect(south.page.locator(".notices")).to_be_empty()
    assert len(events(toys, game, "link_revealed")) == 2
    assert south.knows(MOVED), "it was revealed"
    assert verdict(toys, game, tmp_path) == WAITS
    north.page.get_by_role("button", name="Proof: ").click()
    for turn in range(2, 6):
        for seat in (north, south):
            expect(seat.page.locator("#standing")).to_have_text(f"turn {turn} of 5")
            expect(seat.due).to_contain_text("Give an order to each of your stacks.")
            seat.stay()
    for seat in (north, south):
        expect(seat.due).to_contain_text(re.compile("won|Drawn"))
    assert verdict(toys, game, tmp_path) == HOLDS


def test_an_order_is_opened_after_a_reload(
    seats: dict[str, Seat], toys: Server, game: str, tmp_path: Path
) -> None:
    """North's page is closed before it can open its order, and opens it when it is back."""
    north, south = seats["north"], seats["south"]
    expect(north.due).to_contain_text("Give an order to each of your stacks.")
    north.stay()
    assert within(lambda: len(events(toys, game, "command_committed")) == 1)

    def lose(route: Route) -> None:
        route.abort()

    north.page.route(re.compile("/link$"), lose)
    expect(south.due).to_contain_text("Give an order to each of your stacks.")
    south.stay()
    expect(south.page.locator(".notices")).to_contain_text("Waiting for North’s link")
    assert not events(toys, game, "link_revealed")
    north.page.unroute(re.compile("/link$"))
    north.page.reload()
    for seat in (north, south):
        expect(seat.page.locator("#standing")).to_have_text("turn 2 of 5")
    assert verdict(toys, game, tmp_path) == WAITS

"""A ruleset that begins with a roll, under fair dice: it follows from the command that begins the game."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.running import Server
from tests.browser.test_keys import ready, sit
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full

SEATS = ("Blue", "Grey")


@pytest.fixture
def pages(chromium: Browser) -> Iterator[dict[str, Page]]:
    """A browser profile for each seat."""
    contexts, wrong = [], list[str]()
    for _ in SEATS:
        context = chromium.new_context(reduced_motion="reduce", viewport={"width": 1366, "height": 768})
        context.set_default_timeout(PATIENCE * 1000)
        context.on("weberror", lambda each: wrong.append(str(each.error)))
        contexts.append(context)
    yield {seat: context.new_page() for seat, context in zip(SEATS, contexts, strict=True)}
    for context in contexts:
        context.close()
    assert not wrong, wrong


@pytest.mark.parametrize("own", [False, True], ids=["kept by the service", "kept by browsers"])
def test_a_game_begins_with_a_roll_and_is_played_on(toys: Server, pages: dict[str, Page], own: bool) -> None:
    opened = httpx.post(f"{toys.address}/api/v1/games", json={"ruleset": "two_ferries", "scenario": "race"})
    game = opened.json()["id"]

    def events() -> list[dict[str, Any]]:
        found = httpx.get(f"{toys.address}/api/v1/games/{game}/events?limit=500").json()["items"]
        return list(found)

    with httpx.Client(base_url=toys.address) as http:
        assert within(lambda: http.get("/api/v1/log/checkpoint").status_code == 200)
    for seat, page in pages.items():
        page.goto(f"{toys.address}/games/{game}/table")
        expect(page.locator("#pane-due")).to_contain_text("Begin the game.")
        sit(page, seat, own)
    blue, grey = (pages[seat].locator("#pane-due") for seat in SEATS)
    assert [each["type"] for each in events()] == ["game_begun"], "nothing is rolled before somebody begins"
    expect(grey.locator(".answer")).to_have_count(0)
    expect(blue).to_contain_text("Then 2 dice are rolled: who goes first.")
    if own:
        ready(toys, game)
    blue.get_by_role("button", name="Begin", exact=True).click()
    for pane in (blue, grey):
        expect(pane).to_contain_text("goes first")
    accepted = next(each for each in events() if each["type"] == "command_accepted")
    (roll,) = accepted["data"]["rolls"]
    assert (roll["sides"], len(roll["faces"]), roll["purpose"]) == (10, 2, "who goes first")
    kept = {each["custody"] for each in httpx.get(f"{toys.address}/api/v1/games/{game}").json()["seats"]}
    assert kept == {"client" if own else "server"}

    for _ in range(2):
        seat = next(seat for seat in SEATS if pages[seat].locator("#pane-due .answer").count())
        rowed = sum(each["type"] == "ferry_rowed" for each in events())
        pages[seat].locator("#acts").get_by_role("button", name=re.compile("hard", re.IGNORECASE)).click()
        assert within(lambda before=rowed: sum(each["type"] == "ferry_rowed" for each in events()) > before)
        other = next(each for each in SEATS if each != seat)
        expect(pages[other].locator("#pane-due .answer").first).to_be_visible()
    badge = pages["Grey"].locator(".tools .proof-badge")
    badge.click()
    expect(badge).to_have_attribute("data-state", "holds")

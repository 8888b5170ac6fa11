"""Playing at the table by clicks alone: both seats, against the computer, refused, and back in time."""

import re

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.api.running import Server
from tests.browser.playing import (
    answer,
    at_table,
    click_place,
    confirmed,
    opened,
    play_turn,
    sit,
    version,
    ways_to_play,
)
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full


def test_both_seats_play_a_first_turn_by_clicks_in_browsers_of_their_own(
    chromium: Browser, context: BrowserContext, server: Server
) -> None:
    game, other = opened(server), chromium.new_context()
    try:
        pages = {"Union": context.new_page(), "Confederate": other.new_page()}
        for seat, page in pages.items():
            page.set_default_timeout(PATIENCE * 1000)
            sit(at_table(page, server, game), seat)
        marched: list[str] = []

        def march(seat: str, page: Page) -> None:
            """Once for the Union: out of St Louis by the map, the price of each step beside it."""
            if seat != "Union" or marched:
                return
            marched.append(seat)
            before = version(page)
            click_place(page, "1208")
            expect(page.locator(".mark.reach").first).to_be_visible()
            goal = page.locator(".mark.reach").first.get_attribute("data-place")
            assert goal is not None
            click_place(page, goal)
            confirmed(page, before)  # of St. Louis left to itself
            assert within(lambda: version(page) != before)
            expect(page.locator("#pane-due .question")).to_be_visible()

        play_turn(pages, march)
        assert marched
        expect(pages["Confederate"].locator("#standing")).to_contain_text("turn 2")
        events = httpx.get(f"{server.address}/api/v1/games/{game}/events?limit=500").json()["items"]
        assert {"force_moved", "side_set_up", "initiative_rolled"} <= {each["type"] for each in events}
    finally:
        other.close()


def test_against_the_house_and_back_in_time(page: Page, server: Server) -> None:
    page.set_default_timeout(PATIENCE * 1000)
    game = opened(server)
    sit(at_table(page, server, game), "Union")
    page.get_by_role("button", name="Let the computer player take it").click()
    expect(page.locator("#pane-due form.inline")).to_have_count(0)
    answer(page)  # the set-up; the computer player sets up by itself
    expect(page.locator("#pane-due")).to_contain_text("Place your reinforcements")
    head = version(page)
    page.locator("#scrub").get_by_role("button").first.click()
    expect(page.locator("#pane-due")).to_contain_text("Go to the last event")
    page.get_by_text("Go back, or end the game").click()
    page.get_by_role("button", name=re.compile("Propose to continue from event")).click()
    assert within(lambda: httpx.get(f"{server.address}/api/v1/games/{game}").json()["timeline"] != "main")
    expect(page.locator("#pane-due")).to_contain_text("Set up")
    left = httpx.get(f"{server.address}/api/v1/games/{game}/timelines").json()["items"][0]
    assert (left["id"], left["left_for"] is not None, left["version"] >= int(head)) == ("main", True, True)


def test_a_refused_order_says_why_with_its_clause_and_the_page_goes_on(page: Page, server: Server) -> None:
    page.set_default_timeout(PATIENCE * 1000)
    game = opened(server)
    sit(at_table(page, server, game), "Union")
    nowhere = """field => {
      field.options[0].value = "4410";
      field.selectedIndex = 0;
      field.dispatchEvent(new Event("change"));
    }"""
    page.locator("#pane-due select").first.evaluate(nowhere)
    page.locator("#acts").get_by_role("button", name="Set up so").click()
    expect(page.locator("#pane-due .refused")).to_contain_text("3.1.2/")
    page.reload()
    answer(page)
    expect(page.locator("#pane-due")).to_contain_text("Confederate")


def test_what_somebody_types_outlives_the_other_seats_moves(page: Page, server: Server) -> None:
    page.set_default_timeout(PATIENCE * 1000)
    game = at_table(page, server, opened(server)).url.split("/games/")[1].split("/")[0]
    form = page.locator("form.inline", has_text="Confederate")
    form.get_by_label("Your name").fill("Grey")
    taken = httpx.post(f"{server.address}/api/v1/games/{game}/seats/union/house", json={})
    assert taken.status_code == 201
    expect(page.locator("form.inline")).to_have_count(1)
    expect(form.get_by_label("Your name")).to_have_value("Grey")
    expect(page.locator("#pane-due")).to_contain_text("Confederate Set up")
    expect(form.get_by_label("Your name")).to_have_value("Grey")
    expect(form.get_by_label("Your name")).to_be_focused()


def test_from_the_first_page_to_a_game_against_the_house(page: Page, server: Server) -> None:
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(server.address)
    ways = ways_to_play(page)
    ways.get_by_label("Your name").fill("Ann")
    house = ways.locator(".card", has_text="Play against the computer")
    house.get_by_role("button", name="As Confederate").click()
    expect(page).to_have_url(re.compile("/games/.*/table"))
    expect(page.locator("#pane-due .question")).to_contain_text("Confederate Set up")
    answer(page)
    expect(page.locator("#pane-due .question")).to_contain_text("Confederate")

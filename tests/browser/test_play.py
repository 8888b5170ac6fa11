"""Playing at the table by clicks alone: both seats, against the house, refused, and back in time."""

import re
from collections.abc import Callable
from contextlib import suppress

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, expect

from tests.api.running import Server
from tests.waiting import within

BOARD = "(await (await import(document.querySelector('script[type=module]').src)).table).board"
SHORT, MOMENT = 20_000, 2_000  # milliseconds
ACW = {"ruleset": "american_civil_war", "scenario": "campaign"}
MOVEMENT = re.compile("Move forces")


def opened(server: Server) -> str:
    game: str = httpx.post(f"{server.address}/api/v1/games", json=ACW).json()["id"]
    return game


def at_table(page: Page, server: Server, game: str) -> Page:
    page.goto(f"{server.address}/games/{game}/table")
    expect(page.locator("#pane-due")).to_contain_text("3.1.2/1")
    return page


def sit(page: Page, seat: str) -> None:
    """Take a seat from the panel; the page comes anew, with its cookie."""
    form = page.locator("form.inline", has_text=seat)
    form.get_by_label("Your name").fill(f"{seat} player")
    with page.expect_navigation():
        form.get_by_role("button", name="Take the seat").click()
    expect(page.locator("body")).to_have_attribute("data-held", re.compile(seat.lower()))


def click_hex(page: Page, hex_id: str) -> None:
    """Click into a hex of the map, brought into sight first."""
    at = page.evaluate(
        f"""async (hex) => {{
            const board = {BOARD};
            board.focus(hex, 1.2);
            let before = "";
            for (let tried = 0; tried < 200; tried += 1) {{  // the map glides there
              const box = document.querySelector(".frame").getBoundingClientRect();
              const seen = [];
              for (let x = box.left + 4; x < box.right - 20; x += 6)
                for (let y = box.top + 70; y < box.bottom - 20; y += 6)
                  if ([0, 12].every((by) => board.hexUnder(x + by, y + by) === hex))
                    seen.push([x + 6, y + 6]);
              const now = JSON.stringify(seen);
              if (seen.length && now === before) return seen[Math.floor(seen.length / 2)];
              before = now;
              await new Promise((done) => setTimeout(done, 50));
            }}
            return null;
        }}""",
        hex_id,
    )
    assert at is not None, f"{hex_id} does not come into sight"
    page.mouse.click(*at)


def version(page: Page) -> str:
    return page.evaluate(
        "async () => (await (await import(document.querySelector('script[type=module]').src)).table)"
        ".store.state.game.version"
    )


def answer(page: Page) -> None:
    """Answer what is due by the panel: end what may be ended, else what is offered first."""
    pane = page.locator("#pane-due")
    before = version(page)
    for name in (r"^End ", r"^Decline", r"^Set up so", r"^Place reinforcements"):
        button = pane.get_by_role("button", name=re.compile(name)).first
        if button.count() and button.is_visible():
            button.click(timeout=MOMENT)
            break
    else:
        first = pane.locator(".answer").first
        if first.inner_text(timeout=MOMENT) == "Order this":
            pane.locator(".picker select").first.select_option(index=0, timeout=MOMENT)
        first.click(timeout=MOMENT)
    page.wait_for_function(
        "async (before) => (await (await import(document.querySelector('script[type=module]').src)).table)"
        ".store.state.game.version !== before",
        arg=before,
    )


def turn(page: Page) -> int:
    return int(re.search(r"turn (\d+)", page.locator("#standing").inner_text())[1])  # type: ignore[index]


def play_turn(pages: dict[str, Page], during: Callable[[str, Page], None] = lambda seat, page: None) -> None:
    """Until turn 2, whoever owes a decision answers it; `during` may do more in a seat's movement first."""
    first = next(iter(pages.values()))
    for _ in range(300):
        if turn(first) > 1:
            return
        for seat, page in pages.items():
            ready = page.locator("#pane-due .answer").first
            if page.locator("#pane-due .question b", has_text=seat).count() and ready.count():
                with suppress(TimeoutError):  # what was due a moment ago may be answered already
                    if MOVEMENT.search(page.locator("#pane-due .question").inner_text(timeout=MOMENT)):
                        during(seat, page)
                    answer(page)
                break
        else:
            first.wait_for_timeout(50)
    raise AssertionError("the first turn does not end")


def test_both_seats_play_a_first_turn_by_clicks_in_browsers_of_their_own(
    chromium: Browser, context: BrowserContext, server: Server
) -> None:
    game, other = opened(server), chromium.new_context()
    try:
        pages = {"Union": context.new_page(), "Confederate": other.new_page()}
        for seat, page in pages.items():
            page.set_default_timeout(SHORT)
            sit(at_table(page, server, game), seat)
        marched: list[str] = []

        def march(seat: str, page: Page) -> None:
            """Once for the Union: out of St Louis by the map, the price of each step beside it."""
            if seat != "Union" or marched:
                return
            marched.append(seat)
            before = version(page)
            click_hex(page, "1208")
            expect(page.locator(".mark.reach").first).to_be_visible()
            goal = page.locator(".mark.reach").first.get_attribute("data-hex")
            assert goal is not None
            click_hex(page, goal)
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
    page.set_default_timeout(SHORT)
    game = opened(server)
    sit(at_table(page, server, game), "Union")
    page.get_by_role("button", name="Let the house play it").click()
    expect(page.locator("#pane-due form.inline")).to_have_count(0)
    answer(page)  # the set-up; the house sets up by itself
    expect(page.locator("#pane-due")).to_contain_text("Place your reinforcements")
    head = version(page)
    page.locator("#scrub").get_by_role("button").first.click()
    expect(page.locator("#pane-due")).to_contain_text("Go to where the game stands")
    page.get_by_text("Go back, or end the game").click()
    page.get_by_role("button", name=re.compile("Propose to go on from event")).click()
    assert within(lambda: httpx.get(f"{server.address}/api/v1/games/{game}").json()["timeline"] != "main")
    expect(page.locator("#pane-due")).to_contain_text("Set up", timeout=SHORT)
    left = httpx.get(f"{server.address}/api/v1/games/{game}/timelines").json()["items"][0]
    assert (left["id"], left["left_for"] is not None, left["version"] >= int(head)) == ("main", True, True)


def test_a_refused_order_says_why_with_its_clause_and_the_page_goes_on(page: Page, server: Server) -> None:
    page.set_default_timeout(SHORT)
    game = opened(server)
    sit(at_table(page, server, game), "Union")
    nowhere = "field => { field.options[0].value = '4410'; field.selectedIndex = 0; }"
    page.locator("#pane-due select").first.evaluate(nowhere)
    page.get_by_role("button", name="Set up so").click()
    expect(page.locator("#pane-due .refused")).to_contain_text("3.1.2/")
    page.reload()
    answer(page)
    expect(page.locator("#pane-due")).to_contain_text("Confederate")


def test_what_somebody_types_outlives_the_other_seats_moves(page: Page, server: Server) -> None:
    page.set_default_timeout(SHORT)
    game = at_table(page, server, opened(server)).url.split("/games/")[1].split("/")[0]
    form = page.locator("form.inline", has_text="Confederate")
    form.get_by_label("Your name").fill("Grey")
    taken = httpx.post(f"{server.address}/api/v1/games/{game}/seats/union/house", json={})
    assert taken.status_code == 201
    expect(page.locator("form.inline")).to_have_count(1)
    expect(page.locator("#pane-due")).to_contain_text("Confederate Set up")
    expect(form.get_by_label("Your name")).to_have_value("Grey")
    expect(form.get_by_label("Your name")).to_be_focused()


def test_from_the_first_page_to_a_game_against_the_house(page: Page, server: Server) -> None:
    page.set_default_timeout(SHORT)
    page.goto(server.address)
    page.locator("section", has_text="Play against the house").get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="As Confederate").click()
    expect(page).to_have_url(re.compile("/games/.*/table"))
    expect(page.locator("#pane-due .question")).to_contain_text("Confederate Set up")
    answer(page)
    expect(page.locator("#pane-due .question")).to_contain_text("Confederate")

"""Ways through a game that go wrong in between: reloaded, cut off, stale, on a phone, in the wrong hands."""

import re
from collections.abc import Iterator
from time import sleep
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.api.running import Server
from tests.browser.playing import (
    asked,
    at_table,
    click_place,
    end_movement,
    place_of,
    sit,
    skirmish,
    turn,
    version,
)
from tests.proxy import Proxy
from tests.waiting import PATIENCE

DOUBLE = 600  # milliseconds after which a second tap at the same place is one of its own

pytestmark = pytest.mark.full

PHONE = {"width": 390, "height": 844}
MOVE = "Move forces"
ATTACK = re.compile("^March to .* and attack$")
MARKUP = "<img src=x onerror='throw 1'><b>bold</b> & \"quoted\""


def told(server: Server, game: str, path: str = "") -> Any:
    return httpx.get(f"{server.address}/api/v1/games/{game}{path}", timeout=PATIENCE).json()


def marches(server: Server, game: str) -> list[str]:
    """The hexes that forces have marched from, in order."""
    events = told(server, game, "/events?limit=500")["items"]
    given = [each["data"]["command"] for each in events if each["type"] == "command_accepted"]
    return [each["from"] for each in given if each["type"] == "move_force"]


def march(page: Page, start: str, goal: str) -> None:
    """Choose a force, and click on where it goes."""
    click_place(page, start)
    expect(page.locator(f'.mark[data-place="{goal}"]')).to_be_attached()
    click_place(page, goal)


def taken(server: Server, game: str, seat: str) -> dict[str, str]:
    """A seat taken by a program: the header that it orders with."""
    answer = httpx.post(f"{server.address}/api/v1/games/{game}/seats/{seat}", json={"player": seat})
    assert answer.status_code == 201, answer.text
    return {"authorization": f"Bearer {answer.json()['token']}"}


def ended(server: Server, game: str, header: dict[str, str]) -> httpx.Response:
    (due,) = told(server, game)["due"]
    body = {"id": f"ended-{due['id']}", "decision": due["id"], "command": {"type": "end_movement"}}
    return httpx.post(f"{server.address}/api/v1/games/{game}/commands", json=body, headers=header)


def test_a_reload_in_the_middle_of_a_decision_changes_nothing(page: Page, server: Server) -> None:
    game = skirmish(server)
    sit(at_table(page, server, game, MOVE), "Union")
    before = version(page)
    march(page, "2227", "2228")
    attack = page.get_by_role("button", name=ATTACK)
    expect(attack).to_be_enabled()
    page.reload()
    expect(page.locator("#pane-due .question")).to_contain_text(MOVE)
    expect(attack).to_have_count(0)
    assert (version(page), marches(server, game)) == (before, [])
    march(page, "2227", "2228")
    attack.click()
    expect(page.locator("#standing")).to_be_visible()
    page.reload()  # at once, perhaps before the answer: the order was given once or not at all
    expect(page.locator("#pane-due .question")).to_be_visible()
    assert marches(server, game) in ([], ["2227"])
    if not marches(server, game):
        march(page, "2227", "2228")
        attack.click()
    expect(page.locator('.counters > g[data-key="union 2228"]')).to_be_attached()
    assert marches(server, game) == ["2227"]


def test_a_cut_line_loses_no_click_and_doubles_none(context: BrowserContext, server: Server) -> None:
    game = skirmish(server)
    grey = taken(server, game, "confederate")
    page = context.new_page()
    with Proxy(server.address) as line:
        behind = Server(log=server.log, address=line.url)
        sit(at_table(page, behind, game, MOVE), "Union")
        expect(page.locator(".live.on")).to_be_visible()
        for cut, start, goal in (("asked", "4506", "4507"), ("answered", "2227", "2226")):
            line.was_cut.clear()
            line.at, line.cut, line.after_cut = b"/commands", cut, None
            march(page, start, goal)
            assert line.was_cut.wait(PATIENCE), cut
            expect(page.locator(f'.counters > g[data-key="union {goal}"]')).to_be_attached()
        assert marches(server, game) == ["4506", "2227"]
        line.at, line.cut, line.after_cut = b"/commands", "asked", "away"
        line.was_cut.clear()
        end_movement(page)
        assert line.was_cut.wait(PATIENCE)
        expect(page.locator(".live.off")).to_be_visible()
        expect(page.locator("body")).to_contain_text(re.compile("No answer came|does not answer"))
        line.cut = None
        expect(page.locator("#pane-due .question")).to_contain_text("Confederate")
        expect(page.locator(".live.on")).to_be_visible()
        (due,) = told(server, game)["due"]
        assert due["seat"] == "confederate"
        line.cut, line.at = "away", b""  # and what the other seat does meanwhile is there afterwards
        line._hang_up(*line._lines)
        expect(page.locator(".live.off")).to_be_visible()
        ended = {"id": "grey-ends", "decision": due["id"], "command": {"type": "end_placement"}}
        given = httpx.post(f"{server.address}/api/v1/games/{game}/commands", json=ended, headers=grey)
        assert given.status_code == 200, given.text
        line.cut = None
        expect(page.locator("#pane-due")).to_contain_text(MOVE)
        expect(page.locator("#pane-due .side").first).to_have_text("Confederate")


def slowly(route: Route) -> None:
    sleep(0.3)
    route.continue_()


CHANGED_MEANWHILE = """async () => {
  const { store } = await (await import(document.querySelector("script[type=module]").src)).table;
  Object.assign(window, { given: false, early: [] });
  const pane = document.querySelector("#pane-due");
  const look = () => {
    const union = pane.querySelector(".question")?.textContent.startsWith("Union");
    window.given ||= pane.textContent.includes("The order is given");
    const answers = [...pane.querySelectorAll(".answer")].filter((each) => each.checkVisibility());
    if (window.given && union) window.early.push(...answers.map((each) => each.textContent));
    if (union) requestAnimationFrame(look);
  };
  look();
  store.state.game.seats = store.state.game.seats.map((each) => ({ ...each, name: "Another" }));
  await store.load(null);
}"""
"""Draws the panel again, and watches it from then on until somebody else is asked."""


def test_no_answer_comes_back_and_none_goes_away_under_the_pointer(page: Page, server: Server) -> None:
    """A panel that changes under a click loses none; after it, the decision before is not asked again."""
    game = skirmish(server)
    for seat in ("Union", "Confederate"):
        sit(at_table(page, server, game, MOVE), seat)
    page.locator("#acts").get_by_role("button", name="End movement").click()
    page.locator("#confirm-order").hover()
    page.mouse.down()
    page.evaluate(CHANGED_MEANWHILE)
    page.route(re.compile("/views[?]"), slowly)
    page.mouse.up()
    expect(page.locator("#pane-due .question")).to_contain_text("Confederate")
    assert page.evaluate("window.given")
    assert page.evaluate("window.early") == []


def test_an_answer_that_is_pressed_as_news_come_is_given(page: Page, server: Server) -> None:
    """The other seat's event brings a new version, whose offers are on their way as the button is let go."""
    game = skirmish(server)
    sit(at_table(page, server, game, MOVE), "Union")
    grey = taken(server, game, "confederate")
    held: list[Route] = []
    end = page.locator("#pane-due .ends .answer", has_text="End movement")
    end.hover()
    page.mouse.down()
    page.route(re.compile("/legal[?]"), lambda route: held.append(route))
    order = {"type": "set_standing_order", "hex": "all", "order": "ask"}
    body = {"id": "standing", "command": order, "decision": None}
    with page.expect_request(re.compile("/legal[?]")):
        given = httpx.post(f"{server.address}/api/v1/games/{game}/commands", json=body, headers=grey)
        assert given.status_code == 200, given.text
    page.mouse.up()
    page.wait_for_timeout(300)
    for route in held:
        route.continue_()
    page.unroute(re.compile("/legal[?]"))
    confirm = page.locator("#confirm-order")
    expect(confirm).to_be_visible()
    confirm.click()
    expect(page.locator("#pane-due .question")).to_contain_text("Confederate")


def test_two_tabs_of_one_seat_and_one_of_them_stale(context: BrowserContext, server: Server) -> None:
    game = skirmish(server)
    fresh = context.new_page()
    sit(at_table(fresh, server, game, MOVE), "Union")
    stale = context.new_page()
    stale.route("**/events/stream*", lambda route: route.abort())
    at_table(stale, server, game, MOVE)
    march(stale, "2227", "2228")  # begun here, and decided over there
    expect(stale.get_by_role("button", name=ATTACK)).to_be_visible()
    stale.route(f"**/games/{game}", lambda route: route.abort())  # it hears of nothing
    end_movement(fresh)
    expect(fresh.locator("#pane-due .question")).to_contain_text("Confederate")
    stale.unroute(f"**/games/{game}")
    if stale.get_by_role("button", name=ATTACK).count():
        stale.get_by_role("button", name=ATTACK).click()
    expect(stale.locator("#pane-due .answer:visible")).to_have_count(0)
    expect(stale.locator("#standing")).to_contain_text("Confederate")
    assert marches(server, game) == []


def test_the_other_seats_table_shows_all_and_orders_nothing(page: Page, server: Server) -> None:
    game = skirmish(server)
    taken(server, game, "union")
    at_table(page, server, game, MOVE)
    expect(page.locator("#pane-due .answer:visible")).to_have_count(0)
    click_place(page, "4506")
    expect(page.get_by_role("heading", name="Washington 4506")).to_be_visible()
    expect(page.locator(".mark.reach")).to_have_count(0)
    page.get_by_role("tab", name="Due").click()
    sit(page, "Confederate")
    expect(page.locator("#pane-due .answer:visible")).to_have_count(0)
    order = {"id": "not-mine", "decision": told(server, game)["due"][0]["id"], "seat": "union"}
    status = page.evaluate(
        """async ([path, body]) => (await fetch(path, {method: "POST", body: JSON.stringify(body),
            headers: {"content-type": "application/json", "ironclad-page": "table"}})).status""",
        [f"/api/v1/games/{game}/commands", {**order, "command": {"type": "end_movement"}}],
    )
    assert status in (403, 409)
    (due,) = told(server, game)["due"]
    assert due["seat"] == "union", "nothing was ordered"


def test_names_with_markup_are_text_wherever_they_are_shown(page: Page, server: Server) -> None:
    game = skirmish(server, title=MARKUP)
    at_table(page, server, game, MOVE)
    form = page.locator("form.inline", has_text="Union")
    form.get_by_label("Your name").fill(MARKUP[:64])
    with page.expect_navigation():
        form.get_by_role("button", name="Take the seat").click()
    expect(page.locator("body")).to_have_attribute("data-held", "union")
    expect(page.get_by_role("heading", level=1)).to_have_text(MARKUP)
    page.get_by_label("Find a place by name or number").fill(MARKUP)
    page.keyboard.press("Enter")
    expect(page.locator("#board [aria-live]")).to_contain_text("<img src=x")
    for tab in page.get_by_role("tab").all():
        tab.click()
        expect(page.locator("img[src=x], .sheet b b")).to_have_count(0)
    for path in ("/", f"/games/{game}", f"/games/{game}/proof"):
        page.goto(server.address + path)
        expect(page.get_by_text("<img src=x").first).to_be_attached()
        expect(page.locator("img[src=x]")).to_have_count(0)


def test_a_script_that_fails_is_reported_and_the_page_goes_on(chromium: Browser, server: Server) -> None:
    context = chromium.new_context()
    page = context.new_page()
    at_table(page, server, skirmish(server), MOVE)
    with page.expect_response("**/page-faults") as answered:
        page.evaluate("setTimeout(() => { throw new Error('<b>no such hex</b>'); }, 0); undefined")
    assert answered.value.status == 204
    notice = page.get_by_role("alert").filter(has_text="Something on this page failed")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    sit(page, "Union")
    click_place(page, "4506")
    expect(page.locator(".mark.reach").first).to_be_attached()
    page.route("**/linked/table/first.js", lambda route: route.abort())  # nor is a module missing in silence
    with page.expect_response("**/page-faults"):
        page.goto(page.url + "?again=1")
    expect(notice.get_by_role("button", name="Load the page again")).to_be_visible()
    page.unroute("**/linked/table/first.js")
    notice.get_by_role("button", name="Load the page again").click()
    expect(page.locator("#pane-due .question")).to_contain_text(MOVE)
    context.close()


def test_without_scripts_a_game_is_read_on_its_plain_page(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    game = skirmish(server)
    page.goto(f"{server.address}/games/{game}/table")
    said = page.locator("noscript")  # which no driven Chromium shows
    assert "The table needs scripts" in said.inner_text()
    assert said.locator("a").get_attribute("href") == f"/games/{game}"
    page.goto(f"{server.address}/games/{game}")
    expect(page.locator('[data-key="union 4506"]')).to_be_visible()
    expect(page.get_by_role("heading", name="Chronicle")).to_be_visible()
    page.locator("summary", has_text="Union").click()
    expect(page.get_by_text("Washington (4506): 5 ASP, leader B 0")).to_be_visible()
    assert page.get_by_role("link", name="Go to the table").get_attribute("href") == f"/games/{game}/table"
    context.close()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    yield context.new_page()
    context.close()
    assert not wrong, wrong


def test_a_phone_plays_a_turn_to_its_end(phone: Page, server: Server) -> None:
    """Both seats in one hand, by taps alone."""
    game = skirmish(server)
    phone.goto(f"{server.address}/games/{game}/table")
    for seat in ("Union", "Confederate"):
        raise_sheet(phone)
        sit(phone, seat)
    expect(phone.locator("#pane-due")).to_contain_text(MOVE)
    lower_sheet(phone)
    tap_hex(phone, "4506")
    expect(phone.locator('.mark[data-place="4507"]')).to_be_attached()
    lower_sheet(phone)
    tap_hex(phone, "4507")
    expect(phone.locator('.counters > g[data-key="union 4507"]')).to_be_attached()
    assert marches(server, game) == ["4506"]
    for _ in range(20):
        if turn(phone) > 2:
            break
        raise_sheet(phone)
        before = version(phone)
        answers = phone.locator("#pane-due .answer:visible")
        expect(answers.first).to_be_visible()
        ends = answers.filter(has_text=re.compile("^(End |Decline)"))
        phone.wait_for_timeout(DOUBLE)
        (ends if ends.count() else answers).first.tap()
        if asked(phone, before):
            phone.locator("#confirm-order").tap()
        expect(phone.locator("#scrub output")).not_to_have_text(re.compile(f" of {before}$"))
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert turn(phone) == 3


def sheet_is_up(page: Page) -> bool:
    return page.locator("#grip").get_attribute("aria-expanded") == "true"


def raise_sheet(page: Page) -> None:
    expect(page.locator("#pane-due h2")).to_be_attached()
    if not sheet_is_up(page):
        page.locator("#grip").tap()
    expect(page.locator("#grip")).to_have_attribute("aria-expanded", "true")


def lower_sheet(page: Page) -> None:
    if sheet_is_up(page):
        page.locator("#grip").tap()
    expect(page.locator("#grip")).to_have_attribute("aria-expanded", "false")


def tap_hex(page: Page, hex_id: str) -> None:
    page.touchscreen.tap(*place_of(page, hex_id))

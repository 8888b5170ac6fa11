"""Dice of v2 at the table: orders are committed to, and their links go out over a checkpoint."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, Request, Route, TimeoutError, expect

from ironclad.api.cli import main
from ironclad.domain.kernel.fair.fair_dice import V2
from tests.api.running import Server
from tests.browser.playing import MOMENT, answer, skirmish
from tests.browser.test_keys import attack, described, pages, ready, rolls, sit
from tests.waiting import PATIENCE, within

__all__ = ["pages"]

pytestmark = pytest.mark.full


def seated(server: Server, pages: Any) -> tuple[str, Page, Page]:
    game = skirmish(server, dice=V2)
    union, confederate = pages(), pages()
    for page, seat in ((union, "Union"), (confederate, "Confederate")):
        page.goto(f"{server.address}/games/{game}/table")
        sit(page, seat)
    ready(server, game)
    return game, union, confederate


def looked_after_at_once(page: Page) -> list[int]:
    """How often the page's state of the dice was being asked for, at each time that it was."""
    under_way: set[Request] = set()  # of those that begin from here on
    found: list[int] = []

    def begins(request: Request) -> None:
        if request.url.endswith("/dice"):
            under_way.add(request)
            found.append(len(under_way))

    page.on("request", begins)
    for over in ("requestfinished", "requestfailed"):  # a reload ends what is under way
        page.on(over, lambda request: under_way.discard(request))
    return found


def committed(server: Server, game: str) -> int:
    events = described(server, game, "/events?limit=500")["items"]
    return sum(each["type"] == "command_committed" for each in events)


def test_two_pages_play_and_every_roll_is_committed_to(server: Server, pages: Any, tmp_path: Path) -> None:
    game, union, confederate = seated(server, pages)
    expect(union.locator(".notices")).to_be_empty()
    attack(union)
    assert within(lambda: rolls(server, game) > 0)
    for _ in range(10):
        if committed(server, game) > 1:
            break
        page = {"union": union, "confederate": confederate}[described(server, game)["due"][0]["seat"]]
        with suppress(TimeoutError):  # it may be the other seat's by now
            page.locator("#pane-due .answer:visible").first.wait_for(timeout=MOMENT)
            answer(page)
    assert committed(server, game) > 1
    assert within(lambda: not described(server, game)["owed"])
    bundle = tmp_path / "game.bundle"
    bundle.write_bytes(httpx.get(f"{server.address}/api/v1/games/{game}/bundle", timeout=PATIENCE).content)
    found = json.loads(CliRunner().invoke(main, ["verify", str(bundle), "--json"]).stdout)
    assert found["first_failure"] is None, found
    union.get_by_role("button", name="Proof: ").click()
    union.get_by_role("button", name="Verify now").click()
    expect(union.locator(".proof-badge")).to_contain_text("The record holds")


def test_a_page_looks_after_its_seat_once(server: Server, pages: Any) -> None:
    """Two that look after one seat would each send the first link, and the links that it owes."""
    game, union, confederate = seated(server, pages)
    refused: list[str] = []
    union.on("response", lambda each: refused.append(each.url) if each.status == 409 else None)
    counts = looked_after_at_once(union)
    union.reload()
    expect(union.locator("#acts").get_by_role("button", name="End movement")).to_be_visible()
    attack(union)
    assert within(lambda: rolls(server, game) > 0)
    expect(confederate.locator(".notices")).to_be_empty()
    firsts = [each for each in described(server, game, "/match/events?limit=500")["items"]
              if each["type"] == "seat_ready"]  # fmt: skip
    assert (max(counts), len(firsts), refused) == (1, 2, [])


def test_a_link_that_was_kept_back_is_sent_after_a_reload(server: Server, pages: Any) -> None:
    game, union, confederate = seated(server, pages)
    sent: set[str] = set()
    kept_back = True

    def pass_on(route: Route) -> None:
        sent.add(json.loads(route.request.post_data or "{}")["link"])
        if kept_back:
            route.abort()
        else:
            route.continue_()

    union.context.route(re.compile("/link$"), pass_on)
    attack(union)
    assert within(lambda: [each["seat"] for each in described(server, game)["owed"]] == ["union"])
    expect(confederate.locator(".notices")).to_contain_text("Waiting for Union’s link")
    assert rolls(server, game) == 0
    kept_back = False
    other = union.context.new_page()  # a second tab has the same key: both send what is owed
    other.goto(f"{server.address}/games/{game}/table", wait_until="commit")
    union.reload()
    expect(confederate.locator(".notices")).to_be_empty()
    for page in (union, other):
        expect(page.locator(".notices")).to_be_empty()
    assert rolls(server, game) > 0
    assert len(sent) == 1


def test_a_link_that_the_service_does_not_take_is_handed_in_by_the_other_seat(
    server: Server, pages: Any, tmp_path: Path
) -> None:
    game, union, confederate = seated(server, pages)
    union.route(re.compile("/link$"), lambda route: route.abort())
    attack(union)
    notices = union.locator(".notices")
    expect(notices).to_contain_text("link is signed, and the service has not taken it")
    with union.expect_download() as coming:
        notices.get_by_role("button", name="Save the signed link").click()
    file = tmp_path / "union.link.json"
    coming.value.save_as(file)
    waiting = confederate.locator(".notices")
    expect(waiting).to_contain_text("Waiting for Union’s link")
    with confederate.expect_file_chooser() as chooser:
        waiting.get_by_role("button", name="Hand in Union’s signed link").click()
    chooser.value.set_files(file)
    assert within(lambda: rolls(server, game) > 0)
    revealed = [each["data"] for each in described(server, game, "/events?limit=500")["items"]
                if each["type"] == "link_revealed"]  # fmt: skip
    assert [(each["seat"], each["by"]) for each in revealed] == [("union", "confederate")]
    expect(waiting).to_be_empty()


def test_a_page_signs_no_second_link_for_a_service_that_asked_too_early(toys: Server, pages: Any) -> None:
    """A service that has a seat's link before the other seat's answer could have that answer chosen by it."""
    body = {"ruleset": "both_row", "scenario": "race", "dice": V2}
    game = httpx.post(f"{toys.address}/api/v1/games", json=body).json()["id"]
    blue, grey = pages(), pages()
    for page, seat in ((blue, "Blue"), (grey, "Grey")):
        page.goto(f"{toys.address}/games/{game}/table")
        sit(page, seat)
    ready(toys, game)
    blue.locator("#pane-due .answer:visible").first.click()
    row = re.compile("hard")
    for page in (blue, grey):
        expect(page.locator("#acts").get_by_role("button", name=row)).to_be_visible()

    def lie(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "awaits": []})

    def refuse(route: Route) -> None:
        problem = {"title": "Refused", "status": 409, "rule": "signature/seen", "reason": "not this one"}
        route.fulfill(status=409, content_type="application/problem+json", json=problem)

    dice, links = re.compile("/dice$"), re.compile("/link$")
    blue.route(dice, lie)
    blue.route(links, refuse)
    with blue.expect_request(links) as early:
        blue.locator("#acts").get_by_role("button", name=row).click()
    assert early.value.post_data_json["seat"] == "blue"
    sent: list[str] = []
    grey.locator("#acts").get_by_role("button", name=row).click()
    expect(grey.locator(".notices")).to_contain_text("Waiting for Blue’s link")
    blue.unroute_all(behavior="wait")
    blue.on("request", lambda each: sent.append(each.url) if links.search(each.url) else None)
    blue.reload()
    expect(blue.locator(".stopped")).to_contain_text("a link of blue before every seat had committed")
    assert sent == []
    assert described(toys, game)["owed"]


def test_a_phone_shows_what_is_waited_for_while_its_sheet_is_down(server: Server, pages: Any) -> None:
    game, union, confederate = seated(server, pages)
    confederate.set_viewport_size({"width": 390, "height": 844})
    union.route(re.compile("/link$"), lambda route: route.abort())
    attack(union)
    notices, sheet = confederate.locator(".notices"), confederate.locator("#sheet")
    expect(notices).to_contain_text("Waiting for Union’s link")
    hand_in = notices.get_by_role("button", name="Hand in Union’s signed link")
    expect(hand_in).to_be_hidden()

    def is_above_the_scrubber() -> bool:
        """Whether the whole line is seen, once the page has its last height."""
        box, below = notices.bounding_box(), confederate.locator("#scrub").bounding_box()
        assert box is not None
        assert below is not None
        return box["height"] > 20 and box["y"] + box["height"] <= below["y"] + 1

    assert within(is_above_the_scrubber)
    notices.click()
    expect(sheet).to_have_class(re.compile(r"\bup\b"))
    expect(hand_in).to_be_visible()
    assert described(server, game)["owed"]

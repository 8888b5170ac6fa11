"""What a page with a seat's own key says and does where no answer comes, or its dice are not ready."""

import json
import re
from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from ironclad.domain.kernel.fair.fair_dice import V2
from tests.api.running import Server
from tests.browser.playing import skirmish
from tests.browser.test_commits import seated
from tests.browser.test_keys import ATTACK, click_place, described, pages, rolls, sit
from tests.waiting import within

__all__ = ["pages"]

pytestmark = pytest.mark.full

COMMANDS = re.compile("/commands$")
SHORT = """() => {  // what waits for an answer waits a hundredth of that, and says how long it was to be
  const whole = AbortSignal.timeout.bind(AbortSignal);
  globalThis.limits = [];
  AbortSignal.timeout = (milliseconds) => {
    limits.push(milliseconds);
    return whole(milliseconds / 100);
  };
}"""
PATIENT = """() => {  // a pause of four seconds or more never ends by itself
  const whole = globalThis.setTimeout.bind(globalThis);
  globalThis.setTimeout = (call, milliseconds = 0, ...more) =>
    whole(call, milliseconds >= 4000 ? 3_600_000 : milliseconds, ...more);
}"""


def comes(page: Page, true: Callable[[], bool]) -> bool:
    """Whether it comes to be while the page's requests are answered here."""

    def look() -> bool:
        page.wait_for_timeout(50)
        return true()

    return within(look)


def order(page: Page) -> None:
    """The order to attack, which rolls, given by clicks; its answer is not waited for."""
    click_place(page, "2227")
    page.locator("#pane-due").get_by_label("Go to", exact=True).select_option("2228")
    page.get_by_role("button", name=ATTACK).click()


def test_an_order_without_an_answer_is_told_after_its_limit(server: Server, pages: Any) -> None:
    game, union, _ = seated(server, pages)
    union.evaluate(SHORT)
    sent: list[str] = []

    def swallow(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}")["id"])

    union.route(COMMANDS, swallow)
    order(union)
    notices = union.locator(".notices")
    expect(notices).to_contain_text("No answer came to Union’s order")
    expect(notices).to_contain_text("It is sent again by itself, and counts once")
    assert 30_000 in union.evaluate("limits")
    assert len(set(sent)) == 1, "the same request each time"
    assert len(sent) >= 4
    assert rolls(server, game) == 0
    union.unroute(COMMANDS)
    assert comes(union, lambda: rolls(server, game) > 0)
    expect(notices).to_be_empty()


def test_an_order_is_sent_again_when_the_browser_is_online_again(server: Server, pages: Any) -> None:
    game, union, _ = seated(server, pages)
    union.evaluate(PATIENT)
    failed: list[Request] = []
    union.on("requestfailed", lambda each: failed.append(each) if COMMANDS.search(each.url) else None)
    union.route(COMMANDS, lambda route: route.abort())
    order(union)
    expect(union.locator(".notices")).to_contain_text("No answer came to Union’s order")
    union.context.set_offline(True)
    union.unroute(COMMANDS)
    assert comes(union, lambda: len(failed) >= 8), "two rounds of four tries, and the pause that stays"
    union.wait_for_timeout(500)
    assert len(failed) == 8
    union.context.set_offline(False)
    assert comes(union, lambda: rolls(server, game) > 0)
    expect(union.locator(".notices")).to_be_empty()
    events = described(server, game, "/events?limit=500")["items"]
    assert sum(each["type"] == "command_committed" for each in events) == 1, "it counts once"


def refusing(page: Page, calls: re.Pattern[str], rule: str, times: int) -> list[float]:
    """Refuse a call some times with a rule; when it was asked, in seconds."""
    asked: list[float] = []

    def refuse(route: Route) -> None:
        asked.append(monotonic())
        if len(asked) > times:
            return route.continue_()
        problem = {"title": "Refused", "status": 409, "type": "/api/docs#refused", "rule": rule}
        body = json.dumps({**problem, "reason": "it is too early", "detail": "it is too early"})
        return route.fulfill(status=409, content_type="application/problem+json", body=body)

    page.route(calls, refuse)
    return asked


def test_a_first_link_that_comes_too_early_is_sent_again_without_a_word(server: Server, pages: Any) -> None:
    game = skirmish(server, dice=V2)
    union, confederate = pages(), pages()
    looked: list[str] = []
    union.on("request", lambda each: looked.append(each.url) if each.url.endswith("/dice") else None)
    asked = refusing(union, re.compile("/dice/ready$"), "dice/early", 1)
    for page, seat, own in ((confederate, "Confederate", False), (union, "Union", True)):
        page.goto(f"{server.address}/games/{game}/table")
        sit(page, seat, own)
    assert comes(union, lambda: len(asked) == 1)
    before = len(looked)
    expect(union.locator(".notices")).not_to_contain_text("too early")
    assert comes(union, lambda: len(asked) == 2)
    assert within(lambda: [each["party"] for each in described(server, game, "/dice")["shares"]] == ["union"])
    assert asked[1] - asked[0] >= 1.9, "it pauses"
    assert len(looked) > before, "and asks how the dice are, first"
    expect(union.locator(".notices")).to_be_empty()


def test_an_order_refused_for_the_dice_says_what_it_waits_for(server: Server, pages: Any) -> None:
    game, union, _ = seated(server, pages)
    asked = refusing(union, COMMANDS, "dice/ready", 1)
    order(union)
    expect(union.locator("body")).to_contain_text(
        "it is too early The other seat’s browser shows its first link"
    )
    assert (len(asked), rolls(server, game)) == (1, 0), "an order is not given again by itself"
    expect(union.get_by_role("button", name=ATTACK)).to_be_visible()
    union.get_by_role("button", name=ATTACK).click()
    assert comes(union, lambda: rolls(server, game) > 0)

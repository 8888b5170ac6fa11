"""A seat that is open in two tabs: what the second one says, in words for its player."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.api.running import Server
from tests.browser.playing import end_movement, sit, skirmish, version
from tests.waiting import within

pytestmark = pytest.mark.full

LIVE = re.compile(r"/events|/api/v1/games/[^/]+(/timelines)?$")
WORDS_OF_THE_SERVICE = re.compile("version|decision|no longer open|timeline")


DEAF = "window.EventSource = class extends EventTarget { close() {} };"  # no stream: it asks now and then


def at_table(context: BrowserContext, server: Server, game: str, script: str = "") -> Page:
    page = context.new_page()
    if script:
        page.add_init_script(script)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{server.address}/games/{game}/table")
    expect(page.locator(".counters > g").first).to_be_attached()
    return page


def test_an_order_that_another_tab_has_made_late_says_so(context: BrowserContext, server: Server) -> None:
    game = skirmish(server)
    first = at_table(context, server, game)
    sit(first, "Union")
    second = at_table(context, server, game, DEAF)
    expect(second.locator("#acts button").first).to_be_visible()
    second.route(LIVE, lambda route: route.abort())  # what it hears of the game comes late
    before = version(first)
    end_movement(first)
    assert within(lambda: version(first) != before)
    end_movement(second)
    refused = second.locator("#pane-due .refused[role=alert]")
    expect(refused).to_contain_text("this seat may be open in another tab")
    expect(refused).to_contain_text("Your order was not carried out. Look at what is asked now")
    expect(refused).not_to_contain_text(WORDS_OF_THE_SERVICE)


def test_an_order_that_waits_for_another_tab_says_what_to_do(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/games/{skirmish(server)}/table")
    expect(page.locator(".counters > g").first).to_be_attached()
    said = page.evaluate(
        """async () => {
          const { src } = document.querySelector("script[type=module]");
          const at = (name) => import(new URL(`../${name}`, src).href);
          const [{ troubleOf }, { PlayerError }] = [await at("keys/trouble.js"), await at("keys/errors.js")];
          return troubleOf("union", new PlayerError("pending", ""));
        }"""
    )
    assert said["kind"] == "lost"
    assert "perhaps in another tab" in said["text"]
    assert "wait, or look at the other tab" in said["text"]

"""Clicks that orders take at the table, counted by a script: `python -m tests.browser.clicks [ADDRESS]`.

Each way is played on a game of its own. Every press of the pointer is counted, from a map on which nothing is
chosen until the game has the order (of an attack: until its result is in the chronicle). Without an address a
server is started for it. Ends with 1 when a way takes more clicks than its target.
"""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.api.running import Server
from tests.browser.conftest import chromium_at
from tests.browser.playing import ACW, POSITION, place_of, sit, version
from tests.waiting import PATIENCE, within

WASHINGTON, NEAR, FRIEND, ENEMY, FAR = "4506", "4405", "4404", "4508", "3703"
FORCES: dict[str, Any] = {
    WASHINGTON: {"union": {"asp": 6}},
    FRIEND: {"union": {"asp": 2}},
    ENEMY: {"confederate": {"asp": 1}},
}
RECRUITING: dict[str, Any] = {"scenario": "campaign"}


class Counted:
    """A table on which each press of the pointer counts."""

    def __init__(self, page: Page, address: str, game: str) -> None:
        self.page, self.address, self.game, self.clicks = page, address, game, 0

    def on_map(self, place: str) -> None:
        self.clicks += 1
        self.page.mouse.click(*place_of(self.page, place))

    def on(self, selector: str, name: str) -> None:
        self.clicks += 1
        self.page.locator(selector).get_by_role("button", name=name).first.click()

    def settled(self) -> None:
        expect(self.page.locator(".mark").first).to_be_visible()

    def told(self, path: str) -> Any:
        answer = httpx.get(f"{self.address}/api/v1/games/{self.game}{path}", timeout=PATIENCE)
        return answer.raise_for_status().json()

    def forces(self) -> dict[str, int]:
        """The Union's strength points by hex."""
        stacks = self.told("/views/scene")["data"]["stacks"]
        return {each["place"]: each["weight"] for each in stacks if each["side"] == "union"}


def march(table: Counted) -> None:
    table.on_map(WASHINGTON)
    table.settled()
    table.on_map(NEAR)
    assert within(lambda: table.forces().get(NEAR) == 6)


def join(table: Counted) -> None:
    table.on_map(WASHINGTON)
    table.settled()
    table.on_map(FRIEND)
    assert within(lambda: table.forces().get(FRIEND) == 8)


def attack(table: Counted) -> None:
    """Until the fight's result is in the chronicle; the computer player defends."""
    taken = httpx.post(
        f"{table.address}/api/v1/games/{table.game}/seats/confederate/house", json={}, timeout=PATIENCE
    )
    assert taken.is_success, taken.text
    table.on_map(WASHINGTON)
    table.settled()
    table.on_map(ENEMY)
    expect(table.page.locator("#acts").get_by_role("button", name="Attack")).to_be_visible()
    table.on("#acts", "Attack")
    assert within(
        lambda: "battle_fought" in {each["type"] for each in table.told("/views/chronicle")["items"]}
    )


def place_two(table: Counted) -> None:
    table.on_map(WASHINGTON)
    table.on(".bubble", "+2 ASP")
    assert within(lambda: table.forces().get(WASHINGTON, 0) >= 3)


def rail(table: Counted) -> None:
    table.on_map(WASHINGTON)
    table.settled()
    table.on("#acts", "Rail")
    expect(table.page.locator("#acts").get_by_role("button", name="Rail")).to_have_attribute(
        "aria-pressed", "true"
    )
    table.settled()
    table.on_map(FAR)
    assert within(lambda: table.forces().get(FAR) == 6)


@dataclass(frozen=True)
class Way:
    """An order, how many clicks it may take, and whether it is given in the campaign's recruiting."""

    name: str
    most: int
    give: Callable[[Counted], None]
    recruiting: bool = False


WAYS = (
    Way("march", 2, march),
    Way("join a stack", 2, join),
    Way("attack, to its result", 3, attack),
    Way("place two points", 3, place_two, recruiting=True),
    Way("rail over many legs", 3, rail),
)


def opened(address: str, recruiting: bool) -> str:
    """A game in the Union's movement, or in its recruiting."""
    position = {**POSITION, "forces": FORCES, "leaders": {}, "vessels": {}}
    more = {} if recruiting else {"scenario": "bare_map", "position": position}
    answer = httpx.post(f"{address}/api/v1/games", json={**ACW, **more}, timeout=PATIENCE)
    game: str = answer.raise_for_status().json()["id"]
    return game


def sat_down(page: Page, address: str, way: Way) -> Counted:
    """The table of a new game, once the order may be given."""
    game = opened(address, way.recruiting)
    page.goto(f"{address}/games/{game}/table")
    for seat in ("Union", "Confederate") if way.recruiting else ("Union",):
        sit(page, seat)
    wanted = "Place your reinforcements" if way.recruiting else "Move forces"
    for _ in range(2 if way.recruiting else 0):  # both set up as it is suggested
        ready = page.locator("#acts .main:enabled", has_text="Set up so")
        before = version(page)
        ready.click()
        assert within(lambda before=before: version(page) != before)
    expect(page.locator("#owed")).to_contain_text(wanted)
    expect(page.locator("#acts button").first).to_be_visible()
    return Counted(page, address, game)


def measured(browser: Browser, address: str) -> dict[str, int]:
    """The clicks of each way."""
    found = {}
    for way in WAYS:
        context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE * 1000)
        table = sat_down(context.new_page(), address, way)
        way.give(table)
        found[way.name] = table.clicks
        context.close()
    return found


def report(browser: Browser, address: str) -> int:
    """Print each way with its clicks and its target; 1 if one takes more."""
    found = measured(browser, address)
    for way in WAYS:
        print(f"{way.name:24} {found[way.name]} clicks, at most {way.most}")
    return int(any(found[way.name] > way.most for way in WAYS))


def main() -> int:
    launch = chromium_at()
    if launch is None:
        print("There is no Chromium on the path.", file=sys.stderr)
        return 2
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(**launch)
        if len(sys.argv) > 1:
            return report(browser, sys.argv[1].rstrip("/"))
        server = Server(Path(folder) / "log.sqlite").start()
        try:
            return report(browser, server.address)
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())

"""A quarter of a year of the Eagle variant by clicks: a march, a major battle on its board, production.

The player of the USA is at the table, once on a wide screen and once on a phone; the CSA plays over HTTP. The
CSA's standing orders withdraw its army as soon as that is allowed, so that there is a pursuit.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.api.running import Server, Table
from tests.browser.near_a_battle import first, give, opened, seated, units_of
from tests.browser.playing import place_of
from tests.browser.test_table import AXE
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full

WIDE, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
STANDING = {"stance": "stand", "withdraw_at": 9, "pursue": "none"}
ENOUGH = 80  # answers to a battle
Look = Callable[[str], None]


class War:
    """The page of the USA's player, and the CSA over HTTP."""

    def __init__(self, page: Page, table: Table, look: Look = lambda name: None) -> None:
        self.page, self.table, self.look = page, table, look
        self.due, self.bar = page.locator("#pane-due"), page.locator("#acts")
        self.board = page.locator(".inset")

    def owed(self) -> str:
        """The kind of decision that is due, once the CSA has answered all of its own."""
        while True:
            due = self.table.get().json()["due"]
            if not due:
                return ""
            if any(each["seat"] == "usa" for each in due):
                return next(each["kind"] for each in due if each["seat"] == "usa")
            self.csa(due[0])

    def csa(self, due: dict[str, Any]) -> None:
        kind = due["kind"]
        command = {"movement": {"type": "end_movement"}, "production": {"type": "end_production"}}.get(kind)
        command = command or first(self.table, "csa")
        if kind in ("sealed_set_up", "open_set_up"):
            command = {**command, "standing": STANDING}
        give(self.table, command, "csa")

    def version(self) -> int:
        version: int = self.table.get().json()["version"]
        return version

    def click(self, where: Locator) -> None:
        """Click, and wait until the game has the order and the page shows it."""
        before = self.version()
        where.click()
        confirm = self.page.locator("#confirm-order")
        for _ in range(int(PATIENCE * 4)):
            if self.version() > before:
                break
            if confirm.is_visible():
                confirm.click()
            self.page.wait_for_timeout(250)
        assert self.version() > before, "the order is not taken"
        self.owed()
        self.shown()

    def shown(self) -> None:
        """The page shows the last event, and no order is under way."""
        scrubber = self.page.locator("#scrub output")
        assert within(lambda: scrubber.inner_text() == "{0} of {0}".format(self.version()))
        expect(self.bar).not_to_contain_text("The order is given")

    def sheet(self, up: bool) -> None:
        """On a phone: have the panels over the board, or below it."""
        grip = self.page.locator("#grip")
        if grip.is_visible() and (grip.get_attribute("aria-expanded") == "true") != up:
            grip.click()
            expect(grip).to_have_attribute("aria-expanded", "true" if up else "false")

    def march(self, start: str, end: str) -> None:
        self.page.mouse.click(*place_of(self.page, start))
        expect(self.page.locator(f'.mark[data-place="{end}"]').first).to_be_visible()
        self.look("reach")
        self.page.mouse.click(*place_of(self.page, end))

    def end_movement(self) -> None:
        self.click(self.bar.locator("button[data-type=end_movement]"))


@pytest.fixture
def war(chromium: Browser, server: Server) -> Iterator[War]:
    context = chromium.new_context(reduced_motion="reduce", viewport=WIDE)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE * 1000)
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    with server.client() as http:
        table = opened(http)
        seated(context, server, table, "usa")
        give(table, {"type": "move_units", "units": units_of(table, "csa", "VA_E"), "path": ["VA_NE"]})
        page = context.new_page()
        made = War(page, table)
        made.owed()
        page.goto(f"{server.address}/games/{table.game}/table")
        yield made
    context.close()
    assert not wrong, wrong


def attack(war: War) -> None:
    """July: the army of the Potomac attacks; the battle opens its board."""
    expect(war.bar.locator("button[data-type=end_movement]")).to_be_visible()
    war.look("july")
    war.march("MD", "VA_NE")
    war.click(war.bar.get_by_role("button", name=re.compile("^Attack")))
    assert war.owed() == "movement"
    war.end_movement()


def set_up(war: War) -> None:
    """Behind the screen: one unit goes to the reserve by clicks on the board; the panel has the order."""
    assert war.owed() == "sealed_set_up"
    board = war.board
    expect(board).to_be_visible()
    war.sheet(up=False)
    expect(board.locator(".screen")).to_have_count(1)
    war.look("set_up")
    board.locator(".box.center .unit.able").first.click()
    board.get_by_role("button", name="Put one in The reserve").click()
    expect(board.locator(".box.usa.reserve .unit")).to_have_count(1)
    war.look("set_up_reserve")
    war.csa(next(each for each in war.table.get().json()["due"] if each["seat"] == "csa"))
    war.sheet(up=True)
    war.click(war.due.get_by_role("button", name="Set up so"))


def orders(war: War) -> None:
    """Standing orders may be changed at any time; nobody else gets a form for them."""
    fold = war.due.locator("details.anytime")
    fold.locator("summary").click()
    fold.get_by_label("Pursue").select_option("ask")
    fold.get_by_label("Hold the reserve").check()
    war.look("orders")
    war.click(fold.get_by_role("button", name="Give these orders"))


def fight(war: War) -> set[str]:
    """Turn by turn by clicks on the board: each unit that can attacks, until the other army is beaten."""
    kinds = set()
    for _ in range(ENOUGH):
        kind = war.owed()
        kinds.add(kind)
        board = war.board
        if kind in ("movement", "production", "politics", "") or kind.startswith("blockade"):
            return kinds
        expect(board).to_be_visible()
        war.sheet(up=kind not in ("battle_phase", "pursuit"))
        acts = board.locator(".acts-here")
        if kind == "battle_phase":
            able = board.locator(".unit.able").first
            expect(able.or_(acts.locator("[data-type=pass_phase]")).first).to_be_visible()
            if able.count():
                able.click()
                attacks = acts.locator("[data-type=fire_in_battle], [data-type=charge_in_battle]")
                if ways := attacks.count():
                    war.look("aimed")  # a click on a target is the order where there is one way to attack
                    war.click(board.locator(".unit.target").first if ways == 1 else attacks.first)
                    war.look("fought")
                    continue
            war.click(acts.locator("[data-type=pass_phase]"))
        elif kind == "pursuit":
            war.look("pursuit")
            board.locator(".unit.able").first.click()
            war.click(board.locator(".acts-here li button").first)
        else:
            war.click(war.due.locator(".answer:visible").first)
    raise AssertionError("the battle does not end")


def quarter(war: War) -> set[str]:
    """To the end of September and the quarter that follows it: politics, the blockade, production."""
    kinds = set()
    while (kind := war.owed()) != "movement" or "production" not in kinds:
        assert kind, "the game has ended"
        kinds.add(kind)
        war.look(kind)
        if kind == "movement":
            war.end_movement()
        else:
            war.sheet(up=True)
            answer = war.due.locator("button.answer:enabled:visible").first
            expect(answer).to_be_visible()
            war.click(answer)
    return kinds


def violations(page: Page, scheme: Any) -> list[Any]:
    """What axe finds of the page in a theme."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (each["id"], [node["html"][:150] for node in each["nodes"][:3]])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_quarter_of_a_year_is_played_by_clicks(war: War, size: dict[str, int]) -> None:
    """From the march through a major battle, sealed set-up to pursuit, to the production of the quarter."""
    war.page.set_viewport_size(size)  # type: ignore[arg-type]
    attack(war)
    assert not [*violations(war.page, "light"), *violations(war.page, "dark")]
    set_up(war)
    kinds = fight(war)
    assert {"battle_phase", "pursuit"} <= kinds
    assert "wins the major battle in Virginia" in war.table.get("/views/chronicle?limit=500").text
    expect(war.board).to_be_hidden()
    assert {"politics", "production"} <= quarter(war)
    shown = war.table.get("/views/turns").json()["data"]
    assert shown["turn"] == 5


def test_a_click_of_a_march_takes_no_ship_and_a_shipment_is_ordered_by_name(war: War) -> None:
    """A port's force: the map answers by land alone; by sea places are chosen, a button gives the order."""
    marks = war.page.locator(".mark")
    ashore, over_sea = (war.page.locator(f'.mark[data-place="{place}"]').first for place in ("MA", "SC"))
    expect(war.bar.locator("button[data-type=end_movement]")).to_be_visible()
    war.page.mouse.click(*place_of(war.page, "c_Boston"))
    expect(ashore).to_be_visible()
    expect(over_sea).to_have_count(0)
    before = war.version()
    war.page.mouse.click(*place_of(war.page, "SC"))
    expect(marks).to_have_count(0)
    war.page.mouse.click(*place_of(war.page, "c_Boston"))
    expect(ashore).to_be_visible()
    war.bar.get_by_role("button", name="By sea").click()
    expect(over_sea).to_be_visible()
    war.page.mouse.click(*place_of(war.page, "SC"))
    expect(war.due.locator(".gathered")).to_contain_text("South Carolina")
    assert war.version() == before, "nothing is ordered by a click on the map"
    war.click(war.bar.locator("button.main[data-type=ship_units]"))
    assert war.table.get().json()["version"] > before


def test_a_movement_with_idle_forces_does_not_end_by_one_click(war: War) -> None:
    end = war.bar.locator("button[data-type=end_movement]")
    expect(end).to_be_visible()
    before = war.version()
    end.click()
    confirm = war.page.locator("#confirm-order")
    expect(confirm).to_be_visible()
    expect(war.bar).to_contain_text("have not acted")
    assert war.version() == before
    war.click(confirm)


def test_a_click_on_another_force_asks_where_no_order_is_taken_back(war: War) -> None:
    """The game hides something, so there is no undo: its player may have meant that force."""
    refused: list[str] = []
    war.page.on("response", lambda each: refused.append(each.url) if each.status == 403 else None)
    expect(war.bar.locator("button[data-type=end_movement]")).to_be_visible()
    joins = war.page.locator(".mark.join")
    for _ in range(30):
        war.page.keyboard.press("f")
        expect(war.page.locator("#pane-due h3", has_text="from")).to_be_visible()
        expect(war.due.get_by_text("Computing the reach")).to_have_count(0)
        if joins.count():
            break
    friend, before = joins.first.get_attribute("data-place"), war.version()
    assert friend is not None
    war.page.mouse.click(*place_of(war.page, friend))
    bubble = war.page.locator(".bubble")
    expect(bubble.get_by_role("button", name="Choose this force")).to_be_visible()
    assert war.version() == before
    war.click(bubble.get_by_role("button", name=re.compile("^Join here")))
    assert not refused, "what an order means is asked as the seat that gives it"

"""Acting on the clocks at the table: what is offered, what is asked again, what it does, and who signs it."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.referee.proof.verifying import verify
from tests.api.running import Server, Table
from tests.browser.test_keys import described, ready, sit
from tests.browser.test_table import AXE, POSITION
from tests.browser.test_two_commanders import GIVE
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full

CONTROL = {
    "stages": [{"bank_ms": "3d", "cap_ms": "5d"}],
    "reserve": "drawn",
    "reserve_ms": "12h",
    "vacation_days": 10,
}
GAME = {"ruleset": "american_civil_war", "scenario": "bare_map", "position": POSITION, "control": CONTROL}
SIZES = {"desk": (1280, 720), "phone": (390, 844)}


@pytest.fixture
def pages(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Makes pages of fresh profiles. A script error in any of them fails the test."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def make(size: str = "desk") -> Page:
        width, height = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", timezone_id="UTC"
        )
        context.set_default_timeout(PATIENCE * 1000)
        context.on("weberror", lambda each: wrong.append(str(each.error)))
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    assert not wrong, wrong


def opened(server: Server, **more: Any) -> str:
    answer = httpx.post(f"{server.address}/api/v1/games", json={**GAME, **more}, timeout=PATIENCE)
    game: str = answer.json()["id"]
    return game


def seated(page: Page, server: Server, game: str, seat: str) -> Page:
    """The table of a seat, which the service keeps, with the clock panel open."""
    at = f"{server.address}/games/{game}"
    sat = page.context.request.post(
        f"{at}/seats/{seat}", form={"player": seat}, headers={"Origin": server.address}
    )
    assert sat.ok, sat.text()
    page.goto(f"{at}/table")
    return page


def panel(page: Page) -> Locator:
    """The open panel of the clocks; it opens by the keyboard."""
    line = page.locator(".clock-line")
    expect(line.locator("span").first).to_be_visible()
    line.focus()
    page.keyboard.press("Enter")
    more = page.locator(".clock-more")
    expect(more.locator("table")).to_be_visible()
    return more


def act(more: Locator, button: str) -> Locator:
    """The form of an act, by its button."""
    return more.locator("form", has=more.page.get_by_role("button", name=button, exact=True))


def later(**time: int) -> str:
    """An instant from now, as one enters it; the pages are in UTC."""
    return (datetime.now(UTC) + timedelta(**time)).strftime("%Y-%m-%dT%H:%M")


def clock(server: Server, game: str) -> Any:
    return described(server, game, "/clock")


def test_two_seats_pause_resume_and_give_time(pages: Any, server: Server) -> None:
    game = opened(server)
    union, grey = pages(), pages("phone")
    seated(union, server, game, "union")
    seated(grey, server, game, "confederate")
    ours = panel(union)
    propose = act(ours, "Propose a pause")
    propose.get_by_label("Until").fill("2020-01-01T00:00")
    propose.get_by_role("button").click()
    expect(propose.get_by_role("alert")).to_have_text("a pause ends later, within a year")
    propose.get_by_label("Until").fill(later(days=2))
    propose.get_by_label("Why").fill("a journey")
    propose.get_by_role("button").click()
    expect(act(ours, "Withdraw the proposal")).to_contain_text("a journey")
    expect(ours.locator(".clock-said")).to_be_focused()
    expect(propose).to_have_count(0)

    # The other seat reads of it on the line, and accepts.
    expect(grey.locator(".clock-line")).to_contain_text("Union proposes a pause")
    theirs = panel(grey)
    act(theirs, "Accept the pause").get_by_role("button").click()
    expect(union.locator(".clock-line")).to_contain_text("Paused until")
    assert "clock/paused" in union.evaluate(GIVE, [game, {"type": "end_movement"}])

    # It ends when both have asked for it, and each is asked whether it means it.
    act(ours, "Ask to resume").get_by_role("button").click()
    act(ours, "Ask to resume").get_by_role("button", name="Yes").click()
    expect(ours).to_contain_text("You have asked to resume")
    expect(grey.locator(".clock-line")).to_contain_text("Union asks to resume")
    act(theirs, "Resume the game").get_by_role("button").click()
    act(theirs, "Resume the game").get_by_role("button", name="Yes").click()
    expect(union.locator(".clock-line")).not_to_contain_text("Paused")
    assert clock(server, game)["paused"] is None

    # Time is given by the keyboard alone: the first Enter asks, Escape goes back, and nothing has happened.
    before = clock(server, game)["seats"]["confederate"]["left_ms"]
    give = act(ours, "Give Confederate time")
    give.get_by_label("Time", exact=True).fill("30")
    give.get_by_label("Unit").select_option("hours")
    give.get_by_label("Time", exact=True).press("Enter")
    expect(give.get_by_role("button", name="No, go back")).to_be_focused()
    union.keyboard.press("Escape")
    expect(give.get_by_role("button", name="Give Confederate time")).to_be_focused()
    assert clock(server, game)["seats"]["confederate"]["left_ms"] == before
    union.keyboard.press("Enter")
    union.keyboard.press("Shift+Tab")
    expect(give.get_by_role("button", name="Yes")).to_be_focused()
    union.keyboard.press("Enter")
    expect(ours.locator(".clock-said")).to_have_text("Confederate has more time.")
    for page in (union, grey):
        expect(page.locator(".clock-line .confederate")).to_contain_text("4 d 0")
    expect(ours.locator(".clock-ledger")).to_contain_text("+1 d 06 h")


def test_a_vacation_and_the_reserve_are_asked_about_first(pages: Any, server: Server) -> None:
    game = opened(server)
    page = seated(pages("phone"), server, game, "union")
    with server.client() as http:
        Table(http, game).post("/seats/confederate", {"player": "grey"})
    more = panel(page)
    leave = act(more, "Take a vacation")
    leave.get_by_label("Days").fill("3")
    leave.get_by_role("button").click()
    expect(leave.locator(".proposal")).to_contain_text("Take 3 days of vacation from now?")
    assert clock(server, game)["seats"]["union"]["vacation"] is None
    leave.get_by_role("button", name="Yes").click()
    expect(act(more, "End the vacation")).to_be_visible()
    found = clock(server, game)["seats"]["union"]
    assert found["vacation_days"] == 7
    start, end = (datetime.fromisoformat(found["vacation"][each]) for each in ("from", "to"))
    assert end - start == timedelta(days=3)
    act(more, "End the vacation").get_by_role("button").click()
    act(more, "End the vacation").get_by_role("button", name="Yes").click()
    expect(leave).to_be_visible()

    draw = act(more, "Draw reserve")
    expect(draw).to_contain_text("your reserve of 12:00:00")
    draw.get_by_role("button").click()
    draw.get_by_role("button", name="Yes").click()
    expect(draw).to_have_count(0)
    assert clock(server, game)["seats"]["union"]["reserve_ms"] == 0
    wide = "document.documentElement.scrollWidth <= innerWidth && " + (
        "[...document.querySelectorAll('.clock-act')].every((each) => each.scrollWidth <= each.clientWidth)"
    )
    assert page.evaluate(wide), "it is wider than the phone"


def test_a_flag_is_forgiven(pages: Any, server: Server) -> None:
    game = opened(server, control="1s")
    page = seated(pages(), server, game, "confederate")
    with server.client() as http:
        Table(http, game).post("/seats/union", {"player": "blue"})
    assert within(lambda: clock(server, game)["ended"] == "flag")
    page.reload()
    more = panel(page)
    assert more.locator("form").count() == 1, "a game that is over has no other act"
    forgive = act(more, "Forgive Union’s flag")
    forgive.get_by_role("spinbutton").fill("30")
    forgive.get_by_role("button").click()
    forgive.get_by_role("button", name="Yes").click()
    expect(page.locator(".clock-line .union")).to_contain_text(re.compile("(30:00|29:)"))
    assert clock(server, game)["ended"] == ""


def test_who_has_no_seat_is_offered_nothing(pages: Any, server: Server) -> None:
    game = opened(server)
    page = pages()
    page.goto(f"{server.address}/games/{game}/table")
    more = panel(page)
    assert more.locator("form").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_grave_in_the_panel(pages: Any, server: Server, scheme: Any) -> None:
    game = opened(server)
    page = pages("phone" if scheme == "dark" else "desk")
    page.emulate_media(color_scheme=scheme)
    seated(page, server, game, "union")
    with server.client() as http:
        Table(http, game).post("/seats/confederate", {"player": "grey"})
    more = panel(page)
    leave = act(more, "Take a vacation")
    leave.get_by_label("Days").fill("3")
    leave.get_by_role("button").click()
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found = page.evaluate("axe.run(document.querySelector('.clocks'), {resultTypes: ['violations']})")
    grave = [(each["id"], [node["html"][:150] for node in each["nodes"]]) for each in found["violations"]]
    assert not grave


def test_seats_with_keys_sign_what_they_ask(pages: Any, server: Server, tmp_path: Path) -> None:
    game = opened(server, dice=V1)
    tables = {}
    for seat in ("Union", "Confederate"):
        page = tables[seat] = pages()
        page.goto(f"{server.address}/games/{game}/table")
        sit(page, seat)
    ready(server, game)
    ours, theirs = panel(tables["Union"]), panel(tables["Confederate"])
    give = act(ours, "Give Confederate time")
    give.get_by_label("Time", exact=True).fill("5")
    give.get_by_role("button").click()
    give.get_by_role("button", name="Yes").click()
    expect(ours.locator(".clock-said")).to_have_text("Confederate has more time.")
    propose = act(ours, "Propose a pause")
    propose.get_by_label("Until").fill(later(days=1))
    propose.get_by_role("button").click()
    act(theirs, "Accept the pause").get_by_role("button").click()
    expect(tables["Union"].locator(".clock-line")).to_contain_text("Paused until")
    for more, button in ((ours, "Ask to resume"), (theirs, "Resume the game")):
        act(more, button).get_by_role("button").click()
        act(more, button).get_by_role("button", name="Yes").click()
    leave = act(theirs, "Take a vacation")
    leave.get_by_label("Days").fill("1")
    leave.get_by_role("button").click()
    leave.get_by_role("button", name="Yes").click()
    act(theirs, "End the vacation").get_by_role("button").click()
    act(theirs, "End the vacation").get_by_role("button", name="Yes").click()
    expect(act(theirs, "Take a vacation")).to_be_visible()
    draw = act(ours, "Draw reserve")
    draw.get_by_role("button").click()
    draw.get_by_role("button", name="Yes").click()
    expect(ours.locator(".clock-said")).to_have_text("Your clock has it.")

    file = tmp_path / "game.bundle"
    file.write_bytes(httpx.get(f"{server.address}/api/v1/games/{game}/bundle", timeout=PATIENCE).content)
    found = verify(file, None, {GAME["ruleset"]: RULESET}.__getitem__)
    assert found.first_failure is None, found.first_failure
    events = described(server, game, "/match/events?limit=500")["items"]
    accepted = [each["data"] for each in events if each["type"] == "command_accepted"]
    signed = {each["command"]["type"] for each in accepted if each.get("signature")}
    assert signed >= {
        *("give_time", "propose_pause", "accept_pause", "resume_clocks"),
        *("take_vacation", "end_vacation", "draw_reserve"),
    }

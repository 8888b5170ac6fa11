"""The table tells what happened: cards of results, what the other side did, marches as one line."""

import re
from contextlib import suppress
from typing import Any
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.api.running import Server
from tests.browser.modules import at_home, run
from tests.browser.playing import POSITION, answer, at_table, click_place, end_movement, opened, sit
from tests.browser.test_reading import grave
from tests.waiting import PATIENCE

STEPS = [
    {"version": 5, "type": "moved", "side": "red", "text": "Red goes to b",
     "moves": [{"side": "red", "piece": "2 companies", "path": ["a", "b"]}]},
    {"version": 6, "type": "taken", "side": "red", "text": "Red takes b", "takes": ["b"]},
    {"version": 8, "type": "moved", "side": "red", "text": "Red goes to c",
     "moves": [{"side": "red", "piece": "1 company", "path": ["b", "c"], "onward": True}]},
    {"version": 9, "type": "moved", "side": "red", "text": "Red goes to d",
     "moves": [{"side": "red", "piece": "1 company", "path": ["c", "d"]}]},
    {"version": 12, "type": "taken", "side": "blue", "text": "Blue takes d", "takes": ["d"]},
]  # fmt: skip


def test_the_steps_of_a_piece_are_one_march_with_what_it_took(page: Page, server: Server) -> None:
    body = """
      const found = happenings.happenings(given);
      const name = (place) => place.toUpperCase();
      return found.map((each) => [
        each.kind, each.first, each.last, entries.lineOf(each.entries, name),
        happenings.onMap([each], () => "").moves.map((move) => move.path.join("")),
      ]);
    """
    found = run(
        at_home(page, server), body, STEPS, happenings="results/happenings", entries="chronicle/entries"
    )
    assert found == [
        ["march", 5, 8, "red: 1 company from A to C, 2 steps; takes B", ["abc"]],
        ["march", 9, 9, "Red goes to d", ["cd"]],
        ["other", 12, 12, "Blue takes d", []],
    ]


class Other:
    """The other player, over HTTP."""

    def __init__(self, server: Server, game: str, seat: str) -> None:
        self.game, self.seat = f"{server.address}/api/v1/games/{game}", seat
        taken = httpx.post(f"{self.game}/seats/{seat}", json={"player": "the other"}, timeout=PATIENCE)
        self.headers = {"Authorization": f"Bearer {taken.json()['token']}"}

    def owes(self) -> dict[str, Any] | None:
        due = httpx.get(self.game, timeout=PATIENCE).json()["due"]
        return next((each for each in due if each["seat"] == self.seat), None)

    def give(self, command: dict[str, Any]) -> None:
        due = self.owes()
        assert due is not None
        body = {"id": str(uuid4()), "decision": due["id"], "command": command}
        given = httpx.post(f"{self.game}/commands", json=body, headers=self.headers, timeout=PATIENCE)
        assert given.status_code == 200, given.text

    def impulse(self, *paths: list[str]) -> None:
        """March, end the movement, and answer whatever else is asked with what is offered first."""
        for start, *path in paths:
            self._until("movement")
            self.give({"type": "move_force", "from": start, "path": path})
        self._until("movement")
        for _ in range(20):
            due = self.owes()
            if due is None:
                return
            self.give({"type": "end_movement"} if due["kind"] == "movement" else self._first(due))

    def _until(self, kind: str) -> None:
        while (due := self.owes()) is not None and due["kind"] != kind:
            self.give(self._first(due))

    def _first(self, due: dict[str, Any]) -> dict[str, Any]:
        query = {"seat": self.seat, "decision": due["id"]}
        legal = httpx.get(f"{self.game}/legal", params=query, headers=self.headers, timeout=PATIENCE)
        commands = legal.json()["commands"]
        ends = [each for each in commands if each["type"].startswith("end_")]
        return dict((ends or commands)[0])


def stage(page: Page, title: str) -> Locator:
    return page.locator(".stage").filter(has=page.get_by_role("heading", name=re.compile(title)))


def dismissed(page: Page) -> None:
    page.locator(".stage .dismiss").click()
    expect(page.locator(".stage")).to_be_hidden()


@pytest.mark.full
def test_a_battle_has_a_card_and_the_other_side_is_told_of_on_one_screen(page: Page, server: Server) -> None:
    page.set_default_timeout(PATIENCE * 1000)
    page.set_viewport_size({"width": 1366, "height": 768})
    forces = {**POSITION["forces"], "4410": {"confederate": {"asp": 6}}, "2428": {"confederate": {"asp": 3}}}
    game = opened(server, scenario="bare_map", position={**POSITION, "forces": forces})
    other = Other(server, game, "confederate")
    sit(at_table(page, server, game, due="5"), "Union")

    # The result of a battle is shown over the map, with its dice, modifiers and chart, until it is dismissed.
    click_place(page, "2227")
    expect(page.locator('.mark[data-place="2228"]')).to_be_visible()
    click_place(page, "2228")
    page.locator("#pane-due .march-there").click()
    for _ in range(30):
        if page.locator(".stage").is_visible():
            break
        if other.owes() is not None:
            other.give(other._first(other.owes() or {}))
        elif "Move forces" not in page.locator("#pane-due .question").inner_text():
            with suppress(TimeoutError):  # what was due a moment ago may be answered already
                answer(page)
    card = stage(page, "Battle of 2228")
    expect(card.get_by_role("rowheader", name="Strength")).to_be_visible()
    expect(card.locator(".results .read").first).to_be_visible()
    expect(page.locator(".fought-at")).to_have_count(1)
    assert not grave(page, ".stage")
    page.locator("#board .frame").focus()
    page.keyboard.press("r")
    expect(card.locator("h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".stage")).to_be_hidden()
    expect(page.locator(".fought-at")).to_have_count(0)

    # Away while the other side has its impulse, and back: all of it is on one screen and on the map.
    while "Move forces" not in page.locator("#pane-due .question").inner_text():
        with suppress(TimeoutError):
            answer(page)
    end_movement(page)
    expect(page.locator("#pane-due .question")).to_contain_text("Confederate")
    page.goto("about:blank")
    other.impulse(["4410", "4310", "4210", "4110"], ["2428", "2528"])
    page.goto(f"{server.address}/games/{game}/table")
    digest = stage(page, "What the other side did")
    lines = digest.locator("ol.lines button.line")
    expect(lines.filter(has_text="from Richmond (4410) to 4110, 3 steps")).to_be_visible()
    expect(digest).to_contain_text("the Confederacy acts")
    expect(page.locator(".went-by.confederate")).to_have_count(2)
    card_at = digest.bounding_box()
    for tip in page.locator(".went-by .tip").all():
        expect(tip).to_be_in_viewport()
        at = tip.bounding_box()
        assert at is not None
        assert card_at is not None
        assert at["x"] > card_at["x"] + card_at["width"], "an arrow is under the card"
    assert not grave(page, ".stage")

    # It is played march by march, with each in the bar, and ends at the head.
    digest.get_by_role("button", name="Play it").click()
    expect(page.locator("#owed")).to_contain_text("6 ASP from Richmond")
    digest.get_by_role("button", name="Stop").click()
    expect(digest.get_by_role("button", name="Play it")).to_be_visible()
    expect(page.locator("#pane-due .question")).to_contain_text("Union")

    # It is not shown twice by itself, and comes again when it is asked for; it can be turned off.
    dismissed(page)
    expect(page.locator(".went-by")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="What happened").click()
    expect(lines.filter(has_text="from Richmond")).to_be_visible()
    digest.get_by_label("Show this by itself").uncheck()
    assert page.evaluate("localStorage.getItem('ironclad-results')") == "off"
    dismissed(page)

    # The chronicle has a line a march with its steps below, and the card for ever; a step back marks its
    # piece and path.
    page.get_by_role("tab", name="Chronicle").click()
    marched = page.locator("#pane-chronicle .marched").filter(has_text="from Richmond (4410)")
    expect(marched.locator("> .entry")).to_contain_text("to 4110, 3 steps")
    expect(page.locator("#pane-chronicle .battle")).to_have_count(1)
    marched.locator("summary").click()
    marched.locator(".steps a.version").first.click()
    expect(page.locator(".went-by.confederate")).to_have_count(1)
    expect(page.locator("#owed")).to_contain_text("from Richmond (4410) to 4310")

    # The report says it as plain text, a line a march, with the arithmetic of battles; the same is printed.
    page.get_by_text("After-action report").click()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save as text").click()
    text = kept.value.path().read_text(encoding="utf-8")
    assert re.search(r"^\* Confederacy: 6 ASP from Richmond \(4410\) to 4110, 3 steps", text, re.MULTILINE)
    assert re.search(r"^\* Battle of 2228: ", text, re.MULTILINE)
    assert "(9.3/5)" in text
    page.evaluate(
        "void (window.print = () => (window.printed = document.querySelector('.printed').textContent))"
    )
    page.get_by_role("button", name="Print").click()
    page.wait_for_function("window.printed?.includes('from Richmond (4410)')")

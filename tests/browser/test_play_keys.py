"""Playing by keys alone and by the lists, from a prepared position: nothing is lost, nothing counts twice."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from ironclad.domain.games.american_civil_war import RULESET
from tests.api.running import Server
from tests.browser.playing import POSITION, at_table, confirmed, opened, sit
from tests.browser.test_play import click_place, version
from tests.played import played_steps
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full

HEARD = """() => {  // every sentence that the map's live region was ever given
  globalThis.heard = [];
  new MutationObserver((changes) => {
    for (const change of changes)
      if (change.target.closest?.("#board [aria-live]"))
        for (const each of change.addedNodes) heard.push(each.textContent);
  }).observe(document, { childList: true, subtree: true });
}"""
FOCUSED = "() => document.activeElement.className + ' ' + document.activeElement.id"


WAYS = ("March", "Rail")


def prepared(kind: str, seat: str = "union") -> dict[str, Any]:
    """The first position of a seeded game in which a seat owes a decision of a kind."""
    for step in played_steps(RULESET.name, 5):
        due = RULESET.rules.due(step.after)
        if due and (due[0].kind, due[0].seat) == (kind, seat):
            return RULESET.storage.to_document(step.after)
    raise AssertionError(f"no {kind} in this game")


def at_position(page: Page, server: Server, position: dict[str, Any], seat: str) -> str:
    page.set_default_timeout(PATIENCE * 1000)
    body = {"ruleset": "american_civil_war", "scenario": "campaign", "position": position}
    opened = httpx.post(f"{server.address}/api/v1/games", json=body, timeout=60)
    assert opened.status_code == 201, opened.text
    game = f"{server.address}/games/{opened.json()['id']}"
    headers = {"Origin": server.address}
    sat = page.request.post(f"{game}/seats/{seat.lower()}", form={"player": "Ann"}, headers=headers)
    assert sat.ok, sat.text()
    page.goto(f"{game}/table")
    expect(page.locator("#pane-due .question")).to_contain_text(seat)
    return str(opened.json()["id"])


def hears(page: Page, words: str) -> None:
    """Something like it was spoken since one listened last; what was heard until then is forgotten."""
    page.wait_for_function(
        """(words) => {
          const found = heard.findIndex((each) => new RegExp(words).test(each));
          return found >= 0 && heard.splice(0, found + 1);
        }""",
        arg=words,
    )


def test_a_movement_by_keys_alone(page: Page, server: Server) -> None:
    page.add_init_script(f"({HEARD})()")
    at_position(page, server, prepared("movement"), "Union")
    pane, keys = page.locator("#pane-due"), page.keyboard
    hears(page, r"Union: Move forces")
    expect(pane.locator(".ends .answer")).to_be_visible()

    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("the next force")
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    keys.press("f")
    expect(pane.get_by_role("heading", name=re.compile("^March from"))).to_be_visible()
    hears(page, r"^Force 1 of \d+: ")
    hears(page, r"^\d+ hex(es)? in reach|^No hex is in its reach")
    first = pane.get_by_role("heading", name=re.compile("^March from")).inner_text()
    assert "frame" in page.evaluate(FOCUSED)
    keys.press("f")
    hears(page, r"^Force 2 of \d+: ")
    expect(pane.get_by_role("heading", name=re.compile("^March from"))).not_to_have_text(first)
    keys.press("Shift+F")
    expect(pane.get_by_role("heading", name=re.compile("^March from"))).to_have_text(first)

    goals = pane.get_by_label("Go to")
    expect(goals).to_be_visible()
    keys.press("g")
    expect(goals).to_be_focused()
    before = version(page)
    goals.select_option(index=1)  # as the arrow keys do
    expect(pane.locator(".price caption")).to_contain_text("left")
    expect(pane.locator(".means").first).to_contain_text("moves")
    expect(goals).to_be_focused()
    assert version(page) == before, "choosing in the list orders nothing"
    pane.locator(".march-there").focus()
    keys.press("Enter")
    confirmed(page, before)
    assert within(lambda: version(page) != before)
    expect(pane.locator(".ends .answer").first).to_be_visible()
    hears(page, r"The Union .+\. Union: ")
    assert page.evaluate("() => document.activeElement !== document.body"), "the keyboard is nowhere"

    for _ in range(2):  # the force's move, if it is not over, and the movement
        if "Move forces" not in pane.locator(".question").inner_text():
            break
        before = version(page)
        keys.press("e")
        expect(pane.locator(".ends .answer").first).to_be_focused()
        keys.press("Enter")
        confirmed(page, before)
        assert within(lambda now=before: version(page) != now)
        expect(pane.get_by_text("The order is given")).to_have_count(0)
    expect(page.locator("#owed")).not_to_contain_text("Union Move forces")
    assert page.evaluate("() => document.activeElement !== document.body"), "the keyboard is nowhere"


def test_a_key_chooses_another_way_to_go(page: Page, server: Server) -> None:
    page.set_default_timeout(PATIENCE * 1000)
    forces = {"4506": {"union": {"asp": 2}}}
    game = opened(server, scenario="bare_map", position={**POSITION, "forces": forces, "leaders": {}})
    sit(at_table(page, server, game, "Move forces"), "Union")
    expect(page.locator("#pane-due .ends .answer").first).to_be_visible()
    page.keyboard.press("f")
    march, rail = (page.locator("#acts").get_by_role("button", name=each, exact=True) for each in WAYS)
    expect(march).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("w")
    expect(rail).to_have_attribute("aria-pressed", "true")
    expect(march).to_have_attribute("aria-pressed", "false")


def test_who_goes_by_which_way_and_from_the_lists(page: Page, server: Server) -> None:
    game = at_position(page, server, prepared("movement"), "Union")
    pane = page.locator("#pane-due")
    page.get_by_role("tab", name="Forces").click()
    forces = page.locator("#pane-forces")
    forces.get_by_label("Filter forces").fill("march")
    expect(forces.locator("tbody tr:visible .march").first).to_be_visible()
    forces.get_by_label("Filter forces").fill("St Louis")
    forces.get_by_role("button", name=re.compile("March from St Louis")).click()
    expect(pane.get_by_role("heading", name=re.compile("March from St Louis"))).to_be_visible()
    expect(page.locator(".mark.reach").first).to_be_visible()

    going = pane.locator(".going")
    count = going.locator("input[type=number]").first
    all_of_them = int(count.input_value())
    if all_of_them > 1:
        going.get_by_role("button", name=re.compile("^One less")).first.click()
        expect(count).to_have_value(str(all_of_them - 1))
        expect(going.get_by_role("button", name=re.compile("^One less")).first).to_be_focused()
        going.get_by_role("button", name="All", exact=True).click()
        expect(count).to_have_value(str(all_of_them))

    marks = page.locator(".mark.reach")
    expect(marks.first).to_be_visible()
    through = marks.first.get_attribute("data-place")
    assert through is not None
    page.keyboard.down("Shift")
    click_place(page, through)
    page.keyboard.up("Shift")
    expect(pane).to_contain_text("By way of")
    expect(page.locator(".way").first).to_be_attached()
    before = version(page)
    box = page.locator(f".mark.target[data-place='{through}']")
    expect(box).to_be_visible()
    at = page.evaluate(
        "(hex) => { const box = document.querySelector(`.mark.target[data-place='${hex}'] path`)"
        ".getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }",
        through,
    )
    page.mouse.dblclick(*at)
    confirmed(page, before)  # of St. Louis left to itself: a double click says no yes
    assert within(lambda: version(page) != before)
    expect(pane.locator(".question")).to_be_visible()
    events = httpx.get(f"{server.address}/api/v1/games/{game}/events?limit=500").json()["items"]
    accepted = [each for each in events if each["type"] == "command_accepted"]
    assert len(accepted) == 1, "a double click is one order"


@pytest.mark.parametrize(("kind", "seat"), [("reaction", "confederate"), ("retreat_path", "union")])
def test_a_decision_says_why_and_what_each_answer_means(
    page: Page, server: Server, kind: str, seat: str
) -> None:
    at_position(page, server, prepared(kind, seat), seat.capitalize())
    pane = page.locator("#pane-due")
    expect(pane.locator(".why .clause").first).to_be_visible()
    answer = pane.locator(".answer").first
    expect(pane.locator(".follows .means")).to_have_count(0)
    answer.focus()
    expect(pane.locator(".follows .means")).to_be_visible()
    described = answer.get_attribute("aria-describedby")
    assert described
    expect(page.locator(f"#{described}")).to_contain_text(re.compile("rolled|Next"))

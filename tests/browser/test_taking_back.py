"""Taking an order back at the table, by the button and by its key; standing answers by their form."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from ironclad.domain.games import ruleset
from tests.api.running import Server
from tests.browser.playing import confirmed
from tests.browser.test_play import click_place, sit, version
from tests.played import played_steps

pytestmark = pytest.mark.full

BACK = re.compile("^Take back$")
START = "1208"  # St. Louis


def position(server: Server, game: str) -> dict[str, object]:
    found: dict[str, object] = httpx.get(f"{server.address}/api/v1/games/{game}/position").json()["position"]
    return found


def moving(page: Page, server: Server) -> str:
    """A game in which the Union, whose seat is taken here, moves: a march rolls no die by itself."""
    rules = ruleset("american_civil_war")
    played = played_steps(rules.name, 1)
    found = next(each.after for each in played if each.after.due and each.after.due.kind == "movement")
    while found.due.seat != "union":
        found = next(played).after
    document = rules.storage.to_document(found)
    body = {"ruleset": rules.name, "scenario": "campaign", "position": document}
    game: str = httpx.post(f"{server.address}/api/v1/games", json=body).json()["id"]
    page.goto(f"{server.address}/games/{game}/table")
    sit(page, "Union")
    expect(page.locator("#pane-due .question")).to_contain_text("Move forces")
    return game


def test_an_order_is_taken_back_while_that_is_free(page: Page, server: Server) -> None:
    game, pane = moving(page, server), page.locator("#pane-due")
    expect(pane.get_by_role("button", name=BACK)).to_have_count(0)
    expect(pane.locator(".take-back")).to_have_count(0)  # nothing was ordered yet
    before, due = position(server, game), pane.locator(".question").inner_text()
    first = version(page)
    for how in ("button", "key"):
        click_place(page, START)
        pane.get_by_label("Go to").select_option(index=1)
        ordered = version(page)
        pane.get_by_role("button", name=re.compile("^March to")).click()
        confirmed(page, ordered)  # of St. Louis left to itself
        expect(pane.get_by_role("button", name=BACK)).to_be_visible()
        expect(pane.locator(".take-back .meta")).to_contain_text(START)
        assert position(server, game) != before
        if how == "button":
            pane.get_by_role("button", name=BACK).click()
        else:
            page.keyboard.press("u")
        expect(pane.get_by_role("button", name=BACK)).to_have_count(0)
        expect(pane.locator(".question")).to_have_text(due)
        expect(page.locator("[aria-live]", has_text="Taken back: ").first).to_be_attached()
        assert position(server, game) == before
    assert int(version(page)) > int(first)
    page.keyboard.press("u")
    expect(page.locator("[aria-live]", has_text="nothing that could be taken back").first).to_be_attached()
    assert position(server, game) == before


def test_standing_answers_are_set_by_a_form_and_withdrawn(page: Page, server: Server) -> None:
    game, pane = moving(page, server), page.locator("#pane-due")
    part = pane.locator(".standing-answers")
    part.locator("summary").click()
    field = part.get_by_label("Hex of the answer of the Union")
    field.fill("22")
    shouted = {"type": "set_standing_order", "hex": "all", "order": "never"}
    stored = page.evaluate(
        """async ([game, command]) => (await fetch(`/api/v1/games/${game}/commands`, {method: "POST",
            headers: {"content-type": "application/json", "ironclad-page": "table"},
            body: JSON.stringify({id: "elsewhere", seat: "union", command})})).status""",
        [game, shouted],
    )
    assert stored == 200, "from another tab of the same seat"
    expect(part).to_contain_text("Everywhere: never react")
    expect(field).to_have_value("22")
    field.fill("nowhere")
    part.get_by_role("button", name="Set this standing answer of the Union").first.click()
    expect(part.get_by_role("alert")).to_contain_text("Choose an answer")
    part.get_by_label("Union: ask each time").first.check()
    part.get_by_role("button", name="Set this standing answer of the Union").first.click()
    expect(part.get_by_role("alert")).to_contain_text("There is no nowhere on the map")
    part.get_by_role("button", name="Pick the hex of the Union on the map").click()
    click_place(page, "1208")
    expect(field).to_have_value("1208")
    part.get_by_role("button", name="Set this standing answer of the Union").first.click()
    expect(part).to_contain_text(re.compile(r"In St\.? Louis.*: ask each time"))
    assert position(server, game)["standing"] == {"union": "never", "union/1208": "ask"}
    part.get_by_role("button", name=re.compile("Withdraw the answer of the Union for")).click()
    expect(part).not_to_contain_text("1208")
    expect(part).to_contain_text("Everywhere: never react")
    assert position(server, game)["standing"] == {"union": "never", "union/1208": "never"}

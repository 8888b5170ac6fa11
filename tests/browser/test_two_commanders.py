"""Two browsers, one seat each: secrets stay so until their reveal, and both players read what happened."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.api.running import Server
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

SEATS = ("North", "South")
GIVE = """async ([game, command]) => {
  const at = `/api/v1/games/${game}`;
  const due = (await (await fetch(at)).json()).due[0];
  const body = JSON.stringify({id: crypto.randomUUID(), decision: due.id, command});
  const headers = {"Content-Type": "application/json", "Ironclad-Page": "1"};
  const given = await fetch(`${at}/commands`, {method: "POST", headers, body});
  return given.ok ? "" : await given.text();
}"""
PASSED = {"infantry": 3}


@pytest.fixture
def contexts(chromium: Browser) -> Iterator[dict[str, BrowserContext]]:
    found, wrong = {}, list[str]()
    for seat in SEATS:
        found[seat] = chromium.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
        found[seat].set_default_timeout(PATIENCE * 1000)
        found[seat].on("weberror", lambda each: wrong.append(str(each.error)))
    yield found
    for context in found.values():
        context.close()
    assert not wrong, wrong


def seated(contexts: dict[str, BrowserContext], server: Server, scenario: str) -> tuple[str, dict[str, Page]]:
    """A new game, and the table of each seat in its own browser."""
    body = {"ruleset": "bull_run_to_appomattox", "scenario": scenario}
    game: str = httpx.post(f"{server.address}/api/v1/games", json=body, timeout=60).json()["id"]
    pages = {}
    for seat, context in contexts.items():
        at = f"{server.address}/games/{game}"
        sat = context.request.post(
            f"{at}/seats/{seat.lower()}", form={"player": seat}, headers={"Origin": server.address}
        )
        assert sat.ok, sat.text()
        pages[seat] = context.new_page()
        pages[seat].goto(f"{at}/table")
        expect(pages[seat].locator("#pane-due")).to_contain_text("Begin the game")
    return game, pages


def give(pages: dict[str, Page], game: str, seat: str, command: dict[str, Any]) -> None:
    assert not pages[seat].evaluate(GIVE, [game, command])


def due_of(server: Server, game: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{server.address}/api/v1/games/{game}", timeout=60).json()["due"][0]
    return found


def test_orders_of_preparation_are_secret_until_both_are_in(
    contexts: dict[str, BrowserContext], server: Server
) -> None:
    game, pages = seated(contexts, server, "campaign")
    north, south = pages["North"], pages["South"]
    give(pages, game, "North", {"type": "begin_game"})
    for page in pages.values():
        expect(page.locator("#pane-due")).to_contain_text("carried out together, once both are in")
        expect(page.get_by_role("button", name="Give this order")).to_be_visible()
    north.get_by_label(re.compile("^Infantry")).fill("2")
    expect(north.locator("#pane-due")).to_contain_text("purchases 6")
    north.get_by_role("button", name="Give this order").click()

    expect(north.get_by_role("button", name="Give this order")).to_have_count(0)

    # The South reads nothing of it; its own form stays as it is.
    south.get_by_role("tab", name="Chronicle").click()
    chronicle = south.locator("#pane-chronicle")
    expect(chronicle).to_contain_text("has initiative")
    expect(chronicle).not_to_contain_text("buys 2 infantry")
    south.get_by_role("tab", name="Due").click()
    south.get_by_role("button", name="Give this order").click()

    # Both are carried out. Who bought reads what it was, the enemy that it is hidden.
    for page in pages.values():
        expect(page.locator("#pane-due")).to_contain_text(re.compile("You have . action points"))
        page.get_by_role("tab", name="Chronicle").click()
        for told in ("The North gives its secret order: preparation", "The South makes its purchases"):
            expect(page.locator("#pane-chronicle")).to_contain_text(told)
    expect(north.locator("#pane-chronicle")).to_contain_text("buys 2 infantry CP")
    expect(chronicle).to_contain_text("what it buys is hidden")
    expect(chronicle).not_to_contain_text("buys 2 infantry")


def lead_to_attack(pages: dict[str, Page], server: Server, game: str) -> None:
    """Until Banks, who has no cavalry, may attack two armies in one zone, one of them of cavalry alone."""
    ride = [
        {"type": "activate_hq", "hq": "je_johnston"},
        {"type": "ride", "path": ["C"]},
        {"type": "end_activation"},
        {"type": "pass_activation"},
        {"type": "activate_hq", "hq": "beauregard"},
        {"type": "end_activation", "passing": {"to": "je_johnston", "units": PASSED}},
    ]
    wait = [{"type": "activate_hq", "hq": "mcdowell"}, {"type": "end_activation"}]
    plans = {"South": ride, "North": [{"type": "begin_game"}, {"type": "pass_activation"}, *wait]}
    while plans["South"]:
        seat = due_of(server, game)["seat"].capitalize()
        give(pages, game, seat, plans[seat].pop(0))
    give(pages, game, "North", {"type": "activate_hq", "hq": "banks"})


def test_a_search_and_a_refusal_are_understood_on_both_sides(
    contexts: dict[str, BrowserContext], server: Server
) -> None:
    game, pages = seated(contexts, server, "introductory")
    north, south = pages["North"], pages["South"]
    lead_to_attack(pages, server, game)
    pane = north.locator("#pane-due")
    pane.locator("summary", has_text="Reconnoitre").click()
    pane.get_by_role("button", name=re.compile("^Beauregard, declaring 0 cavalry")).click()

    # Both read who searched whom, and the sum; what it showed is the searcher's alone.
    for page in pages.values():
        page.get_by_role("tab", name="Chronicle").click()
        expect(page.locator("#pane-chronicle")).to_contain_text("Banks searches Beauregard")
        expect(page.locator("#pane-chronicle")).to_contain_text("cavalry of the target")
        page.get_by_role("tab", name="Due").click()

    expect(pane).not_to_contain_text("Computing the reach")
    give(pages, game, "North", {"type": "march", "path": ["C"]})
    question = south.locator("#pane-due .question")
    expect(question).to_contain_text("Does Beauregard refuse combat and go to")
    expect(north.locator("#pane-due")).to_contain_text("Does Beauregard refuse combat")
    expect(north.locator("#pane-due .answer:visible")).to_have_count(0)
    south.locator("#pane-due").get_by_role("button", name=re.compile("^Refuse")).first.click()

    for page in pages.values():
        page.get_by_role("tab", name="Chronicle").click()
        expect(page.locator("#pane-chronicle")).to_contain_text(re.compile("Beauregard refuses"))
        expect(page.locator("#pane-chronicle")).to_contain_text("Round 1")

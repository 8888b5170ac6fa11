"""A running game is moved to a newer version of its rules at the table, by both seats."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ironclad.domain import games
from tests.api.running import Server, Table
from tests.browser.playing import POSITION, answer, click_place
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

PUBLISHED = games.ruleset("american_civil_war").identity.published
NEWEST = PUBLISHED.newest
AWAY: dict[str, Any] = {"type": "move_vessels", "vessels": ["ntp1"], "path": ["North Atlantic"]}


@pytest.fixture
def old(server: Server) -> Iterator[Table]:
    """A game of the first version, in the movement of a few forces."""
    with server.client() as http:
        yield Table.open(http, "bare_map", "american_civil_war", position=POSITION, version="1.0")


@pytest.fixture
def pages(chromium: Browser, server: Server, old: Table) -> Iterator[dict[str, Page]]:
    """Both seats at the table, each in a browser of its own."""
    contexts = []
    found = {}
    for seat in ("union", "confederate"):
        context = chromium.new_context(reduced_motion="reduce", viewport={"width": 1366, "height": 768})
        context.set_default_timeout(PATIENCE * 1000)
        cookie = {"name": f"ironclad-{seat}", "value": old.tokens[seat], "url": server.address}
        context.add_cookies([cookie])  # type: ignore[list-item]
        contexts.append(context)
        found[seat] = context.new_page()
        found[seat].goto(f"{server.address}/games/{old.game}/table")
        expect(found[seat].locator("#pane-due .question")).to_be_visible()
    yield found
    for context in contexts:
        context.close()


def ask(page: Page) -> None:
    """Ask by the fold, which is as it was left once no request waits: a click would close an open one."""
    due = page.locator("#pane-due")
    fold = due.locator("details.newer-rules")
    expect(fold).to_be_visible()
    if fold.get_attribute("open") is None:
        fold.locator("> summary").click()
    due.get_by_role("button", name=f"Ask for version {NEWEST.version}").click()


def test_both_seats_move_a_game_to_the_newest_rules_and_play_on(old: Table, pages: dict[str, Page]) -> None:
    union, confederate = (pages[seat].locator("#pane-due") for seat in ("union", "confederate"))
    expect(pages["union"].locator("details.rules summary")).to_have_text("Rules: version 1.0")
    union.locator(".newer-rules > summary").click()
    errata = union.locator(".newer-rules .errata li")
    expect(errata).to_have_count(len(NEWEST.errata))
    first = next(each for each in PUBLISHED.errata if each.id in NEWEST.errata)
    expect(errata.first).to_contain_text(f"{first.clause} {first.after} Before: {first.before}")

    # Asked, withdrawn, asked and declined, asked and agreed.
    ask(pages["union"])
    asked = f"Union asks to continue by version {NEWEST.version} of the rules"
    expect(confederate.locator(".proposal")).to_contain_text(asked)
    union.locator(".proposal").get_by_role("button", name="Withdraw").click()
    expect(confederate.locator(".proposal")).to_have_count(0)
    ask(pages["union"])
    confederate.locator(".proposal").get_by_role("button", name="Decline").click()
    expect(union.locator(".proposal")).to_have_count(0)
    assert old.get().json()["ruleset_version"] == "1.0"
    ask(pages["union"])
    proposal = confederate.locator(".proposal")
    proposal.locator(".changes > summary").click()
    expect(proposal.locator(".errata li")).to_have_count(len(NEWEST.errata))
    pages["confederate"].get_by_role("tab", name="Timelines").click()
    expect(pages["confederate"].locator("#pane-timelines .proposal")).to_contain_text(asked)
    pages["confederate"].get_by_role("tab", name="Due").click()
    confederate.locator(".proposal").get_by_role("button", name="Agree").click()

    for page in pages.values():
        note = page.locator("details.rules summary")
        expect(note).to_have_text(f"Rules: version {NEWEST.version}, {len(NEWEST.errata)} errata")
        expect(page.locator("#pane-due .newer-rules")).to_have_count(0)
    assert old.get().json()["ruleset_version"] == NEWEST.version
    before = old.version()
    expect(pages["union"].locator("#scrub output")).to_have_text(f"{before} of {before}")
    click_place(pages["union"], "4506")
    expect(pages["union"].locator(".mark.reach").first).to_be_visible()
    answer(pages["union"])
    assert old.version() > before
    events = old.get("/events", limit=500).json()["items"]
    assert [each["type"] for each in events].count("rules_moved") == 1


def test_a_refusal_is_told_in_plain_words(old: Table, pages: dict[str, Page]) -> None:
    """With this vessel at sea, far from the port that it feeds, the newer version does not ask the same."""
    given = old.give("union", AWAY, decision=old.get().json()["due"][0]["id"])
    assert given.status_code == 200, given.text
    expect(pages["union"].locator("#scrub output")).to_contain_text(f"{old.version()} of")
    ask(pages["union"])
    refused = pages["union"].locator("#pane-due .refused")
    expect(refused).to_have_text(re.compile("^Not now: by that version another decision would be due"))
    expect(pages["union"].locator("#pane-due .proposal")).to_have_count(0)
    assert old.get().json()["rules_asked"] is None

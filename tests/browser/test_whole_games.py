"""Two browsers keep keys and dice of v2 through what interrupts a game; each record is verified."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, TimeoutError, expect

from ironclad.api.cli import main
from ironclad.domain.kernel.fair.fair_dice import V2
from tests.api.running import Server
from tests.browser.playing import MOMENT, answer, click_place, opened, skirmish
from tests.browser.test_keys import attack, described, pages, ready, rolls, sit
from tests.waiting import PATIENCE, within

__all__ = ["pages"]

pytestmark = pytest.mark.full

LINKS = re.compile("/link$")


def seated(server: Server, game: str, pages: Any, *seats: str) -> dict[str, Page]:
    """Each seat in a browser of its own, which keeps its key and its dice."""
    at = {}
    for seat in seats:
        page = at[seat] = pages()
        page.goto(f"{server.address}/games/{game}/table")
        sit(page, seat.capitalize())
    return at


def play(server: Server, game: str, at: dict[str, Page], answers: int) -> None:
    """So many answers, each from the page of the seat that owes it."""
    given = 0
    for _ in range(4 * answers):
        now = described(server, game)
        if given == answers or now["outcome"]:
            return
        assert within(lambda: not described(server, game)["owed"])
        due = described(server, game)["due"][0]["seat"]
        if due not in at:
            assert within(lambda: described(server, game)["due"][0]["seat"] in at), "the computer answers"
            continue
        with suppress(TimeoutError):  # it may be the other seat's by now
            at[due].locator("#pane-due .answer:visible").first.wait_for(timeout=MOMENT)
            answer(at[due])
            given += 1
    raise AssertionError(f"{given} answers of {answers}")


def holds(server: Server, game: str, tmp_path: Path) -> dict[str, str]:
    """Verify the game's record; what each check says of it."""
    bundle = tmp_path / "game.bundle"
    bundle.write_bytes(httpx.get(f"{server.address}/api/v1/games/{game}/bundle", timeout=PATIENCE).content)
    found = json.loads(CliRunner().invoke(main, ["verify", str(bundle), "--json"]).stdout)
    assert found["first_failure"] is None, found
    return {each["name"]: each["detail"] for each in found["checks"]}


def events(server: Server, game: str, *types: str) -> list[Any]:
    line = described(server, game)["timeline"]
    items = described(server, game, f"/events?limit=500&timeline={line}")["items"]
    return [each["data"] for each in items if each["type"] in types]


def march_and_take_back(page: Page) -> None:
    before = page.locator("#pane-due .question").inner_text()
    click_place(page, "4506")
    page.locator("#pane-due").get_by_label("Go to").select_option(index=1)
    page.get_by_role("button", name=re.compile("^March to")).click()
    page.get_by_role("button", name=re.compile("^Take back$")).click()
    expect(page.get_by_role("button", name=re.compile("^Take back$"))).to_have_count(0)
    expect(page.locator("#pane-due .question")).to_have_text(before)


def test_moves_a_take_back_a_reload_and_a_rewind(server: Server, pages: Any, tmp_path: Path) -> None:
    game = skirmish(server, dice=V2)
    at = seated(server, game, pages, "union", "confederate")
    ready(server, game)
    march_and_take_back(at["union"])
    before = described(server, game)["version"]
    attack(at["union"])
    assert within(lambda: rolls(server, game) > 0)
    play(server, game, at, 4)
    at["confederate"].reload()
    play(server, game, at, 4)

    at["union"].goto(f"{server.address}/games/{game}/table?at={before}")
    at["union"].get_by_text("Go back, or end the game").click()
    at["union"].get_by_role("button", name=re.compile("Propose to continue from event")).click()
    at["confederate"].get_by_role("button", name="Accept").click()
    assert within(lambda: described(server, game)["timeline"] != "main")
    line = described(server, game)["timeline"]
    assert described(server, game, "/timelines")["items"][-1]["at"] == before  # not before the take-back
    ready(server, game)
    at["union"].goto(f"{server.address}/games/{game}/table")
    expect(at["union"].locator("#pane-due .question")).to_contain_text("Move forces")
    march_and_take_back(at["union"])
    attack(at["union"])
    assert within(lambda: rolls(server, game, line) > 0)
    play(server, game, at, 6)
    for page in at.values():
        expect(page.locator(".notices")).to_be_empty()
    said = holds(server, game, tmp_path)
    assert re.search("requests of union by its key", said["signatures"])
    assert re.search("requests of confederate by its key", said["signatures"])


def test_the_campaign_begins_and_is_played_on(server: Server, pages: Any, tmp_path: Path) -> None:
    game = opened(server, dice=V2)
    at = seated(server, game, pages, "union", "confederate")
    ready(server, game)
    play(server, game, at, 10)
    holds(server, game, tmp_path)


def test_a_computer_player_answers_a_seat_that_keeps_its_dice(
    server: Server, pages: Any, tmp_path: Path
) -> None:
    game = skirmish(server, dice=V2)
    sat = httpx.post(f"{server.address}/api/v1/games/{game}/seats/confederate/house", json={})
    assert sat.status_code == 201, sat.text
    at = seated(server, game, pages, "union")
    expect(at["union"].locator("#pane-due .question")).to_contain_text("Move forces")
    attack(at["union"])
    assert within(lambda: rolls(server, game) > 0)
    play(server, game, at, 10)
    given = events(server, game, "command_accepted")
    assert {each["seat"] for each in given} == {"union", "confederate"}
    expect(at["union"].locator(".notices")).to_be_empty()
    holds(server, game, tmp_path)


@pytest.mark.parametrize("loser", ["union", "confederate"])
def test_a_seat_resigns_while_a_link_is_owed(server: Server, pages: Any, tmp_path: Path, loser: str) -> None:
    game = skirmish(server, dice=V2)
    at = seated(server, game, pages, "union", "confederate")
    ready(server, game)
    at["union"].route(LINKS, lambda route: route.abort())
    attack(at["union"])
    assert within(lambda: [each["seat"] for each in described(server, game)["owed"]] == ["union"])
    page = at[loser]
    page.get_by_text("Go back, or end the game").click()  # it stays open while events come
    page.get_by_role("button", name="Resign").click()
    if loser == "union":  # its link comes first, unless it gives it up
        notices = page.locator(".notices")
        expect(notices).to_contain_text("Union’s link is signed, and the service has not taken it")
        notices.get_by_role("button", name="Give up").click()
    assert within(lambda: described(server, game)["outcome"] is not None)
    at["union"].unroute(LINKS)
    for page in at.values():
        expect(page.locator("#owed")).to_contain_text("won")
        expect(page.locator(".notices")).to_be_empty()
    assert rolls(server, game) == 0
    holds(server, game, tmp_path)


def test_a_page_is_closed_while_its_answer_at_once_is_owed(toys: Server, pages: Any, tmp_path: Path) -> None:
    body = {"ruleset": "both_row", "scenario": "race", "dice": V2}
    game = httpx.post(f"{toys.address}/api/v1/games", json=body).json()["id"]
    at = seated(toys, game, pages, "blue", "grey")
    ready(toys, game)
    at["blue"].locator("#pane-due .answer:visible").first.click()
    row = re.compile("hard")
    for page in at.values():
        expect(page.locator("#acts").get_by_role("button", name=row)).to_be_visible()
    context = at["grey"].context
    at["grey"].close()
    at["blue"].locator("#acts").get_by_role("button", name=row).click()
    notices = at["blue"].locator(".notices")
    expect(notices).to_contain_text("Waiting for Grey’s answer")
    grey = context.new_page()  # of the same profile: its key is there
    grey.goto(f"{toys.address}/games/{game}/table")
    grey.locator("#acts").get_by_role("button", name=row).click()
    assert within(lambda: len(events(toys, game, "ferry_rowed")) == 2)
    expect(notices).to_be_empty()

    at["blue"].locator("#acts").get_by_role(
        "button", name=row
    ).click()  # now Grey's page is closed with its link owed
    expect(notices).to_contain_text("Waiting for Grey’s answer")
    grey.route(LINKS, lambda route: route.abort())
    with grey.expect_request(LINKS):  # a wait that lets the page's requests be answered
        grey.locator("#acts").get_by_role("button", name=row).click()
    grey.close()
    expect(notices).to_contain_text("Waiting for Grey’s link")
    context.new_page().goto(f"{toys.address}/games/{game}/table")
    assert within(lambda: len(events(toys, game, "ferry_rowed")) == 4)
    expect(notices).to_be_empty()
    assert len(events(toys, game, "link_revealed")) == 5

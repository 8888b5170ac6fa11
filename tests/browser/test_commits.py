"""Dice of v2 at the table: orders are committed to, and their links go out over a checkpoint."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, Route, TimeoutError, expect

from ironclad.api.cli import main
from ironclad.domain.kernel.fair.fair_dice import V2
from tests.api.running import Server
from tests.browser.playing import MOMENT, answer, skirmish
from tests.browser.test_keys import attack, described, pages, ready, rolls, sit
from tests.waiting import PATIENCE, within

__all__ = ["pages"]

pytestmark = pytest.mark.full


def seated(server: Server, pages: Any) -> tuple[str, Page, Page]:
    game = skirmish(server, dice=V2)
    union, confederate = pages(), pages()
    for page, seat in ((union, "Union"), (confederate, "Confederate")):
        page.goto(f"{server.address}/games/{game}/table")
        sit(page, seat)
    ready(server, game)
    return game, union, confederate


def committed(server: Server, game: str) -> int:
    events = described(server, game, "/events?limit=500")["items"]
    return sum(each["type"] == "command_committed" for each in events)


def test_two_pages_play_and_every_roll_is_committed_to(server: Server, pages: Any, tmp_path: Path) -> None:
    game, union, confederate = seated(server, pages)
    expect(union.locator(".notices")).to_be_empty()
    attack(union)
    assert within(lambda: rolls(server, game) > 0)
    for _ in range(10):
        if committed(server, game) > 1:
            break
        page = {"union": union, "confederate": confederate}[described(server, game)["due"][0]["seat"]]
        with suppress(TimeoutError):  # it may be the other seat's by now
            page.locator("#pane-due .answer:visible").first.wait_for(timeout=MOMENT)
            answer(page)
    assert committed(server, game) > 1
    assert within(lambda: not described(server, game)["owed"])
    bundle = tmp_path / "game.bundle"
    bundle.write_bytes(httpx.get(f"{server.address}/api/v1/games/{game}/bundle", timeout=PATIENCE).content)
    found = json.loads(CliRunner().invoke(main, ["verify", str(bundle), "--json"]).stdout)
    assert found["first_failure"] is None, found
    union.get_by_role("button", name="Proof: ").click()
    union.get_by_role("button", name="Verify now").click()
    expect(union.locator(".proof-badge")).to_contain_text("The record holds")


def test_a_link_that_was_kept_back_is_sent_after_a_reload(server: Server, pages: Any) -> None:
    game, union, confederate = seated(server, pages)
    links = re.compile("/link$")

    def lose(route: Route) -> None:
        route.abort()

    union.route(links, lose)
    attack(union)
    assert within(lambda: [each["seat"] for each in described(server, game)["owed"]] == ["union"])
    expect(confederate.locator(".notices")).to_contain_text("Waiting for Union’s link")
    assert rolls(server, game) == 0
    union.unroute(links)
    union.reload()
    assert within(lambda: rolls(server, game) > 0)
    expect(confederate.locator(".notices")).to_be_empty()
    expect(union.locator(".notices")).to_be_empty()


def test_a_link_that_the_service_does_not_take_is_handed_in_by_the_other_seat(
    server: Server, pages: Any, tmp_path: Path
) -> None:
    game, union, confederate = seated(server, pages)
    union.route(re.compile("/link$"), lambda route: route.abort())
    attack(union)
    notices = union.locator(".notices")
    expect(notices).to_contain_text("link is signed, and the service has not taken it")
    with union.expect_download() as coming:
        notices.get_by_role("button", name="Save the signed link").click()
    file = tmp_path / "union.link.json"
    coming.value.save_as(file)
    waiting = confederate.locator(".notices")
    expect(waiting).to_contain_text("Waiting for Union’s link")
    with confederate.expect_file_chooser() as chooser:
        waiting.get_by_role("button", name="Hand in Union’s signed link").click()
    chooser.value.set_files(file)
    assert within(lambda: rolls(server, game) > 0)
    revealed = [each["data"] for each in described(server, game, "/events?limit=500")["items"]
                if each["type"] == "link_revealed"]  # fmt: skip
    assert [(each["seat"], each["by"]) for each in revealed] == [("union", "confederate")]
    expect(waiting).to_be_empty()

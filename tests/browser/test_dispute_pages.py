"""The desk by its keys, and an official who declares a conflict."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.api.running import Server
from tests.browser.evening import Evening, act, call, club, press

pytestmark = pytest.mark.full
CLAUSES = ["9.6/2"]
STANDS = {"type": "let_stand"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with club(Path(tmp_path_factory.mktemp("pages"))) as running:
        yield running


@pytest.fixture
def evening(service: Server, chromium: Browser) -> Iterator[Callable[..., Evening]]:
    """Makes games whose people have browsers of their own."""
    made: list[Evening] = []

    def make(server: Server = service, **more: Any) -> Evening:
        made.append(Evening(server, chromium, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


def claim_of(game: Evening, says: str = "The bonuses add up.") -> None:
    """Both seats sit, a battle is fought, and the Confederate claims its losses, by calls."""
    union, grey = game.goes("union", "/claims"), game.goes("confederate", "/claims")
    at = f"/games/{game.game}"
    (due,) = game.read()["due"]
    order = {"type": "move_force", "from": "2227", "path": ["2228"]}
    call(union, f"{at}/commands", {"decision": due["id"], "command": order})
    about = {"timeline": "main", "version": game.read()["version"]}
    body = {"about": about, "kind": "rules", "clauses": CLAUSES, "says": says, "asks": STANDS}
    call(grey, f"{at}/claims", body)


# -- the desk


def test_a_claim_is_reached_from_the_desk_by_three_keys(evening: Any) -> None:
    game = evening(title="The keys")
    claim_of(game)
    carl, dora = game.page("Carl"), game.page("Dora")
    for page in (carl, dora):
        page.goto(f"{game.server.address}/desk")
        expect(page.locator("#desk li", has_text="The keys")).to_contain_text("you may: take the claim")
    links = carl.locator("#desk li a")
    expect(links.first).to_be_visible()
    for at in range(links.count()):
        carl.keyboard.press("j")
        expect(links.nth(at)).to_be_focused()
    carl.keyboard.press("k")
    carl.keyboard.press("j")
    links.filter(has=carl.locator(f"xpath=self::*[contains(@href, '{game.game}')]")).focus()
    carl.keyboard.press("Enter")
    expect(carl).to_have_url(f"{game.at}/claims/1")
    press(act(carl, "take"), "Take it")
    expect(act(carl, "rule")).to_be_visible()
    carl.goto(f"{game.server.address}/desk")
    mine = carl.locator("#desk li", has_text="The keys")
    expect(mine).to_contain_text("you have taken it; you may: rule on the claim")
    dora.reload()
    expect(dora.locator("#desk [role=status]")).to_contain_text(re.compile("waiting|Nothing waits"))
    expect(dora.locator("#desk li", has_text="The keys")).to_have_count(0)


# -- officials


def test_an_official_with_a_conflict_decides_nothing_more(evening: Any) -> None:
    game = evening()
    claim_of(game)
    page = game.goes("Dora", "/claims")
    conflict = act(page, "conflict")
    conflict.get_by_label("Why").fill("My brother plays the Union.")
    press(conflict, "Declare it", sure=True)
    expect(page.locator(".said")).to_have_text("The conflict is declared.")
    page.goto(f"{game.at}/claims/1")
    expect(page.locator("section.next")).to_contain_text("Waits for an answer")
    expect(page.locator("form[data-act=take]")).to_have_count(0)
    expect(act(game.goes("Carl", "/claims/1"), "take")).to_be_visible()

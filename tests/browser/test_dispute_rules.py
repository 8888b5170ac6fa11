"""Errata that an operator publishes, games decided again, and one hidden fact for a director, by clicks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.api.running import Server
from tests.browser.evening import Evening, act, attack, call, clean, club, press
from tests.browser.test_dispute_pages import claim_of
from tests.toys.sealed_fields import STACKS

pytestmark = pytest.mark.full
RULESET = "american_civil_war"
CUMULATIVE = '{"loss_bonus_cumulative":"cumulative"}'
SECRET = {"north": (7, 1, 1), "south": (2, 3, 4)}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with club(Path(tmp_path_factory.mktemp("rules"))) as running:
        yield running


def new_options(service: Server) -> Any:
    """The options of a game that is opened now."""
    with service.client() as http:
        made = http.post("/games", json={"ruleset": RULESET, "scenario": "campaign"})
    return made.json()["options"]


def test_an_erratum_is_published_and_withdrawn(service: Server, chromium: Browser) -> None:
    game = Evening(service, chromium)
    claim_of(game)
    carl, olga = game.goes("Carl", "/claims"), game.page("Olga")
    at = f"/games/{game.game}/claims/1"
    call(carl, f"{at}/take", {})
    ruling = {
        "finding": "event_stands",
        "facts": "So.",
        "clauses": ["9.6/2"],
        "remedy": {"type": "let_stand"},
    }
    call(carl, f"{at}/ruling", ruling)
    for page in (carl, olga):
        page.goto(f"{service.address}/rulesets/{RULESET}/errata")
        expect(page.locator("#errata")).to_contain_text("This service has published none")
    assert carl.locator("form.act").count() == 0, "a director publishes nothing"
    before = new_options(service)
    publish = act(olga, "publish")
    publish.locator("[name=erratum]").fill("losses-1")
    publish.locator("[name=clause]").fill("9.6/99")
    publish.locator("[name=game]").fill(game.game)
    publish.locator("[name=claim]").fill("1")
    publish.get_by_label("How it was read before").fill("<b>The higher one counts.</b>")
    publish.get_by_label("How it is read now").fill("Both count.")
    publish.locator("[name=reading]").select_option(CUMULATIVE)
    press(publish, "Publish it", sure=True)
    expect(publish.get_by_role("alert")).to_contain_text("(errata/clause)")
    publish.locator("[name=clause]").fill("9.6/2")
    press(publish, "Publish it", sure=True)
    expect(olga.locator("p.said")).to_be_focused()
    shown = olga.locator("section.panel", has_text="9.6/2: losses-1")
    expect(shown).to_contain_text("<b>The higher one counts.</b>")
    expect(shown).to_contain_text("New games have the reading: Loss bonus cumulative: Cumulative.")
    assert new_options(service) == {**before, "loss_bonus_cumulative": "cumulative"}
    running = game.read()["options"]["loss_bonus_cumulative"]
    assert running == before["loss_bonus_cumulative"], "a game that runs keeps its own reading"
    clean(olga, "main")
    withdraw = act(olga, "withdraw-losses-1")
    withdraw.get_by_label("Why").fill("It was a misprint.")
    press(withdraw, "Withdraw losses-1", sure=True)
    expect(shown).to_contain_text("Withdrawn: It was a misprint.")
    assert new_options(service) == before
    game.close()


@pytest.mark.parametrize(("size", "scheme"), [("desk", "dark"), ("phone", "light")])
def test_games_are_decided_again(service: Server, chromium: Browser, size: str, scheme: Any) -> None:
    title = f"Decided again {size}"
    game = Evening(service, chromium, title=title)
    carl = game.page("Carl", size, color_scheme=scheme)
    carl.goto(game.at + "/claims")
    union = game.goes("union", "/claims")
    game.goes("confederate", "/claims")
    attack(union, game.game)
    carl.goto(f"{service.address}/desk")
    carl.get_by_role("link", name="decide finished games again of American Civil War").click()
    form = act(carl, "decide")
    form.locator("[name=games]").fill(game.game)
    press(form, "Decide them")
    expect(form.get_by_role("alert")).to_contain_text("is not over")
    call(carl, f"/games/{game.game}/end", {"winner": "union", "why": "It is late."})
    press(form, "Decide them")
    said = carl.locator("p.said")
    expect(said).to_contain_text("Done: 1 game decided again")
    expect(said).to_be_focused()
    expect(carl.locator(".counts tbody tr")).to_have_count(1)
    expect(carl.locator(".counts tbody tr")).to_contain_text("The same")
    carl.locator("summary", has_text="Readings").click()
    form.locator("[name='reading loss_bonus_cumulative']").select_option("cumulative")
    press(form, "Decide them")
    expect(carl.locator(".counts")).to_contain_text("with Loss bonus cumulative: Cumulative")
    verdict = carl.locator(f".verdict[data-game='{game.game}']")
    expect(verdict).to_contain_text(title)
    expect(verdict.get_by_role("group", name="Events").locator("> div")).to_have_count(2)
    link = verdict.get_by_role("link", name="event ")
    expect(link).to_have_attribute("href", f"/games/{game.game}/table?timeline=main&at=9#chronicle")
    clean(carl, "main")
    assert game.read()["outcome"]["winner"] == "union", "a game was changed"
    seat = union.goto(f"{service.address}/rulesets/{RULESET}/readjudication")
    assert seat is not None
    assert seat.status in (401, 403)
    game.wrong.clear()  # the console names that status
    game.close()


def test_a_director_opens_one_hidden_fact(chromium: Browser, tmp_path: Path) -> None:
    with club(tmp_path, module="tests.browser.toy_server") as server:
        game = Evening(server, chromium, ruleset="sealed_fields", scenario="standard", position=None)
        at = f"/games/{game.game}"
        seats = {seat: game.goes(seat, "/claims") for seat in SECRET}
        for seat, page in seats.items():
            strengths = dict(zip(STACKS[seat], SECRET[seat], strict=True))
            due = next(each for each in game.read()["due"] if each["seat"] == seat)
            command = {"type": "deploy", "strengths": strengths}
            call(page, f"{at}/commands", {"decision": due["id"], "command": command})
        events = game.read("/events?limit=100")["items"]
        hidden = next(each["version"] for each in events if each["type"] == "stacks_deployed")
        claim = {"about": {"timeline": "main", "version": hidden}, "kind": "arithmetic", "clauses": ["1"]}
        asks = {"says": "They have ten points.", "asks": {"type": "let_stand"}}
        call(seats["south"], f"{at}/claims", {**claim, **asks})

        carl = game.page("Carl", "phone")
        carl.goto(f"{game.at}/claims/1")
        assert carl.locator("form[data-act=fact]").count() == 0, "it is opened to who took the claim"
        press(act(carl, "take"), "Take it")
        fact = act(carl, "fact")
        assert fact.locator("[name=version]").input_value() == str(hidden)
        fact.locator("[name=number]").fill("99")
        press(fact, "Open it", sure=True)
        expect(fact.get_by_role("alert")).to_contain_text("fact/none")
        fact.locator("[name=number]").fill("1")
        press(fact, "Open it", sure=True)
        expect(carl.locator("p.said")).to_contain_text("The fact is:")
        value = carl.locator("p.said").inner_text()
        assert any(str(each) in value for each in SECRET["north"])
        clean(carl, "main")
        opened = carl.locator("[data-event=fact_opened]")
        expect(opened).to_contain_text(f"hidden fact of event {hidden} is opened to The chief director")
        for page in seats.values():
            page.goto(f"{game.at}/claims/1")
            told = page.locator("[data-event=fact_opened]")
            expect(told).to_contain_text(f"hidden fact of event {hidden} is opened")
            assert "The fact is" not in page.locator("main").inner_text()
            assert page.locator("form[data-act=fact]").count() == 0
        game.close()

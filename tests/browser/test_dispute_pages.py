"""The desk, errata, officials and evidence by clicks; a refused order claimed; a stale tab; the keyboard alone."""

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.api.running import Server
from tests.browser.evening import (
    OFFICIALS,
    Evening,
    act,
    call,
    claimed,
    clean,
    club,
    fought,
    press,
)
from tests.browser.playing import ACW
from tests.browser.test_two_tabs import DEAF
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full
RULESET = str(ACW["ruleset"])
CLAUSES = ["9.6/2"]
STANDS = {"type": "let_stand"}
TABS = 400  # stops of the keyboard, at most, on the way to something


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
    call(grey, f"{at}/claims", {"about": about, "kind": "rules", "clauses": CLAUSES, "says": says, "asks": STANDS})


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


# -- errata


def test_an_operator_publishes_an_erratum_and_new_games_have_it(
    chromium: Browser, tmp_path: Path
) -> None:
    with club(tmp_path) as server:
        old = Evening(server, chromium)
        claim_of(old)
        for who in ("Olga", "Carl"):
            page = old.page(who)
            page.goto(f"{server.address}/rulesets/{RULESET}/errata")
            expect(page.locator("#errata")).to_contain_text("This service has published none")
        expect(old.page("Carl").locator("form.act")).to_have_count(0)
        page = old.page("Olga")
        publish = act(page, "publish")
        for name, said in (("erratum", "losses-1"), ("clause", "9.6/2"), ("game", old.game), ("claim", "1")):
            publish.locator(f"[name={name}]").fill(said)
        publish.get_by_label("How it was read before").fill("The higher bonus counts.")
        publish.get_by_label("How it is read now").fill("Both bonuses count.")
        value = '{"loss_bonus_cumulative":"cumulative"}'
        publish.locator("[name=reading]").select_option(value)
        press(publish, "Publish it", sure=True)
        expect(page.locator(".said")).to_be_focused()
        expect(page.locator(".said")).to_have_text("It is published.")
        shown = page.locator("section.panel", has_text="9.6/2: losses-1")
        expect(shown).to_contain_text("New games have the reading: Loss bonus cumulative: Cumulative.")
        expect(shown.get_by_role("link", name="claim 1")).to_have_attribute("href", f"/games/{old.game}/claims/1")
        new = Evening(server, chromium)
        assert new.read()["options"]["loss_bonus_cumulative"] == "cumulative"
        assert old.read()["options"]["loss_bonus_cumulative"] != "cumulative"
        withdraw = act(page, "withdraw-losses-1")
        withdraw.get_by_label("Why").fill("It was a misprint.")
        press(withdraw, "Withdraw losses-1", sure=True)
        expect(shown).to_contain_text("Withdrawn")
        last = Evening(server, chromium)
        assert last.read()["options"] == old.read()["options"]
        for each in (old, new, last):
            each.close()


# -- officials


def test_both_seats_name_the_officials_together(evening: Any) -> None:
    game = evening(officials=None, policy=None)
    for seat in ("union", "confederate"):
        page = game.goes(seat, "/claims")
        expect(page.locator("section.officials")).to_contain_text("None are named")
        form = act(page, "officials")
        form.locator("[name=chief]").fill("Carl")
        form.locator("[name=deputies]").fill("Dora")
        form.locator("[name=assessors]").fill(", ".join(OFFICIALS["assessors"]))
        form.locator("[name=panel]").select_option("1")
        press(form, "Name them")
        expect(page.locator(".said")).to_have_text("They are named, or asked for.")
    expect(page.locator("section.officials")).to_contain_text("the chief and 1 more")
    expect(page.locator("form[data-act=officials]")).to_have_count(0)
    expect(act(game.goes("Carl", "/claims"), "penalise")).to_be_visible()
    assert game.read("/claims")["policy"]["panel"] == 1


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


# -- evidence and precedents


def test_evidence_of_each_kind_is_read_by_all(evening: Any) -> None:
    game = evening()
    claim_of(game)
    page = game.page("union")
    said = "We agreed that on Monday."
    call(page, f"/games/{game.game}/messages", {"text": said, "to": "all"})
    page.goto(f"{game.at}/claims/1")
    for kind, fields in (
        ("statement", {"statement": "<b>I saw it.</b>"}),
        ("message", {"message": "1"}),
        ("events", {"from": "2", "to": "4"}),
    ):
        form = act(page, "evidence")
        form.locator("[name=kind]").select_option(kind)
        for name, value in fields.items():
            form.locator(f"[name={name}]").fill(value)
        press(form, "Add it")
        expect(page.locator(".said")).to_have_text("The evidence is there.")
        given = page.locator("[data-event=evidence_added]")
        expect(given).to_have_count(1 + ["statement", "message", "events"].index(kind))
    other = game.goes("confederate", "/claims/1").locator("[data-event=evidence_added]")
    expect(other.nth(0)).to_contain_text("<b>I saw it.</b>")
    expect(other.nth(1)).to_contain_text(hashlib.sha256(said.encode()).hexdigest())
    expect(other.nth(2)).to_contain_text("Events 2 to 4 of line main")


def test_an_earlier_ruling_is_found_and_followed(evening: Any) -> None:
    first, second = evening(), evening()
    claim_of(first, says="It was so in Richmond.")
    judge = first.goes("Carl", "/claims/1")
    at = f"/games/{first.game}/claims/1"
    call(judge, f"{at}/take", {})
    facts = "The bonuses do not add up."
    call(judge, f"{at}/ruling", {"finding": "event_stands", "facts": facts, "clauses": CLAUSES, "remedy": STANDS})
    claim_of(second)
    page = second.goes("Carl", "/claims/1")
    earlier = page.locator("section.precedents")
    expect(earlier.get_by_role("link", name=f"{first.game}/1")).to_be_visible()
    expect(earlier).to_contain_text(facts)
    press(act(page, "take"), "Take it")
    ruling = act(page, "rule")
    ruling.locator("[name=finding]").select_option("event_stands")
    ruling.get_by_label("The facts that you find").fill("As before.")
    ruling.locator("[name=remedy-kind]").select_option("let_stand")
    ruling.locator("[name=precedent]").fill(f"{first.game}/1")
    ruling.locator("[name=followed]").select_option("yes")
    press(ruling, "Give the ruling", sure=True)
    given = page.locator("[data-event=ruling_given]")
    expect(given).to_contain_text(f"Follows claim 1 of game {first.game}")


# -- what was refused, what is stale


def test_an_order_that_was_refused_is_claimed(evening: Any) -> None:
    game = evening(**ACW, position=None)
    game.page("confederate")
    page = game.goes("union", "/table")
    nowhere = """field => {
      field.options[0].value = "4410";
      field.selectedIndex = 0;
      field.dispatchEvent(new Event("change"));
    }"""
    page.locator("#pane-due select").first.evaluate(nowhere)
    page.locator("#acts").get_by_role("button", name="Set up so").click()
    refused = page.locator("#pane-due .refused[role=alert]")
    expect(refused).to_contain_text("3.1.2/")
    page.locator("#pane-due").get_by_role("button", name="This is wrong").click()
    dialog = page.locator(".wrong-dialog")
    expect(dialog).to_contain_text("was refused")
    dialog.get_by_label("What is wrong").fill("The place is mine.")
    dialog.get_by_role("button", name="File", exact=True).click()
    link = dialog.get_by_role("link", name="Open claim 1")
    expect(link).to_be_focused()
    claim = game.read("/claims/1")
    assert claim["about"]["refused"]["request"]["type"]
    assert claim["about"]["rule"].startswith("3.1.2/")
    link.click()
    expect(page.locator("section.about")).to_contain_text("a refused order at event")
    expect(page.locator("section.about pre")).to_contain_text("4410")


def test_a_stale_tab_says_that_nothing_was_written(evening: Any) -> None:
    game = evening()
    claim_of(game)
    first = game.goes("union", "/claims/1")
    stale = first.context.new_page()
    stale.add_init_script(DEAF)
    stale.goto(f"{game.at}/claims/1")
    late = act(stale, "answer")
    stale.route(re.compile(r"/events|/api/v1/games/[^/]+(/timelines)?$"), lambda route: route.abort())
    for form in (act(first, "answer"), late):
        form.locator("[name=agrees]").select_option("yes")
        form.get_by_label("What you say").fill("So it was.")
    press(act(first, "answer"), "Answer")
    expect(first.locator("[data-event=claim_answered]")).to_have_count(1)
    press(late, "Answer")
    said = "The claim is further than this page was (now: Answered, waits for a ruling or a settlement)"
    expect(late.locator(".refused[role=alert]")).to_contain_text(f"{said}: nothing was written")
    assert [each["type"] for each in game.read("/claims/1")["events"]].count("claim_answered") == 1

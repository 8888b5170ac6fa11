"""The desk, officials, evidence and precedents by clicks; a refused order, a stale tab, keys alone."""

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.api.running import Server
from tests.browser.evening import (
    OFFICIALS,
    Evening,
    act,
    call,
    clean,
    club,
    fought,
    losses,
    press,
)
from tests.browser.playing import ACW
from tests.browser.test_two_tabs import DEAF

pytestmark = pytest.mark.full
CLAUSES = ["9.6/2"]
STANDS = {"type": "let_stand"}
STOPS = 200  # of the keyboard, at most, on the way to something


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


def test_both_seats_name_the_officials_together(evening: Any) -> None:
    game = evening(officials=None, policy=None)
    for seat in ("union", "confederate"):
        game.page(seat)
    for seat in ("union", "confederate"):
        page = game.goes(seat, "/claims")
        expect(page.locator("#officials")).to_contain_text("None are named")
        form = act(page, "officials")
        form.locator("[name=chief]").fill("Carl")
        form.locator("[name=deputies]").fill("Dora")
        form.locator("[name=assessors]").fill(", ".join(OFFICIALS["assessors"]))
        form.locator("[name=panel]").select_option("1")
        press(form, "Name them")
        expect(page.locator(".said")).to_have_text("They are named, or asked for.")
    expect(page.locator("#officials")).to_contain_text("the chief and 1 more")
    expect(page.locator("form[data-act=officials]")).to_have_count(0)
    expect(act(game.goes("Carl", "/claims"), "penalise")).to_be_visible()
    assert game.read("/claims")["policy"]["panel"] == 1


# -- evidence and precedents


def test_evidence_of_each_kind_is_read_by_all(evening: Any) -> None:
    game = evening()
    claim_of(game)
    page = game.page("union")
    said = "We agreed that on Monday."
    call(page, f"/games/{game.game}/messages", {"text": said})
    page.goto(f"{game.at}/claims/1")
    given = page.locator("[data-event=evidence_added]")
    kinds = {
        "statement": {"statement": "<b>I saw it.</b>"},
        "message": {"message": "1"},
        "events": {"from": "2", "to": "4"},
    }
    for number, (kind, fields) in enumerate(kinds.items(), 1):
        form = act(page, "evidence")
        form.locator("[name=kind]").select_option(kind)
        for name, value in fields.items():
            form.locator(f"[name={name}]").fill(value)
        press(form, "Add it")
        expect(given).to_have_count(number)
    form.locator("[name=kind]").select_option("message")
    form.locator("[name=message]").fill("7")
    press(form, "Add it")
    expect(form.get_by_role("alert")).to_contain_text("7")
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
    ruling = {"finding": "event_stands", "facts": facts, "clauses": CLAUSES, "remedy": STANDS}
    call(judge, f"{at}/ruling", ruling)
    claim_of(second)
    page = second.goes("Carl", "/claims/1")
    earlier = page.locator("section.precedents li", has_text=f"{first.game}/1")
    expect(earlier).to_contain_text(facts)
    assert earlier.get_by_role("button").count() == 0, "nothing is named before the claim is taken"
    press(act(page, "take"), "Take it")
    earlier.get_by_role("button", name="Name it in the ruling").click()
    form = act(page, "rule")
    assert form.locator("[name=precedent]").input_value() == f"{first.game}/1"
    form.locator("[name=finding]").select_option("event_stands")
    form.get_by_label("The facts that you find").fill("As before.")
    form.locator("[name=remedy-kind]").select_option("let_stand")
    form.locator("[name=followed]").select_option("yes")
    form.locator("[name=distinguished]").fill("It is the same clause.")
    press(form, "Give the ruling", sure=True)
    given = page.locator("[data-event=ruling_given]")
    expect(given).to_contain_text(f"Follows claim 1 of game {first.game}. It is the same clause.")


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
    expect(page.locator("#pane-due .refused[role=alert]")).to_contain_text("3.1.2/")
    page.locator("#pane-due").get_by_role("button", name="This is wrong").click()
    dialog = page.locator(".wrong-dialog")
    expect(dialog).to_contain_text("was refused")
    dialog.get_by_label("What is wrong").fill("The place is mine.")
    dialog.get_by_role("button", name="File", exact=True).click()
    link = dialog.get_by_role("link", name="Open claim 1")
    expect(link).to_be_focused()
    about = game.read("/claims/1")["about"]
    assert about["refused"]["request"]["type"]
    assert about["rule"].startswith("3.1.2/")
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
    stale.close()
    first.reload()
    game.wrong.clear()  # the console names each request that was cut off


# -- the keyboard alone, on a phone too


def tab_to(page: Page, goal: Locator) -> None:
    """Press Tab until something has the keyboard; it is seen then, with its outline."""
    for _ in range(STOPS):
        if goal.evaluate("each => each === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(goal).to_be_focused()
    expect(goal).to_be_in_viewport()


def choose(page: Page, field: Locator, text: str) -> None:
    """Choose in a list by its letters."""
    tab_to(page, field)
    page.keyboard.type(text)


@pytest.mark.parametrize(("size", "scheme"), [("desk", "dark"), ("phone", "light")])
def test_a_claim_is_filed_and_ruled_on_by_keys_alone(evening: Any, size: str, scheme: Any) -> None:
    game = evening(control="90m+30s")
    for who in ("confederate", "Carl"):
        game.page(who, size, color_scheme=scheme)
    _, grey = fought(game)
    losses(grey).focus()
    grey.keyboard.press("Enter")
    dialog = grey.locator(".wrong-dialog")
    tab_to(grey, dialog.locator("input[name=reading]:checked"))
    grey.keyboard.press("ArrowDown")
    grey.keyboard.press("ArrowDown")
    expect(dialog.locator("input[value*=cumulative]")).to_be_checked()
    tab_to(grey, dialog.get_by_label("What is wrong"))
    grey.keyboard.type("The two bonuses add up.")
    tab_to(grey, dialog.get_by_role("button", name="File", exact=True))
    grey.keyboard.press("Enter")
    expect(dialog.get_by_role("link", name="Open claim 1")).to_be_focused()
    grey.keyboard.press("Enter")
    expect(act(grey, "withdraw")).to_be_visible()
    assert grey.locator("form[data-act=answer]").count() == 0, "nobody answers the own claim"
    clean(grey, "main")

    carl = game.goes("Carl", "/claims/1")
    tab_to(carl, act(carl, "take").get_by_role("button"))
    carl.keyboard.press("Enter")
    form = act(carl, "rule")
    tab_to(carl, carl.locator(".next").get_by_role("link", name="rule on the claim"))
    carl.keyboard.press("Enter")
    choose(carl, form.locator("[name=finding]"), "The event is")
    tab_to(carl, form.locator("[name=facts]"))
    carl.keyboard.type("They add up.")
    choose(carl, form.locator("[name=remedy-kind]"), "Let it")
    tab_to(carl, form.get_by_role("button", name="Give the ruling"))
    carl.keyboard.press("Enter")
    expect(form.get_by_role("button", name="No, go back")).to_be_focused()
    carl.keyboard.press("Escape")
    expect(form.get_by_role("button", name="Give the ruling")).to_be_focused()
    assert game.read("/claims/1")["state"] == "made"
    carl.keyboard.press("Enter")
    carl.keyboard.press("Shift+Tab")
    expect(form.get_by_role("button", name="Yes")).to_be_focused()
    carl.keyboard.press("Enter")
    expect(carl.locator("p.said")).to_be_focused()
    expect(carl.locator(".claim-state")).to_have_text("Ruled on, may be appealed")
    for path in ("/claims/1", "/claims", "/rulings"):
        carl.goto(game.at + path)
        expect(carl.locator("section.panel").first).to_be_visible()
        for fold in carl.locator("main details").all():
            fold.evaluate("each => (each.open = true)")
        clean(carl, "main")
    carl.goto(f"{game.server.address}/desk")
    expect(carl.locator("#desk [role=status]")).to_contain_text(re.compile("waiting|Nothing waits"))
    clean(carl, "main")

"""A director's evening by clicks: two seats, a director, a panel, an operator, each in its own browser."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.api.running import ROOT, Server
from tests.browser.evening import Evening, act, attack, call, claimed, club, fought, press
from tests.browser.playing import end_movement
from tests.browser.test_clock_acts import panel
from tests.proof.logs import lines_of, packed
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full

CONTROL = {"stages": [{"bank_ms": "90m", "increment_ms": "30s"}], "vacation_days": 5}
AGREED = "We agreed by mail that the ratio adds 20 percent in all."
CLAUSES = ["9.6/2"]
STANDS = {"type": "let_stand"}
FACTS = "The bonuses add up in this game."


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with club(Path(tmp_path_factory.mktemp("club"))) as running:
        yield running


def chosen(form: Locator, name: str, said: str) -> None:
    """Choose in a form's list what says so."""
    field = form.locator(f"[name={name}]")
    text = field.locator("option", has_text=said).first.get_attribute("value")
    field.select_option(text)


def earlier(service: Server, chromium: Browser) -> str:
    """A game in which a ruling was given on the same clause; its id."""
    game = Evening(service, chromium)
    union, grey = game.goes("union", "/claims"), game.goes("confederate", "/claims")
    attack(union, game.game)
    about = {"timeline": "main", "version": 9}
    at = f"/games/{game.game}/claims"
    call(grey, at, {"about": about, "kind": "rules", "clauses": CLAUSES, "says": "So.", "asks": STANDS})
    carl = game.goes("Carl", "/claims")
    call(carl, f"{at}/1/take", {})
    given = {"finding": "event_stands", "facts": "As printed.", "clauses": CLAUSES, "remedy": STANDS}
    call(carl, f"{at}/1/ruling", given)
    game.close()
    return game.game


def settled(game: Evening) -> None:
    """Each seat answers what the battle asks, a retreat or an advance, until the Union moves again."""
    while (due := game.read()["due"][0])["kind"] != "movement":
        offers = game.read(f"/legal?seat={due['seat']}&decision={due['id']}")["commands"]
        order = {"decision": due["id"], "command": offers[0]}
        call(game.page(due["seat"]), f"/games/{game.game}/commands", order)


def answered(union: Page) -> None:
    """The other seat answers, and adds a message of the game's talk."""
    union.locator(".claim-notices").get_by_role("link", name="Open claim 1").click()
    answer = act(union, "answer")
    answer.locator("[name=agrees]").select_option("no")
    answer.get_by_label("What you say").fill("<img src=x onerror=alert(1)> It was agreed by mail.")
    press(answer, "Answer")
    expect(union.locator("blockquote", has_text="<img src=x")).to_be_visible()
    assert union.locator(".disputes img").count() == 0
    evidence = act(union, "evidence")
    evidence.locator("[name=kind]").select_option("message")
    evidence.locator("[name=message]").fill("1")
    press(evidence, "Add it")
    expect(union.locator("[data-event=evidence_added]")).to_contain_text("Message 1, SHA-256")


def runs(download: Any) -> None:
    """A downloaded case, run by `ironclad case`."""
    assert download.suggested_filename == "claim-1.yaml"
    path = Path(download.path()).with_name("claim-1.yaml")
    Path(download.path()).rename(path)
    program = "from ironclad.api.cli import main; main()"
    command = [sys.executable, "-c", program, "case", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "loss_bonus_cumulative" in path.read_text(encoding="utf-8")


def read_by(carl: Page, precedent: str) -> None:
    """The director reads both readings, the odds, the case, the costs and a precedent; takes it."""
    compared = carl.locator(".compared")
    expect(compared.locator(".first")).to_contain_text("Loss bonus cumulative: Cumulative")
    expect(compared.locator(".tag")).to_have_text("first difference")
    expect(compared.locator("mark").first).to_be_visible()
    odds = compared.get_by_role("group", name="Odds of the battle")
    expect(odds.locator("> div")).to_have_count(2)
    for side in odds.locator("> div").all():
        expect(side).to_contain_text("%")
    rows = carl.locator("section.costs tbody tr")
    for each in ("Let it stand", "again with the same faces", "Go back to event"):
        expect(rows.filter(has_text=each)).to_have_count(1)
    expect(rows.filter(has_text="Go back to event")).to_contain_text("command")
    expect(carl.locator("section.precedents").get_by_role("link", name=f"{precedent}/1")).to_be_visible()
    expect(carl.locator("section.said")).to_contain_text("Message 1")
    with carl.expect_download() as case:
        carl.get_by_role("link", name="Download the case").click()
    runs(case.value)
    assert carl.locator("form[data-act='rule']").count() == 0, "a ruling without the claim"
    expect(carl.locator(".todo")).to_contain_text("Take it")
    press(act(carl, "take"), "Take it")
    expect(carl.locator(".todo")).to_contain_text("rule at the end of this page")


def paused_and_credited(game: Evening, carl: Page) -> None:
    """The director stops the clocks, and credits ten minutes for the claim."""
    carl.goto(f"{game.at}/claims")
    stop = act(carl, "stop")
    stop.locator("[name=why]").fill("While I rule on claim 1.")
    press(stop, "Stop them")
    expect(carl.locator("p.said")).to_have_text("The clocks are stopped.")
    adjust = act(carl, "adjust")
    before = game.read("/clock")["seats"]["union"]["left_ms"]
    adjust.locator("[name=of]").select_option("union")
    adjust.locator("[name=ms]").fill("10")
    adjust.locator("[name=why]").fill("The claim took the Union's time.")
    adjust.locator("[name=claim]").fill("1")
    press(adjust, "Change the clock", sure=True)
    expect(carl.locator("p.said")).to_have_text("The clock is changed.")
    assert game.read("/clock")["seats"]["union"]["left_ms"] == before + 600_000


def ruled(game: Evening, carl: Page, precedent: str) -> Any:
    """The ruling: the same faces under the claim's reading; what came of it."""
    carl.goto(f"{game.at}/claims/1")
    ruling = act(carl, "rule")
    assert ruling.locator("[name=finding]").input_value() == "", "something is chosen before"
    ruling.locator("[name=finding]").select_option("event_wrong")
    ruling.get_by_label("The facts that you find").fill(FACTS)
    chosen(ruling, "reading", "As the claim says")
    chosen(ruling, "remedy-kind", "As asked: Same faces")
    earlier = carl.get_by_role("listitem").filter(has_text=precedent)
    earlier.get_by_role("button", name="Name it in the ruling").click()
    expect(ruling.locator("[name=followed]")).to_be_focused()
    ruling.locator("[name=followed]").select_option("no")
    ruling.locator("[name=distinguished]").fill("There they had agreed on nothing.")
    press(ruling, "Give the ruling", sure=True)
    expect(carl.locator(".claim-state")).to_have_text("Ruled on, may be appealed")
    given = carl.locator("[data-event=ruling_given]")
    expect(given).to_contain_text(f"Does not follow claim 1 of game {precedent}")
    events = game.read("/claims/1")["events"]
    applied = next(each["data"] for each in events if each["type"] == "remedy_applied")
    assert applied["remedy"]["type"] == "same_faces"
    assert applied["effect"]["replayed"]
    assert game.read()["timeline"] == applied["effect"]["timeline"]
    return applied["effect"]["timeline"]


def started(game: Evening, carl: Page) -> None:
    carl.goto(f"{game.at}/claims")
    start = act(carl, "start")
    start.locator("[name=why]").fill("The ruling is given.")
    press(start, "Start them")
    expect(act(carl, "stop")).to_be_visible()


def appealed(game: Evening, union: Page, carl: Page) -> None:
    """The other seat appeals; three are drawn, and two of them change the remedy."""
    union.goto(f"{game.at}/claims/1")
    appeal = act(union, "appeal")
    appeal.get_by_label("The rule is wrong").check()
    appeal.get_by_label("Why it was not right").fill("We had settled that by mail.")
    press(appeal, "Appeal")
    carl.goto(f"{game.at}/claims/1")
    press(act(carl, "panel"), "Draw the panel")
    expect(carl.locator("[data-event='panel_named']")).to_be_visible()
    voters = 0
    for number in range(1, 7):
        judge = game.goes(f"Judge {number}", "/claims/1")
        expect(judge.locator(".claim-state")).to_be_visible()
        if judge.locator("section.next", has_text="vote on the appeal").count() == 0:
            continue
        vote = act(judge, "vote")
        vote.locator("[name=vote]").select_option("change")
        vote.locator("[name=says]").fill("They had settled it.")
        vote.locator("[name=remedy-kind]").select_option("let_stand")
        press(vote, "Vote", sure=True)
        expect(judge.locator("[data-event='appeal_voted']")).to_have_count(voters + 1)
        if (voters := voters + 1) == 2:
            break
    expect(carl.locator(".claim-state")).to_have_text("Decided on appeal")
    expect(carl.locator("[data-event='remedy_undone']")).to_be_visible()


def both_lines_are_readable(game: Evening, grey: Page, left: str) -> None:
    """The line of the ruling and the fork of the old one's end, each with why it is there."""
    grey.goto(f"{game.at}/table")
    grey.locator("#tab-timelines").click()
    lines = grey.locator("#pane-timelines")
    expect(lines).to_contain_text("by a ruling: claim 1")
    expect(lines.get_by_role("link", name="Why: claim 1").first).to_be_visible()
    for line in (left, game.read()["timeline"], "main"):
        grey.goto(f"{game.at}/table?timeline={line}&at=9#chronicle")
        grey.locator("#tab-chronicle").click()
        expect(grey.locator("#pane-chronicle .entry", has_text="loses").first).to_be_visible()


def flagged_and_forgiven(game: Evening, carl: Page, grey: Page) -> None:
    """All but a second of the Union's time is taken; its flag falls, and the other seat forgives it."""
    carl.goto(f"{game.at}/claims")
    adjust = act(carl, "adjust")
    adjust.locator("[name=of]").select_option("union")
    minutes = game.read("/clock")["seats"]["union"]["left_ms"] // 60_000 - 1
    adjust.locator("[name=ms]").fill(str(-minutes))
    adjust.locator("[name=why]").fill("Nobody is here.")
    press(adjust, "Change the clock", sure=True)
    expect(carl.locator("p.said")).to_have_text("The clock is changed.")
    rest = {"of": "union", "ms": 1_000 - game.read("/clock")["seats"]["union"]["left_ms"], "why": "So."}
    call(carl, f"/games/{game.game}/clock/adjust", rest)  # the form has whole minutes
    assert within(lambda: game.read("/clock")["ended"] == "flag")
    grey.goto(f"{game.at}/table")
    more = panel(grey)
    forgive = more.locator("form", has=grey.get_by_role("button", name="Forgive Union’s flag", exact=True))
    forgive.get_by_role("spinbutton").fill("30")
    press(forgive, "Forgive Union’s flag", sure=True)
    expect(more.locator(".clock-said")).to_have_text("Union’s flag is forgiven.")
    assert game.read("/clock")["ended"] == ""
    assert game.read()["outcome"] is None


def on_leave(game: Evening, grey: Page) -> None:
    """A vacation of a day, taken and ended in the panel that is open."""
    more = grey.locator(".clock-more")
    leave = more.locator("form[data-act^=leave]")
    leave.get_by_label("Days").fill("1")
    press(leave, "Take a vacation", sure=True)
    back = more.locator("form[data-act^=back]")
    expect(back).to_be_visible()
    assert game.read("/clock")["seats"]["confederate"]["vacation"] is not None
    press(back, "End the vacation", sure=True)
    expect(more.locator(".clock-said")).to_have_text("Your vacation is over.")


def adjourned(game: Evening, carl: Page, union: Page, grey: Page) -> None:
    """The director adjourns; the Union seals its order, and gives it when the clocks run again."""
    carl.goto(f"{game.at}/claims")
    adjourn = act(carl, "adjourn")
    adjourn.locator("[name=why]").fill("It is midnight.")
    press(adjourn, "Adjourn it", sure=True)
    union.goto(f"{game.at}/table")
    expect(union.locator("#pane-due .question")).to_be_visible()
    more = panel(union)
    more.get_by_role("button", name="Seal your next order").click()
    expect(more).to_contain_text("Choose it and give it as always")
    before = game.read()["version"]
    union.locator("#acts").get_by_role("button", name=re.compile("^End movement")).click()
    sealed = more.get_by_text("Your sealed order is kept in this browser")
    sure = union.locator("#confirm-order")
    expect(sure.or_(sealed).first).to_be_visible()
    if sure.is_visible():
        sure.click()
    expect(more).to_contain_text("Your sealed order is kept in this browser")
    expect(union.locator(".clock-line")).to_contain_text("Adjourned")
    assert game.read()["version"] == before, "what was sealed was carried out"
    assert game.read("/clock")["sealed"] == "union"
    expect(grey.locator(".clock-line")).to_contain_text("Adjourned")
    union.reload()  # the order is kept, not the page
    started(game, carl)
    more = panel(union)
    more.get_by_role("button", name="Give the sealed order").click()
    expect(more).to_contain_text("The sealed order is given.")
    assert game.read("/clock")["sealed"] is None
    assert game.read()["version"] > before


def published(game: Evening, chromium: Browser) -> None:
    """The reading of the ruling is the default of new games; this one keeps its own."""
    olga = game.page("Olga")
    olga.goto(f"{game.server.address}/rulesets/american_civil_war/errata")
    publish = act(olga, "publish")
    said = {"erratum": "losses-1", "clause": "9.6/2", "game": game.game, "claim": "1"}
    for name, text in said.items():
        publish.locator(f"[name={name}]").fill(text)
    publish.get_by_label("How it was read before").fill("The higher bonus counts.")
    publish.get_by_label("How it is read now").fill("Both bonuses count.")
    publish.locator("[name=reading]").select_option('{"loss_bonus_cumulative":"cumulative"}')
    press(publish, "Publish it", sure=True)
    expect(olga.locator("p.said")).to_have_text("It is published.")
    shown = olga.locator("section.panel", has_text="9.6/2: losses-1")
    link = shown.get_by_role("link", name="claim 1")
    expect(link).to_have_attribute("href", f"/games/{game.game}/claims/1")
    body = {"ruleset": "american_civil_war", "scenario": "campaign"}
    at = f"{game.server.address}/api/v1/games"
    new = httpx.post(at, json=body, timeout=PATIENCE).json()
    assert new["options"]["loss_bonus_cumulative"] == "cumulative"
    assert game.read()["options"]["loss_bonus_cumulative"] != "cumulative"


def verified(game: Evening, page: Page) -> None:
    """The bundle on the proof page without a server: it holds; one that was altered is named."""
    at = f"{game.server.address}/api/v1/games/{game.game}/bundle"
    bundle = httpx.get(at, timeout=PATIENCE).content
    page.goto(f"{game.at}/proof")
    badge = page.locator("#badge")
    expect(badge).to_have_attribute("data-state", "holds")
    page.context.set_offline(True)
    picked = page.get_by_label("Verify a file")
    picked.set_input_files({"name": "evening.bundle", "mimeType": "", "buffer": bundle})
    expect(page.locator("#source")).to_contain_text("evening.bundle")
    expect(badge).to_have_attribute("data-state", "holds")
    lines = lines_of(bundle)
    place = next(number for number, line in enumerate(lines) if FACTS.encode() in line)
    lines[place] = lines[place].replace(b"add up", b"do not add up")
    picked.set_input_files({"name": "altered.bundle", "mimeType": "", "buffer": packed(lines)})
    expect(badge).to_have_attribute("data-state", "fails")
    expect(badge).to_contain_text("at the event at position")
    page.context.set_offline(False)


def test_a_directors_evening(service: Server, chromium: Browser) -> None:
    precedent = earlier(service, chromium)
    game = Evening(service, chromium, control=CONTROL)
    union, grey = fought(game)
    settled(game)
    union.get_by_role("tab", name="Talk").click()
    union.get_by_label("Your message").fill(AGREED)
    union.get_by_role("button", name="Send").click()
    expect(union.locator(".messages .text")).to_have_text(AGREED)
    head = game.read()["version"]
    claimed(grey, "The two bonuses add up.")
    claim = game.read("/claims/1")
    assert claim["reading"] == {"loss_bonus_cumulative": "cumulative"}
    assert claim["clauses"] == ["9.6/1", "9.6/2"]
    expect(union.locator(".claim-notices")).to_contain_text("Claim 1: Confederate says that event 9 is wrong")
    answered(union)

    carl = game.goes("Carl", "/claims/1")
    read_by(carl, precedent)
    paused_and_credited(game, carl)
    left = ruled(game, carl, precedent)
    started(game, carl)
    settled(game)
    union.goto(f"{game.at}/table")
    end_movement(union)
    assert game.read()["timeline"] == left
    assert game.read()["version"] > head - 1, "the game continues from there"

    appealed(game, union, carl)
    assert game.read()["version"] == head, "the game continues on a fork of the old line's end"
    both_lines_are_readable(game, grey, left)
    report = game.goes("Carl", "/rulings")
    expect(report.locator("section.panel")).to_contain_text(FACTS)
    expect(report.locator("section.panel")).to_contain_text("The appeal is decided: Changed")

    flagged_and_forgiven(game, carl, grey)
    on_leave(game, grey)
    adjourned(game, carl, union, grey)
    published(game, chromium)
    verified(game, union)
    game.close()

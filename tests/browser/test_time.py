"""Time at the table: two positions on one map, going back by agreement, a trial line, the proof's badge."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.api.running import Server, Table
from tests.browser.test_table import POSITION, attack, opened, show
from tests.proof.logs import lines_of, packed
from tests.waiting import within

pytestmark = pytest.mark.full

EAGER = """async () => {  // a badge that verifies again with no rest between
  const script = document.querySelector("script[type=module]").src;
  const {store} = await (await import(script)).table;
  const {createBadge} = await import(script.replace("shell/table.js", "history/badge.js"));
  const root = document.createElement("div");
  root.id = "eager";
  document.querySelector(".what").append(root);
  createBadge(root, store, () => {}, 0);
}"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport={"width": 1280, "height": 720})


@pytest.fixture
def fought(server: Server) -> Iterator[Table]:
    """A game after a march and a battle, its own for each test."""
    with server.client() as http:
        table = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        attack(table)
        yield table


def seated(page: Page, server: Server, table: Table, seat: str) -> None:
    """The page's browser holds a seat of the game."""
    cookie = {"name": f"ironclad-{seat}", "value": table.tokens[seat], "url": server.address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def test_two_positions_on_one_map_and_back_by_agreement(page: Page, server: Server, fought: Table) -> None:
    seated(page, server, fought, "union")
    show(page, server, fought)
    head = fought.version()
    pane = page.locator("#pane-timelines")
    page.get_by_role("button", name="Compare with").click()
    expect(pane).to_contain_text(
        f"From event 1 of the game to event {head} of the game. The map shows the second."
    )
    expect(pane.locator(".went")).to_contain_text(["The Union is no longer in 2227"])
    left = page.locator('.difference[data-place="2227"]')
    expect(left).to_have_class(re.compile("went"))
    expect(left.locator("text")).to_have_text("−")
    pane.get_by_role("button", name="The Union is no longer in 2227").click()
    expect(page.locator("#board [aria-live]")).to_contain_text("2227")
    pane.get_by_role("button", name="Show the other one").click()
    expect(pane).to_contain_text("The map shows the first.")
    expect(page.locator('.counters > g[data-key="union 2227"]')).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")  # the first let go of the hex, where the map had the keyboard
    expect(page.locator(".difference")).to_have_count(0)
    expect(pane.get_by_role("heading", name="Timelines")).to_be_visible()

    pane.get_by_label("Reason").fill("I misread <b>the map</b>")
    pane.get_by_role("button", name="Propose to continue from event 1").click()
    proposed = pane.locator(".proposal")
    expect(proposed).to_contain_text("Union proposes to go back to event 1: I misread <b>the map</b>")
    page.get_by_role("button", name="Latest").click()
    expect(page.locator("#scrub output")).to_have_text(f"{head} of {head}")
    proposed.get_by_role("button", name="What it would change").click()
    expect(pane.locator(".went")).to_contain_text(["The Union is no longer in 2227"])
    (proposal,) = fought.get().json()["proposals"]
    accepted = fought.post(f"/rewinds/{proposal['id']}/accept", {}, "confederate")
    assert accepted.status_code == 200, accepted.text
    tree = pane.locator(".tree").first
    expect(tree).to_contain_text("The game, since event 1")
    expect(tree).to_contain_text(f"The game's first line to event {head}, left")
    expect(tree).to_contain_text(f"Left at event {head} by Union's proposal: I misread <b>the map</b>.")
    expect(proposed).to_have_count(0)


def test_a_trial_line_is_played_with_both_seats_and_left(page: Page, server: Server, fought: Table) -> None:
    seated(page, server, fought, "union")
    show(page, server, fought, "?at=1")
    version = fought.version()
    tab(page, "Timelines")
    page.get_by_role("button", name="Try another line from event 1").click()
    banner = page.locator(".banner.trial")
    expect(banner).to_contain_text("A trial line: nothing here counts.")
    tab(page, "Due")
    due = page.locator("#pane-due")
    expect(due.locator(".question")).to_contain_text("Union Move forces")
    due.get_by_role("button", name=re.compile("^End ")).first.click()
    page.locator("#confirm-order").click()  # forces have not acted
    expect(due.locator(".question")).to_contain_text("Confederate")
    due.get_by_role("button", name=re.compile("^End ")).first.click()
    (trial,) = (each for each in fought.get("/timelines").json()["items"] if each["why"] == "branch")
    assert within(
        lambda: fought.get("/events", timeline=trial["id"], limit=500).text.count('"by":"union"') >= 2
    )
    banner.get_by_role("button", name="Back to the game").click()
    expect(banner).to_have_count(0)
    expect(page.locator("#scrub output")).to_have_text(f"{version} of {version}")
    assert fought.version() == version
    tab(page, "Timelines")
    tree = page.locator("#pane-timelines .tree").first
    expect(tree).to_contain_text("Trial by you (Union) from turn 2, event 1")
    page.get_by_role("button", name="First event").click()
    page.get_by_role("button", name="Battle after").click()
    expect(page.get_by_label("Go to a turn or a battle").locator("option:checked")).to_contain_text(
        "Battle of"
    )


def test_the_badge_is_green_and_red_on_a_record_that_was_changed(
    page: Page, server: Server, fought: Table
) -> None:
    assert within(lambda: fought.http.get("/log/checkpoint").status_code == 200)
    show(page, server, fought)
    badge = page.locator(".tools .proof-badge")
    expect(badge).to_have_text("Unverified")
    badge.click()
    expect(badge).to_have_attribute("data-state", "holds")
    expect(badge).to_have_text("The record holds")
    said = page.locator(".proof-said").first
    expect(said).to_contain_text("events of this game, each at its place in a signed checkpoint of")
    expect(said).to_contain_text("the server's own word")
    with page.expect_download() as coming:
        said.get_by_role("link", name="Download the bundle").click()
    assert coming.value.suggested_filename == f"{fought.game}.bundle"
    changed: list[bytes] = []

    def change(route: Route) -> None:
        lines = lines_of(route.fetch().body())
        place = next(number for number, line in enumerate(lines) if b"battle_fought" in line)
        lines[place] = lines[place].replace(b'"attacker"', b'"attackes"', 1)
        changed.append(packed(lines))
        route.fulfill(body=changed[-1])

    page.evaluate(EAGER)
    eager = page.locator("#eager .proof-badge")
    eager.click()
    expect(eager).to_have_attribute("data-state", "holds")
    page.route("**/bundle", change)
    offered = fought.post("/draw-offers", {}, "union")  # the game grows: it is looked at again
    assert offered.status_code == 201
    expect(page.locator("#pane-due")).to_contain_text("offers a draw")
    expect(eager).to_have_attribute("data-state", "fails")
    expect(badge).to_have_attribute("data-state", "holds")
    badge.click()
    said.get_by_role("button", name="Verify now").click()
    expect(badge).to_have_attribute("data-state", "fails")
    expect(badge).to_have_text("Does not hold")
    expect(said).to_contain_text(re.compile(r"Does not hold: inclusion, at the event at position [\d,]+"))
    assert len(changed) == 2
    page.unroute("**/bundle", change)
    said.get_by_role("button", name="Verify now").click()
    expect(badge).to_have_attribute("data-state", "holds")
    said.get_by_role("link", name="The log as a table").click()
    expect(page.get_by_role("heading", name="Log", exact=True)).to_be_visible()

"""Reading a war at the table: the chronicle, a battle's card, clauses with their cases, tracks and charts."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.running import Server, Table
from tests.browser.test_table import AXE, PHONE, POSITION, attack, opened, show

pytestmark = pytest.mark.full


@pytest.fixture
def desk(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport={"width": 1366, "height": 900})


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")


@pytest.fixture(scope="module")
def war(server: Server) -> Iterator[Table]:
    """A game after a march and a battle, to be read alone."""
    with server.client() as http:
        table = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        attack(table)
        yield table


def grave(page: Page, where: str) -> list[str]:
    """What axe finds serious in a part of the page."""
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found = page.evaluate(f"axe.run({where!r}, {{resultTypes: ['violations']}})")
    return [
        f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


def test_what_happened_is_read_sought_and_linked_to(desk: Page, server: Server) -> None:
    with server.client() as http:
        war = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        (due,) = war.get().json()["due"]
        march = {"type": "move_force", "from": "4506", "path": ["4507"]}
        assert war.give("union", march, decision=due["id"]).status_code == 200
        seen = war.version()
        show(desk, server, war, "#chronicle")
        pane = desk.get_by_role("tabpanel", name="Chronicle")
        expect(pane.locator(".entry").filter(has_text="moves 5 ASP")).to_be_visible()
        kept = (
            "([game, at]) => JSON.parse(localStorage.getItem(`ironclad-read/${game}`) ?? '{}').version === at"
        )
        desk.wait_for_function(kept, arg=[war.game, seen])

        # What is sought stays sought while the game grows.
        field = pane.get_by_label("Seek in the chronicle")
        field.fill("combat results")
        expect(pane.get_by_role("status")).to_have_text("0 found.")
        attack(war)
        expect(pane.get_by_role("status")).to_have_text("1 found.")
        expect(field).to_have_value("combat results")
        card = pane.locator(".battle")
        expect(card.get_by_role("rowheader", name="Strength")).to_be_visible()
        expect(card).to_contain_text("for the outcome")
        card.get_by_text("The table as it was read").click()
        expect(card.locator(".results .read")).to_have_count(3)

        # A clause opens with its cases; one leads to another, and back; Escape gives the focus back.
        named = card.get_by_role("button", name="Clause 9.4/1", exact=True).first
        named.click()
        book = desk.locator("dialog")
        expect(book).to_have_attribute("aria-label", "Clause 9.4/1")
        case = book.locator(".case").first
        case.locator("summary").click()
        expect(case.get_by_role("heading", name="Given")).to_be_visible()
        book.get_by_role("button", name="all of 9.4").click()
        expect(book).to_have_attribute("aria-label", "Paragraph 9.4")
        book.get_by_role("button", name="Back to the clause before").click()
        expect(book).to_have_attribute("aria-label", "Clause 9.4/1")
        expect(book.locator(".case").first).to_be_visible()
        assert not grave(desk, "dialog")
        desk.keyboard.press("Escape")
        expect(book).to_have_count(0)
        expect(named).to_be_focused()

        # An event's address leads to it, and tells what is new since the last visit.
        link = card.locator(".version").first.get_attribute("href")
        assert link is not None
        desk.evaluate(
            "([game, version]) => localStorage.setItem(`ironclad-read/${game}`,"
            " JSON.stringify({timeline: 'main', version}))",
            [war.game, seen],
        )
        desk.goto(server.address + link)
        expect(pane.locator(".entry.here .version")).to_have_attribute("href", link)
        pane.get_by_role("button", name=re.compile("^Since you were here")).click()
        expect(pane.locator(".battle")).to_be_visible()
        expect(pane.locator(".entry").filter(has_text="moves 5 ASP")).to_have_count(0)


def test_the_tracks_and_charts_tell_why_on_a_phone(phone: Page, server: Server, war: Table) -> None:
    show(phone, server, war)
    phone.get_by_role("button", name="Show or hide the details").tap()
    phone.get_by_role("tab", name="Tracks").tap()
    pane = phone.get_by_role("tabpanel", name="Tracks")
    expect(
        pane.get_by_role("img", name=re.compile("^Union political status \\+2, on a track"))
    ).to_be_visible()
    expect(pane.get_by_role("img", name=re.compile("^Strength points lost so far: 1 turn,"))).to_be_attached()
    pane.get_by_text("Why: the economy", exact=True).tap()
    expect(pane.get_by_role("row", name=re.compile("^Richmond"))).to_be_visible()
    pane.get_by_text("Confederate economy as a table", exact=True).tap()
    pane.get_by_role("button", name=re.compile("^Go to the end of turn 2")).first.tap()
    expect(pane.get_by_text("Why: the economy", exact=True).locator("..")).to_have_attribute("open", "")
    pane.get_by_role("button", name="Clause 3.3/2", exact=True).first.tap()
    book = phone.get_by_role("dialog", name="Clause 3.3/2")
    expect(book.locator(".case").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    book.get_by_role("button", name="Close").tap()
    expect(book).to_have_count(0)
    assert not grave(phone, "#pane-tracks")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

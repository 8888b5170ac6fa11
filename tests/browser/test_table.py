"""The table in a real browser: what it shows, how one finds one's way, and what comes while one looks."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.api.running import Server, Table
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
PHONE = {"width": 390, "height": 844}
POSITION: dict[str, Any] = {
    "scenario": "bare_map",
    "turn": 2,
    "phase": "operations",
    "step": "movement",
    "initiative": "union",
    "standing": {"confederate": "never", "union": "never"},
    "forces": {
        "4506": {"union": {"asp": 5}},
        "2227": {"union": {"asp": 4, "cavalry": 1}},
        "2228": {"confederate": {"asp": 2}},
    },
    "vessels": {"ntp1": {"kind": "ntp", "zone": "East Gulf", "feeds": "2131"}},
    "leaders": {"B": {"hex": "4506"}},
}


@pytest.fixture(scope="module")
def war(server: Server) -> Iterator[Table]:
    """A game with a few forces, before its first order."""
    with server.client() as http:
        yield Table.open(http, "bare_map", "american_civil_war", position=POSITION)


@pytest.fixture(scope="module")
def fought(server: Server) -> Iterator[Table]:
    """The same after a march and a battle."""
    with server.client() as http:
        table = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        attack(table)
        yield table


def attack(table: Table) -> dict[str, Any]:
    """The Union marches from 2227 into 2228, where it fights; the receipt."""
    (due,) = table.get().json()["due"]
    given = table.give("union", {"type": "move_force", "from": "2227", "path": ["2228"]}, decision=due["id"])
    assert given.status_code == 200, given.text
    receipt: dict[str, Any] = given.json()
    return receipt


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page at a desk. What its console complains of, and what its policy forbids, fails the test."""
    yield from opened(chromium, viewport={"width": 1280, "height": 720})


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport=PHONE, has_touch=True, is_mobile=True)


def opened(chromium: Browser, **how: Any) -> Iterator[Page]:
    context = chromium.new_context(reduced_motion="reduce", **how)
    context.set_default_timeout(PATIENCE * 1000)
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    page = context.new_page()
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    yield page
    context.close()
    assert not wrong, wrong


def show(page: Page, server: Server, table: Table, query: str = "") -> None:
    """Open the table and wait until the printed map and its counters are there."""
    page.goto(f"{server.address}/games/{table.game}/table{query}")
    expect(page.locator(".base svg").first).to_be_attached()
    expect(page.locator(".counters > g").first).to_be_attached()


def counter(page: Page, key: str) -> Locator:
    return page.locator(f'.counters > g[data-key="{key}"]')


def click_place(page: Page, hex_id: str) -> None:
    """Click the middle of a hex, wherever it lies in the window; counters lie on it too."""
    key = f'.counters > g[data-key$="{hex_id}"]'
    box = page.locator(key).first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_table_shows_a_position(page: Page, server: Server, war: Table) -> None:
    show(page, server, war)
    expect(page.get_by_role("heading", level=1)).to_have_text("American Civil War (S&T 310)")
    expect(page.locator("#standing")).to_have_text("turn 2, summer 1861, operations, impulse 1, Union")
    expect(page.locator("#owed")).to_contain_text("Union Move forces")
    expect(counter(page, "union 4506").locator(".strength")).to_have_text("5")
    expect(counter(page, "union 4506").locator(".leaders")).to_have_text("B0")
    expect(counter(page, "union 2227").locator(".kind")).to_have_count(2)
    expect(counter(page, "confederate 2228")).to_have_count(1)
    expect(page.locator(".above .vessel")).to_have_count(1)


def test_the_map_is_found_again_as_it_was(page: Page, server: Server, fought: Table) -> None:
    """Nothing beyond its edge is shown, and a reload shows the same part; a past event is not called live."""
    show(page, server, fought)
    expect(page.locator(".live")).to_have_text("Live")
    find = page.get_by_label("Find a place by name or number")
    find.fill("4506")
    find.press("Enter")
    page.get_by_role("button", name="Zoom in").click()
    world = page.locator(".world")
    at = "each => JSON.stringify(each.getBoundingClientRect())"
    find.fill("Washington")
    find.press("Enter")
    box, board = world.bounding_box(), page.locator(".frame").bounding_box()
    assert box
    assert board
    assert box["x"] <= board["x"] + 1
    assert box["x"] + box["width"] >= board["x"] + board["width"] - 1
    page.get_by_role("button", name="Previous event", exact=True).click()
    expect(page.locator(".live")).to_have_text("Past")
    page.wait_for_function(f"JSON.parse(sessionStorage['ironclad-view/{fought.game}'] ?? '{{}}').scale > 1.3")
    before = world.evaluate(at)
    page.reload()
    expect(page.locator(".counters > g").first).to_be_attached()
    page.wait_for_function(f"(before) => ({at})(document.querySelector('.world')) === before", arg=before)


def test_a_hex_says_what_it_is_to_pointer_and_keys(page: Page, server: Server, war: Table) -> None:
    show(page, server, war)
    spoken = page.locator("#board [aria-live]")
    click_place(page, "4506")
    expect(spoken).to_contain_text("4506 Washington, clear, District of Columbia, Union; 5 ASP, leader B 0")
    pane = page.get_by_role("tabpanel", name="Hex")
    expect(pane.get_by_role("heading", name="Washington 4506")).to_be_visible()
    expect(pane).to_contain_text("5 ASP")
    expect(pane).to_contain_text("Leader B, rating 0")
    expect(page.locator(".fan .part")).to_have_count(2)
    page.locator(".frame").focus()
    page.keyboard.press("ArrowDown")
    expect(spoken).to_have_text("4507, clear, Maryland, Union")
    page.keyboard.press("Enter")
    expect(pane.get_by_role("heading", name="4507")).to_be_visible()
    pane.get_by_role("button", name="Clause TEC/1").first.click()
    dialog = page.get_by_role("dialog", name="Clause TEC/1")
    expect(dialog).to_contain_text("clear", ignore_case=True)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_the_scrubber_steps_through_the_game(page: Page, server: Server, fought: Table) -> None:
    head = fought.version()
    show(page, server, fought)
    expect(counter(page, "union 2227")).to_have_count(0)
    expect(counter(page, "union 2228")).to_have_count(1)
    page.keyboard.press("Home")
    expect(counter(page, "union 2227")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"\?at=1$"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#scrub output")).to_have_text(f"2 of {head}")
    page.keyboard.press("PageDown")
    expect(page.locator("#scrub output")).to_have_text(f"{min(12, head)} of {head}")
    page.keyboard.press("End")
    expect(counter(page, "union 2227")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/table$"))


def test_a_battle_is_a_card_with_its_arithmetic(page: Page, server: Server, fought: Table) -> None:
    show(page, server, fought)
    page.get_by_role("tab", name="Chronicle").click()
    card = page.locator("#pane-chronicle .battle")
    expect(card.get_by_role("heading")).to_contain_text("Battle of")
    expect(card.locator(".die").first).to_have_text(re.compile(r"^[1-6]$"))
    expect(card.get_by_role("button", name="Clause 9.3/5").first).to_be_visible()
    began = card.locator(".version").first
    at = began.inner_text()
    began.click()
    expect(page.locator("#scrub output")).to_have_text(f"{at} of {fought.version()}")


def test_a_place_is_found_by_its_name(page: Page, server: Server, war: Table) -> None:
    show(page, server, war)
    field = page.get_by_label("Find a place by name or number")
    field.fill("richm")
    field.press("Enter")
    expect(page.get_by_role("heading", name="Richmond 4410")).to_be_visible()
    frame, chosen = (page.locator(each).bounding_box() for each in (".frame", ".chosen"))
    assert frame is not None
    assert chosen is not None
    across = (chosen["x"] + chosen["width"] / 2 - frame["x"]) / frame["width"]
    down = (chosen["y"] + chosen["height"] / 2 - frame["y"]) / frame["height"]
    assert 0.2 < across < 0.8
    assert 0.2 < down < 0.8
    field.fill("nowhere at all")
    field.press("Enter")
    expect(page.locator("#board [aria-live]")).to_contain_text("There is no nowhere at all")


def test_overlays_and_tables_tell_the_same_position(page: Page, server: Server, war: Table) -> None:
    show(page, server, war)
    for name in ("Control", "Supply", "Economy"):
        page.get_by_role("checkbox", name=name).check()
    expect(page.locator(".overlay .supply .fed")).to_have_count(3)
    expect(page.locator(".overlay .economy .worth").first).to_be_attached()
    expect(page.locator(".overlay .control .held.union")).to_have_attribute("d", re.compile("^M"))
    legend = page.get_by_role("list", name="Supply: what the signs mean")
    expect(legend).to_contain_text("by a depot or centre")
    expect(page.get_by_role("list", name="Zones: what the signs mean")).to_have_count(0)
    page.get_by_role("checkbox", name="Supply").uncheck()
    expect(legend).to_have_count(0)
    page.get_by_role("tab", name="Forces").click()
    rows = page.get_by_role("table", name="Forces of the Union").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="Washington")).to_contain_text("5 ASPB (0)")
    page.get_by_role("tab", name="Tracks").click()
    expect(page.get_by_role("img", name=re.compile("^Turn 2 of 17"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Union political status .*on a track"))).to_be_visible()


def test_the_counters_are_taken_off_the_map_and_put_back(page: Page, server: Server, war: Table) -> None:
    show(page, server, war)
    counters, switch = page.locator(".counter"), page.get_by_role("button", name="Counters")
    expect(counters.first).to_be_visible()
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".counter:visible")).to_have_count(0)
    switch.click()
    expect(counters.first).to_be_visible()


def test_whoever_plays_marks_hexes_and_hears_of_clicks(page: Page, server: Server, war: Table) -> None:
    show(page, server, war)
    page.evaluate(
        """async () => {
          const { table } = await import(document.querySelector('script[type=module]').src);
          const { board, hooks } = await table;
          board.mark(new Map([['4507', { kind: 'reach', label: '3', title: '3 movement points' }],
                              ['2228', { kind: 'attack' }], ['none', { kind: 'warn' }]]));
          board.path(['4506', '4507', '4508']);
          globalThis.heard = [];
          hooks.placeClick = (hex) => globalThis.heard.push(hex);
          hooks.forceClick = ({ place, part }) => globalThis.heard.push(place + part.name);
          board.select('4506');
        }"""
    )
    expect(page.locator(".mark")).to_have_count(2)
    expect(page.locator(".labels .reach")).to_have_text("3")
    expect(page.locator(".layer.path path.head")).to_have_count(1)
    page.locator(".fan .part.leader").click()
    click_place(page, "4506")
    assert page.evaluate("globalThis.heard") == ["4506B", "4506"]
    expect(page.get_by_role("tabpanel", name="Hex")).to_be_hidden()
    page.locator(".frame").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board [aria-live]")).to_contain_text("reach; 3; 3 movement points")


def test_the_other_seats_move_appears_by_itself(page: Page, server: Server) -> None:
    with server.client() as http:
        table = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        show(page, server, table)
        expect(page.locator(".live.on")).to_be_visible()
        stays = counter(page, "union 4506").element_handle()
        head = attack(table)["version"]
        expect(counter(page, "union 2227")).to_have_count(0)
        expect(page.locator("#scrub output")).to_have_text(f"{head} of {head}")
        assert stays is not None
        assert stays.evaluate("node => node.isConnected"), "what did not change was drawn again"


def test_a_line_that_was_tried_is_in_the_tree(page: Page, server: Server, fought: Table) -> None:
    forked = fought.post("/forks", {"at": 1, "by": "reader", "timeline": "main"})
    assert forked.status_code == 201, forked.text
    line = forked.json()["id"]
    show(page, server, fought)
    page.get_by_role("tab", name="Timelines").click()
    tried = page.get_by_role("button", name=re.compile("^Trial by a reader from turn 2, event 1"))
    tried.and_(page.get_by_title(line)).click()
    expect(page.locator("#scrub output")).to_have_text("1 of 1")
    expect(counter(page, "union 2227")).to_have_count(1)
    expect(page).to_have_url(re.compile(f"timeline={line}"))


def test_a_phone_has_a_sheet_and_scrolls_no_page(phone: Page, server: Server, war: Table) -> None:
    show(phone, server, war)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    pane = phone.get_by_role("tabpanel", name="Due")
    expect(pane).to_be_hidden()
    phone.get_by_role("button", name="Show or hide the details").tap()
    expect(pane).to_be_visible()
    phone.get_by_role("tab", name="Tracks").tap()
    expect(phone.get_by_role("tabpanel", name="Tracks")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.get_by_role("button", name="Show or hide the details").tap()
    expect(phone.get_by_role("tabpanel", name="Tracks")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(page: Page, server: Server, fought: Table, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    show(page, server, fought)
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    rules = "" if scheme == "light" else ", runOnly: ['color-contrast']"  # colours are all that differs
    click_place(page, "4506")
    for tab in ("Hex", "Forces", "Chronicle", "Tracks", "Timelines", "Due"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel", name=tab).locator("h2").first).to_be_visible()
        where = "{exclude: ['.world']}" if tab == "Hex" else "'#sheet'"  # the drawing alone takes seconds
        found = page.evaluate(f"axe.run({where}, {{resultTypes: ['violations']{rules}}})")
        grave = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
        told = [(each["id"], [node["html"][:150] for node in each["nodes"][:3]]) for each in grave]
        assert not told, (tab, told)


def test_colours_are_chosen_and_kept(page: Page, server: Server, war: Table) -> None:
    show(page, server, war)
    page.get_by_label("Colours").select_option("dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_files_are_kept_for_good_under_their_digest(server: Server, war: Table) -> None:
    with server.client() as http:
        page = http.get(f"{server.address}/games/{war.game}/table").text
        (address,) = re.findall(r'src="(/web/[0-9a-f]{16}/linked/table/shell/table\.js)"', page)
        file = http.get(server.address + address)
        assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert file.headers["content-type"].startswith("text/javascript")
        assert file.headers["content-encoding"] == "gzip"
        same = http.get(server.address + address, headers={"if-none-match": file.headers["etag"]})
        assert same.status_code == 304
        other = re.sub("/web/[0-9a-f]{16}/", f"/web/{'0' * 16}/", address)
        assert http.get(server.address + other).headers["cache-control"] == "no-cache"
        assert http.get(server.address + address.replace("table.js", "none.js")).status_code == 404


def test_a_game_without_a_map_says_so(chromium: Browser, server: Server, table: Table) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{server.address}/games/{table.game}/table")
    expect(page.get_by_role("alert")).to_contain_text("has no map")
    expect(page.get_by_role("link", name="Plain page")).to_be_visible()
    context.close()

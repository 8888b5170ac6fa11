"""From 320 to 3840 pixels, by keys, by touch, with little motion, and with sound only where it is allowed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.api.running import Server, Table
from tests.browser.playing import sit, skirmish
from tests.browser.test_table import AXE, PHONE, POSITION, attack, opened, show
from tests.waiting import within

ROOT = Path(__file__).resolve().parents[2]
LEAST = 24  # pixels of a target (WCAG 2.5.8)
STOPS = 45  # pressed one after the other with Tab

SMALL = """(least) => {
  const controls = "button, a[href], input, select, textarea, summary, [role=tab]";
  const inline = (each) => getComputedStyle(each).display.startsWith("inline")
    && [...each.parentNode.childNodes].some((near) => near instanceof Text && near.data.trim());
  return [...document.querySelectorAll(controls)].flatMap((each) => {
    const { width, height, right, bottom } = each.getBoundingClientRect();
    const seen = each.checkVisibility({ visibilityProperty: true }) && width > 2 && right > 0 && bottom > 0;
    const label = each.closest("label")?.getBoundingClientRect();
    const [wide, high] = [Math.max(width, label?.width ?? 0), Math.max(height, label?.height ?? 0)];
    if (!seen || inline(each) || (wide >= least - 0.5 && high >= least - 0.5)) return [];
    return [`${each.outerHTML.slice(0, 90)} ${width} x ${height}`];
  });
}"""
HIDDEN = """() => {
  const here = document.activeElement;
  if (here === document.body) return "";
  const box = here.getBoundingClientRect();
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  for (const x of [0.1, 0.5, 0.9])
    for (const y of [0.1, 0.5, 0.9]) {
      const found = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
      if (right > left && bottom > top && found && (here.contains(found) || found.contains(here))) return "";
    }
  return here.outerHTML.slice(0, 120);
}"""
HEARD = """() => {
  globalThis.sounds = 0;
  globalThis.AudioContext = class {
    constructor() { globalThis.sounds += 1; }
    currentTime = 0;
    close() { return Promise.resolve(); }
    createOscillator() { return { frequency: {}, connect: (to) => to, start() {}, stop() {} }; }
    createGain() {
      const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
      return { gain, connect: (to) => to };
    }
  };
}"""


@pytest.fixture(scope="module")
def fought(server: Server) -> Iterator[Table]:
    with server.client() as http:
        table = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        attack(table)
        yield table


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.mark.full
@pytest.mark.parametrize("size", [(320, 640), (3840, 2160)])
def test_the_map_uses_the_room_and_the_page_does_not_scroll(
    page: Page, server: Server, fought: Table, size: tuple[int, int]
) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    show(page, server, fought)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.getElementById('board').scrollWidth") <= width
    board = page.locator(".frame").bounding_box()
    assert board is not None
    least = (0.8, 0.85) if width > 1000 else (0.99, 0.4)
    assert board["width"] >= least[0] * width
    assert board["height"] >= least[1] * height
    more = page.get_by_role("button", name="Map: zoom, counters, overlays")
    if more.is_visible():
        more.click()
    page.get_by_role("button", name="Whole map").click()
    page.wait_for_timeout(500)
    world = page.locator(".world").bounding_box()
    assert world is not None
    used = max(world["width"] / board["width"], world["height"] / board["height"])
    assert used > 0.9, "the whole map fills the room in one direction"
    for tab in page.get_by_role("tab").all():
        tab.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.full
def test_targets_are_large_enough_on_a_phone(phone: Page, server: Server, fought: Table) -> None:
    show(phone, server, fought)
    phone.get_by_role("button", name="Show or hide the details").tap()
    for name in ("Due", "Forces", "Hex", "Chronicle", "Tracks", "Timelines", "Talk", "Keys"):
        phone.get_by_role("tab", name=name).tap()
        expect(phone.get_by_role("tabpanel", name=name).locator("h2").first).to_be_visible()
        small = phone.evaluate(SMALL, LEAST)
        assert not small, (name, small)


@pytest.mark.full
def test_the_tools_of_a_phone_are_one_row_and_a_menu(phone: Page, server: Server, fought: Table) -> None:
    """By touch and by keys; no place of the map is under more than one row of them."""
    show(phone, server, fought)
    more = phone.get_by_role("button", name="Map: zoom, counters, overlays")
    happened = phone.get_by_role("button", name="What happened")
    expect(happened).to_be_visible()
    find = phone.get_by_role("combobox", name="Find a place")
    boxes = [each.bounding_box() for each in (find, happened, more)]
    assert len({round(each["y"]) for each in boxes if each}) == 1, boxes
    supply = phone.get_by_role("checkbox", name="Supply")
    expect(supply).to_be_hidden()
    more.tap()
    expect(more).to_have_attribute("aria-expanded", "true")
    supply.tap()
    expect(phone.get_by_role("list", name="Supply: what the signs mean")).to_be_visible()
    phone.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found = phone.evaluate("axe.run('.controls', {resultTypes: ['violations']})")["violations"]
    assert not found, [(each["id"], each["nodes"][0]["html"]) for each in found]
    phone.keyboard.press("Escape")
    expect(supply).to_be_hidden()
    expect(more).to_be_focused()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("button", name="Zoom in")).to_be_focused()
    phone.locator(".frame").tap(position={"x": 60, "y": 250})
    expect(supply).to_be_hidden()


@pytest.mark.full
def test_nothing_hides_what_has_the_keyboard(phone: Page, server: Server, fought: Table) -> None:
    """The bar of events and the sheet are fixed on a phone (WCAG 2.4.11)."""
    show(phone, server, fought)
    for tab in ("Due", "Chronicle"):
        phone.get_by_role("tab", name=tab).tap()
        phone.get_by_role("tab", name=tab).focus()
        for _ in range(STOPS):
            phone.keyboard.press("Tab")
            phone.wait_for_timeout(15)
            hidden = phone.evaluate(HIDDEN)
            assert not hidden, (tab, hidden)


@pytest.mark.full
def test_a_chronicle_that_comes_late_leaves_what_has_the_keyboard_in_sight(
    phone: Page, server: Server, fought: Table
) -> None:
    """It shows the entry of the event that is shown, unless one is in its search field already."""
    waiting: list[Route] = []
    show(phone, server, fought)
    phone.set_viewport_size({"width": 390, "height": 420})  # so low that the last entry is out of sight
    expect(phone.locator("#tab-chronicle")).to_be_enabled()
    phone.route("**/views/chronicle*", lambda route: waiting.append(route))
    phone.get_by_role("tab", name="Chronicle").tap()
    field = phone.locator("#pane-chronicle input[type=search]")
    field.focus()
    phone.keyboard.press("Shift")
    phone.wait_for_timeout(200)
    assert waiting, "the chronicle is on its way"
    for route in waiting:
        route.continue_()
    phone.unroute("**/views/chronicle*")
    expect(phone.locator("#pane-chronicle .chronicle li").nth(5)).to_be_attached()
    phone.wait_for_timeout(300)
    expect(field).to_be_focused()
    assert not phone.evaluate(HIDDEN)
    expect(field).to_be_in_viewport()


@pytest.mark.full
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_sheet_moves_only_where_motion_is_welcome(
    chromium: Browser, server: Server, fought: Table, motion: Any
) -> None:
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion=motion)
    page = context.new_page()
    show(page, server, fought)
    moving = page.evaluate(
        """() => {
          const sheet = document.getElementById("sheet");
          sheet.classList.toggle("up");
          return sheet.getAnimations().length;
        }"""
    )
    assert bool(moving) == (motion == "no-preference")
    context.close()


def test_every_animation_asks_whether_motion_is_welcome() -> None:
    """In style sheets within a media query that asks for it; in scripts where `moves()` was asked."""
    welcome = re.compile(r"@media \(prefers-reduced-motion: no-preference\)\s*\{")
    moving = re.compile(r"^\s*(?:animation|transition|scroll-behavior)\s*:", re.MULTILINE)
    found = 0
    for sheet in [*ROOT.glob("api/**/*.css"), *ROOT.glob("domain/games/*/**/*.css")]:
        text = sheet.read_text(encoding="utf-8")
        blocks = []
        for begin in welcome.finditer(text):
            depth, end = 1, begin.end()
            while depth:
                depth += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
            blocks.append((begin.end(), end))
        for each in moving.finditer(text):
            found += 1
            assert any(start <= each.start() < end for start, end in blocks), (sheet, each[0])
    assert found >= 3
    for module in ROOT.glob("api/web/static/**/*.js"):
        text = module.read_text(encoding="utf-8")
        if re.search(r"\.animate\(|behavior: \"smooth\"", text):
            assert "moves()" in text, module


@pytest.mark.full
def test_a_sound_comes_only_where_the_player_allowed_it(page: Page, server: Server) -> None:
    page.add_init_script(f"({HEARD})()")
    game = skirmish(server)
    page.goto(f"{server.address}/games/{game}/table")
    for seat in ("Union", "Confederate"):
        sit(page, seat)
    expect(page.locator("#acts button").first).to_be_visible()
    box = page.get_by_label("A sound when it is my move")
    expect(box).not_to_be_checked()
    call = """async () => {
      const { createCalling } = globalThis.calling;
      let mine = false;
      const calling = createCalling({ mine: () => mine });
      mine = true;
      calling.look();
      return sounds;
    }"""
    page.evaluate(
        """async () => {
          const { src } = document.querySelector("script[type=module]");
          globalThis.calling = (await import(new URL("../first.js", src).href)).need("answers/calling.js");
        }"""
    )
    assert page.evaluate(call) == 0, "nobody has allowed it"
    box.check()
    assert within(lambda: page.evaluate("sounds") == 1), "it is heard once, to be known again"
    assert page.evaluate(call) == 2
    box.uncheck()
    assert page.evaluate(call) == 2

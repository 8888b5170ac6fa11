"""One tab stop for each list of clause numbers: arrow keys move within the list, Tab leaves it."""

import pytest
from playwright.sync_api import Page, expect

from tests.api.running import Server
from tests.browser.playing import opened

pytestmark = pytest.mark.full

STOPS = """(pane) => {
  const controls = "button, a, input, select, textarea, summary, [tabindex]";
  return [...document.querySelectorAll(`${pane} :is(${controls})`)].filter(
    (each) => each.tabIndex >= 0 && each.checkVisibility(),
  ).length;
}"""
LISTS = """(pane) => {
  const lists = "ul, ol, dl, table";
  const outer = (each) => {
    let found = null;
    for (let list = each.closest(lists); list; list = list.parentElement.closest(lists)) found = list;
    return found;
  };
  const stops = new Map();
  for (const each of document.querySelectorAll(`${pane} button.clause`)) {
    const list = outer(each);
    if (!list) continue;
    const known = stops.get(list) ?? { all: 0, stops: 0 };
    stops.set(list, { all: known.all + 1, stops: known.stops + (each.tabIndex === 0) });
  }
  return [...stops.values()];
}"""
AT = """() => {
  const { activeElement: here } = document;
  return here.matches("button.clause") ? here.textContent : here.tagName;
}"""


@pytest.fixture
def table(page: Page, server: Server) -> Page:
    """The table of a game, with all words of the game below the panels."""
    page.goto(f"{server.address}/games/{opened(server)}/table")
    expect(page.locator("#pane-due")).to_contain_text("3.1.2/1")
    return page


def test_a_long_list_of_clauses_is_one_stop(table: Page) -> None:
    table.locator("details.rules > summary").click()
    clauses = table.locator("details.rules dl.terms button.clause")
    expect(clauses.nth(10)).to_be_attached()
    for each in table.evaluate(LISTS, "#sheet"):
        assert each["stops"] == 1, each
    assert max(each["all"] for each in table.evaluate(LISTS, "#sheet")) > 10
    assert table.evaluate(STOPS, "details.rules dl.terms") == 1
    shown = clauses.all_text_contents()
    clauses.first.focus()
    moves = {"ArrowDown": 1, "ArrowRight": 2, "ArrowUp": 1, "End": -1, "ArrowLeft": -2, "Home": 0}
    for key, index in moves.items():
        table.keyboard.press(key)
        assert table.evaluate(AT) == shown[index], key
    table.keyboard.press("ArrowDown")
    table.keyboard.press("Tab")
    assert table.evaluate("!document.activeElement.closest('dl.terms')"), "Tab leaves the list"
    table.keyboard.press("Shift+Tab")
    assert table.evaluate(AT) == shown[1], "and comes back to where it was"
    expect(table.locator("#scrub output")).to_have_text("1 of 1")  # the arrows were the list's alone


def test_a_panel_that_is_drawn_again_has_its_stops(table: Page) -> None:
    table.get_by_label("Find a place by name or number").fill("Washington")
    table.keyboard.press("Enter")
    pane = table.locator("#pane-place")
    expect(pane.locator(".sides button.clause").nth(3)).to_be_visible()
    before = table.evaluate(LISTS, "#pane-place")
    assert sum(each["all"] for each in before) > 8
    assert all(each["stops"] == 1 for each in before)
    pane.locator(".sides button.place").first.click()
    expect(pane.get_by_role("heading", name="4506")).to_have_count(0)
    assert all(each["stops"] == 1 for each in table.evaluate(LISTS, "#pane-place"))


def test_a_fold_that_is_shut_keeps_no_stop_from_its_list(table: Page) -> None:
    counts = table.evaluate(
        """async () => {
          const made = (name, ...children) => {
            const each = document.createElement(name);
            each.append(...children);
            return each;
          };
          const clause = (id) => Object.assign(made("button", id), { className: "clause" });
          const fold = made("details", made("summary", "x"), clause("1"));
          fold.open = true;
          const list = made("ul", made("li", fold), made("li", clause("2")));
          document.getElementById("pane-due").append(list);
          const stops = () => [...list.querySelectorAll(".clause")].map((each) => each.tabIndex).join(" ");
          const settled = async (wanted) => {
            for (let left = 100; left && stops() !== wanted; left--)
              await new Promise((done) => setTimeout(done, 20));
            return stops();
          };
          const open = await settled("0 -1");
          fold.open = false;
          return [open, await settled("-1 0")];
        }"""
    )
    assert counts == ["0 -1", "-1 0"]

"""A free table: a turn is ordered by dragging stands, another one by the keyboard alone."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from ironclad.domain.kernel.fair.fair_dice import V1
from tests.api.running import Server
from tests.browser.playing import BOARD, sit
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

SEATS = ("Union", "Confederate")


@pytest.fixture
def tables(chromium: Browser, toys: Server) -> Iterator[dict[str, Page]]:
    """Both seats of a battle, each in a browser of its own."""
    body = {"ruleset": "iron_brigade", "scenario": "first_shots", "dice": V1}
    game = httpx.post(f"{toys.address}/api/v1/games", json=body).json()["id"]
    contexts, pages, wrong = [], {}, list[str]()
    for seat in SEATS:
        context = chromium.new_context(reduced_motion="reduce", viewport={"width": 1366, "height": 768})
        context.set_default_timeout(PATIENCE * 1000)
        context.on("weberror", lambda each: wrong.append(str(each.error)))
        page = context.new_page()
        page.goto(f"{toys.address}/games/{game}/table")
        sit(page, seat)
        contexts.append(context)
        pages[seat] = page
    yield pages
    for context in contexts:
        context.close()
    assert not wrong


def at(page: Page, x: int, y: int) -> tuple[float, float]:
    """Where in the window a point of the table is; inches from the west and the north, in hundredths."""
    left, top = page.evaluate(
        f"""async () => {{
            const board = {BOARD};
            const box = board.frame.getBoundingClientRect();
            const {{ left, top }} = board.pointOf("{x},{y}");
            return [left + box.left, top + box.top];
        }}"""
    )
    return left, top


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def middle(page: Page, selector: str) -> tuple[float, float]:
    found = page.locator(selector).first
    expect(found).to_be_attached()
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_turn_is_ordered_by_dragging(tables: dict[str, Page]) -> None:
    union, confederate = tables["Union"], tables["Confederate"]
    due = union.locator("#pane-due")
    expect(due.locator("form.drafted")).to_be_visible()
    drag(union, at(union, 1200, 2830), at(union, 1200, 2430))
    ohio = due.locator('[data-unit="oh30"]')
    expect(ohio).to_contain_text("of the move")
    expect(union.locator('.ghost-unit.firm[data-key="oh30"] text')).to_contain_text("of its move")
    expect(union.locator(".ghost-unit .turning.left")).to_be_visible()
    corner = middle(union, ".ghost-unit .turning.left")
    drag(union, corner, (corner[0] + 4, corner[1] - 8))
    expect(ohio).to_contain_text("wheel right by")

    drag(union, at(union, 2800, 2830), at(union, 2800, 1200))
    expect(due.locator('[data-unit="ny12"] .wrong')).to_contain_text("refused")
    expect(due.get_by_role("alert")).to_contain_text("of its move")
    send = due.get_by_role("button", name="Seal these orders")
    due.get_by_role("button", name="No order").click()
    expect(due.locator('[data-unit="ny12"]')).to_contain_text("stands")
    send.click()
    expect(due.locator("form.drafted")).to_have_count(0)

    confederate.locator("#pane-due").get_by_role("button", name="Seal these orders").click()
    expect(union.locator("#owed")).to_contain_text("At whom do your units fire?")
    before = middle(confederate, '.figures > [data-key="oh30"] .front')
    assert before[1] < at(confederate, 1200, 2600)[1], "the regiment went north for everybody"
    fires(union)


def fires(union: Page) -> None:
    """The regiment aims by a click on it and one on its target; the sum is shown with its clauses."""
    due = union.locator("#pane-due")
    due.locator('[data-unit="oh30"]').click()
    expect(union.locator(".arc").first).to_be_attached()
    expect(union.locator(".sight.clear").first).to_be_attached()
    union.mouse.click(*middle(union, '.figures > [data-key^="ga"] .stand'))
    expect(due.locator('[data-unit="oh30"]')).to_contain_text("fire at")
    expect(due.locator(".odds")).to_contain_text("men lost")
    due.locator(".odds summary", has_text="What goes in").click()
    expect(due.locator(".odds .lines")).to_contain_text(re.compile("men firing × "))
    due.get_by_role("button", name="Seal this fire").click()
    expect(due.locator("form.drafted")).to_have_count(0)


def tab_to(page: Page, name: str) -> None:
    """Go to a control of the panel by its name, with the keyboard alone."""
    for _ in range(80):
        page.keyboard.press("Tab")
        label = page.evaluate(
            "() => (document.activeElement.getAttribute('aria-label') || document.activeElement.textContent)"
        )
        if label.strip().startswith(name):
            return
    raise AssertionError(f"no key leads to {name}")


def test_a_turn_is_ordered_by_the_keyboard(tables: dict[str, Page]) -> None:
    union = tables["Union"]
    due = union.locator("#pane-due")
    expect(due.locator("form.drafted")).to_be_visible()
    tab_to(union, "12th New York")
    union.keyboard.press("Enter")
    expect(due.locator(".unit-orders h3")).to_have_text("12th New York")
    tab_to(union, "Inches ahead")
    union.keyboard.type("2.5")
    union.keyboard.press("Enter")
    expect(due.locator(".measured")).to_contain_text("2.50 inches")
    tab_to(union, "A tenth of an inch ahead")
    union.keyboard.press("Enter")
    expect(due.locator(".measured")).to_contain_text("2.60 inches")
    tab_to(union, "Wheel right by 1 degree")
    union.keyboard.press("Enter")
    expect(due.locator('[data-unit="ny12"]')).to_contain_text("wheel right by 1 degree")
    tab_to(union, "Seal these orders")
    union.keyboard.press("Enter")
    expect(due.locator("form.drafted")).to_have_count(0)

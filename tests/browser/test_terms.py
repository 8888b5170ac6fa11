"""What abbreviations and words of the game mean, behind them wherever they are read (WCAG 1.4.13)."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.running import Server, Table

pytestmark = pytest.mark.full

CARD = "#term-card"


@pytest.fixture
def war(server: Server) -> Table:
    with server.client() as http:
        return Table.open(http, "campaign", "american_civil_war")


def shown(page: Page, server: Server, game: str) -> None:
    page.goto(f"{server.address}/games/{game}/table")
    expect(page.locator(".counters > g").first).to_be_attached()
    page.evaluate(
        "import(document.querySelector('script[type=module]').src).then(({ table }) => table).then(() => 0)"
    )


def put_text(page: Page, text: str, tag: str = "p") -> None:
    """A text of the panel, which is what the page was given at any moment of a game."""
    page.evaluate(
        """([text, tag]) => {
          const made = document.createElement(tag);
          made.id = "told";
          made.textContent = text;
          document.getElementById("pane-due").prepend(made);
        }""",
        [text, tag],
    )


def point_of(page: Page, word: str) -> tuple[float, float]:
    at = page.evaluate(
        """(word) => {
          const { firstChild } = document.getElementById("told");
          const range = document.createRange();
          range.setStart(firstChild, firstChild.data.indexOf(word));
          range.setEnd(firstChild, firstChild.data.indexOf(word) + word.length);
          const box = range.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }""",
        word,
    )
    return at[0], at[1]


def test_a_word_under_the_pointer_is_explained(page: Page, server: Server, war: Table) -> None:
    shown(page, server, war.game)
    put_text(page, "The Union has 4 ASP and a leader there.")
    page.mouse.move(*point_of(page, "ASP"))
    card = page.locator(CARD)
    expect(card).to_be_visible()
    expect(card).to_contain_text("army strength point")
    expect(card.get_by_role("button", name="Clause 2.3/1")).to_be_visible()
    card.hover()  # hoverable
    page.wait_for_timeout(700)
    expect(card).to_be_visible()
    page.keyboard.press("Escape")  # dismissible
    expect(card).to_be_hidden()
    page.mouse.move(*point_of(page, "Union"))
    page.wait_for_timeout(700)
    expect(card).to_be_hidden()


def test_it_stays_until_the_pointer_leaves(page: Page, server: Server, war: Table) -> None:
    shown(page, server, war.game)
    put_text(page, "The Union has 4 ASP and a leader there.")
    page.mouse.move(*point_of(page, "ASP"))
    card = page.locator(CARD)
    expect(card).to_be_visible()
    page.wait_for_timeout(1500)
    expect(card).to_be_visible()
    page.mouse.move(5, 5)
    expect(card).to_be_hidden()


def test_a_control_with_the_keyboard_is_explained(page: Page, server: Server, war: Table) -> None:
    shown(page, server, war.game)
    put_text(page, "+2 NSP", "button")
    page.locator("#tab-due").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    for _ in range(3):
        if page.evaluate("document.activeElement.id") == "told":
            break
        page.keyboard.press("Tab")
    card = page.locator(CARD)
    expect(card).to_contain_text("naval strength point")
    expect(page.locator("#told")).to_have_attribute("aria-describedby", "term-card")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(page.locator("#told")).to_be_focused()


def test_a_word_under_a_finger_is_explained(chromium: Browser, server: Server, war: Table) -> None:
    context = chromium.new_context(has_touch=True, viewport={"width": 1000, "height": 700})
    page = context.new_page()
    shown(page, server, war.game)
    put_text(page, "The Union has 4 ASP and a leader there.")
    page.touchscreen.tap(*point_of(page, "ASP"))
    expect(page.locator(CARD)).to_contain_text("army strength point")
    page.touchscreen.tap(*point_of(page, "leader"))
    expect(page.locator(CARD)).to_be_hidden()
    context.close()


@pytest.mark.parametrize(
    ("ruleset", "scenario", "word"),
    [
        ("american_civil_war", "campaign", "zone of control"),
        ("bull_run_to_appomattox", "campaign", "headquarters"),
    ],
)
def test_the_rules_of_a_game_have_its_options_and_words(
    page: Page, server: Server, ruleset: str, scenario: str, word: str
) -> None:
    with server.client() as http:
        options = {"american_civil_war": {"militia_rounding": "up"}}.get(ruleset, {})
        game = Table.open(http, scenario, ruleset, options=options).game
    shown(page, server, game)
    page.locator("details.rules > summary").click()
    panel = page.locator("details.rules")
    expect(panel.locator("dl.terms")).to_contain_text(word)
    if options:
        expect(panel.locator(".options").first).to_contain_text(
            "supply centres is rounded. Up (usually: down)"
        )
    else:
        expect(panel).to_contain_text("Every option of this game is as usual.")
    page.mouse.move(5, 5)

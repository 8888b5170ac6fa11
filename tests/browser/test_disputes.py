"""Claims, rulings and appeals by clicks: two seats, a director and a panel, each in a browser of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.api.running import Server
from tests.browser.evening import Evening, act, claimed, clean, club, fought, losses, press

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with club(Path(tmp_path_factory.mktemp("club"))) as running:
        yield running


@pytest.fixture
def evening(service: Server, chromium: Browser) -> Iterator[Callable[..., Evening]]:
    """Makes games whose people have browsers of their own."""
    made: list[Evening] = []

    def make(**more: Any) -> Evening:
        made.append(Evening(service, chromium, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


def chosen(form: Any, name: str, said: str) -> None:
    """Choose in a form's list what says so."""
    field = form.locator(f"[name={name}]")
    text = field.locator("option", has_text=said).first.get_attribute("value")
    field.select_option(text)


def test_a_penalty_and_an_end_are_given_and_lifted(evening: Any) -> None:
    game = evening()
    game.page("union"), game.page("confederate")
    page = game.goes("Carl", "/claims")
    penalty = act(page, "penalise")
    penalty.locator("[name=of]").select_option("union")
    penalty.locator("[name=rung]").select_option("warning")
    penalty.locator("[name=why]").fill("Slow play.")
    press(penalty, "Penalise", sure=True)
    expect(page.locator(".said")).to_have_text("The penalty is given.")
    end = act(page, "end")
    end.locator("[name=winner]").select_option("confederate")
    end.locator("[name=why]").fill("It is late.")
    press(end, "End the game", sure=True)
    lift = act(page, "lift")
    assert game.read()["outcome"]["winner"] == "confederate"
    lift.locator("[name=why]").fill("It was the wrong game.")
    press(lift, "Lift the end", sure=True)
    expect(act(page, "end")).to_be_visible()
    assert game.read()["outcome"] is None


def test_a_director_stops_adjusts_and_starts_the_clocks(evening: Any) -> None:
    game = evening(control="90m+30s")
    game.page("union"), game.page("confederate")
    page = game.goes("Carl", "/claims")
    stop = act(page, "stop")
    stop.locator("[name=why]").fill("The hall is dark.")
    press(stop, "Stop them")
    start = act(page, "start")
    assert game.read("/clock")["paused"] is not None
    before = game.read("/clock")["seats"]["union"]["left_ms"]
    adjust = act(page, "adjust")
    adjust.locator("[name=of]").select_option("union")
    adjust.locator("[name=ms]").fill("10")
    adjust.locator("[name=why]").fill("The hall was dark.")
    press(adjust, "Change the clock", sure=True)
    expect(page.locator(".said")).to_have_text("The clock is changed.")
    assert game.read("/clock")["seats"]["union"]["left_ms"] == before + 600_000
    start.locator("[name=why]").fill("There is light.")
    press(start, "Start them")
    expect(act(page, "stop")).to_be_visible()
    assert game.read("/clock")["paused"] is None


def test_a_refused_order_is_claimed(evening: Any) -> None:
    game = evening()
    game.page("confederate")
    page = game.goes("union", "/table")
    expect(page.locator("#pane-due .question")).to_be_visible()
    page.evaluate(
        """async () => {
          const script = document.querySelector("script[type=module]").src;
          const { acting, store } = await (await import(script)).table;
          const [due] = store.state.due;
          const far = {type: "move_force", from: "4506", path: ["2228"]};
          await acting.give("union", due, far).catch((error) => { globalThis.told = error.refused; });
        }"""
    )
    assert page.evaluate("globalThis.told.request.from") == "4506"


def test_two_seats_settle_by_the_same_remedy(evening: Any) -> None:
    game = evening()
    union, grey = fought(game)
    claimed(grey, "A die was read wrongly.", reading="as it is")
    union.goto(f"{game.at}/claims/1")
    grey.goto(f"{game.at}/claims/1")
    for page in (union, grey):
        settle = act(page, "settle")
        settle.locator("[name=remedy-kind]").select_option("rewind")
        press(settle, "Offer this", sure=True)
    expect(union.locator(".claim-state")).to_have_text("Settled by the seats")
    assert game.read("/claims/1")["applied"]["type"] == "rewind"


@pytest.mark.parametrize(("size", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_axe_finds_nothing_in_any_page(evening: Any, size: str, scheme: Any) -> None:
    game = evening(control="90m+30s")
    for who in ("union", "confederate", "Carl"):
        game.page(who, size, color_scheme=scheme)
    _, grey = fought(game)
    losses(grey).click()
    dialog = grey.locator(".wrong-dialog")
    expect(dialog).to_be_visible()
    clean(grey, ".wrong-dialog")
    dialog.get_by_label("What is wrong").fill("The two bonuses add up.")
    dialog.get_by_role("button", name="File", exact=True).click()
    expect(dialog.get_by_role("link", name="Open claim 1")).to_be_focused()
    carl = game.goes("Carl", "/claims")
    expect(carl.get_by_role("link", name="Claim 1")).to_be_visible()
    clean(carl, "main")
    carl.goto(f"{game.at}/claims/1")
    press(act(carl, "take"), "Take it")
    expect(act(carl, "rule")).to_be_visible()
    clean(carl, "main")
    carl.goto(f"{game.at}/rulings")
    expect(carl.locator("section.panel")).to_be_visible()
    clean(carl, "main")

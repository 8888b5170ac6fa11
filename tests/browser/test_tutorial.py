"""A whole lesson by clicks: what the guide points at is clicked, until it says that the lesson is over."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ironclad.domain.games.american_civil_war.readers.lesson import lesson
from tests.api.running import Server
from tests.browser.modules import at_home, run
from tests.browser.playing import confirmed, version
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

STEPS = lesson().steps
MOST = 60  # clicks: two dozen do where nothing goes astray
AT_DESK, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
OVER = "The lesson is over"


@pytest.fixture
def desk(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport=AT_DESK)


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport=PHONE, has_touch=True, is_mobile=True)


def opened(chromium: Browser, **how: Any) -> Iterator[Page]:
    context = chromium.new_context(reduced_motion="reduce", **how)
    context.set_default_timeout(PATIENCE * 1000)
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    yield context.new_page()
    context.close()
    assert not wrong, wrong


def begin(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/learn")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#guide .guide-do")).to_have_text(STEPS[0].do)


TOLD = """() => {
  const guide = document.getElementById("guide");
  return {step: guide.dataset.step, turn: guide.dataset.turn};
}"""


def told(page: Page) -> dict[str, str]:
    """Which step is due, and a word that changes with everything that the guide takes note of."""
    found: dict[str, str] = page.evaluate(TOLD)
    return found


SHOWN = """async (step) => {
  // What is pointed at, brought into sight and come to rest: a point to click. None where all is done.
  const guide = document.getElementById("guide");
  let before = "";
  for (let tried = 0; tried < 400; tried += 1) {
    if (guide.dataset.step !== step) return {};
    if (tried % 10 === 0) guide.querySelector("button.shows")?.click();  // later words push it away
    const lit = document.querySelector("path.guided") ?? document.querySelector(".guided");
    const box = lit?.getBoundingClientRect();
    const at = box && [box.left + box.width / 2, box.top + box.height / 2];
    const now = JSON.stringify([at, guide.dataset.turn]);
    const over = at && document.elementFromPoint(...at);
    const open = over && (lit.contains(over) || (lit.matches("path") && over.closest(".frame")));
    if (open && now === before) return {at, turn: guide.dataset.turn};
    before = now;
    await new Promise((done) => setTimeout(done, 60));
  }
  return null;
}"""


def follow(page: Page, step: str) -> None:
    """Click what the guide points at for a step once, and wait until it has taken note."""
    shown = page.evaluate(SHOWN, step)
    assert shown is not None, f"nothing can be clicked: {page.locator('#guide').inner_text()}"
    if not shown:
        return  # what was clicked before has come to another step meanwhile
    page.mouse.click(*shown["at"])
    page.wait_for_function(
        "(turn) => document.getElementById('guide').dataset.turn !== turn", arg=shown["turn"]
    )


def follow_to(page: Page, step: str) -> None:
    """Follow the guide until a step is due ("": until the end)."""
    for _ in range(MOST):
        if (due := told(page)["step"]) == step:
            return
        follow(page, due)
    raise AssertionError(f"{step or 'the end'} is not reached: {page.locator('#guide').inner_text()}")


def test_the_whole_lesson_by_what_it_points_at_astray_and_back_and_over_a_reload(
    desk: Page, server: Server
) -> None:
    begin(desk, server)
    game = re.search(r"/games/(\w+)/", desk.url)[1]  # type: ignore[index]
    follow_to(desk, "ground")
    # Something else is ordered: it is done, the guide says so, and takes it back.
    follow_to_end_of_move(desk)
    order = desk.locator("#pane-due").get_by_role("button", name=re.compile("^End movement"))
    expect(order).to_be_visible()  # the halt has been carried out
    before = version(desk)
    order.click()
    confirmed(desk, before)
    expect(desk.locator("#guide .guide-hint")).to_contain_text("You have ordered something else")
    desk.get_by_role("button", name="Take me back").click()
    expect(desk.locator("#guide .guide-hint", has_text="something else")).to_have_count(0)
    expect(desk.locator("#standing")).to_contain_text("Union")
    assert told(desk)["step"] == "ground"
    follow_to(desk, "zone")
    desk.reload()
    expect(desk.locator("#guide .guide-do")).to_have_text(STEPS[4].do)
    follow_to(desk, "")
    expect(desk.locator("#guide")).to_contain_text(OVER)
    lines = desk.request.get(f"{server.address}/api/v1/games/{game}/timelines").json()["items"]
    assert len(lines) == 2, "what was taken back is kept on a line of its own"
    desk.reload()
    expect(desk.locator("#guide")).to_contain_text(OVER)


def follow_to_end_of_move(page: Page) -> None:
    """Let the force go that could still march, where the table says that it could."""
    end = page.locator("#pane-due").get_by_role("button", name=re.compile(r"^Halt this force"))
    expect(page.locator("#pane-due").get_by_role("button", name=re.compile("^End movement"))).to_be_visible()
    if end.count():
        end.click()
        expect(end).to_have_count(0)


def test_on_a_phone_the_guide_leads_under_the_sheet_and_back_to_the_map(phone: Page, server: Server) -> None:
    begin(phone, server)
    grip = phone.locator("#grip")
    follow_to(phone, "odds")
    expect(grip).to_have_attribute("aria-expanded", "false")
    follow_to(phone, "answer")
    if grip.get_attribute("aria-expanded") == "true":  # up still, if the battle's last order was shown
        grip.click()
    lit = phone.locator("#grip.guided, #tab-due.guided")  # what leads to an order under the sheet
    expect(lit).to_be_in_viewport()
    assert phone.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]


def test_progress_is_what_the_games_events_say(page: Page, server: Server) -> None:
    """Steps in any order, one that was skipped, and commands that belong to none."""
    steps = [
        {"id": "look", "wanted": None},
        {"id": "march", "wanted": {"type": "force_moved", "to": "2014"}},
        {"id": "read", "wanted": None},
        {"id": "end", "wanted": {"type": "step_began", "player": "grey"}},
    ]
    events = [
        {"version": 1, "type": "game_begun", "data": {}},
        {"version": 2, "type": "command_accepted", "data": {}},
        {"version": 3, "type": "force_moved", "data": {"to": "2013"}},
        {"version": 4, "type": "force_moved", "data": {"to": "2014"}},
        {"version": 5, "type": "move_ended", "data": {}},
        {"version": 6, "type": "command_accepted", "data": {}},
        {"version": 7, "type": "step_began", "data": {"player": "blue"}},
    ]
    found = run(
        at_home(page, server),
        """return [[1, []], [1, ["look"]], [3, ["look"]], [7, ["look"]], [7, ["look", "read", "end"]]].map(
          ([to, seen]) => {
            const told = progress.progressOf(given.steps, given.events.slice(0, to), new Set(seen));
            return [told.index, told.since, told.strays.map((each) => each.version)];
          });""",
        {"steps": steps, "events": events},
        progress="play/lesson/progress",
    )
    assert found == [[0, 1, []], [1, 1, []], [1, 1, [2]], [2, 5, [6]], [4, 5, [6]]]

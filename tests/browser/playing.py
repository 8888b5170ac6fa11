"""Playing at the table by clicks, as a player would: for tests, the walk and the speed script."""

import re
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

import httpx
from playwright.sync_api import Error, Locator, Page, TimeoutError, expect

from tests.api.running import Server
from tests.waiting import PATIENCE, within

BOARD = "(await (await import(document.querySelector('script[type=module]').src)).table).board"
MOMENT = 2_000  # milliseconds
ACW = {"ruleset": "american_civil_war", "scenario": "campaign"}
MOVEMENT = re.compile("Move forces")


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
"""The movement of a few forces, of whose turn but a handful of decisions is left."""


def opened(server: Server, **more: Any) -> str:
    """A game with both seats free: the campaign from its beginning, unless `more` says otherwise."""
    asked = {**ACW, **more}
    game: str = httpx.post(f"{server.address}/api/v1/games", json=asked, timeout=PATIENCE).json()["id"]
    return game


def skirmish(server: Server, **more: Any) -> str:
    """A game with both seats free, in the movement of a few forces."""
    return opened(server, scenario="bare_map", position=POSITION, **more)


def ways_to_play(page: Page, title: str = "American Civil War") -> Locator:
    """The part of the first page in which games of one ruleset are opened."""
    return page.locator(
        "section.ways", has=page.get_by_role("heading", name=re.compile(f"^{re.escape(title)}"))
    )


def at_table(page: Page, server: Server, game: str, due: str = "3.1.2/1") -> Page:
    """The table of a game, once it asks what is due: the clause of a set-up, unless `due` names another."""
    page.goto(f"{server.address}/games/{game}/table")
    expect(page.locator("#pane-due")).to_contain_text(due)
    return page


def sit(page: Page, seat: str) -> None:
    """Take a seat from the panel; the page is loaded again, with its cookie."""
    form = page.locator("form.inline", has_text=seat)
    form.get_by_label("Your name").fill(f"{seat} player")
    with page.expect_navigation():
        form.get_by_role("button", name="Take the seat").click()
    expect(page.locator("body")).to_have_attribute("data-held", re.compile(seat.lower()))


def place_of(page: Page, hex_id: str) -> tuple[float, float]:
    """Where in the window a hex of the map lies, brought into sight first."""
    at = page.evaluate(
        f"""async (hex) => {{
            const board = {BOARD};
            board.focus(hex, 1.2);
            let before = "";
            for (let tried = 0; tried < 200; tried += 1) {{  // the map glides there
              const box = document.querySelector(".frame").getBoundingClientRect();
              const seen = [];
              for (let x = box.left + 4; x < box.right - 20; x += 6)
                for (let y = box.top + 70; y < box.bottom - 20; y += 6)
                  if ([0, 12].every((by) => board.placeUnder(x + by, y + by) === hex))
                    seen.push([x + 6, y + 6]);
              const now = JSON.stringify(seen);
              if (seen.length && now === before) return seen[Math.floor(seen.length / 2)];
              before = now;
              for (let frame = 0; frame < 3; frame += 1)  // of a busy machine, that draws few a second
                await new Promise((done) => requestAnimationFrame(done));
              await new Promise((done) => setTimeout(done, 30));
            }}
            return null;
        }}""",
        hex_id,
    )
    assert at is not None, f"{hex_id} does not come into sight"
    return at[0], at[1]


def click_place(page: Page, hex_id: str) -> None:
    """Click into a hex of the map, brought into sight first."""
    page.mouse.click(*place_of(page, hex_id))


def version(page: Page) -> str:
    return page.evaluate(
        "async () => (await (await import(document.querySelector('script[type=module]').src)).table)"
        ".store.state.game.version"
    )


def answer(page: Page) -> None:
    """Answer what is due by the panel: end what may be ended, else what is offered first."""
    pane = page.locator("#pane-due")
    before = version(page)
    for name in (r"^End ", r"^Decline", r"^Set up so", r"^Place reinforcements"):
        button = pane.get_by_role("button", name=re.compile(name)).first
        if button.count() and button.is_visible():
            button.click(timeout=MOMENT)
            break
    else:
        first = pane.locator(".answer:visible").first  # not those of answers in advance, which are folded up
        if first.inner_text(timeout=MOMENT) == "Order this":
            pane.locator(".picker select").first.select_option(index=0, timeout=MOMENT)
        first.click(timeout=MOMENT)
    confirmed(page, before)  # of forces that have not acted, or of what may lose the game
    assert becomes(page, f"async (before) => {GAME_VERSION} !== before", before), "the answer is not taken"


GAME_VERSION = (
    "(await (await import(document.querySelector('script[type=module]').src)).table).store.state.game.version"
)


def becomes(page: Page, script: str, arg: Any = None) -> bool:
    """Whether a function in the page returns true in time; it may be asynchronous.

    `Page.wait_for_function` takes the promise of an asynchronous function for true. Where the page is loaded
    again meanwhile, the new one is asked.
    """

    def holds() -> bool:
        try:
            return bool(page.evaluate(script, arg))
        except Error as wrong:
            if "navigation" not in str(wrong):
                raise
            return False

    return within(holds)


def asked(page: Page, before: Any) -> bool:
    """Whether the page asks if an order is meant, before it gives it; once that is known."""
    known = (
        "async (before) => document.querySelector('#confirm-order, #acts > [role=status]') !== null || "
        f"document.querySelector('#pane-due > .refused[role=alert]') !== null || {GAME_VERSION} !== before"
    )
    assert becomes(page, known, before), "no order was given, nor one asked about"
    return page.locator("#confirm-order").count() > 0


def confirmed(page: Page, before: Any) -> None:
    """Say yes where the page asks whether an order is meant; or wait until it was given without that."""
    if asked(page, before):
        page.locator("#confirm-order").click()


TOLD = """async () => {
  const { store } = (await (await import(document.querySelector("script[type=module]").src)).table);
  const { timeline, at } = store.state.where;
  return localStorage.getItem(`ironclad-told/${store.reader}`) === `${timeline} ${at}`;
}"""
"""Whether the page has told all that happened up to the event that is shown."""


def has_card(page: Page) -> bool:
    """Whether a card of what happened lies over the map; once all of it was told."""
    assert becomes(page, TOLD), "it does not tell what happened"
    return page.locator(".stage .dismiss").is_visible()


def end_movement(page: Page) -> None:
    """End the movement by the bar, forces that have not acted or not."""
    end = page.locator("#acts").get_by_role("button", name=re.compile("^End movement"))
    expect(end).to_be_visible()  # no order is under way, whose events would be taken for those of this one
    before = version(page)
    end.click()
    confirmed(page, before)


def turn(page: Page) -> int:
    return int(re.search(r"turn (\d+)", page.locator("#standing").inner_text())[1])  # type: ignore[index]


def play_turn(pages: dict[str, Page], during: Callable[[str, Page], None] = lambda seat, page: None) -> None:
    """Until turn 2, each seat answers what it owes; `during` may do more in a seat's movement first.

    It waits as long as something happens in time: how often one looks says nothing on a busy machine.
    """
    first = next(iter(pages.values()))
    answered = monotonic()
    while turn(first) == 1:
        assert monotonic() < answered + PATIENCE, "the first turn does not end"
        for seat, page in pages.items():
            ready = page.locator("#pane-due .answer:visible").first
            if page.locator("#pane-due .question b", has_text=seat).count() and ready.count():
                with suppress(TimeoutError):  # what was due a moment ago may be answered already
                    if MOVEMENT.search(page.locator("#pane-due .question").inner_text(timeout=MOMENT)):
                        during(seat, page)
                    answer(page)
                    answered = monotonic()
                break
        else:
            first.wait_for_timeout(50)

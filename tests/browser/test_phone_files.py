"""Remarks and the chooser of a bundle file by touch, on a phone; a file on the table has its turns."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.api.running import Server, Table
from tests.browser.test_analysis import dropped, tab
from tests.browser.test_hidden_games import play
from tests.browser.test_table import AXE, PHONE, POSITION, attack, opened, show

pytestmark = pytest.mark.full

HIDES = "bull_run_to_appomattox"
SEALING = 60  # commands, of which some seal what only the game's end opens
LEAST = 24  # pixels of a target (WCAG 2.5.8)


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.fixture
def desk(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport={"width": 1366, "height": 768})


@pytest.fixture(scope="module")
def files(server: Server, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A bundle of each kind: of an open game, of one that hides something, of one that did; a damaged one."""
    folder = tmp_path_factory.mktemp("bundles")

    def saved(name: str, content: bytes) -> Path:
        (folder / name).write_bytes(content)
        return folder / name

    with server.client() as http:
        fought = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        attack(fought)
        hiding, ended = (Table.open(http, "campaign", HIDES) for _ in range(2))
        assert not play(hiding, Random(HIDES), SEALING), "it is over: nothing waits for its end"
        seat = next(iter(ended.tokens))
        assert ended.post("/resignation", {}, seat=seat).status_code == 200
        whole = {name: each.get("/bundle").content for name, each in (("holds", fought), ("waits", hiding))}
        whole["ended"] = ended.get("/bundle").content
    made = {name: saved(f"{name}.bundle", content) for name, content in whole.items()}
    return {**made, "damaged": saved("damaged.bundle", whole["holds"][: len(whole["holds"]) // 2])}


STATES = {"holds": "holds", "waits": "open", "ended": "holds", "damaged": "fails"}


def within(phone: Page, found: Locator) -> None:
    """What is there is whole in the window, and large enough to be touched."""
    expect(found.first).to_be_visible()
    for each in found.all():
        box = each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= LEAST, each
        assert box["x"] >= 0, each
        assert box["x"] + box["width"] <= PHONE["width"], each
        assert box["y"] + box["height"] <= PHONE["height"], each


def no_violations(page: Page, where: str) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found = page.evaluate(f"axe.run({where!r}, {{resultTypes: ['violations']}})")
    told = [(each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found["violations"]]
    assert not told, told


def test_a_remark_with_a_mark_by_touch(phone: Page, server: Server) -> None:
    with server.client() as http:
        game = http.post(
            "/games", json={"ruleset": "american_civil_war", "scenario": "bare_map", "position": POSITION}
        ).json()["id"]
    address = f"{server.address}/games/{game}"
    phone.goto(f"{address}/table")
    sat = {"form": {"player": "Ann"}, "headers": {"Origin": server.address}}
    assert phone.request.post(f"{address}/seats/union", **sat).ok
    show(phone, server, Table(None, game))  # type: ignore[arg-type]
    phone.get_by_role("button", name="Remark", exact=True).tap()
    form = phone.locator("form.remarking")
    within(phone, form)
    within(phone, form.locator("textarea, input, select, button"))
    assert phone.evaluate("document.getElementById('board').scrollLeft") == 0
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    no_violations(phone, "form.remarking")
    form.get_by_role("button", name="Mark the chosen place").tap()
    expect(form.get_by_role("alert")).to_contain_text("Choose a place on the map first")
    phone.evaluate(
        "import(document.querySelector('script[type=module]').src).then(({ table }) => table)"
        ".then(({ choose }) => choose('4506', { stays: true }))"
    )
    form.get_by_role("button", name="Mark the chosen place").tap()
    expect(form.get_by_label("Marks and arrows")).to_have_value("4506")
    expect(phone.locator(".layer.remarked circle.came")).to_have_count(1)
    form.get_by_label("Your remark").fill("Washington is thinly held.")
    form.get_by_label("Sign", exact=True).select_option("?!")
    form.get_by_role("button", name="Save").tap()
    here = phone.locator(".remarks-here")
    expect(here).to_contain_text("?!Washington is thinly held. you")
    within(phone, here.get_by_role("button"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chooser_of_a_file_by_touch(
    phone: Page, server: Server, files: dict[str, Path], scheme: Any
) -> None:
    phone.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    for kind, state in STATES.items():
        dropped(phone, server, files[kind])
        expect(phone.locator("#badge")).to_have_attribute("data-state", state)
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        within(phone, phone.locator("#opener .acts > :not([hidden])"))
        expect(phone.get_by_role("link", name="Show it on the table")).to_have_count(int(state == "holds"))
        no_violations(phone, "html")


def test_a_file_has_its_turns_and_compares(desk: Page, server: Server, files: dict[str, Path]) -> None:
    dropped(desk, server, files["holds"])
    desk.get_by_role("link", name="Show it on the table").click()
    expect(desk.locator(".counters > g").first).to_be_attached()
    tab(desk, "Chronicle")
    chapter = desk.locator("#pane-chronicle details.chapter > summary")
    expect(chapter).to_have_text(["Turn 2, summer 1861"])
    tab(desk, "Tracks")
    expect(desk.get_by_role("heading", name="The course of the game")).to_be_visible()
    tab(desk, "Timelines")
    form = desk.locator("form.compare-with")
    form.get_by_label("Event").fill("1")
    form.get_by_role("button", name="Compare").click()
    expect(desk.locator("#pane-timelines .summary")).to_contain_text("differences:")
    expect(desk.locator("#pane-timelines .differences li").first).to_be_visible()
    expect(desk.locator(".layer.compared .difference").first).to_be_attached()
    desk.get_by_role("button", name="Show the other one").click()
    expect(desk.locator("#scrub output")).to_have_text(re.compile("^1 of "))

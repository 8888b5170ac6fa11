"""Analysis at the table: a trial line that its maker alone sees, remarks with marks, the report with them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.running import Server, Table
from tests.browser.test_table import POSITION, attack, opened, show
from tests.browser.test_time import seated, tab

pytestmark = pytest.mark.full

EVIL = "<img src=x onerror=\"document.title='taken'\">"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    yield from opened(chromium, viewport={"width": 1280, "height": 720})


@pytest.fixture
def fought(server: Server) -> Iterator[Table]:
    """A game after a march and a battle, its own for each test."""
    with server.client() as http:
        table = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        attack(table)
        yield table


def test_a_line_that_its_maker_alone_sees(
    page: Page, server: Server, fought: Table, chromium: Browser
) -> None:
    seated(page, server, fought, "union")
    show(page, server, fought)
    tab(page, "Timelines")
    page.get_by_role("button", name="Try alone from event").click()
    banner = page.locator(".banner.trial")
    expect(banner).to_contain_text("A trial line that only you see: nothing here counts.")
    trial = page.url.split("/")[-2]
    assert trial != fought.game
    context = chromium.new_context()
    other = context.new_page()
    answer = other.goto(f"{server.address}/games/{trial}/table")
    assert answer is not None
    assert answer.status == 404, "another browser"
    banner.get_by_role("button", name="Open it to others").click()
    expect(banner).to_contain_text("open to all who may read its game")
    other.goto(f"{server.address}/games/{trial}/table")
    expect(other.locator(".banner.trial")).to_contain_text("open to all who may read its game")
    context.close()
    banner.get_by_role("link", name="of the game").click()
    tab(page, "Timelines")
    expect(page.locator(".own-trials")).to_contain_text("yours, open to others")


def test_remarks_with_marks_in_the_chronicle_and_the_report(
    page: Page, server: Server, fought: Table, tmp_path: Path
) -> None:
    seated(page, server, fought, "union")
    show(page, server, fought)
    page.get_by_role("button", name="Remark", exact=True).click()
    page.get_by_label("Your remark").fill(EVIL)
    page.get_by_label("Sign", exact=True).select_option("?!")
    page.get_by_label("Who may read it").select_option("all")
    page.get_by_label("Marks and arrows").fill("2126 > 2227; 2126")
    page.get_by_role("button", name="Save", exact=True).click()
    here = page.locator(".remarks-here")
    expect(here).to_contain_text(f"?!{EVIL} you")
    expect(page.locator(".layer.remarked .tip")).to_have_count(1)
    expect(page.locator(".layer.remarked circle.came")).to_have_count(1)
    tab(page, "Chronicle")
    expect(page.locator("#pane-chronicle .remarks")).to_contain_text(EVIL)
    page.get_by_text("After-action report").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as text").click()
    download.value.save_as(tmp_path / "report.txt")
    assert f"?! {EVIL} [2126 to 2227, 2126]" in (tmp_path / "report.txt").read_text()
    page.get_by_role("button", name="Previous event").click()
    expect(page.locator(".layer.remarked .tip")).to_have_count(0)
    page.get_by_role("button", name="Next remark").click()
    page.get_by_role("button", name="Change", exact=True).click()
    page.get_by_label("Your remark").fill("a mistake")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(here).to_contain_text("edited")
    here.get_by_role("button", name="Delete").click()
    expect(here.locator(".remark")).to_have_count(0)
    expect(page.locator("#pane-chronicle .remarks")).to_have_count(0)
    assert page.title() != "taken"


def dropped(page: Page, server: Server, path: Path) -> None:
    """Choose a file on the page that opens bundles."""
    page.goto(f"{server.address}/opened")
    page.get_by_label("Choose a file").set_input_files(path)


def test_a_bundle_file_on_the_table(page: Page, server: Server, fought: Table, tmp_path: Path) -> None:
    with server.client() as http:
        answer = http.get(f"/games/{fought.game}/bundle")
        size = http.get("/ready").json().get("log_size")
    (tmp_path / "game.bundle").write_bytes(answer.content)
    dropped(page, server, tmp_path / "game.bundle")
    expect(page.locator("#verdict")).to_contain_text("The record holds")
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    page.get_by_role("link", name="Show it on the table").click()
    expect(page.locator(".counters > g").first).to_be_attached()
    expect(page.locator(".notice.opened")).to_contain_text("game.bundle: The record holds.")
    tab(page, "Chronicle")
    expect(page.locator("#pane-chronicle .battle").first).to_be_attached()
    page.get_by_role("button", name="First event").click()
    expect(page.locator("output").first).to_contain_text("1")
    expect(page.get_by_role("button", name="Remark", exact=True)).to_have_count(0)
    assert not [each for each in asked if "/api/v1/games/" in each], "nothing is asked of the game's service"
    with server.client() as http:
        assert http.get("/ready").json().get("log_size") == size, "nothing is stored"


def test_what_is_no_bundle_is_said(page: Page, server: Server, fought: Table, tmp_path: Path) -> None:
    with server.client() as http:
        whole = http.get(f"/games/{fought.game}/bundle").content
    files = {
        "empty": b"",
        "noise": b"<html>\x00" * 1_000,
        "cut": whole[: len(whole) // 2],
        "changed": whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:],
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        dropped(page, server, tmp_path / name)
        expect(page.locator("#badge")).to_have_attribute("data-state", "fails")
        expect(page.locator("#go")).to_be_hidden()
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(65 * 1024 * 1024)
    dropped(page, server, tmp_path / "huge")
    expect(page.locator("#detail")).to_contain_text("the most that is opened is 67,108,864")

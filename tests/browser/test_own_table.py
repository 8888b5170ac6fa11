"""`ironclad table URL`: the page of a player's own install, against a service elsewhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

from ironclad.api.cli import main
from ironclad.api.rulebook.rulesets import installed
from ironclad.api.serving.own_table import Remote, TableServer
from tests.api.running import Server
from tests.browser.playing import end_movement, skirmish
from tests.browser.test_keys import described, sit
from tests.waiting import PATIENCE, within


@pytest.fixture
def own(server: Server, tmp_path: Path) -> Iterator[TableServer]:
    table = TableServer(0, Remote(server.address, tmp_path / "kept" / "cookies"), installed())
    thread = Thread(target=table.serve_forever, daemon=True)
    thread.start()
    yield table
    table.shutdown()
    table.server_close()
    thread.join()


def test_calls_go_on_to_the_one_service_and_its_cookies_stay_here(
    own: TableServer, server: Server, tmp_path: Path
) -> None:
    game = skirmish(server)
    page = {"Origin": own.address, "Ironclad-Page": "table"}
    with httpx.Client(base_url=own.address, timeout=PATIENCE) as http:
        assert http.get(f"/api/v1/games/{game}").json()["id"] == game
        assert http.get("/log/checkpoint").text.startswith(http.get("/api/v1/log/keys").json()["origin"])
        body = {"player": "Ann", "id": "a-secret-of-this-page"}
        foreign = http.post(f"/api/v1/games/{game}/seats/union", json=body)
        assert foreign.status_code == 403
        elsewhere = {**page, "Origin": "https://elsewhere.example"}
        assert http.post(f"/api/v1/games/{game}/seats/union", json=body, headers=elsewhere).status_code == 403
        assert http.get("/", headers={"Host": "elsewhere.example"}).status_code == 403
        assert http.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
        taken = http.post(f"/api/v1/games/{game}/seats/union", json=body, headers=page)
        assert taken.status_code == 201
        assert "set-cookie" not in taken.headers
        assert not http.cookies
        assert own.remote.seats(game) == ["union"]
        shown = http.get(f"/games/{game}/table")
        assert 'data-held="union"' in shown.text
        assert "script-src 'self'" in shown.headers["content-security-policy"]
        assert http.get("/games/none/table").status_code == 404
        assert http.get("/account").status_code == 404
        assert http.put("/").status_code == 501
    kept = tmp_path / "kept" / "cookies"
    assert kept.stat().st_mode & 0o77 == 0
    again = Remote(server.address, kept)
    assert again.seats(game) == ["union"]
    assert Remote("http://127.0.0.1:1", kept).ask


def test_what_is_no_service_is_said(tmp_path: Path) -> None:
    for url in (
        "ftp://games.example",
        "games.example",
        "https://games.example/path",
        "https://u:p@games.example",
    ):
        found = CliRunner().invoke(main, ["table", url, "--cookies", str(tmp_path / "c")])
        assert found.exit_code == 2, url
    away = TableServer(0, Remote("http://127.0.0.1:1", tmp_path / "c"), {})
    Thread(target=away.handle_request, daemon=True).start()
    answer = httpx.get(f"{away.address}/api/v1/games", timeout=PATIENCE)
    assert (answer.status_code, "does not answer" in answer.json()["detail"]) == (502, True)
    away.server_close()


@pytest.mark.full
def test_a_game_is_played_from_ones_own_page(own: TableServer, server: Server, chromium: Browser) -> None:
    game = skirmish(server)
    context = chromium.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    wrong: list[Any] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    page.goto(f"{own.address}/")
    expect(page.get_by_role("heading", name="Your own table")).to_be_visible()
    page.goto(f"{own.address}/games/{game}/table")
    sit(page, "Union")
    expect(page.locator("#pane-due")).to_contain_text("Move forces")
    before = described(server, game)["version"]
    end_movement(page)
    assert within(lambda: described(server, game)["version"] > before)
    expect(page.locator("#scrub")).to_contain_text("Live")
    assert all(each.startswith((own.address, "blob:", "data:")) for each in asked), asked
    seats = {each["seat"]: each for each in described(server, game)["seats"]}
    assert re.fullmatch("ironclad-command/v2", seats["union"]["key"]["scheme"])
    assert not wrong
    context.close()

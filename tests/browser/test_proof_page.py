"""The proof page: its badge, the key in use, files of one's own, the log as a table."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from ironclad.eventlog.ledger.notes import SigningKey
from tests.api.running import Server, Table
from tests.proof.logs import KEY, lines_of, packed
from tests.waiting import within

pytestmark = pytest.mark.full

SAID = re.compile("holds|fails|open")


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with server.client() as http:
        assert within(lambda: http.get("/log/checkpoint").status_code == 200)
        yield http


@pytest.fixture(scope="module")
def played(http: httpx.Client) -> Table:
    table = Table.open(http)
    table.pull(25)
    return table


@pytest.fixture
def proof(page: Page, server: Server, played: Table) -> Page:
    """The page of a game's proof, come to from the game's own."""
    page.goto(f"{server.address}/games/{played.game}")
    page.get_by_role("link", name="Proof").click()
    expect(badge(page)).to_have_attribute("data-state", SAID)
    return page


def badge(page: Page):  # type: ignore[no-untyped-def]
    return page.locator("#badge")


def state(page: Page, wanted: str, *words: str) -> None:
    expect(badge(page)).to_have_attribute("data-state", wanted)
    for each in words:
        expect(badge(page)).to_contain_text(each)


def test_a_game_holds_and_the_worker_says_so(
    page: Page, server: Server, played: Table, http: httpx.Client
) -> None:
    said: list[str] = []
    workers: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("worker", lambda worker: workers.append(worker.url))
    page.goto(f"{server.address}/games/{played.game}/proof")
    state(page, "holds", "The record holds", played.game, "rules are not checked in the browser")
    assert said == [], "nothing that the pages' policy forbids"
    assert [each.rpartition("/")[2] for each in workers] == ["worker.js"]
    expect(page.get_by_role("status").first).to_contain_text("The record holds")
    checks = page.locator("#checks li")
    expect(checks).to_have_count(11)
    assert [each.get_attribute("data-ok") for each in checks.all()] == ["true"] * 10 + ["null"]
    key = http.get("/log/keys").json()["keys"][0]["key"]
    expect(page.locator("#key-line")).to_have_text(key)
    expect(badge(page)).to_contain_text("the server's own word")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the bundle").click()
    assert coming.value.suggested_filename == f"{played.game}.bundle"
    assert Path(coming.value.path()).read_bytes() == http.get(f"/games/{played.game}/bundle").content


def test_the_log_is_a_table_with_the_leaves_that_it_has(proof: Page, http: httpx.Client) -> None:
    rows = proof.locator("#rows tr")
    expect(rows).to_have_count(50)
    cells = rows.nth(7).locator("th, td")
    position = int(cells.nth(0).inner_text())
    leaf = http.get("/log/proofs/inclusion", params={"position": position}).json()["leaf"]
    assert cells.nth(5).locator("code").get_attribute("title") == leaf
    assert cells.nth(5).inner_text() == f"{leaf[:16]}…"
    later, earlier = proof.get_by_role("button", name="Later"), proof.get_by_role("button", name="Earlier")
    expect(earlier).to_be_disabled()
    later.click()
    expect(cells.nth(1)).to_have_text("58")
    expect(rows.first.locator("td").nth(2)).to_have_text(re.compile("blue|grey"))
    expect(earlier).to_be_enabled()
    earlier.click()
    expect(cells.nth(1)).to_have_text("8")
    proof.get_by_label("Events of").select_option("match")
    expect(rows.first).to_contain_text("command accepted")
    expect(later).to_be_disabled()


def test_a_pasted_key_is_held_to_and_remembered(proof: Page, http: httpx.Client) -> None:
    field = proof.get_by_label(re.compile("A key that you had"))
    field.fill("rubbish")
    field.press("Enter")
    expect(proof.locator("#key-said")).to_contain_text("This is no key of a log")
    state(proof, "holds")
    stranger = str(SigningKey(KEY.name, bytes(32)).verifier)
    field.fill(stranger)
    field.press("Enter")
    state(proof, "fails", "Does not hold: key", "another log")
    proof.reload()
    state(proof, "fails", "Does not hold: key")
    expect(proof.locator("#key-line")).to_have_text(stranger)
    field.fill(f"  {http.get('/log/keys').json()['keys'][0]['key']} ")
    field.press("Enter")
    state(proof, "holds")
    expect(badge(proof)).not_to_contain_text("the server's own word")
    expect(proof.locator("#key-said")).to_contain_text("You named this key")
    proof.get_by_role("button", name="Forget it").click()
    expect(proof.locator("#key-said")).to_contain_text("the server's own word")
    expect(proof.get_by_role("button", name="Forget it")).to_be_hidden()


def test_a_file_of_ones_own_is_verified(proof: Page, played: Table, http: httpx.Client) -> None:
    lines = lines_of(http.get(f"/games/{played.game}/bundle").content)
    place = next(number for number, line in enumerate(lines) if b"tug.rope_pulled" in line)
    lines[place] = lines[place].replace(b'"die":', b'"die":1', 1)
    position = int(re.findall(rb'"position":(\d+)', lines[place])[-1])
    picked = proof.get_by_label("Verify a file")
    picked.set_input_files({"name": "old.bundle", "mimeType": "", "buffer": packed(lines)})
    state(proof, "fails", f"Does not hold: inclusion, at the event at position {position:,}")
    expect(proof.locator("#source")).to_contain_text("old.bundle")
    picked.set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"no bundle"})
    state(proof, "fails", "this is no bundle")
    other = Table.open(http)
    bundle = http.get(f"/games/{other.game}/bundle").content
    picked.set_input_files({"name": "b", "mimeType": "", "buffer": bundle})
    state(proof, "holds", other.game, "another game")
    proof.get_by_role("button", name="Verify again").click()
    state(proof, "holds", played.game)


def test_a_server_that_sends_another_game_or_none_is_told(
    proof: Page, played: Table, http: httpx.Client
) -> None:
    other = http.get(f"/games/{Table.open(http).game}/bundle").content
    again = proof.get_by_role("button", name="Verify again")

    def answer(route: Route) -> None:
        route.fulfill(body=other)

    def refuse(route: Route) -> None:
        route.fulfill(status=503, json={"detail": "nothing has the log's key"})

    proof.route("**/bundle", answer)
    again.click()
    state(proof, "fails", "another game")
    proof.unroute("**/bundle", answer)
    proof.route("**/bundle", refuse)
    again.click()
    state(proof, "open", "Nothing could be verified", "nothing has the log's key")


def test_a_phone_shows_it_whole_and_a_screen_reader_finds_its_way(
    context: BrowserContext, server: Server, played: Table
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.address}/games/{played.game}/proof")
    state(page, "holds")
    expect(page.locator("#rows tr")).to_have_count(50)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert [each.inner_text() for each in page.get_by_role("heading").all()] == [
        "Proof of Tug of War",
        *("Verdict", "Key of the log", "Checks", "Log"),
    ]
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('main :is(button, a, select, input, progress)')].filter(
          (each) => !(each.textContent.trim() || each.ariaLabel || each.labels?.length)).length"""
    )
    assert unnamed == 0


def test_there_is_no_proof_of_what_is_no_game(server: Server) -> None:
    answer = httpx.get(f"{server.address}/games/nothing/proof")
    assert answer.status_code == 404
    assert "text/html" in answer.headers["Content-Type"]
    script = httpx.get(f"{server.address}/web/0000000000000000/proof/worker.js")
    assert script.headers["Content-Type"].startswith("text/javascript")
    assert "script-src 'self'" in script.headers["Content-Security-Policy"]
    for path in ("proof/none.js", "../__init__.py", "..%2f__init__.py", "%2e%2e/proof_page.py", ""):
        assert httpx.get(f"{server.address}/web/0000000000000000/{path}").status_code == 404

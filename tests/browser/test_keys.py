"""Seats' own keys and dice chains at the table, files of seats, what is shown where they are missing."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, Route, TimeoutError, expect

from ironclad.api.cli import main
from ironclad.domain.kernel.fair.fair_dice import V1
from tests.api.running import Server
from tests.browser.playing import MOMENT, end_movement
from tests.browser.test_play import answer, click_place
from tests.browser.test_table import POSITION
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full

PASSWORD = "a long enough secret"
ATTACK = re.compile("March to .* and attack")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that requires accounts."""
    log = Path(tmp_path_factory.mktemp("club")) / "log.sqlite"
    running = Server(log, bounds={"accounts": True, "rates": {}}).start()
    with running.client() as http:
        for name in ("Ann", "Bob"):
            assert http.post("/accounts", json={"name": name, "password": PASSWORD}).status_code == 201
        assert within(lambda: http.get("/log/checkpoint").status_code == 200)
    yield running
    assert running.stop() == 0


@pytest.fixture
def pages(chromium: Browser) -> Iterator[Any]:
    """Makes pages of fresh profiles, one for each call. A script error in any of them fails the test."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def make(script: str = "") -> Page:
        context = chromium.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE * 1000)
        context.on("weberror", lambda each: wrong.append(str(each.error)))
        context.on("dialog", lambda dialog: dialog.accept())
        if script:
            context.add_init_script(script)
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    assert not wrong, wrong


def opened(server: Server) -> str:
    """A game with a battle at hand, opened by an account of nobody's here."""
    with server.client() as http:
        name = f"opener-{len(http.get('/games').json()['items'])}"
        http.post("/accounts", json={"name": name, "password": PASSWORD})
        token = http.post("/sessions", json={"name": name, "password": PASSWORD}).json().get("token")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body = {"ruleset": "american_civil_war", "scenario": "bare_map", "position": POSITION, "dice": V1}
        game: str = http.post("/games", json=body, headers=headers).json()["id"]
        return game


def described(server: Server, game: str, path: str = "") -> Any:
    return httpx.get(f"{server.address}/api/v1/games/{game}{path}", timeout=PATIENCE).json()


def sign_in(page: Page, server: Server, game: str, name: str) -> Page:
    """By the table's own link, which comes back to it."""
    page.goto(f"{server.address}/games/{game}/table")
    page.locator(".tools").get_by_role("link", name="Sign in").click()
    form = page.locator("form", has=page.get_by_role("button", name="Sign in"))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    expect(page).to_have_url(re.compile("/table$"))
    expect(page.locator(".tools")).to_contain_text(name)
    expect(page.locator("#pane-due")).to_contain_text("Move forces")
    return page


def sit(page: Page, seat: str, own: bool = True) -> None:
    form = page.locator("form.inline", has_text=seat)
    form.get_by_text("Who keeps the seat").click()
    if own:
        form.get_by_label("This browser keeps").check()
    if not form.get_by_label("Your name").input_value():
        form.get_by_label("Your name").fill(f"{seat} player")
    with page.expect_navigation():
        form.get_by_role("button", name="Take the seat").click()
    expect(page.locator("body")).to_have_attribute("data-held", re.compile(seat.lower()))


def attack(page: Page) -> None:
    """The Union's march from 2227 into 2228, where it fights: an order that rolls."""
    click_place(page, "2227")
    page.locator("#pane-due").get_by_label("Go to", exact=True).select_option("2228")
    page.get_by_role("button", name=ATTACK).click()
    expect(page.get_by_role("button", name=ATTACK)).to_have_count(0)


def rolls(server: Server, game: str, line: str = "") -> int:
    events = described(server, game, f"/events?limit=500{f'&timeline={line}' if line else ''}")["items"]
    return sum(len(each["data"].get("rolls", [])) for each in events if each["type"] == "command_accepted")


def ready(server: Server, game: str) -> None:
    """Until both seats have shown a link of the chains that they keep themselves."""

    def both() -> bool:
        dice = described(server, game, "/dice")
        kept = [each["custody"] for each in dice["epoch"]["chains"] if each["party"] != "server"]
        return len(dice["shares"]) == 2 and kept == ["client", "client"]

    assert within(both)


def keys(page: Page) -> Any:
    page.get_by_role("tab", name="Keys").click()
    pane = page.get_by_role("tabpanel", name="Keys")
    expect(pane.get_by_role("heading", name="Keys and dice")).to_be_visible()
    return pane


def test_seats_with_keys_of_their_own_play_rewind_and_move_and_it_all_verifies(
    club: Server, pages: Any, tmp_path: Path
) -> None:
    game = opened(club)
    ann, bob = (sign_in(pages(), club, game, name) for name in ("Ann", "Bob"))
    sit(ann, "Union")
    sit(bob, "Confederate")
    ready(club, game)
    expect(ann.locator(".notices")).to_be_empty()
    before = described(club, game)["version"]
    attack(ann)
    assert within(lambda: rolls(club, game) > 0)

    # Back by agreement, with chains that were made for the new line.
    expect(ann.locator("#pane-due .clause").first).to_be_visible()
    ann.goto(f"{club.address}/games/{game}/table?at={before}")
    ann.get_by_text("Go back, or end the game").click()
    ann.get_by_role("button", name=re.compile("Propose to continue from event")).click()
    bob.get_by_role("button", name="Accept").click()
    assert within(lambda: described(club, game)["timeline"] != "main")
    line = described(club, game)["timeline"]
    ready(club, game)
    ann.goto(f"{club.address}/games/{game}/table")
    expect(ann.locator("#pane-due .question")).to_contain_text("Move forces")
    attack(ann)
    assert within(lambda: rolls(club, game, line) > 0)

    # The seat as a file, into a third browser.
    pane = keys(ann)
    expect(pane).to_contain_text("number 1, in this browser")
    with ann.expect_download() as coming:
        pane.get_by_role("button", name="Save the seat as a file").click()
    file = tmp_path / "union.seat.json"
    coming.value.save_as(file)
    ann.context.close()
    third = sign_in_again(pages(), club, game)
    expect(third.locator(".notices")).to_contain_text("a key that is not in this browser")
    with third.expect_file_chooser() as chooser:
        third.locator(".notices").get_by_role("button", name="Bring the seat file").click()
    chooser.value.set_files(file)
    expect(third.locator(".notices")).to_be_empty()
    third.get_by_role("tab", name="Due").click()
    for _ in range(40):  # the dice say whose decision comes next
        seat = described(club, game)["due"][0]["seat"]
        page = {"union": third, "confederate": bob}[seat]
        expect(page.locator("#pane-due .answer:visible").first).to_be_visible()
        with suppress(TimeoutError):  # it may be the other seat's by now
            answer(page)
            if seat == "union":
                break
    else:
        raise AssertionError("the Union owes no decision")

    bundle = tmp_path / "game.bundle"
    bundle.write_bytes(httpx.get(f"{club.address}/api/v1/games/{game}/bundle", timeout=PATIENCE).content)
    verdict = CliRunner().invoke(main, ["verify", str(bundle), "--json"])
    found = json.loads(verdict.stdout)
    checks = {each["name"]: each for each in found["checks"]}
    assert found["first_failure"] is None, found
    assert re.search(r"requests of union by its key", checks["signatures"]["detail"])
    assert re.search(r"requests of confederate by its key", checks["signatures"]["detail"])
    assert checks["dice"]["ok"]


def sign_in_again(page: Page, server: Server, game: str) -> Page:
    page.goto(f"{server.address}/sign-in?back=/games/{game}/table")
    form = page.locator("form", has=page.get_by_role("button", name="Sign in"))
    form.get_by_label("Name").fill("Ann")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    expect(page.locator("body")).to_have_attribute("data-held", "union")
    return page


def test_what_a_browser_has_lost_is_offered_again_and_agreed_to(
    server: Server, pages: Any, tmp_path: Path
) -> None:
    game = opened(server)
    union, confederate = pages(), pages()
    for page, seat in ((union, "Union"), (confederate, "Confederate")):
        page.goto(f"{server.address}/games/{game}/table")
        sit(page, seat)
    ready(server, game)
    mine, theirs = union.locator(".notices"), confederate.locator(".notices")
    expect(mine).to_be_empty()
    union.evaluate(
        "() => new Promise((done) => { indexedDB.deleteDatabase('ironclad-player').onsuccess = done; })"
    )
    union.reload()
    expect(mine).to_contain_text("signs with a key that is not in this browser")
    end_movement(union)
    expect(union.locator("#pane-due .refused")).to_contain_text("a key that is not in this browser")
    mine.get_by_role("button", name="Offer a new key").click()
    expect(mine).to_contain_text("You offered another key")
    expect(theirs).to_contain_text("Union says that its key is lost")
    theirs.get_by_role("button", name="Agree to the key").click()
    expect(theirs).to_be_empty()
    expect(mine).to_contain_text("dice chain is not in this browser")
    mine.get_by_role("button", name="Offer a new chain (the other seat has to agree)").click()
    expect(mine).to_contain_text("You offered new dice chains")
    expect(keys(union)).to_contain_text("number 2, in this browser")
    theirs.get_by_role("button", name="Agree to the chain").click()
    expect(mine).to_be_empty()
    ready(server, game)
    series = {each["party"]: each["series"] for each in described(server, game, "/dice")["epoch"]["chains"]}
    assert series["union"] == 2

    # An order whose answer is lost: it is carried out, shown, and sent again as it was.
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    union.get_by_role("tab", name="Due").click()
    commands = re.compile("/commands$")
    union.route(commands, lose)
    attack(union)
    expect(mine).to_contain_text("No answer came to Union’s order")
    union.unroute(commands)
    with suppress(TimeoutError):  # it may have been sent again by itself
        mine.get_by_role("button", name="Send again").click(timeout=MOMENT)
    expect(mine).to_be_empty()
    given = [each["data"]["command"]["type"] for each in described(server, game, "/events?limit=500")["items"]
             if each["type"] == "command_accepted"]  # fmt: skip
    assert given.count("move_force") == 1
    assert rolls(server, game) > 0

    # Into a browser that knows nothing of the seat: its file lets one in.
    pane = keys(union)
    with union.expect_download() as coming:
        pane.get_by_role("button", name="Save the seat as a file").click()
    file = tmp_path / "union.seat.json"
    coming.value.save_as(file)
    third = pages()
    third.goto(f"{server.address}/games/{game}/table")
    expect(third.locator("#pane-due .clause").first).to_be_visible()
    pane = keys(third)
    pane.get_by_text("Play a seat of yours from this browser").click()
    with third.expect_file_chooser() as chooser:
        pane.get_by_role("button", name="Bring the seat file of Confederate").click()
    chooser.value.set_files(file)
    expect(third.locator("#pane-due .refused")).to_contain_text("of the seat union, not of this seat")
    third.get_by_role("tab", name="Keys").click()
    pane.get_by_text("Play a seat of yours from this browser").click()
    with third.expect_file_chooser() as chooser, third.expect_navigation():
        pane.get_by_role("button", name="Bring the seat file of Union").click()
        chooser.value.set_files(file)
    expect(third.locator("body")).to_have_attribute("data-held", "union")
    expect(third.locator("#pane-due .clause").first).to_be_visible()
    expect(keys(third)).to_contain_text("number 2, in this browser")


def test_without_ed25519_the_service_goes_on_keeping_the_dice(server: Server, pages: Any) -> None:
    game = opened(server)
    page = pages(
        "if (crypto.subtle) crypto.subtle.generateKey ="
        " () => Promise.reject(new DOMException('', 'NotSupportedError'));"
    )
    page.goto(f"{server.address}/games/{game}/table")
    form = page.locator("form.inline", has_text="Union")
    form.get_by_text("Who keeps the seat").click()
    form.get_by_label("This browser keeps").check()
    form.get_by_label("Your name").fill("Ann")
    form.get_by_role("button", name="Take the seat").click()
    expect(page.locator("#pane-due .refused")).to_contain_text("makes no Ed25519 signatures")
    sit(page, "Union", own=False)
    pane = keys(page)
    expect(pane).to_contain_text("makes no Ed25519 signatures")
    expect(pane).to_contain_text("kept by the service")
    expect(pane.get_by_role("button")).to_have_count(0)
    page.get_by_role("tab", name="Due").click()
    before = described(server, game)["version"]
    end_movement(page)
    assert within(lambda: described(server, game)["version"] > before)


def test_an_order_waits_for_a_session_that_has_ended(club: Server, pages: Any) -> None:
    game = opened(club)
    page = sign_in(pages(), club, game, "Ann")
    sit(page, "Union", own=False)
    page.context.clear_cookies()
    before = described(club, game)["version"]
    end_movement(page)
    notices = page.locator(".notices")
    expect(notices).to_contain_text("You are not signed in any more, so Union’s order waits here")
    with page.context.expect_page() as coming:
        notices.get_by_role("link", name="Sign in in another tab").click()
    other = coming.value
    form = other.locator("form", has=other.get_by_role("button", name="Sign in"))
    form.get_by_label("Name").fill("Ann")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    expect(other).to_have_url(re.compile("/table$"))
    expect(notices).to_be_empty()
    assert described(club, game)["version"] > before

"""The first page: what it offers to whom, and the ways to begin by one click; twice is once."""

import re
from collections.abc import Iterator

import httpx
import pytest

from ironclad.api.rulebook.rulesets import installed
from tests.api.running import PATIENCE, Server, Table
from tests.api.shared import service
from tests.api.test_invitations import browser, signed_in
from tests.api.test_pages import Page, show
from tests.stores import Store
from tests.waiting import within

ACW = "american_civil_war"
WATCHED = "eagle_variant"


@pytest.fixture
def visitor(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


def form_of(visitor: httpx.Client) -> dict[str, str]:
    page = show(visitor, "/")
    hidden = {str(each["name"]): str(each["value"]) for each in page.all("input", type="hidden")}
    assert len(hidden["secret"]) >= 16
    return {"id": hidden["id"][:16], "secret": hidden["secret"]}


def game_at(answer: httpx.Response) -> str:
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(r"/games/([0-9a-f]+)/table(?:\?.*)?", answer.headers["Location"])
    assert found is not None
    return found[1]


def names(http: httpx.Client, game: str) -> list[str]:
    return [each["name"] for each in http.get(f"/games/{game}").json()["seats"]]


def test_both_seats_at_one_table(visitor: httpx.Client, http: httpx.Client) -> None:
    form = {**form_of(visitor), "ruleset": ACW}
    game = game_at(visitor.post("/hot-seat-games", data=form))
    assert names(http, game) == ["Union player", "Confederate player"]
    first = visitor.get("/").text
    assert "The whole war on a map of hexes" in first, "it says what kind of game it is"
    listed = first.partition(f'/games/{game}/table">')[2].partition("</li>")[0]
    assert "American Civil War" in listed, "a game that has a title is known by its ruleset too"
    table = visitor.get(f"/games/{game}/table")
    assert 'data-held="union confederate"' in table.text
    visitor.cookies.clear()
    assert game_at(visitor.post("/hot-seat-games", data=form)) == game, "its answer may have been lost"
    assert 'data-held="union confederate"' in visitor.get(f"/games/{game}/table").text
    other = {**form, "secret": "another secret of mine"}
    assert visitor.post("/hot-seat-games", data=other).status_code == 409, "without the secret: a stranger"
    assert game_at(visitor.post("/hot-seat-games", data={**form_of(visitor), "ruleset": ACW})) != game


def test_against_the_house_with_a_name_or_without(visitor: httpx.Client, http: httpx.Client) -> None:
    form = form_of(visitor)
    as_union = {**form, "seat": f"{ACW}/union"}
    game = game_at(visitor.post("/house-games", data=as_union))
    assert names(http, game) == ["Union player", "the computer player"]
    other = game_at(
        visitor.post("/house-games", data={**form, "seat": f"{ACW}/confederate", "player": "Ann"})
    )
    assert names(http, other) == ["the computer player", "Ann"], "the page's other button is another game"
    assert game_at(visitor.post("/house-games", data=as_union)) == game


@pytest.mark.full
def test_the_computer_plays_itself_to_the_end(visitor: httpx.Client, http: httpx.Client) -> None:
    form = {**form_of(visitor), "watched": WATCHED, "scenario": "balanced"}
    told = visitor.post("/watched-games", data=form)
    game = game_at(told)
    assert told.headers["Location"].endswith("/table?at=1&plays=yes")
    assert names(http, game) == ["the computer player", "the computer player"]
    assert game_at(visitor.post("/watched-games", data=form)) == game, "its answer may have been lost"
    over = lambda: http.get(f"/games/{game}").json()["outcome"] is not None  # noqa: E731
    assert within(over, 3 * PATIENCE), "it plays on beside other tests"


def test_a_game_with_a_link_for_the_other_seat(
    visitor: httpx.Client, server: Server, http: httpx.Client
) -> None:
    form = {**form_of(visitor), "seat": f"{ACW}/union", "player": "Ann <i>"}
    told = visitor.post("/invited-games", data=form)
    assert told.status_code == 200
    assert told.headers["Cache-Control"] == "no-store"
    (link,) = [str(each["value"]) for each in Page(told.text).all("input", readonly=None)]  # type: ignore[arg-type]
    assert link.startswith(f"{server.address}/invitations/")
    again = visitor.post("/invited-games", data=form)
    assert link in again.text, "the form sent again gets the same answer"
    (table,) = set(re.findall("/games/[0-9a-f]+/table", told.text))
    assert 'data-held="union"' in visitor.get(table).text
    with httpx.Client(timeout=PATIENCE) as guest:
        page = guest.get(link)
        assert "Ann &lt;i&gt; invites you" in page.text
        taken = guest.post(link, data={"player": "Bob"}, headers={"Origin": server.address})
        assert (taken.status_code, taken.headers["Location"]) == (303, table)
        assert 'data-held="confederate"' in guest.get(server.address + table).text
    assert names(http, table.split("/")[2]) == ["Ann <i>", "Bob"]


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("/house-games", {"seat": "american_civil_war/red"}, 404),
        ("/house-games", {"seat": "tug/blue"}, 404),
        ("/house-games", {}, 404),
        ("/watched-games", {}, 404),
        ("/watched-games", {"watched": "tug"}, 404),
        ("/hot-seat-games", {"ruleset": "none"}, 404),
        ("/invited-games", {"seat": "american_civil_war/"}, 404),
        ("/invited-games", {"seat": "american_civil_war/union", "secret": "x" * 41}, 422),
        ("/hot-seat-games", {"ruleset": ACW, "id": "x" * 33}, 422),
        ("/hot-seat-games", {"ruleset": ACW, "player": "x" * 65}, 422),
        ("/hot-seat-games", {"ruleset": ACW, "player": "a\x00b"}, 422),
    ],
)
def test_bad_forms_are_refused(visitor: httpx.Client, path: str, form: dict[str, str], status: int) -> None:
    answer = visitor.post(path, data=form)
    assert answer.status_code == status, answer.text
    assert "ironclad-" not in answer.headers.get("Set-Cookie", "")


def test_what_is_over_stands_apart(visitor: httpx.Client, http: httpx.Client) -> None:
    running, ended = Table.open(http), Table.open(http)
    assert ended.post("/resignation", {}, "blue").status_code == 200
    under_way, _, over = show_text(visitor).partition('id="ended"')
    assert f"/games/{running.game}" in under_way
    assert f"/games/{ended.game}" not in under_way
    assert f"/games/{ended.game}" in over
    assert "Grey won" in over
    assert "player-blue" in under_way


def show_text(visitor: httpx.Client) -> str:
    return visitor.get("/").text


def test_where_accounts_are_needed_the_page_says_for_what(store: Store) -> None:
    with service(store) as shared:
        shared.add("Ann")
        game = shared.open_game("Ann", title="Ann's own")
        shared.sit(game, "blue", "Ann")
        stranger, ann = browser(shared), signed_in(shared, "Ann")
        page = stranger.get("/").text
        assert "Ann&#39;s own" in page
        assert "/hot-seat-games" not in page
        assert "More ways to open" not in page
        for path in ("/hot-seat-games", "/house-games", "/watched-games", "/invited-games", "/games"):
            refused = stranger.post(path, data={"ruleset": "tug", "seat": "tug/blue", "setup": "tug/long"})
            assert refused.status_code == 401
        assert "Waiting for Blue (you): pull" in ann.get("/").text
        opened = ann.post("/hot-seat-games", data={"ruleset": "tug", "id": "mine", "secret": "s" * 20})
        other = opened.headers["Location"].rpartition("/")[2]
        assert shared.referee.authorization.seats_of(
            other, shared.referee.people.accounts.find("Ann").account
        ) == ("blue", "grey")  # type: ignore[union-attr]


def test_the_lesson_is_named_where_there_is_one(store: Store) -> None:
    with service(store, accounts=False) as shared:
        assert "/learn" not in browser(shared).get("/").text
    with service(store, accounts=False, rulesets=installed()) as shared:
        assert 'href="/learn"' in browser(shared).get("/").text

"""Remarks on events: who sees which, what one may say, and that nobody learns of what is not for them."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from ironclad.api.settings import Kind, Rate
from ironclad.referee.people import remarks
from ironclad.referee.people.roles import Role
from tests.api.shared import Shared, service
from tests.api.test_invitations import account, club, home, hosted, patiently, two_workers
from tests.api.test_trials import played
from tests.stores import Store
from tests.toys.sealed_fields import SEALED_FIELDS

pytestmark = pytest.mark.every_store

__all__ = ["club", "home"]

EVIL = '</script><img src=x onerror="alert(1)">&amp;{{7*7}}'


def remark(shared: Shared, game: str, by: str | None, token: str | None = None, **body: Any) -> TestResponse:
    asked = {"version": 1, "for": "all", "text": "a remark", **body}
    return shared.post(f"/games/{game}/remarks", asked, by, token)


def read(shared: Shared, game: str, by: str | None = None, query: str = "") -> Any:
    answer = shared.get(f"/games/{game}/remarks{query}", by)
    assert answer.status_code == 200, answer.text
    return answer.json


def texts(shared: Shared, game: str, by: str | None = None, query: str = "") -> list[str]:
    return sorted(each["text"] for each in read(shared, game, by, query)["items"])


def test_each_remark_is_for_those_that_it_names(club: Shared) -> None:
    club.add("Dora", Role.DIRECTOR)
    game = played(club)
    silent = [
        club.get(f"/games/{game}{part}", "Bob").data for part in ("/messages", "/remarks", "/events", "")
    ]
    for audience in ("me", "after_end"):
        assert remark(club, game, "Ann", text=audience, **{"for": audience}).status_code == 201
    assert silent == [
        club.get(f"/games/{game}{part}", "Bob").data for part in ("/messages", "/remarks", "/events", "")
    ], "not even that they exist"
    for audience in ("seats", "all"):
        assert remark(club, game, "Ann", text=audience, **{"for": audience}).status_code == 201
    assert texts(club, game, "Ann") == ["after_end", "all", "me", "seats"]
    assert texts(club, game, "Bob") == ["all", "seats"]
    for reader in ("Eve", "Dora", None):
        assert texts(club, game, reader) == ["all"]
    assert club.post(f"/games/{game}/resignation", {}, "Bob").status_code == 200
    for reader in ("Eve", None):
        assert texts(club, game, reader) == ["after_end", "all"]
    assert texts(club, game, "Bob") == ["after_end", "all", "seats"]


def test_a_remark_is_kept_as_it_was_typed(club: Shared) -> None:
    game = played(club)
    marks = [{"place": "0101"}, {"from": "0101", "to": "0102"}]
    size = club.referee.queries.log_size()
    made = remark(club, game, "Ann", text=f" {EVIL}\r\n", sign="!?", title="The bridge", marks=marks, id="r1")
    assert made.status_code == 201, made.text
    (found,) = read(club, game)["items"]
    assert (found["text"], found["sign"], found["title"], found["marks"]) == (EVIL, "!?", "The bridge", marks)
    assert (found["name"], found["seat"], found["own"], found["edited_at"]) == ("Ann", "blue", False, None)
    assert club.referee.queries.log_size() == size, "no part of the log"
    again = remark(
        club, game, "Ann", text=f" {EVIL}\r\n", sign="!?", title="The bridge", marks=marks, id="r1"
    )
    assert (again.status_code, again.json["number"]) == (200, found["number"])  # type: ignore[index]
    other = remark(club, game, "Ann", text="another", id="r1")
    assert (other.status_code, other.json["type"]) == (422, "/api/docs#id-reused")  # type: ignore[index]


@pytest.mark.parametrize(
    "body",
    [
        {"text": ""},
        {"text": "x" * 2_001},
        {"text": "a\x00b"},
        {"text": "\u202etxet"},
        {"text": None},
        {"text": 7},
        {"sign": "!!!"},
        {"for": "everyone"},
        {"title": "x" * 101},
        {"title": "two\nlines"},
        {"marks": [{}]},
        {"marks": [{"place": "0101", "from": "0101", "to": "0102"}]},
        {"marks": [{"from": "0101"}]},
        {"marks": [{"place": "0101"}] * 21},
        {"marks": [{"place": "x" * 65}]},
        {"marks": [{"place": "0101", "colour": "red"}]},
        {"marks": "0101"},
        {"version": -1},
        {"version": 2**40},
        {"own": True},
    ],
)
def test_what_is_no_remark_is_refused(club: Shared, body: dict[str, Any]) -> None:
    game = played(club)
    assert remark(club, game, "Ann", **body).status_code in (400, 422)
    assert read(club, game, "Ann")["items"] == []


def test_a_mark_is_on_a_place_of_the_board(store: Store) -> None:
    with service(store, rulesets={SEALED_FIELDS.name: SEALED_FIELDS}, accounts=False) as shared:
        game = shared.open_game(ruleset=SEALED_FIELDS.name, scenario="standard")
        north = shared.sit(game, "north", player="N")
        assert remark(shared, game, None, north, marks=[{"place": "a"}]).status_code == 201
        assert remark(shared, game, None, north, marks=[{"from": "a", "to": "zz"}]).status_code == 422


def test_a_remark_is_on_an_event_that_there_is(club: Shared) -> None:
    game = played(club)
    assert remark(club, game, "Ann", version=99).status_code == 404
    assert remark(club, game, "Ann", version=0).status_code == 404
    assert remark(club, game, "Ann", timeline="no").status_code == 404
    line = club.post(f"/games/{game}/forks", {"at": 1}, "Ann").json["id"]  # type: ignore[index]
    assert remark(club, game, "Ann", timeline=line, version=1, text="before").json["timeline"] == "main"  # type: ignore[index]
    head = club.get(f"/games/{game}").json["version"]  # type: ignore[index]
    remark(club, game, "Ann", version=head, text="after")
    assert texts(club, game, query=f"?timeline={line}") == ["before"], "what the lines share, and no more"
    assert texts(club, game, query="?timeline=main") == ["after", "before"]
    assert club.get(f"/games/{game}/remarks?timeline=no").status_code == 404


def test_its_author_alone_changes_and_deletes_it(club: Shared) -> None:
    game = played(club)
    number = remark(club, game, "Ann", text="a slip", sign="?").json["number"]  # type: ignore[index]
    path = f"/games/{game}/remarks/{number}"
    for reader, changes, deletes in (("Bob", 404, 404), ("Eve", 403, 404), (None, 401, 401)):
        assert club.call("PATCH", path, reader, json={"text": "mine"}).status_code == changes
        assert club.call("DELETE", path, reader).status_code == deletes
    assert club.call("PATCH", path, "Ann", json={"text": "", "sign": ""}).status_code == 422, "nothing left"
    changed = club.call("PATCH", path, "Ann", json={"text": "better", "for": "me"})
    assert changed.status_code == 200, changed.text
    assert (changed.json["text"], changed.json["sign"]) == ("better", "?")  # type: ignore[index]
    assert changed.json["edited_at"] is not None  # type: ignore[index]
    assert (texts(club, game, "Bob"), texts(club, game, "Ann")) == ([], ["better"])
    assert club.call("PATCH", f"/games/{game}/remarks/{2**64}", "Ann", json={}).status_code == 404
    assert [club.call("DELETE", path, "Ann").status_code for _ in range(2)] == [200, 404]


def test_who_may_not_write(club: Shared) -> None:
    club.add("Sue", Role.SPECTATOR)
    game, private = played(club), played(club, private=True)
    assert remark(club, game, None).status_code == 401
    for reader in ("Eve", "Sue"):
        assert remark(club, game, reader).status_code == 403
        assert remark(club, private, reader).status_code == 404
        assert club.get(f"/games/{private}/remarks", reader).status_code == 404
    assert remark(club, game, "Ann", seat="grey").status_code == 403, "in another's name"
    assert club.call("PATCH", f"/games/{game}/messages", "Ann", json={"onlookers": True}).status_code == 200
    assert remark(club, game, "Sue", text="by a reader").status_code == 201
    (hers,) = read(club, game, "Sue")["items"]
    assert read(club, game, "Sue")["may_write"]
    assert not read(club, game)["may_write"]
    assert club.call("PATCH", f"/games/{game}/messages", "Ann", json={"onlookers": False}).status_code == 200
    path = f"/games/{game}/remarks/{hers['number']}"
    assert club.call("PATCH", path, "Sue", json={"text": "again"}).status_code == 403
    assert club.call("DELETE", path, "Sue").status_code == 200, "one's own may go"


def test_two_seats_at_one_screen_keep_their_own(store: Store) -> None:
    """In a game that hides something a browser with both seats reads as the one that it names."""
    with service(store, rulesets={SEALED_FIELDS.name: SEALED_FIELDS}, accounts=False) as shared:
        game = shared.open_game(ruleset=SEALED_FIELDS.name, scenario="standard")
        tokens = {seat: shared.sit(game, seat, player=seat) for seat in ("north", "south")}
        assert remark(shared, game, None, tokens["north"], **{"for": "me"}).status_code == 201
        cookies = "; ".join(f"ironclad-{seat}={token}" for seat, token in tokens.items())
        headers = {"Cookie": cookies, "Sec-Fetch-Site": "same-origin"}
        for named, seen in (("north", 1), ("south", 0), ("", 0)):
            more = {"Ironclad-Seat": named} if named else {}
            answer = shared.call("GET", f"/games/{game}/remarks", headers={**headers, **more})
            assert len(answer.json["items"]) == seen, named  # type: ignore[index]


def test_remarks_are_erased_with_their_author(club: Shared) -> None:
    game = played(club)
    remark(club, game, "Ann", text="hers")
    remark(club, game, "Bob", text="his")
    club.referee.people.accounts.erase(account(club, "Ann"))
    assert texts(club, game) == ["his"]
    with club.referee.open_games.log.database.reader() as connection:
        assert connection.execute("SELECT count(*) FROM remarks").fetchone()[0] == 1


def test_a_part_at_a_time_and_no_more_than_are_kept(club: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remarks, "KEPT", 5)
    game = played(club)
    statuses = [remark(club, game, "Ann", text=f"{number}").status_code for number in range(6)]
    assert statuses == [201] * 5 + [409]
    assert remark(club, game, "Bob", text="his").status_code == 201
    seen: list[str] = []
    cursor = ""
    while cursor is not None:
        part = read(club, game, query=f"?limit=2{cursor and f'&cursor={cursor}'}")
        seen += [each["text"] for each in part["items"]]
        cursor = part["next"]
    assert sorted(seen) == ["0", "1", "2", "3", "4", "his"]
    for wrong in ("x", "main/1", "main/1/x", "main/1/99999999999999999"):
        assert club.get(f"/games/{game}/remarks?cursor={wrong}").status_code == 422


def test_too_many_remarks_are_told_to_wait(store: Store) -> None:
    with service(store, accounts=False, rates={Kind.TALK: Rate(2, 600)}) as shared:
        game, token = hosted(shared)
        assert [remark(shared, game, None, token).status_code for _ in range(3)] == [201, 201, 429]


def test_two_workers_at_once_write_each_remark_once(store: Store) -> None:
    with two_workers(store) as workers, ThreadPoolExecutor(8) as pool:
        game, ada = hosted(workers[0])

        def write(number: int) -> TestResponse:
            one = {"text": f"{number // 2}", "id": f"r{number // 2}"}
            return patiently(lambda: remark(workers[number % 2], game, None, ada, **one))

        answers = list(pool.map(write, range(16)))
        assert sorted(each.status_code for each in answers) == [200] * 8 + [201] * 8
        assert texts(workers[1], game) == [f"{number}" for number in range(8)]

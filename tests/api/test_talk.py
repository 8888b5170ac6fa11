"""Talk beside a game: who may say, read and delete what; plain text, counted, erasable; on every store."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from ironclad.api.settings import Kind, Rate
from ironclad.referee.people import chat
from ironclad.referee.people.roles import Role
from tests.api.shared import Shared, service
from tests.api.test_invitations import account, club, home, hosted, patiently, two_workers
from tests.stores import Store

pytestmark = pytest.mark.every_store

__all__ = ["club", "home"]

EVIL = '<img src=x onerror="alert(1)">&amp;{{7*7}}\u202f\N{FAMILY}'


def say(shared: Shared, game: str, text: str, token: str | None = None, **more: Any) -> TestResponse:
    by = more.pop("by", None)
    return shared.post(f"/games/{game}/messages", {"text": text, **more}, by, token)


def read(shared: Shared, game: str, token: str | None = None, by: str | None = None, query: str = "") -> Any:
    answer = shared.get(f"/games/{game}/messages{query}", by, token)
    assert answer.status_code == 200, answer.text
    return answer.json


def texts(shared: Shared, game: str, **how: Any) -> list[str]:
    return [each["text"] for each in read(shared, game, **how)["items"]]


def test_both_seats_talk_and_anyone_reads(home: Shared) -> None:
    game, ada = hosted(home)
    bo = home.sit(game, "grey", player="Bo")
    size = home.referee.queries.log_size()
    assert say(home, game, "Good morning", ada).status_code == 201
    assert say(home, game, f"{EVIL}\r\n at event 1 \n", bo).status_code == 201
    told = read(home, game, bo)
    assert [(each["name"], each["seat"], each["own"]) for each in told["items"]] == [
        ("Bo", "grey", True),
        ("Ada", "blue", False),
    ]
    assert told["items"][0]["text"] == f"{EVIL}\n at event 1", "kept as it was typed, as text"
    assert (told["may_write"], told["next"], told["onlookers"]) == (True, None, False)
    stranger = read(home, game)
    assert ([each["own"] for each in stranger["items"]], stranger["may_write"]) == ([False, False], False)
    assert home.referee.queries.log_size() == size, "no part of the log"
    known = read(home, game, query=f"?known={stranger['changes']}")
    assert (known["changed"], known["items"]) == (False, [])


@pytest.mark.parametrize(
    "text", ["", "   \n ", "x" * 1_001, "a\x00b", "a\x1b[31m", "\u202etxet", "\ud800", "x" * 2_001, None, 7]
)
def test_what_is_no_message_is_refused(home: Shared, text: Any) -> None:
    game, token = hosted(home)
    assert say(home, game, text, token).status_code in (400, 422)
    assert read(home, game)["items"] == []


def test_the_same_id_again_says_nothing_twice(home: Shared) -> None:
    game, token = hosted(home)
    first, again = (say(home, game, "once", token, id="m1") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json["number"] == first.json["number"]  # type: ignore[index]
    other = say(home, game, "twice", token, id="m1")
    assert (other.status_code, other.json["type"]) == (422, "/api/docs#id-reused")  # type: ignore[index]
    bo = home.sit(game, "grey", player="Bo")
    assert say(home, game, "mine", bo, id="m1").status_code == 201, "ids are each one's own"
    assert texts(home, game) == ["mine", "once"]


def test_a_message_is_deleted_by_its_author_alone(home: Shared) -> None:
    game, ada = hosted(home)
    bo = home.sit(game, "grey", player="Bo")
    number = say(home, game, "a slip", ada).json["number"]  # type: ignore[index]
    gone, known = f"/games/{game}/messages/{number}", read(home, game)["changes"]
    assert home.call("DELETE", gone, token=bo).status_code == 404
    assert home.call("DELETE", gone).status_code == 404
    assert home.call("DELETE", f"/games/{game}/messages/{2**64}", token=ada).status_code == 404
    assert texts(home, game) == ["a slip"]
    assert home.call("DELETE", gone, token=ada).status_code == 200
    assert home.call("DELETE", gone, token=ada).status_code == 404
    told = read(home, game, query=f"?known={known}")
    assert (told["changed"], told["items"]) == (True, []), "a reader learns that it is gone"


def test_who_may_not_write(home: Shared) -> None:
    game, ada = hosted(home)
    other, stranger = hosted(home)
    assert say(home, game, "hello").status_code == 401
    assert say(home, game, "hello", stranger).status_code == 403
    assert say(home, game, "hello", ada, seat="grey").status_code == 403, "in another's name"
    assert say(home, "none", "hello", ada).status_code == 404
    assert home.get("/games/none/messages").status_code == 404
    assert read(home, game)["items"] == read(home, other)["items"] == []


def test_onlookers_write_where_a_seat_lets_them(club: Shared) -> None:
    club.add("Sue", Role.SPECTATOR)
    game, _ = hosted(club, "Ann")
    assert say(club, game, "may I?", by="Sue").status_code == 403
    call = f"/games/{game}/messages"
    assert club.call("PATCH", call, "Sue", json={"onlookers": True}).status_code == 403
    assert club.call("PATCH", call, "Ann", json={"onlookers": "yes"}).status_code == 422
    assert club.call("PATCH", call, "Ann", json={"onlookers": True}).status_code == 200
    assert say(club, game, "well played", by="Sue").status_code == 201
    (told,) = read(club, game, by="Sue")["items"]
    assert (told["name"], told["seat"], told["own"]) == ("Sue", None, True)
    assert say(club, game, "no account").status_code == 401
    assert club.call("PATCH", call, "Ann", json={"onlookers": False}).status_code == 200
    assert say(club, game, "again", by="Sue").status_code == 403
    assert not read(club, game, by="Sue")["may_write"]
    assert club.call("DELETE", f"{call}/{told['number']}", "Sue").status_code == 200, (
        "one's own stays one's own"
    )


def test_what_is_said_in_a_private_game_stays_there(club: Shared) -> None:
    game, _ = hosted(club, "Ann", private=True)
    say(club, game, "between us", by="Ann")
    assert club.get(f"/games/{game}/messages", "Bob").status_code == 404
    assert say(club, game, "let me in", by="Bob").status_code == 404
    assert club.call("DELETE", f"/games/{game}/messages/1", "Bob").status_code == 404
    assert texts(club, game, by="Ann") == ["between us"]


def test_what_was_said_is_erased_with_who_said_it(club: Shared) -> None:
    game, seat = hosted(club, "Ann")
    club.sit(game, "grey", "Bob")
    say(club, game, "by the account", by="Ann")
    say(club, game, "by the seat", seat)
    say(club, game, "an answer", by="Bob")
    known = read(club, game)["changes"]
    club.referee.people.accounts.erase(account(club, "Ann"))
    told = read(club, game, query=f"?known={known}")
    assert (told["changed"], [each["text"] for each in told["items"]]) == (True, ["an answer"])
    with club.referee.open_games.log.database.reader() as connection:
        assert connection.execute("SELECT count(*) FROM messages").fetchone()[0] == 1


def test_a_part_at_a_time_and_no_more_than_are_kept(home: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "_DROPPED", chat._DROPPED.replace(str(chat.KEPT), "7"))
    game, token = hosted(home)
    for number in range(10):
        assert say(home, game, f"message {number}", token).status_code == 201
    seen, before = [], ""
    while before is not None:
        told = read(home, game, query=f"?limit=3{before and f'&before={before}'}")
        seen += [each["text"] for each in told["items"]]
        before = told["next"]
    assert seen == [f"message {number}" for number in range(9, 2, -1)]


def test_too_many_messages_are_told_to_wait(store: Store) -> None:
    with service(store, accounts=False, rates={Kind.TALK: Rate(3, 600)}) as shared:
        game, token = hosted(shared)
        statuses = [say(shared, game, f"{number}", token).status_code for number in range(5)]
        assert statuses == [201] * 3 + [429] * 2
        assert texts(shared, game) == ["2", "1", "0"]


def test_two_workers_at_once_lose_no_message(store: Store) -> None:
    with two_workers(store) as workers, ThreadPoolExecutor(8) as pool:
        game, ada = hosted(workers[0])
        bo = workers[0].sit(game, "grey", player="Bo")

        def speak(number: int) -> TestResponse:
            worker, token = workers[number % 2], (ada, bo)[number % 3 % 2]
            return patiently(lambda: say(worker, game, f"{number}", token, id=f"m{number // 2}"))

        answers = list(pool.map(speak, range(24)))
        statuses = [each.status_code for each in answers]
        assert set(statuses) <= {201, 422}, [each.text for each in answers]
        told = read(workers[1], game)["items"]
        assert statuses.count(201) == len(told)
        numbers = [each["number"] for each in told]
        assert numbers == sorted(set(numbers), reverse=True)


def test_a_bundle_has_no_talk(home: Shared) -> None:
    game, token = hosted(home)
    say(home, game, "a word that is nowhere else", token)
    events = home.get(f"/games/{game}/match/events").text + home.get(f"/games/{game}/events").text
    assert "nowhere else" not in events

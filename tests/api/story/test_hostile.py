"""Bad input against a running campaign: a clear problem document, and a log that is as long as before."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.api.story.playing import Story
from tests.api.story.script import (
    CONFEDERATE,
    FIRST_UNION_IMPULSE,
    UNION,
    Order,
    confederate,
    march,
    union,
)

MARCH = FIRST_UNION_IMPULSE[3]


def to(*path: str, **more: Any) -> Order:
    """The Gettysburg corps marches along a path."""
    return union("movement", "move_force", **{**march("4403", *path), **more})


@pytest.fixture
def unchanged(marching: Story) -> Iterator[Story]:
    """A campaign in the Union's movement, whose log must not grow; afterwards the march is still open."""
    size, position = marching.table.log_size(), marching.read("/position")
    yield marching
    assert marching.table.log_size() == size, "a refused request changed the log"
    assert marching.read("/position") == position
    marching.give(MARCH)


def problem(answer: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    """Hold an answer to be that problem, whole; the document."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert (found["type"], found["status"]) == (f"/api/docs#{kind}", status)
    assert found["title"]
    assert found["detail"]
    assert found["instance"].startswith("/api/v1/games/")
    assert "Traceback" not in answer.text
    return found


def post(story: Story, content: bytes) -> httpx.Response:
    token = story.table.tokens[UNION]
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return story.table.http.post(f"/games/{story.table.game}/commands", content=content, headers=headers)


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"7", b'"move_force"'])
def test_no_order_at_all(unchanged: Story, content: bytes) -> None:
    problem(post(unchanged, content), 422, "unreadable")


@pytest.mark.parametrize(
    "content", [b'{"id": "x", "command": {"type": "move_force"', b"not JSON", b'{"id": NaN}', b"\xff"]
)
def test_malformed_json(unchanged: Story, content: bytes) -> None:
    problem(post(unchanged, content), 400, "malformed")


UNREADABLE: dict[str, dict[str, Any]] = {
    "an unknown field of the request": {"haste": True},
    "an unknown field of the command": {"command": {**MARCH.command, "haste": True}},
    "an unknown command": {"command": {"type": "march"}},
    "a command without a type": {"command": {"from": "4403", "path": ["4404"]}},
    "a path that is no list": {"command": {**MARCH.command, "path": "4404"}},
    "a hex that is a number": {"command": {**MARCH.command, "path": [4404]}},
    "a unit of an unknown field": {"command": {**MARCH.command, "units": [{"kind": "asp", "name": "1st"}]}},
    "a count that is text": {"command": {**MARCH.command, "units": [{"kind": "asp", "count": "2"}]}},
    "a count that is a fraction": {"command": {**MARCH.command, "units": [{"kind": "asp", "count": 0.5}]}},
    "no decision": {"decision": None},
    "a decision that is a number": {"decision": 8},
    "a version that is text": {"expected_version": "49"},
    "a seat that is a number": {"seat": 1},
    "an id that is a list": {"id": ["x"]},
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_unknown_fields_and_wrong_types(unchanged: Story, name: str) -> None:
    problem(unchanged.send(MARCH, **UNREADABLE[name]), 422, "unreadable")


def test_what_is_wrong_is_named_where_it_stands(unchanged: Story) -> None:
    command = {**MARCH.command, "path": [4404]}
    found = problem(unchanged.send(MARCH, command=command), 422, "unreadable")
    assert "path" in found["detail"]
    assert "str" in found["detail"]


def test_a_huge_body(unchanged: Story) -> None:
    problem(unchanged.send(to(*["4404"] * 20_000)), 413, "too-large")


def test_a_path_longer_than_any_march(unchanged: Story) -> None:
    found = problem(unchanged.send(to(*["4404", "4403"] * 500)), 409, "refused")
    assert found["rule"] == "5.0/2"


Wrong = Callable[[Story], httpx.Response]
WHO: dict[str, tuple[Wrong, int, str]] = {
    "the other seat": (
        lambda story: story.table.post("/commands", story.body(MARCH), CONFEDERATE),
        403,
        "not-your-seat",
    ),
    "for the other seat": (lambda story: story.send(MARCH, seat=CONFEDERATE), 403, "not-your-seat"),
    "nobody": (lambda story: story.table.post("/commands", story.body(MARCH)), 401, "not-signed-in"),
    "a forged token": (
        lambda story: story.table.post("/commands", story.body(MARCH), token="0" * 64),
        401,
        "not-signed-in",
    ),
    "a token with one letter changed": (
        lambda story: story.table.post("/commands", story.body(MARCH), token=spoilt(story)),
        401,
        "not-signed-in",
    ),
    "a seat of another game": (
        lambda story: story.table.post("/commands", story.body(MARCH), token=story.table.tokens["elsewhere"]),
        403,
        "not-your-seat",
    ),
}


def spoilt(story: Story) -> str:
    token = story.table.tokens[UNION]
    return token[:-1] + ("0" if token[-1] != "0" else "1")


@pytest.mark.parametrize("name", WHO)
def test_whoever_has_not_the_seat(told: Story, unchanged: Story, name: str) -> None:
    unchanged.table.tokens["elsewhere"] = told.table.tokens[UNION]
    send, status, kind = WHO[name]
    problem(send(unchanged), status, kind)


def test_a_stale_decision(unchanged: Story) -> None:
    placed = unchanged.given[-1]
    found = problem(unchanged.send(MARCH, decision=placed.body["decision"]), 409, "stale")
    game = unchanged.game()
    assert (found["due"], found["timeline"], found["version"]) == (game["due"], "main", game["version"])
    problem(unchanged.send(MARCH, expected_version=game["version"] + 1), 409, "stale")
    problem(unchanged.send(MARCH, timeline="none"), 404, "not-found")


def test_a_repeated_id(unchanged: Story) -> None:
    first = unchanged.given[-1]
    again = unchanged.table.post("/commands", first.body, UNION)
    assert again.status_code == 200
    assert again.json() == {**first.receipt, "repeated": True}


def test_the_same_id_with_another_body(unchanged: Story) -> None:
    first = unchanged.given[-1]
    other = {**first.body, "command": MARCH.command}
    problem(unchanged.table.post("/commands", other, UNION), 422, "id-reused")
    with_version = {**first.body, "expected_version": 1}
    problem(unchanged.table.post("/commands", with_version, UNION), 422, "id-reused")


ILLEGAL: dict[str, tuple[Order, str]] = {
    "an unknown hex": (to("9999"), "2.1/1"),
    "a hex that is no number": (to("<script>"), "2.1/1"),
    "an unknown hex to leave": (union("movement", "move_force", **march("9999", "4404")), "5.2/1"),
    "a hex that is not adjacent": (to("4409"), "2.1/2"),
    "no hex": (to(), "5.0/1"),
    "too far": (union("movement", "move_force", **march("1207", *["1307", "1207"] * 5)), "5.0/2"),
    "across the Mississippi": (union("movement", "move_force", **march("1207", "1208")), "TEC/10"),
    "more than there are": (to("4404", units=[{"kind": "asp", "count": 3}]), "5.2/4"),
    "the enemy's own": (union("movement", "move_force", **march("4307", "4306")), "5.2/1"),
    "a leader elsewhere": (to("4404", leaders=["A"]), "10.2/1"),
    "an answer to nothing asked": (union("movement", "retreat", path=["4404"]), "3.2.2/5"),
}


@pytest.mark.parametrize("name", ILLEGAL)
def test_an_illegal_order_names_its_clause(unchanged: Story, name: str) -> None:
    order, rule = ILLEGAL[name]
    found = problem(unchanged.send(order), 409, "refused")
    assert found["rule"] == rule
    assert found["reason"]
    assert rule in found["detail"]
    assert found["reason"] in found["detail"]


def test_virginians_stay_in_virginia_in_the_first_turn(marching: Story) -> None:
    """An illegal answer to a question that a march asked leaves the question open."""
    marching.play(FIRST_UNION_IMPULSE[3:5])
    size = marching.table.log_size()
    to_maryland = confederate("reaction_move", "react_to", to="4404")
    assert problem(marching.send(to_maryland), 409, "refused")["rule"] == "3.1.3/3"
    assert marching.table.log_size() == size
    marching.give(FIRST_UNION_IMPULSE[5])


def test_a_finished_game(marching: Story) -> None:
    body = marching.body(MARCH)
    before = marching.read("/position")["position"]
    resigned = marching.table.post("/resignation", {}, CONFEDERATE)
    assert resigned.status_code == 200
    outcome = marching.game()["outcome"]
    assert (outcome["winner"], outcome["rule"]) == (UNION, "match/resign")
    size = marching.table.log_size()
    found = problem(marching.table.post("/commands", body, UNION), 409, "game-over")
    assert (found["rule"], found["reason"]) == (outcome["rule"], outcome["reason"])
    for path in ("/resignation", "/draw-offers"):
        problem(marching.table.post(path, {}, UNION), 409, "game-over")
    rewind = marching.table.post("/rewinds", {"at": 1}, UNION)
    assert rewind.status_code == 409
    assert marching.table.log_size() == size
    assert marching.read("/position")["position"] == before
    assert marching.table.post("/forks", {"at": 1}).status_code == 201, "what might have been stays open"


BAD_POSITIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "an unknown hex": lambda document: document["forces"].update({"9999": {"union": {"asp": 1}}}),
    "an unknown side": lambda document: document["forces"].update({"4506": {"federal": {"asp": 1}}}),
    "a negative strength": lambda document: document["forces"].update({"4506": {"union": {"asp": -1}}}),
    "a strength of text": lambda document: document["forces"].update({"4506": {"union": {"asp": "3"}}}),
    "an unknown field": lambda document: document.update({"weather": "rain"}),
    "a turn beyond the last": lambda document: document.update({"turn": 99}),
    "an unknown phase": lambda document: document.update({"phase": "winter_quarters"}),
    "an unknown leader": lambda document: document["leaders"].update({"Z": {"hex": "4506"}}),
}


@pytest.mark.parametrize("name", BAD_POSITIONS)
def test_a_bad_position_opens_no_game(told: Story, http: httpx.Client, name: str) -> None:
    document = json.loads(json.dumps(told.read("/position", at=6)["position"]))
    BAD_POSITIONS[name](document)
    size = told.table.log_size()
    body = {"ruleset": "american_civil_war", "scenario": "campaign", "position": document}
    answer = http.post("/games", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["type"] == "/api/docs#unreadable"
    assert told.table.log_size() == size

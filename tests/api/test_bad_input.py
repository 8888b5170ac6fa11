"""Bad input: a problem document with a clear reason, never a 5xx, and the log unchanged."""

import http.client
import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from structlog.testing import capture_logs

from tests.api.running import PATIENCE, Server, Table
from tests.stores import Store

PULL = {"id": "a-pull", "command": {"type": "pull", "effort": 1}, "decision": "1.blue"}


@pytest.fixture
def unchanged(table: Table) -> Iterator[Table]:
    """A table whose log must be as long after the test as before."""
    size = table.log_size()
    yield table
    assert table.log_size() == size, "a refused request changed the log"
    table.pull()  # and the game continues


def problem(answer: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    """Hold an answer to be that problem, whole; the document."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert found["type"] == f"/api/docs#{kind}"
    assert found["status"] == status
    assert found["title"]
    assert found["detail"]
    assert found["instance"].startswith("/api/v1/")
    return found


def send(
    table: Table, content: bytes, media: str = "application/json", path: str = "/commands"
) -> httpx.Response:
    headers = {"Authorization": f"Bearer {table.tokens['blue']}", "Content-Type": media}
    return table.http.post(f"/games/{table.game}{path}", content=content, headers=headers)


MALFORMED = {
    "cut short": b'{"id": "x", "command": {',
    "not JSON": b"id=x&command=pull",
    "NaN": b'{"id": "x", "command": {"type": "pull", "effort": NaN}}',
    "infinity": b'{"id": "x", "command": {"type": "pull", "effort": Infinity}}',
    "a number beyond floats": b'{"id": "x", "command": {"type": "pull", "effort": 1e999}}',
    "not UTF-8": b'{"id": "\xff\xfe", "command": {}}',
    "half a surrogate": b'{"id": "\\ud800", "command": {}}',
    "two documents": b"{}{}",
    "a comment": b"{} // no",
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_not_json_is_malformed(unchanged: Table, name: str) -> None:
    problem(send(unchanged, MALFORMED[name]), 400, "malformed")


def nested(depth: int) -> bytes:
    inside = '{"a":' * depth + "1" + "}" * depth
    return f'{{"id": "x", "command": {{"type": "pull", "effort": {inside}}}}}'.encode()


UNREADABLE: dict[str, Any] = {
    "nothing": {},
    "a list": [],
    "a number": 7,
    "null": None,
    "no command": {"id": "x"},
    "no id": {"command": {"type": "pull", "effort": 1}},
    "an unknown field": {**PULL, "more": 1},
    "an id of a wrong type": {**PULL, "id": 7},
    "an empty id": {**PULL, "id": ""},
    "a long id": {**PULL, "id": "x" * 65},
    "an id with a line break": {**PULL, "id": "x\n"},
    "a command that is a string": {**PULL, "command": "pull"},
    "an unknown command": {**PULL, "command": {"type": "dance"}},
    "a command without a type": {**PULL, "command": {"effort": 1}},
    "a type of a wrong type": {**PULL, "command": {"type": ["pull"], "effort": 1}},
    "a command with an unknown field": {**PULL, "command": {"type": "pull", "effort": 1, "cheat": 6}},
    "a command of wrong types": {**PULL, "command": {"type": "pull", "effort": "1"}},
    "a command with a truth for a number": {**PULL, "command": {"type": "pull", "effort": True}},
    "a command with a fraction": {**PULL, "command": {"type": "pull", "effort": 1.5}},
    "a number that readers would change": {**PULL, "command": {"type": "pull", "effort": 2**53}},
    "a very large number": {**PULL, "command": {"type": "pull", "effort": 10**40}},
    "a decision of a wrong type": {**PULL, "decision": {"id": "1.blue"}},
    "a version of a wrong type": {**PULL, "expected_version": "3"},
    "a negative version": {**PULL, "expected_version": -1},
    "a version beyond all": {**PULL, "expected_version": 2**40},
    "a truth for a version": {**PULL, "expected_version": True},
    "a seat of a wrong type": {**PULL, "seat": 1},
    "an import path": {**PULL, "timeline": "../../main"},
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_has_not_the_right_shape_is_unreadable(unchanged: Table, name: str) -> None:
    found = problem(send(unchanged, json.dumps(UNREADABLE[name]).encode()), 422, "unreadable")
    assert "Traceback" not in found["detail"]


TWICE = {
    "in the body": b'{"id": "x", "id": "y", "command": {"type": "pull", "effort": 1}}',
    "in the command": b'{"id": "x", "command": {"type": "pull", "effort": 1, "effort": 3}}',
    "written otherwise": b'{"id": "x", "command": {"type": "pull", "effort": 1, "\\u0065ffort": 3}}',
    "with the same value": b'{"id": "x", "id": "x", "command": {"type": "pull", "effort": 1}}',
}


@pytest.mark.parametrize("name", TWICE)
def test_a_name_twice_in_one_object_is_unreadable(unchanged: Table, name: str) -> None:
    assert "twice" in problem(send(unchanged, TWICE[name]), 422, "unreadable")["detail"]


def test_a_name_in_two_objects_and_colons_in_text_are_no_matter(table: Table) -> None:
    assert table.give("blue", {"type": "shout", "word": "heave: ho"}).status_code == 200
    body = {"ruleset": "tug", "scenario": "short", "title": "id: title: id", "options": {"end": "drift"}}
    assert table.http.post("/games", json=body).status_code == 201


def test_the_wrong_fields_are_named(unchanged: Table) -> None:
    answer = send(unchanged, json.dumps({**PULL, "more": 1, "expected_version": "3"}).encode())
    found = problem(answer, 422, "unreadable")
    assert {each["where"] for each in found["errors"]} == {"more", "expected_version"}


@pytest.mark.parametrize("depth", [40, 900, 5_000])
def test_deep_nesting_is_unreadable(unchanged: Table, depth: int) -> None:
    problem(send(unchanged, nested(depth)), 422, "unreadable")


SWOLLEN = {
    "names": b'{"ruleset":"tug",' + b",".join(b'"%x":0' % n for n in range(330_000)) + b"}",
    "names of a position": b'{"position":{' + b",".join(b'"%x":0' % n for n in range(1_001)) + b"}}",
    "names in objects": b'{"position":{"a":' + b'[{"a":0},' * 1_000 + b"0" + b"]" * 1_000 + b"}}",
    "values": b'{"position":{"a":[' + b"0," * 60_000 + b"0]}}",
    "texts of colons": b'{"title":"' + b":" * 200_000 + b'"}',
}


@pytest.mark.parametrize("what", SWOLLEN)
def test_a_body_of_many_small_things_is_refused_before_its_schema_reads_it(
    unchanged: Table, what: str
) -> None:
    headers = {"Content-Type": "application/json"}
    answer = unchanged.http.post("/games", content=SWOLLEN[what], headers=headers)
    found = problem(answer, 422, "unreadable")
    assert found["detail"].startswith("The body ")
    assert "errors" not in found


def test_a_form_of_many_fields_is_refused(unchanged: Table) -> None:
    origin = str(unchanged.http.base_url).partition("/api")[0]
    for form in ("a=1&" * 60, "&" * 60_000):
        answer = unchanged.http.post(
            f"{origin}/games", content=form, headers={"Content-Type": "application/x-www-form-urlencoded"}
        )
        assert answer.status_code == 422
        assert "more than 50 fields" in answer.text


def test_a_huge_body_is_too_large(unchanged: Table) -> None:
    huge = json.dumps({**PULL, "command": {"type": "shout", "word": "x" * 70_000}}).encode()
    problem(send(unchanged, huge), 413, "too-large")


def test_a_huge_body_without_a_length_is_too_large(unchanged: Table) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"id": "'
        for _ in range(80):
            yield b"x" * 1024
        yield b'"}'

    headers = {"Authorization": f"Bearer {unchanged.tokens['blue']}", "Content-Type": "application/json"}
    answer = unchanged.http.post(f"/games/{unchanged.game}/commands", content=chunks(), headers=headers)
    problem(answer, 413, "too-large")


def test_a_position_may_be_larger_but_not_without_end(unchanged: Table) -> None:
    body = {"ruleset": "tug", "scenario": "long", "position": {"stood": {str(n): n for n in range(20_000)}}}
    answer = unchanged.http.post("/games", json=body)
    problem(answer, 422, "unreadable")
    body["position"] = {"word": "x" * 5_000_000}
    problem(unchanged.http.post("/games", json=body), 413, "too-large")


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "application/xml"])
def test_another_content_type_is_unsupported(unchanged: Table, media: str) -> None:
    problem(send(unchanged, json.dumps(PULL).encode(), media), 415, "unsupported-media-type")


def test_a_wrong_method_is_told_which_are_right(unchanged: Table) -> None:
    answer = unchanged.http.put(f"/games/{unchanged.game}/commands", json={})
    problem(answer, 405, "method-not-allowed")
    assert answer.headers["Allow"] == "OPTIONS, POST"
    problem(unchanged.http.delete(f"/games/{unchanged.game}"), 405, "method-not-allowed")


def test_no_token_and_forged_tokens_are_refused(unchanged: Table) -> None:
    none = unchanged.post("/commands", PULL)
    problem(none, 401, "not-signed-in")
    assert none.headers["WWW-Authenticate"].startswith("Bearer")
    token = unchanged.tokens["blue"]
    forged = [
        "0" * len(token),
        token[:-1] + ("0" if token[-1] != "0" else "1"),
        token.upper() + "x",
        "x" * 300,
    ]
    for one in forged:
        problem(unchanged.post("/commands", PULL, token=one), 401, "not-signed-in")
    for header in ("Basic Ymx1ZTpibHVl", "Bearer", "Bearer x y z", token, f"Bearer {token} {token}"):
        answer = unchanged.http.post(
            f"/games/{unchanged.game}/commands", json=PULL, headers={"Authorization": header}
        )
        problem(answer, 401, "not-signed-in")


def test_a_cookie_is_no_token_for_the_api(unchanged: Table) -> None:
    headers = {"Cookie": f"ironclad-blue={unchanged.tokens['blue']}"}
    answer = unchanged.http.post(f"/games/{unchanged.game}/commands", json=PULL, headers=headers)
    problem(answer, 401, "not-signed-in")


def test_only_the_seat_itself_commands(table: Table) -> None:
    other = Table.open(table.http)
    size = other.log_size()
    problem(table.post("/commands", {**PULL, "seat": "blue"}, "grey"), 403, "not-your-seat")
    for path in ("/commands", "/resignation", "/draw-offers", "/rewinds"):
        body = {"/commands": PULL, "/rewinds": {"at": 1}}.get(path, {})
        problem(table.post(path, body, token=other.tokens["blue"]), 403, "not-your-seat")
    assert other.log_size() == size


def test_a_proposal_that_was_never_made_cannot_be_answered(unchanged: Table) -> None:
    for path in ("rewinds/none/accept", "rewinds/none/decline", "draw-offers/none/accept"):
        problem(unchanged.post(f"/{path}", {}, "blue"), 409, "refused")


def test_an_answer_to_the_other_seats_decision_is_not_accepted(unchanged: Table) -> None:
    answer = unchanged.post("/commands", PULL, "grey")
    assert answer.status_code in (403, 409), answer.text


UNKNOWN = [
    "/games/none",
    "/games/none/events",
    "/games/none/legal?seat=blue",
    "/games/none/position",
    "/games/{g}/position?at=999",
    "/games/{g}/views/map?at=2147483647",
    "/games/{g}/views/weather",
    "/games/{g}/views/map?timeline=none",
    "/games/{g}/map?timeline=none",
    "/games/{g}/events?timeline=none",
    "/games/{g}/legal?seat=red",
    "/games/{g}/compare?a=@1&b=@999",
    "/games/{g}/compare?a=none&b=@1",
    "/rulesets/chess",
    "/rulesets/chess/clauses",
    "/rulesets/chess/reference",
    "/nothing/here",
    "/games/" + "x" * 65,
    "/games/%00",
    "/games/%ff%fe/events",
    "/games/..%2f..%2fetc",
]


@pytest.mark.parametrize("path", UNKNOWN)
def test_what_is_not_there_is_not_found(unchanged: Table, path: str) -> None:
    problem(unchanged.http.get(path.replace("{g}", unchanged.game)), 404, "not-found")


def test_what_is_not_there_cannot_be_acted_on(unchanged: Table) -> None:
    token = unchanged.tokens["blue"]
    headers = {"Authorization": f"Bearer {token}"}
    game = f"/games/{unchanged.game}"
    for path, body in [
        ("/games/none/commands", PULL),
        (f"{game}/forks", {"at": 99}),
        (f"{game}/rewinds", {"at": 99}),
        (f"{game}/commands", {**PULL, "timeline": "none"}),
        (f"{game}/seats/red", {"player": "Ada"}),
        ("/games/none/seats/blue", {"player": "Ada"}),
        ("/games", {"ruleset": "chess", "scenario": "long"}),
        ("/games", {"ruleset": "tug", "scenario": "none"}),
    ]:
        problem(unchanged.http.post(path, json=body, headers=headers), 404, "not-found")


QUERIES = [
    "/position?at=x",
    "/position?at=-1",
    "/position?at=1.5",
    "/position?at=99999999999999999999",
    "/position?at=" + "9" * 1500,
    "/position?when=3",
    "/position?at=1&more=2",
    "/views/map?timeline=" + "x" * 65,
    "/views/chronicle?limit=0",
    "/views/chronicle?limit=501",
    "/views/chronicle?types=Pull",
    "/views",
    "/views?names=",
    "/views?names=map,",
    "/views?names=" + ",".join(["map"] * 17),
    "/events?from=0",
    "/events?limit=100000",
    "/events?to=abc",
    "/legal",
    "/legal?seat=blue&limit=99999",
    "/compare?a=@1",
    "/compare?a=@1&b=@x",
    "/compare?a=@1&b=@9999999999",
    "/compare?a=@1&b=1@2@3",
]


@pytest.mark.parametrize("query", QUERIES)
def test_parameters_out_of_bounds_are_unreadable(unchanged: Table, query: str) -> None:
    problem(unchanged.http.get(f"/games/{unchanged.game}{query}"), 422, "unreadable")


@pytest.mark.parametrize(
    "query", ["cursor=nonsense", "cursor=", "limit=0", "limit=201", "cursor=" + "x" * 300]
)
def test_bad_cursors_are_unreadable(unchanged: Table, query: str) -> None:
    problem(unchanged.http.get(f"/games?{query}"), 422, "unreadable")


BAD_GAMES: list[dict[str, Any]] = [
    {"scenario": "long"},
    {"ruleset": "tug", "scenario": "long", "options": {"end": "never"}},
    {"ruleset": "tug", "scenario": "long", "options": {"weather": "fair"}},
    {"ruleset": "tug", "scenario": "long", "options": ["end"]},
    {"ruleset": "tug", "scenario": "long", "options": {"end": 1}},
    {"ruleset": "tug", "scenario": "long", "position": {"length": "long"}},
    {"ruleset": "tug", "scenario": "long", "position": []},
    {"ruleset": "tug", "scenario": "long", "title": "x" * 201},
    {"ruleset": "tug", "scenario": "long", "by": 3},
    {"ruleset": "tug", "scenario": "long", "id": "no blanks"},
]


@pytest.mark.parametrize("body", BAD_GAMES)
def test_a_game_that_cannot_be_opened_is_unreadable(unchanged: Table, body: dict[str, Any]) -> None:
    problem(unchanged.http.post("/games", json=body), 422, "unreadable")


@pytest.mark.parametrize(
    "body", [{}, {"player": ""}, {"player": "x" * 65}, {"player": 1}, {"player": "A", "id": "short"}]
)
def test_a_seat_that_cannot_be_taken_is_unreadable(unchanged: Table, body: dict[str, Any]) -> None:
    problem(unchanged.post("/seats/blue", body), 422, "unreadable")


def test_a_stale_decision_says_what_is_due_now(http: httpx.Client) -> None:
    table = Table.open(http)
    table.pull()
    size = table.log_size()
    found = problem(table.post("/commands", PULL, "blue"), 409, "stale")
    assert [due["id"] for due in found["due"]] == ["1.grey"]
    assert (found["timeline"], found["version"]) == ("main", 3)
    assert table.log_size() == size


def test_an_illegal_command_names_its_rule(unchanged: Table) -> None:
    answer = unchanged.give("blue", {"type": "pull", "effort": 4})
    found = problem(answer, 409, "refused")
    assert (found["rule"], found["reason"]) == ("2", "a pull is 1 to 3, not 4")


def test_an_id_used_for_another_command_is_refused(http: httpx.Client) -> None:
    table = Table.open(http)
    assert table.post("/commands", PULL, "blue").status_code == 200
    size = table.log_size()
    other = {**PULL, "command": {"type": "pull", "effort": 2}}
    problem(table.post("/commands", other, "blue"), 422, "id-reused")
    assert table.log_size() == size


def test_a_finished_game_takes_no_more_commands(http: httpx.Client) -> None:
    table = Table.open(http)
    table.post("/resignation", {}, "blue")
    size = table.log_size()
    found = problem(table.give("grey", {"type": "shout", "word": "won"}), 409, "game-over")
    assert found["rule"]
    assert found["reason"]
    for path, body in (("/resignation", {}), ("/draw-offers", {}), ("/commands", {**PULL, "id": "late"})):
        problem(table.post(path, body, "blue"), 409, "game-over")
    assert table.log_size() == size


def test_a_game_that_ended_by_its_rules_takes_no_more_commands(http: httpx.Client) -> None:
    table = Table.open(http, "short")
    while table.get().json()["outcome"] is None:
        table.pull()
    size = table.log_size()
    found = problem(table.give("blue", {"type": "pull", "effort": 1}, decision=None), 409, "game-over")
    assert found["rule"] == "4"
    assert table.log_size() == size


def test_a_version_that_does_not_come_is_not_yet(store: Store) -> None:
    server = Server(store, bounds={"wait_seconds": 0.1}).start()
    with server.client() as own:
        table = Table.open(own)
        size = table.log_size()
        found = problem(table.get("/views/map", min_version=2_000_000), 409, "not-yet")
        assert found["version"] == table.version()
        assert table.log_size() == size
    assert server.stop() == 0


def test_an_address_without_end_is_refused(unchanged: Table) -> None:
    problem(unchanged.http.get("/games?cursor=" + "x" * 3000), 414, "url-too-long")


def test_a_foreign_host_name_is_refused(unchanged: Table, server: Server) -> None:
    answer = httpx.get(f"{server.address}/api/v1/games", headers={"Host": "evil.example"})
    problem(answer, 400, "bad-request")


RAW: list[Callable[[str], bytes]] = [
    lambda game: b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: abc\r\n\r\n",
    lambda game: b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    lambda game: b"nonsense\r\n\r\n",
    lambda game: b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 600_000 + b"\r\n\r\n",
    lambda game: f"GET /api/v1/games/{game}/../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
]


@pytest.mark.parametrize("number", range(len(RAW)))
def test_broken_http_does_not_break_the_server(unchanged: Table, server: Server, number: int) -> None:
    address = urlsplit(server.address)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
    connection.connect()
    try:
        connection.sock.sendall(RAW[number](unchanged.game))
        answer = connection.sock.recv(65536)
    except (BrokenPipeError, ConnectionResetError):
        answer = b""
    finally:
        connection.close()
    assert not answer.startswith(b"HTTP/1.1 5")
    assert not answer.startswith(b"HTTP/1.1 2")


def test_a_real_fault_tells_nothing_but_a_trace() -> None:
    from ironclad.api.app import create_app
    from ironclad.api.settings import Settings

    class Broken:
        def log_size(self) -> int:
            return 0

        def game(self, game: str) -> None:
            raise ZeroDivisionError("the secret is 12345")

    broken = SimpleNamespace(queries=Broken(), on_position_refused=lambda _: None)
    app = create_app(broken, Settings())  # type: ignore[arg-type]
    with capture_logs() as logged:
        answer = app.test_client().get("/api/v1/games/any")
    assert answer.status_code == 500
    assert answer.content_type == "application/problem+json"
    found = answer.get_json()
    assert found["type"] == "/api/docs#internal"
    assert found["trace"] in found["detail"]
    assert "12345" not in answer.text
    assert "ZeroDivision" not in answer.text
    assert found["trace"] in [each["trace"] for each in logged]

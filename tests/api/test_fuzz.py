"""Whatever comes in, no answer is a 5xx, and every failure is a problem document."""

import json
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.running import Table
from tests.api.test_american_civil_war import play
from tests.stores import LAST

pytestmark = pytest.mark.parametrize("store_kind", LAST, indirect=True, scope="session")

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["main", "blue", "union", "1.blue", "pull", "@1", "\x00", "\u202e", "é" * 70]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAMES = """
    id command decision expected_version timeline seat at reason player by title ruleset scenario options
    position limit from to a b cursor x
"""
FIELDS = st.sampled_from(NAMES.split())
BODIES = st.dictionaries(FIELDS, VALUES, max_size=6) | VALUES
FUZZ = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)


def check(answer: httpx.Response) -> None:
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["status"] == answer.status_code


def calls(http: httpx.Client, method: str) -> list[str]:
    paths = http.get("/openapi.json").json()["paths"]
    return [path.removeprefix("/api/v1") for path, found in paths.items() if method in found]


@FUZZ
@given(body=BODIES, command=st.dictionaries(st.text(max_size=8), VALUES, max_size=4))
def test_no_body_makes_a_call_fail(table: Table, body: Any, command: dict[str, Any]) -> None:
    headers = {"Authorization": f"Bearer {table.tokens['blue']}", "Content-Type": "application/json"}
    whole = {"id": "fuzz", "decision": "1.blue", "command": {"type": "shout", **command}}
    for path in calls(table.http, "post"):
        path = path.replace("{game}", table.game).replace("{side}", "blue")
        path = path.replace("{proposal}", "none").replace("{offer}", "none")
        if path.endswith("/resignation"):
            continue
        check(table.http.post(path, content=json.dumps(body), headers=headers))
    check(table.post("/commands", whole, "blue"))


@FUZZ
@given(query=st.dictionaries(FIELDS, st.text(max_size=12) | st.integers().map(str), max_size=4))
def test_no_address_makes_a_call_fail(table: Table, query: dict[str, str]) -> None:
    for path in calls(table.http, "get"):
        path = path.replace("{game}", table.game).replace("{ruleset}", "tug").replace("{view}", "map")
        with table.http.stream("GET", path, params=query) as answer:
            if answer.headers["Content-Type"] != "text/event-stream":  # which has no end
                answer.read()
            check(answer)


@FUZZ
@given(content=st.binary(max_size=60))
def test_no_bytes_make_a_call_fail(table: Table, content: bytes) -> None:
    headers = {"Authorization": f"Bearer {table.tokens['blue']}", "Content-Type": "application/json"}
    for body in (content, b'{"id": "x", "command": ' + content):
        check(table.http.post(f"/games/{table.game}/commands", content=body, headers=headers))


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document, as the keys that lead there; long lists and mappings by their first two."""
    found = [path] if path else []
    items: list[tuple[Any, Any]] = []
    if isinstance(data, dict):
        items = list(data.items())[: 2 if path else None]
    elif isinstance(data, list):
        items = list(enumerate(data))[:2]
    for key, below in items:
        found += places(below, (*path, key))
    return found


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = replaced(data[path[0]], path[1:], value)
    return copy


def test_no_position_makes_opening_a_game_fail(http: httpx.Client) -> None:
    begun = Table.open(http, "campaign", "american_civil_war")
    play(begun, 40)
    position = begun.get("/position").json()["position"]
    body = {"ruleset": "american_civil_war", "scenario": "campaign"}
    values: list[Any] = [None, -1, 10**9, "x", [], {}, True, [["x"]], {"x": {"y": 1}}]
    for number, path in enumerate(places(position)):
        value = values[number % len(values)]
        check(http.post("/games", json={**body, "position": replaced(position, path, value)}))
    for value in ({}, {"turn": 1}, {"nonsense": 1}, {**position, "nonsense": 1}):
        check(http.post("/games", json={**body, "position": value}))


def test_no_order_makes_a_command_fail(http: httpx.Client) -> None:
    table = Table.open(http, "campaign", "american_civil_war")
    schemas = http.get("/rulesets/american_civil_war").json()["commands"]
    values: list[Any] = [
        None,
        -1,
        10**9,
        "0000",
        "",
        "x" * 300,
        [],
        [[]],
        {},
        {"0000": -5},
        True,
        ["1103", "1103"],
    ]
    (due, *_) = table.get().json()["due"]
    for name, schema in schemas.items():
        shape = schema["$defs"][schema["$ref"].rpartition("/")[2]]
        fields = [field for field in shape.get("properties", {}) if field != "type"]
        for number, value in enumerate(values):
            order = {"type": name, **dict.fromkeys(fields, value)}
            check(table.give(due["seat"], order, decision=due["id"], id=f"{name}-{number}"))

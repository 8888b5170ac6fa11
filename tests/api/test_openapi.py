"""The OpenAPI document is valid, complete, and true of what the calls answer."""

from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from tests.api.running import Server, Table
from tests.proof.signing import Key, Signing


@pytest.fixture(scope="module")
def document(http: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = http.get("/openapi.json").json()
    return found


def check(document: dict[str, Any], method: str, path: str, answer: httpx.Response) -> None:
    """Hold an answer to the schema that the document has for it."""
    responses = document["paths"][f"/api/v1{path}"][method]["responses"]
    described = responses[str(answer.status_code)]["content"]
    media = answer.headers["Content-Type"].partition(";")[0]
    schema = {**described[media]["schema"], "components": document["components"]}
    Draft202012Validator(schema).validate(answer.json())


def test_the_document_is_valid_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    validate(document)


def test_every_call_says_what_it_gives_and_which_problems(document: dict[str, Any]) -> None:
    identifiers = [one["operationId"] for calls in document["paths"].values() for one in calls.values()]
    assert len(identifiers) == len(set(identifiers)) >= 29
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            assert call["summary"], path
            assert any(status.startswith("2") for status in call["responses"]), (method, path)
            if method == "post":
                assert {"413", "415", "422"} <= set(call["responses"]), path


def test_calls_that_need_a_token_say_so(document: dict[str, Any]) -> None:
    for path in ("commands", "rewinds", "resignation", "draw-offers", "rewinds/{proposal}/accept"):
        call = document["paths"][f"/api/v1/games/{{game}}/{path}"]["post"]
        assert call["security"] == [{"seat": []}, {"account": []}]
        assert {"401", "403"} <= set(call["responses"])


READINGS = [
    "",
    "/legal?seat=blue",
    "/events",
    "/match/events",
    "/position",
    "/views/chronicle",
    "/views?names=map,economy",
    "/timelines",
    "/compare?a=@1&b=main",
]


@pytest.mark.parametrize("reading", READINGS)
def test_readings_answer_as_described(document: dict[str, Any], table: Table, reading: str) -> None:
    table.pull(2)
    path = "/games/{game}" + reading.partition("?")[0]
    check(document, "get", path, table.http.get(f"/games/{table.game}{reading}"))


def test_commands_and_refusals_answer_as_described(document: dict[str, Any], table: Table) -> None:
    path = "/games/{game}/commands"
    check(document, "post", path, table.give("blue", {"type": "pull", "effort": 2}))
    for answer in (
        table.give("grey", {"type": "pull", "effort": 9}),
        table.give("blue", {"type": "pull", "effort": 1}, decision="1.blue"),
        table.give("blue", {"type": "dance"}),
        table.post("/commands", {"nonsense": 1}, "blue"),
        table.post("/commands", {}, token="forged"),
    ):
        assert 400 <= answer.status_code < 500
        check(document, "post", path, answer)


def test_repeated_requests_answer_as_described(document: dict[str, Any], http: httpx.Client) -> None:
    opening = {"ruleset": "tug", "scenario": "long", "id": "described-once"}
    for status in (201, 200):
        answer = http.post("/games", json=opening)
        assert answer.status_code == status
        check(document, "post", "/games", answer)
    table = Table(http, answer.json()["id"])
    sitting = {"player": "Ada", "id": "a-secret-of-mine-4"}
    for status in (201, 200):
        answer = table.post("/seats/blue", sitting)
        assert answer.status_code == status
        check(document, "post", "/games/{game}/seats/{side}", answer)
    for status in (201, 200):
        offered = table.post("/draw-offers", {"id": "an-offer"}, token=answer.json()["token"])
        assert offered.status_code == status
        check(document, "post", "/games/{game}/draw-offers", offered)


def test_keys_and_what_is_signed_with_them_answer_as_described(
    document: dict[str, Any], http: httpx.Client
) -> None:
    keys = http.get("/log/keys")
    table = Signing.new(http, "tug", "long", keys.json()["origin"] if keys.status_code == 200 else "")
    lost, new = Key(f"lost {table.game}"), Key(f"new {table.game}")
    path = "/games/{game}/seats/{side}/key"
    check(document, "get", "/games/{game}", table.get())
    check(document, "post", path, table.register("blue", lost, table.keys["blue"]))
    check(document, "post", path, table.register("blue", lost, lost))
    check(document, "post", path, table.post("/seats/blue/key", {"nonsense": 1}, "blue"))
    check(
        document,
        "post",
        path,
        table.post("/seats/grey/key", {"key": "x", "id": "x", "signature": ""}, "blue"),
    )
    check(document, "post", path, table.offer("blue", new))
    check(document, "get", "/games/{game}", table.get())
    for how, status in (("decline", 200), ("decline", 409), ("accept", 409)):
        answer = table.post(f"/seats/blue/key/{how}", {"key": new.public}, "grey")
        assert answer.status_code == status
        check(document, "post", f"{path}/{how}", answer)
    table.offer("blue", new)
    answer = table.post("/seats/blue/key/accept", {"key": new.public}, "grey")
    assert answer.status_code == 200
    check(document, "post", f"{path}/accept", answer)
    check(document, "post", "/games/{game}/commands", table.give("grey", {"type": "shout", "word": "x"}))
    table.keys["blue"] = new
    check(document, "post", "/games/{game}/resignation", table.post("/resignation", {}, "blue"))


@pytest.mark.parametrize("path", ["/rulesets", "/rulesets/tug", "/health", "/ready", "/games"])
def test_lists_answer_as_described(document: dict[str, Any], http: httpx.Client, path: str) -> None:
    check(document, "get", path.replace("tug", "{ruleset}"), http.get(path))


def test_the_documentation_page_needs_no_network(server: Server, document: dict[str, Any]) -> None:
    page = httpx.get(server.address + "/api/docs")
    assert page.status_code == 200
    for path in document["paths"]:
        assert path in page.text
    assert 'id="stale"' in page.text
    for outside in ("http://", "https://", "//cdn"):
        assert f'src="{outside}' not in page.text
        assert f'href="{outside}' not in page.text

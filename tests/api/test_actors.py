"""Every field of a request that names who acts is obeyed or refused, by each call of the document."""

from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.shared import Shared, service
from tests.stores import Store

NAMING = {"seat", "by", "player", "account", "name", "side", "as"}
"""Names of fields by which a body can say who acts, or about whom it is."""

ABOUT = {
    ("post", "/games/{game}/reach", "seat"),
    ("post", "/games/{game}/foresight", "seat"),
    ("post", "/games/{game}/odds", "seat"),
    ("post", "/games/{game}/invitations", "seat"),
    ("post", "/games/{game}/commands/{id}/link", "seat"),
    ("post", "/games/{game}/readers", "name"),
    ("post", "/accounts", "name"),
    ("post", "/sessions", "name"),
}
"""Fields that say about whom a call is: they are obeyed, or refused by what the call itself checks."""

BODIES: dict[str, dict[str, Any]] = {
    "/games": {"ruleset": "tug", "scenario": "long"},
    "/games/{game}/commands": {"id": "c", "command": {"type": "pull", "effort": 1}, "decision": "1.blue"},
    "/games/{game}/take-backs": {"id": "b"},
    "/games/{game}/forks": {"at": 1},
    "/games/{game}/rewinds": {"at": 1},
    "/games/{game}/rules": {"version": "1.0"},
    "/games/{game}/intents": {"id": "i", "digest": "0" * 64},
    "/games/{game}/dice/ready": {"link": "0" * 64},
    "/games/{game}/clock/control": {"control": "90m+30s"},
    "/games/{game}/clock/control/withdraw": {"of": "blue"},
    "/games/{game}/clock/time": {"ms": 60_000, "to": "grey"},
    "/games/{game}/clock/pauses": {"until": "2030-01-01T00:00:00.000Z"},
    "/games/{game}/clock/adjournment": {"digest": "0" * 64},
    "/games/{game}/clock/vacations": {"from": "2030-01-01T00:00:00.000Z", "to": "2030-01-02T00:00:00.000Z"},
    "/games/{game}/clock/forgive": {"of": "blue"},
    "/games/{game}/clock/stop": {"why": "So."},
    "/games/{game}/clock/start": {"why": "So."},
    "/games/{game}/clock/adjust": {"why": "So.", "of": "grey", "ms": 60_000},
    "/games/{game}/clock/adjourn": {"why": "So."},
    "/games/{game}/clock/lift": {"why": "So.", "of": "grey"},
    "/games/{game}/chains": {"why": "So.", "timeline": "main", "seats": ["grey"], "custody": "server"},
    "/games/{game}/vacate": {"why": "So.", "of": "grey"},
    "/readjudications": {"ruleset": "tug"},
    "/rulesets/{ruleset}/errata": {
        "erratum": "e", "clause": "2", "before": "So.", "says": "So.", "case": "0" * 64,
    },
    "/rulesets/{ruleset}/errata/{erratum}/withdraw": {"why": "So."},
    "/games/{game}/officials": {"chief": "cid"},
    "/games/{game}/claims": {
        "about": {"timeline": "main", "version": 1}, "kind": "conduct",
        "says": "So.", "asks": {"type": "let_stand"},
    },
    "/games/{game}/claims/{claim}/answer": {"agrees": True, "says": "So."},
    "/games/{game}/claims/{claim}/evidence": {"items": []},
    "/games/{game}/claims/{claim}/files": {"data": "U28u"},
    "/games/{game}/claims/{claim}/settle": {"remedy": {"type": "let_stand"}},
    "/games/{game}/claims/{claim}/facts": {"timeline": "main", "version": 1, "number": 1},
    "/games/{game}/claims/{claim}/appeal": {"grounds": ["partial"], "says": "So."},
    "/games/{game}/messages": {"text": "Good morning."},
    "/games/{game}/remarks": {"text": "Good.", "for": "all", "version": 1},
    "/games/{game}/seats/{side}/key/accept": {"key": "0" * 64},
    "/games/{game}/seats/{side}/key/decline": {"key": "0" * 64},
}
"""What a call takes besides, so that nothing but the actor is wrong with it."""


@pytest.fixture
def shared(store: Store) -> Iterator[Shared]:
    with service(store) as made:
        for name in ("ann", "bob", "cid"):
            made.add(name)
        yield made


@pytest.fixture
def seated(shared: Shared) -> tuple[str, dict[str, str]]:
    """A game of ann and bob, and the tokens that act as blue: the seat's own, and its account's."""
    game = shared.open_game("ann")
    tokens = {"the seat": shared.sit(game, "blue", "ann"), "the account": shared.tokens["ann"]}
    shared.sit(game, "grey", "bob")
    return game, tokens


def named_in_bodies(shared: Shared) -> Iterator[tuple[str, str, str]]:
    """(method, path, field) of each field that can name an actor."""
    document: Any = shared.get("/openapi.json").json
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            if method not in ("get", "delete") and "requestBody" in call:
                schema = call["requestBody"]["content"]["application/json"]["schema"]
                name = schema["$ref"].rpartition("/")[2]
                fields = document["components"]["schemas"][name].get("properties", {})
                yield from ((method, path.removeprefix("/api/v1"), each) for each in NAMING & set(fields))


def call(shared: Shared, method: str, path: str, game: str, token: str, body: Any) -> TestResponse:
    filled = path.replace("{game}", game).replace("{side}", "grey").replace("{account}", "nobody")
    filled = filled.replace("{proposal}", "none").replace("{offer}", "none").replace("{id}", "none")
    filled = filled.replace("{claim}", "1")
    return shared.call(method.upper(), filled, token=token, json=body)


def test_a_field_that_names_another_actor_is_refused_by_every_call(
    shared: Shared, seated: tuple[str, dict[str, str]]
) -> None:
    game, tokens = seated
    found = set(named_in_bodies(shared))
    assert found >= ABOUT
    assert len(found - ABOUT) >= 20
    before = shared.referee.queries.log_size()
    for method, path, field in sorted(found - ABOUT):
        for holder, token in tokens.items():
            if path == "/games" and holder == "the seat":
                continue  # a seat's token opens no game
            body = {**BODIES.get(path, {}), field: "grey"}
            answer = call(shared, method, path, game, token, body)
            assert answer.status_code == 403, (path, field, holder, answer.text)
    assert shared.referee.queries.log_size() == before


def test_a_header_that_names_another_seat_is_refused_by_every_call_that_acts(
    shared: Shared, seated: tuple[str, dict[str, str]]
) -> None:
    game, tokens = seated
    before = shared.referee.queries.log_size()
    for method, path, field in sorted(each for each in named_in_bodies(shared) if each[2] == "seat"):
        if (method, path, field) in ABOUT or path.endswith(("/messages", "/remarks")):
            continue  # what is written beside a game is no move: who holds no seat may write too
        for token in tokens.values():
            filled = path.replace("{game}", game).replace("{side}", "grey")
            filled = filled.replace("{proposal}", "none").replace("{offer}", "none")
            filled = filled.replace("{claim}", "1")
            headers = {"Authorization": f"Bearer {token}", "Ironclad-Seat": "grey"}
            answer = shared.client.open(
                "/api/v1" + filled, method=method.upper(), headers=headers, json=BODIES.get(path, {})
            )
            assert answer.status_code == 403, (path, answer.text)
    assert shared.referee.queries.log_size() == before


DIRECTED = [
    *(f"/games/{{game}}/clock/{act}" for act in ("stop", "start", "adjust", "adjourn", "lift")),
    *("/games/{game}/claims/{claim}/facts", "/readjudications"),
    *("/rulesets/{ruleset}/errata", "/rulesets/{ruleset}/errata/{erratum}/withdraw"),
]
"""Calls of directors and operators: no field of theirs says who acts."""


@pytest.mark.parametrize("path", DIRECTED)
def test_a_seat_is_no_director_whatever_it_says(
    shared: Shared, seated: tuple[str, dict[str, str]], path: str
) -> None:
    game, tokens = seated
    before = shared.referee.queries.log_size()
    filled = path.replace("{ruleset}", "tug").replace("{erratum}", "e")
    for token in tokens.values():
        plain = call(shared, "post", filled, game, token, BODIES[path])
        assert plain.status_code == 403 or plain.json["rule"] == "ruling/by", plain.text  # type: ignore[index]
        for field in sorted(NAMING):
            named = call(shared, "post", filled, game, token, {**BODIES[path], field: "cid"})
            assert named.status_code in (403, 422), (field, named.text)
    assert shared.referee.queries.log_size() == before


def test_the_same_field_is_obeyed_where_it_names_the_caller(
    shared: Shared, seated: tuple[str, dict[str, str]]
) -> None:
    game, tokens = seated
    for number, token in enumerate(tokens.values()):
        path = f"/games/{game}/draw-offers"
        offered = shared.post(path, {"seat": "blue", "id": f"offer-{number}"}, token=token)
        assert (offered.status_code, offered.json["offer"]["seat"]) == (201, "blue")  # type: ignore[index]
        offer = offered.json["offer"]["id"]  # type: ignore[index]
        assert shared.post(f"{path}/{offer}/withdraw", {"seat": "blue"}, token=token).status_code == 200
        forked = shared.post(f"/games/{game}/forks", {"at": 1, "by": "blue"}, token=token)
        assert (forked.status_code, forked.json["by"]) == (201, "blue")  # type: ignore[index]
    assert shared.post("/games", {**BODIES["/games"], "by": "ANN"}, "ann").status_code == 201
    third = shared.open_game("cid")
    assert shared.post(f"/games/{third}/seats/blue", {"player": "Cid"}, "cid").status_code == 201


def test_the_owner_of_a_what_if_still_commands_every_seat_there(
    shared: Shared, seated: tuple[str, dict[str, str]]
) -> None:
    game, tokens = seated
    line = shared.post(f"/games/{game}/forks", {"at": 1}, token=tokens["the seat"]).json["id"]  # type: ignore[index]
    for turn, seat in enumerate(("blue", "grey", "blue")):
        body = {"id": f"w{turn}", "command": {"type": "pull", "effort": 1}, "timeline": line, "seat": seat}
        due = shared.get(f"/games/{game}/legal?seat={seat}&timeline={line}").json["due"]  # type: ignore[index]
        answer = shared.post(
            f"/games/{game}/commands", {**body, "decision": due[0]["id"]}, token=tokens["the seat"]
        )
        assert answer.status_code == 200, answer.text

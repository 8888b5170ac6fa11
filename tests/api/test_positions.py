"""A position that is taken leads to no 500: documents of play with something changed, and every call."""

import copy
import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from ironclad.api.app import create_app
from ironclad.api.rulebook.rulesets import installed
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.settings import Settings
from ironclad.domain.kernel.fair.fair_dice import V1
from tests.played import played_steps

EXAMPLES = int(os.environ.get("IRONCLAD_TEST_POSITIONS", "8"))
WORDS = ["", "nsp", "none", "2014", "union", "\u202e"]
ODD = st.sampled_from([*WORDS, 0, 1, -1, 3, 10**9, 1.5, True, None, [], {}, [1]])
WAR = "american_civil_war"


@cache
def positions(name: str) -> list[dict[str, Any]]:
    """Documents of positions from a played game: its first ones, and some of its turns."""
    ruleset = installed()[name]
    steps = played_steps(name, 1)
    return [
        ruleset.storage.to_document(step.before)
        for number, step in enumerate(steps)
        if number < 400 and number % 13 == 0
    ]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of each value within a document."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield from places(below, (*path, key))


@st.composite
def changed(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """A document of a played game in which a few things are otherwise."""
    document = copy.deepcopy(draw(st.sampled_from(positions(name))))
    for _ in range(draw(st.integers(1, 2))):
        found = [path for path in places(document) if path]
        *above, last = draw(st.sampled_from(found))
        holder: Any = document
        for key in above:
            holder = holder[key]
        how = draw(st.sampled_from(["drop", "odd", "odd", "rename", "swap"]))
        if how == "drop":
            del holder[last]
        elif how == "rename" and isinstance(holder, dict):
            holder[draw(st.sampled_from(["", "nsp", "2014", "union"]))] = holder.pop(last)
        elif how == "swap" and isinstance(holder, dict):
            holder[last] = copy.deepcopy(holder[draw(st.sampled_from(sorted(holder)))])
        else:
            holder[last] = draw(ODD)
    return document


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    rulesets = installed()
    with Service("sqlite://", rulesets, ServiceSettings(secret=b"s" * 32)) as referee:
        yield create_app(referee, Settings(rulesets=rulesets, rates={})).test_client(use_cookies=False)


def hold(client: FlaskClient, name: str, document: dict[str, Any]) -> bool:
    """Open a game at a document, and ask everything of it; whether it was taken."""
    ruleset = installed()[name]
    scenario = document.get("scenario") or next(iter(ruleset.identity.scenarios))
    body = {
        "ruleset": name,
        "scenario": scenario,
        "position": document,
        "dice": V1,
    }
    opened = client.post("/api/v1/games", json=body)
    assert opened.status_code in (201, 404, 409, 422), opened.text
    if opened.status_code != 201:
        return False
    game = f"/api/v1/games/{opened.json['id']}"  # type: ignore[index]
    tokens = {
        seat: client.post(f"{game}/seats/{seat}", json={"player": seat}).json["token"]  # type: ignore[index]
        for seat in ruleset.seats
    }
    for _ in range(3):
        read(client, game, ruleset.seats, tokens)
        if not order(client, game, tokens):
            break
    return True


def read(client: FlaskClient, game: str, seats: tuple[str, ...], tokens: dict[str, str]) -> None:
    """Every reading of the game, for each seat and for an onlooker."""
    views = client.get(f"{game}/views/none").json["detail"]  # type: ignore[index]
    names = views.partition("the views ")[2].partition(", not")[0].split(", ")
    paths = ["", "/position", "/events", "/views/chronicle?quiet=yes", "/compare?a=@1&b=@1", "/map", "/dice"]
    paths += [f"/views/{name}" for name in names] + [f"/legal?seat={seat}&told=true" for seat in seats]
    asked = [(game + path, headers) for path in paths for headers in (*map(bearer, tokens.values()), {})]
    asked.append((game.replace("/api/v1", ""), {}))
    for path, headers in asked:
        answer = client.get(path, headers=headers)
        assert answer.status_code < 500, (path, answer.text)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def order(client: FlaskClient, game: str, tokens: dict[str, str]) -> bool:
    """Ask about what may be ordered, and order some of it; whether anything was taken."""
    record: Any = client.get(game).json
    for due in record["due"]:
        headers = bearer(tokens[due["seat"]])
        about = {"seat": due["seat"], "decision": due["id"]}
        legal = client.get(f"{game}/legal", query_string=about, headers=headers)
        assert legal.status_code == 200, legal.text
        commands = legal.json["commands"]  # type: ignore[index]
        chosen = commands[:: max(1, len(commands) // 6)][:6]
        asks = [(f"{game}/foresight", {**about, "commands": chosen}), (f"{game}/odds", {})]
        asks += [
            (f"{game}/{what}", {**about, "command": each}) for each in chosen for what in ("reach", "odds")
        ]
        for path, body in asks:
            answer = client.post(path, json=body, headers=headers)
            assert answer.status_code < 500, (path, body, answer.text)
        for number, each in enumerate(chosen[::-1]):
            body = {"id": f"{record['version']}-{number}", "decision": due["id"], "command": each}
            answer = client.post(f"{game}/commands", json=body, headers=headers)
            assert answer.status_code < 500, (each, answer.text)
            if answer.status_code == 200:
                return True
    return False


@pytest.mark.full
def test_a_position_that_is_taken_leads_to_no_fault(client: FlaskClient) -> None:
    taken = []

    @seeded(int(os.environ.get("IRONCLAD_TEST_SEED", "1")))
    @settings(max_examples=EXAMPLES, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(document=changed(WAR))
    def held(document: dict[str, Any]) -> None:
        taken.append(hold(client, WAR, document))

    held()
    assert 0 < sum(taken) < len(taken)


def test_a_game_that_hides_something_takes_no_position(client: FlaskClient) -> None:
    assert not hold(client, "bull_run_to_appomattox", positions("bull_run_to_appomattox")[0])


def test_what_was_found_before_is_refused(client: FlaskClient) -> None:
    """A place of a march that is no hex, and a document without forces."""
    marching = [each for each in positions(WAR) if each.get("moving")]
    assert marching
    for hex_id in ("", "nsp"):
        wrong = copy.deepcopy(marching[0])
        wrong["moving"]["hex"] = hex_id
        assert not hold(client, WAR, wrong), hex_id
    without = copy.deepcopy(positions(WAR)[0])
    del without["forces"]
    hold(client, WAR, without)

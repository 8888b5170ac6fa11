"""A browser that holds several seats reads as one of them at a time, which each request names."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import g, request
from flask.testing import FlaskClient

from ironclad.api.app import create_app
from ironclad.api.http.guard import Caller, identify, looking_again
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.settings import Settings
from tests.toys.playing_fields import deploy
from tests.toys.sealed_fields import SEALED_FIELDS

RULESETS = {SEALED_FIELDS.name: SEALED_FIELDS}
SCRIPT = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def referee() -> Iterator[Service]:
    service = Service("sqlite://", RULESETS, ServiceSettings())
    yield service
    service.close()


@pytest.fixture
def game(referee: Service) -> str:
    return referee.opening.open_game("sealed_fields", "standard").id


@pytest.fixture
def client(referee: Service, game: str) -> FlaskClient:
    """A browser with the cookies of both seats, in a game where both have deployed."""
    app = create_app(referee, Settings(rulesets=RULESETS, wait_seconds=0.0, waiters=1))
    client = app.test_client()
    for seat in SEALED_FIELDS.seats:
        token = referee.opening.take_seat(game, seat, seat).token
        client.set_cookie(f"ironclad-{seat}", token, path="/")
    points = {"north": (6, 2, 1), "south": (5, 3, 1)}
    deploy(lambda seat, body: referee.commands.handle(game, seat, body), points)
    return client


def strengths(client: FlaskClient, game: str, **headers: str) -> dict[str, str]:
    answer = client.get(f"/api/v1/games/{game}/views/map", headers={**SCRIPT, **headers})
    assert answer.status_code == 200, answer.text
    assert answer.json is not None
    found: dict[str, str] = answer.json["data"]["strengths"]
    return found


def known(found: dict[str, str]) -> set[str]:
    """The seats whose strengths are shown."""
    return {stack.partition("-")[0] for stack, points in found.items() if points != "?"}


def test_a_browser_with_both_seats_sees_nothing_hidden_until_it_names_one(
    client: FlaskClient, game: str
) -> None:
    assert known(strengths(client, game)) == set()
    assert known(strengths(client, game, **{"Ironclad-Seat": "onlooker"})) == set()
    for seat in SEALED_FIELDS.seats:
        assert known(strengths(client, game, **{"Ironclad-Seat": seat})) == {seat}


def test_a_seat_that_is_not_held_cannot_be_named(client: FlaskClient, game: str) -> None:
    client.delete_cookie("ironclad-south", path="/")
    answer = client.get(f"/api/v1/games/{game}/views/map", headers={**SCRIPT, "Ironclad-Seat": "south"})
    assert answer.status_code == 403
    assert known(strengths(client, game)) == {"north"}


def test_a_stream_and_a_page_name_the_seat_in_their_address(client: FlaskClient, game: str) -> None:
    def streamed(query: str) -> str:
        return client.get(f"/api/v1/games/{game}/events/stream?after=0{query}", headers=SCRIPT).text

    assert '"north-1":6' not in streamed("")
    assert '"north-1":6' in streamed("&as=north")
    assert '"south-1":5' not in streamed("&as=north")
    pages = {seat: client.get(f"/games/{game}?as={seat}").text for seat in SEALED_FIELDS.seats}
    assert "north-1 has 6" in pages["north"]
    assert "south-1 has 5" not in pages["north"]
    assert "south-1 has 5" in pages["south"]
    assert "north-1 has 6" not in client.get(f"/games/{game}").text


def test_a_program_reads_as_the_seat_of_its_token(client: FlaskClient, game: str) -> None:
    token = client.get_cookie("ironclad-north", path="/")
    assert token is not None
    bearer = {"Authorization": f"Bearer {token.value}"}
    assert known(strengths(client, game, **bearer)) == {"north"}


def test_a_request_acts_for_the_seat_that_it_names(client: FlaskClient, game: str, referee: Service) -> None:
    def offer(**headers: str) -> Any:
        asked = {**SCRIPT, "Origin": "http://localhost", "Ironclad-Page": "table", **headers}
        return client.post(f"/api/v1/games/{game}/draw-offers", json={}, headers=asked)

    assert offer().status_code == 422, "which of both seats?"
    assert offer(**{"Ironclad-Seat": "south"}).status_code == 201
    (proposal,) = referee.queries.game(game).proposals
    assert proposal.seat == "south"


def test_it_is_looked_again_after_the_request_whether_a_seat_may_read_on(
    client: FlaskClient, game: str
) -> None:
    """A stream outlives its request: the cookies and the named seat are those of when it was opened."""
    token = client.get_cookie("ironclad-north", path="/")
    assert token is not None
    asked = {"Cookie": f"ironclad-north={token.value}", **SCRIPT}
    for named, goes_on in (("north", True), ("south", False)):
        with client.application.test_request_context(f"/api/v1/games/{game}?as={named}", headers=asked):
            assert request.view_args is not None
            g.caller = Caller("")
            g.caller = identify()
            look = looking_again(game, "north")
        assert look is not None
        assert look() is goes_on

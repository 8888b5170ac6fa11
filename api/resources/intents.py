"""Intents: at the tournament level a command that rolls is committed to first. docs/dice.md says how."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import acting, needs
from ironclad.api.http.inputs import ask, service
from ironclad.api.http.query_schemas import Nothing
from ironclad.api.http.schemas import MakeIntent
from ironclad.api.resources.games import GAME
from ironclad.api.settings import Kind
from ironclad.eventlog.records import IntentRecord, IntentsRecord
from ironclad.referee import match_requests
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("intents", __name__, tag="Intents", url_prefix="/games")


@blueprint.get(GAME + "/intents")
@needs(Right.READ)
@asks(blueprint, Nothing)
@gives(blueprint, IntentsRecord, 200, "The last intent of each seat on each timeline.", 404, 422)
def read_intents(game: str, query: dict[str, Any]) -> Response:
    """What seats have committed to, and its state: with the witnesses, with the beacon, or answered."""
    return responses.json(service().queries.intents(game))


@blueprint.post(GAME + "/intents")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, MakeIntent)
@gives(blueprint, IntentRecord, 201, "The request is committed to.", 404, 409, *BODY, repeated=True)
def make_intent(game: str, body: dict[str, Any]) -> Response:
    """Commit to a request; it has to be the seat's next command on the timeline."""
    made = ask(game, acting(body.get("seat")), match_requests.MakeIntent, body)
    return responses.json(made, 200 if made.repeated else 201)

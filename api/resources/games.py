"""Games: open, find, describe, take a seat."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response, url_for

from api import answers
from api.calls import BODY, asks, gives, takes
from api.inputs import referee
from api.problems import Failure
from api.schemas import ListWhere, Nothing, OpenGame, TakeSeat
from projections.referee import GameRecord, GameSummary, Page, Seated

blueprint = APIBlueprint("games", __name__, tag="Games", url_prefix="/games")
GAME = "/<string(maxlength=64):game>"


@blueprint.post("")
@takes(blueprint, OpenGame)
@gives(
    blueprint,
    GameRecord,
    201,
    "The game, opened (200 where the same request opened it before).",
    404,
    *BODY,
)
def open_game(body: dict[str, Any]) -> Response:
    """Open a game."""
    position = body["position"]
    scenario = body.get("scenario") or (position or {}).get("scenario")
    if not isinstance(scenario, str):
        raise Failure("unreadable", "Name a scenario, or give a position that names its own.")
    game = referee().open_game(
        body["ruleset"],
        scenario,
        body["options"],
        position=position,
        title=body["title"],
        by=body["by"],
        id=body.get("id"),
    )
    response = answers.json(game, 200 if game.repeated else 201)
    response.location = url_for("games.describe_game", game=game.id)
    return response


@blueprint.get("")
@asks(blueprint, ListWhere)
@gives(blueprint, Page[GameSummary], 200, "A page of the games, latest first.", 422)
def list_games(query: dict[str, Any]) -> Response:
    """Find games."""
    return answers.json(referee().games(query.get("cursor"), query["limit"]))


@blueprint.get(GAME)
@asks(blueprint, Nothing)
@gives(blueprint, GameRecord, 200, "The game as it stands.", 404, 422)
def describe_game(game: str, query: dict[str, Any]) -> Response:
    """Describe a game: seats, head, decisions due, open proposals, outcome."""
    return answers.json(referee().game(game))


@blueprint.post(GAME + "/seats/<string(maxlength=64):side>")
@takes(blueprint, TakeSeat)
@gives(blueprint, Seated, 201, "The seat's token, told this once.", 404, 409, *BODY)
def take_seat(game: str, side: str, body: dict[str, Any]) -> Response:
    """Take a seat; the answer has its token, which is told here and never again."""
    seated = referee().take_seat(game, side, body["player"], id=body.get("id"))
    response = answers.json(seated, 200 if seated.repeated else 201)
    response.headers["Cache-Control"] = "no-store"
    return response

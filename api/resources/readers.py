"""Private games: who may read them. Their opener, their seats and a director say so."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response, g

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import service
from ironclad.api.http.problems import Failure
from ironclad.api.http.query_schemas import Nothing
from ironclad.api.http.schemas import Invite
from ironclad.api.resources.games import GAME
from ironclad.api.settings import Kind
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("readers", __name__, tag="Private games", url_prefix="/games")


@blueprint.get(GAME + "/readers")
@needs(Right.OWN)
@asks(blueprint, Nothing)
@gives(blueprint, responses.ReaderList, 200, "Who may read it.", 404, 422)
def list_readers(game: str, query: dict[str, Any]) -> Response:
    """The accounts that may read a private game."""
    return _readers(game)


@blueprint.post(GAME + "/readers")
@needs(Right.OWN, Kind.COMMAND)
@takes(blueprint, Invite)
@gives(blueprint, responses.ReaderList, 200, "Who may read it now.", 404, *BODY)
def invite_reader(game: str, body: dict[str, Any]) -> Response:
    """Let an account read a private game, and sit in it where a seat is free."""
    check_host(game)
    service().authorization.invite(game, body["name"])
    return _readers(game)


@blueprint.delete(GAME + "/readers/<string(maxlength=64):name>")
@needs(Right.OWN, Kind.COMMAND)
@asks(blueprint, Nothing)
@gives(blueprint, responses.ReaderList, 200, "Who may read it now.", 404, 422)
def dismiss_reader(game: str, name: str, query: dict[str, Any]) -> Response:
    """Let an account no longer read a private game."""
    check_host(game)
    service().authorization.dismiss(game, name)
    return _readers(game)


def is_host(game: str) -> bool:
    """Whether the account that asks opened the game, sits in it, or oversees all."""
    return Right.OVERSEE in g.caller.rights or service().authorization.is_host(game, g.caller.account or "")


def check_host(game: str) -> None:
    """Refuse a caller who may not choose the readers of a game. Raises Failure, NotFound."""
    if not is_host(game):
        raise Failure("not-allowed", "Who opened the game and who sits in it say who may read it.")


def _readers(game: str) -> Response:
    return responses.json(
        responses.ReaderList(tuple(name for _, name in service().authorization.readers(game)))
    )

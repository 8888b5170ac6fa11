"""Commands: the one call by which a game goes on, and what may be ordered now."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response, g

from api import answers
from api.calls import BODY, asks, gives, takes
from api.inputs import referee, seated
from api.resources.games import GAME
from api.schemas import GiveCommand, LegalWhere
from projections.referee import LegalRecord, Receipt, Request

blueprint = APIBlueprint("commands", __name__, tag="Commands", url_prefix="/games")


@blueprint.post(GAME + "/commands")
@seated
@takes(blueprint, GiveCommand)
@gives(
    blueprint,
    Receipt,
    200,
    "Accepted, and durable: the events it appended.",
    401,
    403,
    404,
    409,
    *BODY,
)
def give_command(game: str, body: dict[str, Any]) -> Response:
    """Give a command; it is accepted whole, or refused with the rule that it breaks."""
    seat = body.pop("seat", None) or g.account.seat
    return answers.json(referee().command(game, seat, Request(**body), by=g.account.seat))


@blueprint.get(GAME + "/legal")
@asks(blueprint, LegalWhere)
@gives(blueprint, LegalRecord, 200, "Canonical commands; each would be accepted.", 404, 422)
def list_legal(game: str, query: dict[str, Any]) -> Response:
    """What a seat may order now."""
    return answers.json(referee().legal(game, query["seat"], query.get("timeline"), query["limit"]))

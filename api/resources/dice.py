"""Dice: how those of a timeline stand, a first link, new chains. docs/dice.md says what it all means."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import acting, needs
from ironclad.api.http.inputs import ask, service
from ironclad.api.http.query_schemas import DiceWhere
from ironclad.api.http.schemas import AnchorDice, ReadyDice
from ironclad.api.resources.games import GAME, own_chain
from ironclad.api.settings import Kind
from ironclad.eventlog.records import DiceRecord, Receipt
from ironclad.referee import match_requests
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("dice", __name__, tag="Dice", url_prefix="/games")


@blueprint.get(GAME + "/dice")
@needs(Right.READ)
@asks(blueprint, DiceWhere)
@gives(
    blueprint, DiceRecord, 200, "The chains, the links in force, and what waits for an agreement.", 404, 422
)
def read_dice(game: str, query: dict[str, Any]) -> Response:
    """How the dice of a timeline stand; everything in it is in the log."""
    return responses.json(service().queries.dice(game, query.get("timeline")))


@blueprint.post(GAME + "/dice/ready")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, ReadyDice)
@gives(blueprint, Receipt, 200, "The link is revealed.", 404, 409, *BODY)
def be_ready(game: str, body: dict[str, Any]) -> Response:
    """Reveal the first link of one's chain, so that the other seat can roll."""
    return responses.json(ask(game, acting(body.get("seat")), match_requests.ReadyDice, body))


@blueprint.post(GAME + "/dice/anchors")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, AnchorDice)
@gives(blueprint, Receipt, 200, "The chain is anchored, or offered to the other seat.", 404, 409, *BODY)
def anchor_dice(game: str, body: dict[str, Any]) -> Response:
    """Anchor a new chain. If the other seat has revealed a link since the last one, it has to agree."""
    seat, anchored = acting(body.get("seat")), {**body, "dice": own_chain(body)}
    return responses.json(ask(game, seat, match_requests.AnchorDice, anchored))

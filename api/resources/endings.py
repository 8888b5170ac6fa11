"""How games also end: resignation, draws by agreement; and the move to another version of the rules."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, gives, takes
from ironclad.api.http.guard import acting, needs
from ironclad.api.http.inputs import ask, service
from ironclad.api.http.schemas import Act, MoveRules
from ironclad.api.resources.games import GAME
from ironclad.api.settings import Kind
from ironclad.eventlog.records import ProposalRecord, Receipt
from ironclad.referee import match_requests
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("endings", __name__, tag="Endings", url_prefix="/games")
OFFER = GAME + "/draw-offers/<string(maxlength=64):offer>"
_PROBLEMS = (404, 409, *BODY)


@blueprint.post(GAME + "/resignation")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Resigned: the other seat wins.", *_PROBLEMS)
def resign(game: str, body: dict[str, Any]) -> Response:
    """Give the game up."""
    return responses.json(ask(game, acting(body.get("seat")), match_requests.Resign, body))


@blueprint.post(GAME + "/draw-offers")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, responses.Offered, 201, "The offer.", *_PROBLEMS, repeated=True)
def offer_draw(game: str, body: dict[str, Any]) -> Response:
    """Offer a draw."""
    seat = acting(body.get("seat"))
    receipt = ask(game, seat, match_requests.OfferDraw, body)
    offer = next((one for one in _offers(game) if one.seat == seat), None)
    return responses.json(responses.Offered(receipt, offer), 200 if receipt.repeated else 201)


@blueprint.post(OFFER + "/accept")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Accepted: the game is drawn.", *_PROBLEMS)
def accept_draw(game: str, offer: str, body: dict[str, Any]) -> Response:
    """Accept the other seat's offer."""
    seat = acting(body.get("seat"))
    return responses.json(ask(game, seat, match_requests.AcceptDraw, body, offer=offer))


@blueprint.post(OFFER + "/decline")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Declined.", *_PROBLEMS)
def decline_draw(game: str, offer: str, body: dict[str, Any]) -> Response:
    """Decline the other seat's offer."""
    seat = acting(body.get("seat"))
    return responses.json(ask(game, seat, match_requests.DeclineDraw, body, offer=offer))


@blueprint.post(OFFER + "/withdraw")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Withdrawn.", *_PROBLEMS)
def withdraw_draw(game: str, offer: str, body: dict[str, Any]) -> Response:
    """Take one's own offer back."""
    seat = acting(body.get("seat"))
    return responses.json(ask(game, seat, match_requests.WithdrawDraw, body, offer=offer))


@blueprint.post(GAME + "/rules")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, MoveRules)
@gives(blueprint, Receipt, 201, "Asked, or carried out: the events say which.", *_PROBLEMS, repeated=True)
def move_rules(game: str, body: dict[str, Any]) -> Response:
    """Move the game to another version of its rules, from here on."""
    seat = acting(body.get("seat"))
    receipt = ask(game, seat, match_requests.MoveRules, body)
    return responses.json(receipt, 200 if receipt.repeated else 201)


@blueprint.post(GAME + "/rules/withdraw")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Withdrawn, or declined.", *_PROBLEMS)
def withdraw_rules(game: str, body: dict[str, Any]) -> Response:
    """Withdraw one's own request to move the rules, or decline the other seat's."""
    return responses.json(ask(game, acting(body.get("seat")), match_requests.WithdrawRules, body))


def _offers(game: str) -> tuple[ProposalRecord, ...]:
    return tuple(one for one in service().queries.game(game).proposals if one.kind == "draw")

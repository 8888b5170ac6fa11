"""How games also end: resignation, draws by agreement; and the move to another version of the rules."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, gives, takes
from ironclad.api.http.guard import acting, needs
from ironclad.api.http.inputs import referee, signed
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
    return responses.json(
        referee().match.request(game, acting(body.get("seat")), match_requests.Resign(), **signed(body))
    )


@blueprint.post(GAME + "/draw-offers")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, responses.Offered, 201, "The offer.", *_PROBLEMS, repeated=True)
def offer_draw(game: str, body: dict[str, Any]) -> Response:
    """Offer a draw."""
    seat = acting(body.get("seat"))
    receipt = referee().match.request(game, seat, match_requests.OfferDraw(), **signed(body))
    offer = next((one for one in _offers(game) if one.seat == seat), None)
    return responses.json(responses.Offered(receipt, offer), 200 if receipt.repeated else 201)


@blueprint.post(OFFER + "/accept")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Accepted: the game is drawn.", *_PROBLEMS)
def accept_draw(game: str, offer: str, body: dict[str, Any]) -> Response:
    """Accept the other seat's offer."""
    return responses.json(
        referee().match.request(
            game, acting(body.get("seat")), match_requests.AcceptDraw(offer=offer), **signed(body)
        )
    )


@blueprint.post(OFFER + "/decline")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Declined.", *_PROBLEMS)
def decline_draw(game: str, offer: str, body: dict[str, Any]) -> Response:
    """Decline the other seat's offer."""
    return responses.json(
        referee().match.request(
            game, acting(body.get("seat")), match_requests.DeclineDraw(offer=offer), **signed(body)
        )
    )


@blueprint.post(OFFER + "/withdraw")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Withdrawn.", *_PROBLEMS)
def withdraw_draw(game: str, offer: str, body: dict[str, Any]) -> Response:
    """Take one's own offer back."""
    receipt = referee().match.request(
        game, acting(body.get("seat")), match_requests.WithdrawDraw(offer=offer), **signed(body)
    )
    return responses.json(receipt)


@blueprint.post(GAME + "/rules")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, MoveRules)
@gives(blueprint, Receipt, 201, "Asked, or carried out: the events say which.", *_PROBLEMS, repeated=True)
def move_rules(game: str, body: dict[str, Any]) -> Response:
    """Move the game to another version of its rules, from here on."""
    seat = acting(body.get("seat"))
    receipt = referee().match.request(
        game, seat, match_requests.MoveRules(body["version"], body["readings"]), **signed(body)
    )
    return responses.json(receipt, 200 if receipt.repeated else 201)


@blueprint.post(GAME + "/rules/withdraw")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Withdrawn, or declined.", *_PROBLEMS)
def withdraw_rules(game: str, body: dict[str, Any]) -> Response:
    """Withdraw one's own request to move the rules, or decline the other seat's."""
    return responses.json(
        referee().match.request(
            game, acting(body.get("seat")), match_requests.WithdrawRules(), **signed(body)
        )
    )


def _offers(game: str) -> tuple[ProposalRecord, ...]:
    return tuple(one for one in referee().queries.game(game).proposals if one.kind == "draw")

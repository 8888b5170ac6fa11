"""Keys that seats sign with. docs/signatures.md says what is signed, and how."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import acting, acting_as, needs
from ironclad.api.http.inputs import ask, service
from ironclad.api.http.query_schemas import ReceiptWhere
from ironclad.api.http.schemas import AnswerKey, EnterSeat, RegisterKey
from ironclad.api.resources.games import GAME, seated
from ironclad.api.settings import Kind
from ironclad.eventlog.records import LogReceipt, Receipt, Seated
from ironclad.referee import match_requests
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("keys", __name__, tag="Keys", url_prefix="/games")
KEY = GAME + "/seats/<string(maxlength=64):side>/key"


@blueprint.post(KEY)
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, RegisterKey)
@gives(blueprint, Receipt, 200, "The key is registered, or offered to the other seat.", 404, 409, *BODY)
def register_key(game: str, side: str, body: dict[str, Any]) -> Response:
    """Register the key that one's seat signs with: the first, another, or one in place of a lost one."""
    record = match_requests.OfferKey if body["lost"] else match_requests.RegisterKey
    return responses.json(ask(game, acting_as(side), record, body))


@blueprint.post(GAME + "/seats/<string(maxlength=64):side>/entry")
@needs(Right.SIT, Kind.SIGN_IN)
@takes(blueprint, EnterSeat)
@gives(blueprint, Seated, 201, "A token of the seat, given this once.", 404, *BODY)
def enter_seat(game: str, side: str, body: dict[str, Any]) -> Response:
    """Enter a seat that is no account's from another browser, by its key.

    A page's script gets no token: it goes into a cookie.
    """
    return seated(
        service().authorization.enter_seat(game, side, body["at"], body["signature"]), 201, cookie=True
    )


@blueprint.get(GAME + "/commands/<string(maxlength=64):id>/receipt")
@needs(Right.READ)
@asks(blueprint, ReceiptWhere)
@gives(blueprint, LogReceipt, 200, "That the log has the request, and what its seat had seen.", 404, 422)
def read_receipt(game: str, id: str, query: dict[str, Any]) -> Response:
    """The receipt of a request that was signed with what its seat had seen, by the request's id."""
    seats = (query["seat"],) if "seat" in query else service().queries.ruleset_of(game).seats
    return responses.json(service().receipts.of_request(game, seats, id))


@blueprint.post(KEY + "/accept")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, AnswerKey)
@gives(blueprint, Receipt, 200, "The key takes the place of the lost one.", 404, 409, *BODY)
def accept_key(game: str, side: str, body: dict[str, Any]) -> Response:
    """Agree to the key that the other seat offers in place of the one that it lost."""
    seat = acting(body.get("seat"))
    return responses.json(ask(game, seat, match_requests.AcceptKey, body, of=side))


@blueprint.post(KEY + "/decline")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, AnswerKey)
@gives(blueprint, Receipt, 200, "Declined, or taken back.", 404, 409, *BODY)
def decline_key(game: str, side: str, body: dict[str, Any]) -> Response:
    """Decline the key that the other seat offers; or take back the offer of one's own seat."""
    seat = acting(body.get("seat"))
    return responses.json(ask(game, seat, match_requests.DeclineKey, body, of=side))

"""Keys that seats sign with. docs/signatures.md says what is signed, and how."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, gives, takes
from ironclad.api.http.guard import acting, acting_as, needs
from ironclad.api.http.inputs import referee, signed
from ironclad.api.http.schemas import AnswerKey, EnterSeat, RegisterKey
from ironclad.api.resources.games import GAME, seated
from ironclad.api.settings import Kind
from ironclad.eventlog.records import Receipt, Seated
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
    seat = acting_as(side)
    if body["lost"]:
        receipt = referee().match.request(game, seat, match_requests.OfferKey(body["key"]), **signed(body))
    else:
        more = {"possession": body.get("possession"), **signed(body)}
        receipt = referee().match.request(game, seat, match_requests.RegisterKey(body["key"]), **more)
    return responses.json(receipt)


@blueprint.post(GAME + "/seats/<string(maxlength=64):side>/entry")
@needs(Right.SIT, Kind.SIGN_IN)
@takes(blueprint, EnterSeat)
@gives(blueprint, Seated, 201, "A token of the seat, told this once.", 404, *BODY)
def enter_seat(game: str, side: str, body: dict[str, Any]) -> Response:
    """Enter a seat that is no account's from another browser, by its key.

    A page's script is told no token: it goes into a cookie.
    """
    return seated(
        referee().authorization.enter_seat(game, side, body["at"], body["signature"]), 201, cookie=True
    )


@blueprint.post(KEY + "/accept")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, AnswerKey)
@gives(blueprint, Receipt, 200, "The key takes the place of the lost one.", 404, 409, *BODY)
def accept_key(game: str, side: str, body: dict[str, Any]) -> Response:
    """Agree to the key that the other seat offers in place of the one that it lost."""
    seat = acting(body.get("seat"))
    return responses.json(
        referee().match.request(game, seat, match_requests.AcceptKey(side, body["key"]), **signed(body))
    )


@blueprint.post(KEY + "/decline")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, AnswerKey)
@gives(blueprint, Receipt, 200, "Declined, or taken back.", 404, 409, *BODY)
def decline_key(game: str, side: str, body: dict[str, Any]) -> Response:
    """Decline the key that the other seat offers; or take back the offer of one's own seat."""
    seat = acting(body.get("seat"))
    return responses.json(
        referee().match.request(game, seat, match_requests.DeclineKey(side, body["key"]), **signed(body))
    )

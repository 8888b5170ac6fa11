"""Invitations by link: the opener of a game and the holders of its seats make, list and withdraw them."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.belonging import pseudonyms, seats_held
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import needs, not_allowed
from ironclad.api.http.inputs import service
from ironclad.api.http.problems import Failure
from ironclad.api.http.query_schemas import Nothing
from ironclad.api.http.schemas import MakeInvitation
from ironclad.api.resources.games import GAME
from ironclad.api.serving.logs import keep_out
from ironclad.api.settings import Kind
from ironclad.referee.people.invitations import Invited
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("invitations", __name__, tag="Invitations", url_prefix="/games")


@blueprint.post(GAME + "/invitations")
@needs(Right.INVITE, Kind.COMMAND)
@takes(blueprint, MakeInvitation)
@gives(blueprint, Invited, 201, "The invitation's link, given this once.", 404, 409, *BODY, repeated=True)
def make_invitation(game: str, body: dict[str, Any]) -> Response:
    """Invite by a link: to a free seat, or without one to watch a private game."""
    keep_out(body.get("id"))
    made = invite(game, body.get("seat"), body["days"], body.get("id"))
    return responses.json(made, 200 if made.repeated else 201)


def invite(game: str, seat: str | None, days: int, id: str | None) -> Invited:
    """Invite in the caller's name. Raises Failure, and what `invite_by_link` does."""
    makers = pseudonyms(game)
    if not makers:
        raise not_allowed(Right.INVITE)
    if not seats_held(game) and not service().authorization.has_opened(game, makers[0]):
        raise Failure("not-allowed", "Who opened the game and who sits in it may invite.")
    made = service().authorization.invite_by_link(game, seat, makers[0], days, id)
    keep_out(made.path.rpartition("/")[2])
    return made


@blueprint.get(GAME + "/invitations")
@needs(Right.INVITE)
@asks(blueprint, Nothing)
@gives(blueprint, responses.InvitationList, 200, "The open ones that one made.", 404, 422)
def list_invitations(game: str, query: dict[str, Any]) -> Response:
    """The open invitations that one made oneself, newest first; never their links."""
    return _own(game)


@blueprint.delete(GAME + "/invitations/<string(maxlength=64):invitation>")
@needs(Right.INVITE, Kind.COMMAND)
@asks(blueprint, Nothing)
@gives(blueprint, responses.InvitationList, 200, "The open ones that are left.", 404, 409, 422)
def withdraw_invitation(game: str, invitation: str, query: dict[str, Any]) -> Response:
    """Withdraw an invitation that one made oneself: its link is good no more."""
    service().people.invitations.withdraw(game, invitation, pseudonyms(game))
    return _own(game)


def _own(game: str) -> Response:
    return responses.json(
        responses.InvitationList(service().people.invitations.made_by(game, pseudonyms(game)))
    )

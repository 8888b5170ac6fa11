"""Timelines: forks that touch nothing, and rewinds by agreement of both seats."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import acting, branching, needs
from ironclad.api.http.inputs import ask, service
from ironclad.api.http.query_schemas import Nothing
from ironclad.api.http.schemas import AcceptRewind, Act, Fork, Rewind
from ironclad.api.resources.games import GAME, own_chain
from ironclad.api.settings import Kind
from ironclad.eventlog.records import ProposalRecord, Receipt, TimelineRecord
from ironclad.referee import match_requests
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("timelines", __name__, tag="Timelines", url_prefix="/games")
PROPOSAL = GAME + "/rewinds/<string(maxlength=64):proposal>"


@blueprint.get(GAME + "/timelines")
@needs(Right.READ)
@asks(blueprint, Nothing)
@gives(blueprint, responses.TimelineList, 200, "The timelines.", 404, 422)
def list_timelines(game: str, query: dict[str, Any]) -> Response:
    """Every line of the game's events: where it forked, from what, by whom and why."""
    return responses.json(responses.TimelineList(service().queries.timelines(game)))


@blueprint.post(GAME + "/forks")
@needs(Right.BRANCH, Kind.COMMAND)
@takes(blueprint, Fork)
@gives(blueprint, TimelineRecord, 201, "The new timeline.", 404, 409, *BODY)
def fork(game: str, body: dict[str, Any]) -> Response:
    """Open a what-if at any point; the game is untouched. With a token it is that seat's to play on."""
    by = branching(game, body.get("by"))
    return responses.json(ask(game, by, match_requests.Branch, body), 201)


@blueprint.post(GAME + "/rewinds")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Rewind)
@gives(blueprint, ProposalRecord, 201, "The proposal.", 404, 409, *BODY)
def propose_rewind(game: str, body: dict[str, Any]) -> Response:
    """Propose that the game go on from an earlier version."""
    seat = acting(body.get("seat"))
    return responses.json(ask(game, seat, match_requests.ProposeRewind, body), 201)


@blueprint.post(PROPOSAL + "/accept")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, AcceptRewind)
@gives(
    blueprint,
    TimelineRecord,
    200,
    "The timeline that the game continues on.",
    404,
    409,
    *BODY,
)
def accept_rewind(game: str, proposal: str, body: dict[str, Any]) -> Response:
    """Accept the other seat's proposal."""
    seat, chain = acting(body.get("seat")), own_chain(body.get("dice"))
    accepted = {**body, "dice": chain}
    return responses.json(ask(game, seat, match_requests.AcceptRewind, accepted, proposal=proposal))


@blueprint.post(PROPOSAL + "/decline")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Declined.", 404, 409, *BODY)
def decline_rewind(game: str, proposal: str, body: dict[str, Any]) -> Response:
    """Decline the other seat's proposal."""
    seat = acting(body.get("seat"))
    return responses.json(ask(game, seat, match_requests.DeclineRewind, body, proposal=proposal))


@blueprint.post(PROPOSAL + "/withdraw")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Withdrawn.", 404, 409, *BODY)
def withdraw_rewind(game: str, proposal: str, body: dict[str, Any]) -> Response:
    """Take one's own proposal back."""
    seat = acting(body.get("seat"))
    return responses.json(ask(game, seat, match_requests.WithdrawRewind, body, proposal=proposal))

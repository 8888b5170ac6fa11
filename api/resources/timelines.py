"""Timelines: forks that touch nothing, and rewinds by agreement of both seats."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import acting, branching, needs
from ironclad.api.http.inputs import referee, signed
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
    return responses.json(responses.TimelineList(referee().queries.timelines(game)))


@blueprint.post(GAME + "/forks")
@needs(Right.BRANCH, Kind.COMMAND)
@takes(blueprint, Fork)
@gives(blueprint, TimelineRecord, 201, "The new timeline.", 404, 409, *BODY)
def fork(game: str, body: dict[str, Any]) -> Response:
    """Open a what-if at any point; the game is untouched. With a token it is that seat's to play on."""
    by = branching(game, body["by"])
    line = referee().match.request(
        game, by, match_requests.Branch(body["at"], timeline=body["timeline"]), id=body.get("id")
    )
    return responses.json(line, 201)


@blueprint.post(GAME + "/rewinds")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Rewind)
@gives(blueprint, ProposalRecord, 201, "The proposal.", 404, 409, *BODY)
def propose_rewind(game: str, body: dict[str, Any]) -> Response:
    """Propose that the game go on from an earlier version."""
    proposal = referee().match.request(
        game,
        acting(body.get("seat")),
        match_requests.ProposeRewind(body["at"], timeline=body["timeline"], reason=body["reason"]),
        **signed(body),
    )
    return responses.json(proposal, 201)


@blueprint.post(PROPOSAL + "/accept")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, AcceptRewind)
@gives(
    blueprint,
    TimelineRecord,
    200,
    "The timeline that the game goes on with.",
    404,
    409,
    *BODY,
)
def accept_rewind(game: str, proposal: str, body: dict[str, Any]) -> Response:
    """Accept the other seat's proposal."""
    seat, dice = acting(body.get("seat")), own_chain(body.get("dice"))
    return responses.json(
        referee().match.request(game, seat, match_requests.AcceptRewind(proposal, dice=dice), **signed(body))
    )


@blueprint.post(PROPOSAL + "/decline")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Declined.", 404, 409, *BODY)
def decline_rewind(game: str, proposal: str, body: dict[str, Any]) -> Response:
    """Decline the other seat's proposal."""
    return responses.json(
        referee().match.request(
            game, acting(body.get("seat")), match_requests.DeclineRewind(proposal), **signed(body)
        )
    )


@blueprint.post(PROPOSAL + "/withdraw")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Withdrawn.", 404, 409, *BODY)
def withdraw_rewind(game: str, proposal: str, body: dict[str, Any]) -> Response:
    """Take one's own proposal back."""
    return responses.json(
        referee().match.request(
            game, acting(body.get("seat")), match_requests.WithdrawRewind(proposal), **signed(body)
        )
    )

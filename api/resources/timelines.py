"""Timelines: forks that touch nothing, and rewinds by agreement of both seats."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response, g

from api import answers
from api.calls import BODY, asks, gives, takes
from api.inputs import bearer, check_game, referee, seated
from api.problems import Failure
from api.resources.games import GAME
from api.schemas import Act, Fork, Nothing, Rewind
from projections.referee import ProposalRecord, Receipt, TimelineRecord

blueprint = APIBlueprint("timelines", __name__, tag="Timelines", url_prefix="/games")
PROPOSAL = GAME + "/rewinds/<string(maxlength=64):proposal>"


@blueprint.get(GAME + "/timelines")
@asks(blueprint, Nothing)
@gives(blueprint, answers.TimelineList, 200, "The timelines.", 404, 422)
def list_timelines(game: str, query: dict[str, Any]) -> Response:
    """Every line of the game's events: where it forked, from what, by whom and why."""
    return answers.json(answers.TimelineList(referee().timelines(game)))


@blueprint.post(GAME + "/forks")
@takes(blueprint, Fork)
@gives(blueprint, TimelineRecord, 201, "The new timeline.", 401, 403, 404, 409, *BODY, anyone=True)
def fork(game: str, body: dict[str, Any]) -> Response:
    """Open a what-if at any point; the game is untouched. With a token it is that seat's to play on."""
    account = bearer()
    if account is not None:
        check_game(account, game)
        by = account.seat
    else:
        by = body["by"]
        if by in referee().ruleset_of(game).seats:
            raise Failure("not-your-seat", f"Only the token of {by} may fork in its name.")
    line = referee().branch(game, body["at"], by, timeline=body["timeline"], id=body.get("id"))
    return answers.json(line, 201)


@blueprint.post(GAME + "/rewinds")
@seated
@takes(blueprint, Rewind)
@gives(blueprint, ProposalRecord, 201, "The proposal.", 401, 403, 404, 409, *BODY)
def propose_rewind(game: str, body: dict[str, Any]) -> Response:
    """Propose that the game go on from an earlier version."""
    proposal = referee().propose_rewind(
        game,
        g.account.seat,
        body["at"],
        timeline=body["timeline"],
        reason=body["reason"],
        id=body.get("id"),
    )
    return answers.json(proposal, 201)


@blueprint.post(PROPOSAL + "/accept")
@seated
@takes(blueprint, Act)
@gives(
    blueprint,
    TimelineRecord,
    200,
    "The timeline that the game goes on with.",
    401,
    403,
    404,
    409,
    *BODY,
)
def accept_rewind(game: str, proposal: str, body: dict[str, Any]) -> Response:
    """Accept the other seat's proposal."""
    return answers.json(referee().accept_rewind(game, g.account.seat, proposal, id=body.get("id")))


@blueprint.post(PROPOSAL + "/decline")
@seated
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Declined.", 401, 403, 404, 409, *BODY)
def decline_rewind(game: str, proposal: str, body: dict[str, Any]) -> Response:
    """Decline the other seat's proposal."""
    return answers.json(referee().decline_rewind(game, g.account.seat, proposal, id=body.get("id")))


@blueprint.post(PROPOSAL + "/withdraw")
@seated
@takes(blueprint, Act)
@gives(blueprint, Receipt, 200, "Withdrawn.", 401, 403, 404, 409, *BODY)
def withdraw_rewind(game: str, proposal: str, body: dict[str, Any]) -> Response:
    """Take one's own proposal back."""
    return answers.json(referee().withdraw_rewind(game, g.account.seat, proposal, id=body.get("id")))

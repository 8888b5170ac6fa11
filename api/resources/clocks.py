"""Clocks: what they show, and what seats ask of them. docs/clocks.md says what it all means."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import clock_schemas as bodies
from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import acting, needs
from ironclad.api.http.inputs import ask, service
from ironclad.api.http.query_schemas import ClockWhere
from ironclad.api.http.schemas import Act
from ironclad.api.resources.games import GAME
from ironclad.api.settings import Kind
from ironclad.eventlog.records import Receipt
from ironclad.projections.clocks import ClockRecord
from ironclad.referee import match_requests as asked
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("clocks", __name__, tag="Clocks", url_prefix="/games")
CLOCK = GAME + "/clock"
PAUSE = CLOCK + "/pauses/<string(maxlength=64):pause>"
_PROBLEMS = (404, 409, *BODY)


@blueprint.get(CLOCK)
@needs(Right.READ)
@asks(blueprint, ClockWhere)
@gives(blueprint, ClockRecord, 200, "The clocks, and what made them so.", 404, 422)
def read_clock(game: str, query: dict[str, Any]) -> Response:
    """What the clocks of a game show, and a page of their ledger; everything in it is in the log."""
    found = service().queries.clock(game, query.get("at"), query["first"], query["limit"])
    return responses.json(found)


def _made(game: str, record: Any, body: dict[str, Any], **path: str) -> Response:
    receipt = ask(game, acting(body.get("seat")), record, body, **path)
    return responses.json(receipt, 200 if receipt.repeated else 201)


@blueprint.post(CLOCK + "/control")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, bodies.SetControl)
@gives(blueprint, Receipt, 201, "Asked for, or set: the events say which.", *_PROBLEMS, repeated=True)
def set_control(game: str, body: dict[str, Any]) -> Response:
    """Ask that another control holds from here on; it is set when all seats have asked for the same."""
    return _made(game, asked.SetControl, body)


@blueprint.post(CLOCK + "/control/withdraw")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, bodies.OfSeat)
@gives(blueprint, Receipt, 201, "Withdrawn, or declined.", *_PROBLEMS, repeated=True)
def withdraw_control(game: str, body: dict[str, Any]) -> Response:
    """Withdraw one's own request for another control, or decline the other seat's."""
    return _made(game, asked.WithdrawControl, body)


@blueprint.post(CLOCK + "/time")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, bodies.GiveTime)
@gives(blueprint, Receipt, 201, "The other clock has more time.", *_PROBLEMS, repeated=True)
def give_time(game: str, body: dict[str, Any]) -> Response:
    """Give the other seat time."""
    return _made(game, asked.GiveTime, body)


@blueprint.post(CLOCK + "/reserve")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, bodies.DrawReserve)
@gives(blueprint, Receipt, 201, "The clock has it.", *_PROBLEMS, repeated=True)
def draw_reserve(game: str, body: dict[str, Any]) -> Response:
    """Move time from the reserve to the clock."""
    return _made(game, asked.DrawReserve, body)


@blueprint.post(CLOCK + "/pauses")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, bodies.ProposePause)
@gives(blueprint, Receipt, 201, "Proposed: its event has the pause's id.", *_PROBLEMS, repeated=True)
def propose_pause(game: str, body: dict[str, Any]) -> Response:
    """Propose to stop all clocks until an instant."""
    return _made(game, asked.ProposePause, body)


@blueprint.post(PAUSE + "/accept")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 201, "The clocks stop.", *_PROBLEMS, repeated=True)
def accept_pause(game: str, pause: str, body: dict[str, Any]) -> Response:
    """Accept the other seat's proposal."""
    return _made(game, asked.AcceptPause, body, pause=pause)


@blueprint.post(PAUSE + "/decline")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 201, "Declined, or withdrawn.", *_PROBLEMS, repeated=True)
def decline_pause(game: str, pause: str, body: dict[str, Any]) -> Response:
    """Decline the other seat's proposal, or withdraw one's own."""
    return _made(game, asked.DeclinePause, body, pause=pause)


@blueprint.post(CLOCK + "/resume")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, bodies.Resume)
@gives(blueprint, Receipt, 201, "Asked for, or resumed: the events say which.", *_PROBLEMS, repeated=True)
def resume_clocks(game: str, body: dict[str, Any]) -> Response:
    """Ask to end an agreed pause before its time; it ends when all seats have asked for it."""
    return _made(game, asked.ResumeClocks, body)


@blueprint.post(CLOCK + "/adjournment")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, bodies.SealMove)
@gives(blueprint, Receipt, 201, "Sealed: the clocks stop.", *_PROBLEMS, repeated=True)
def seal_move(game: str, body: dict[str, Any]) -> Response:
    """Seal one's next request in a game that is being adjourned."""
    return _made(game, asked.SealMove, body)


@blueprint.post(CLOCK + "/vacations")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, bodies.TakeVacation)
@gives(blueprint, Receipt, 201, "Taken.", *_PROBLEMS, repeated=True)
def take_vacation(game: str, body: dict[str, Any]) -> Response:
    """Stop one's own clock for whole days."""
    return _made(game, asked.TakeVacation, body)


@blueprint.post(CLOCK + "/vacations/end")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Act)
@gives(blueprint, Receipt, 201, "Ended.", *_PROBLEMS, repeated=True)
def end_vacation(game: str, body: dict[str, Any]) -> Response:
    """End one's vacation now; a day that has begun is used up."""
    return _made(game, asked.EndVacation, body)


@blueprint.post(CLOCK + "/forgive")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, bodies.ForgiveFlag)
@gives(blueprint, Receipt, 201, "The flag is lifted.", *_PROBLEMS, repeated=True)
def forgive_flag(game: str, body: dict[str, Any]) -> Response:
    """Lift the other seat's flag: the game continues."""
    return _made(game, asked.ForgiveFlag, body)

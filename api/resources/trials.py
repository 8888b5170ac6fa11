"""Trial lines that their makers alone see, until they open them to others."""

from typing import Any

import msgspec
from apiflask import APIBlueprint
from flask import Response, g

from ironclad.api.http import responses
from ironclad.api.http.belonging import pseudonyms, seats_held
from ironclad.api.http.cookies import keep_in_cookies
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import by_script, may_read, needs
from ironclad.api.http.inputs import service
from ironclad.api.http.query_schemas import Nothing
from ironclad.api.http.schemas import MakeTrial, OpenTrial
from ironclad.api.resources.games import GAME
from ironclad.api.serving.logs import keep_out
from ironclad.api.settings import Kind
from ironclad.referee.people.roles import Right
from ironclad.referee.people.trials import Maker, TrialList

blueprint = APIBlueprint("trials", __name__, tag="Trial lines", url_prefix="/games")


@blueprint.post(GAME + "/trials")
@needs(Right.BRANCH, Kind.TRIAL)
@takes(blueprint, MakeTrial)
@gives(blueprint, responses.TrialMade, 201, "The trial line.", 404, 409, *BODY, repeated=True)
def make_trial(game: str, body: dict[str, Any]) -> Response:
    """Try a line that nobody else sees: a seat at any time, other readers when the game has ended.

    It is a game of its own, and both its seats are the caller's. In a game that hides something it is refused
    until that has ended.
    """
    keep_out(body.get("id"))
    made, seats = service().trial_lines.make(
        game, body["at"], body.get("timeline"), _maker(game), body.get("id")
    )
    tokens = not by_script()
    shown = tuple(responses.TrialSeat(each.seat, each.token if tokens else "") for each in seats)
    answer = responses.json(responses.TrialMade(made, shown), 200 if made.repeated else 201)
    if not tokens and g.caller.account is None:
        for each in seats:
            keep_in_cookies(answer, made.game, each.seat, each.token)
    return answer


def _maker(game: str) -> Maker:
    """Who makes a trial: an account, the holder of a seat, or at home anybody."""
    account: str | None = g.caller.account
    held = seats_held(game)
    if account is not None:
        return Maker(account, g.caller.identity.name, account, bool(held))
    players = service().authorization.pseudonyms(game, held)
    if not players:
        return Maker("", "reader", None, False)
    name = service().people.accounts.names(players).get(players[0], "")
    return Maker(players[0], name or "reader", None, True)


@blueprint.get(GAME + "/trials")
@needs(Right.READ)
@asks(blueprint, Nothing)
@gives(blueprint, TrialList, 200, "The trial lines that one may know of.", 404, 422)
def list_trials(game: str, query: dict[str, Any]) -> Response:
    """The game's trial lines: those that were opened to others, and one's own."""
    service().queries.head(game)
    trials, own = service().people.trials, pseudonyms(game)
    itself = trials.find(game)
    if itself is not None:  # both its seats are its maker's
        own_one = bool(seats_held(game))
        itself = msgspec.structs.replace(itself, own=own_one) if may_read(itself.parent) else None
    return responses.json(TrialList(game, trials.of(game, own), itself))


@blueprint.post(GAME + "/trial/open")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, OpenTrial)
@gives(blueprint, responses.Condition, 200, "It is open.", 404, *BODY)
def open_trial(game: str, body: dict[str, Any]) -> Response:
    """Open a trial line of one's own to all who may read the game that it was tried from."""
    service().people.trials.open(game)
    return responses.json(responses.Condition("open"))

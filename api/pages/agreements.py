"""What seats do beside their orders: resign, draw by agreement, go back by agreement. All by forms."""

from collections.abc import Callable

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import referee
from ironclad.api.http.problems import Failure
from ironclad.api.pages.forms import field, number
from ironclad.api.pages.game import held_seat
from ironclad.api.pages.root import blueprint
from ironclad.api.settings import Kind
from ironclad.referee import match_requests
from ironclad.referee.people.roles import Right

REASON = 500  # characters, as in the API

Act = Callable[[str, str, str | None], object]
"""(game, seat, the form's id) -> whatever the referee answers."""


@blueprint.post("/games/<string(maxlength=64):game>/acts/<string(maxlength=64):act>")
@needs(Right.PLAY, Kind.COMMAND)
def agree(game: str, act: str) -> Response:
    """Carry an act of the page's forms out, for the seat whose token the cookie has."""
    found = ACTS.get(act)
    if found is None:
        raise Failure("not-found", f"There is no act {act!r}.")
    seat = held_seat(game, field("seat", 64))
    found(game, seat, field("id", 64) or None)
    return redirect(url_for("pages.show_game", game=game), 303)


def _resign(game: str, seat: str, id: str | None) -> None:
    if field("sure", 8) != "yes":
        raise Failure("unreadable", "Nobody resigns without saying that it is meant.")
    referee().match.request(game, seat, match_requests.Resign(), id=id)


def _offer(game: str, seat: str, id: str | None) -> None:
    referee().match.request(game, seat, match_requests.OfferDraw(), id=id)


def _accept_draw(game: str, seat: str, id: str | None) -> None:
    referee().match.request(game, seat, match_requests.AcceptDraw(offer=field("proposal", 64)), id=id)


def _decline_draw(game: str, seat: str, id: str | None) -> None:
    referee().match.request(game, seat, match_requests.DeclineDraw(offer=field("proposal", 64)), id=id)


def _withdraw_draw(game: str, seat: str, id: str | None) -> None:
    referee().match.request(game, seat, match_requests.WithdrawDraw(offer=field("proposal", 64)), id=id)


def _propose(game: str, seat: str, id: str | None) -> None:
    if not field("at", 10):
        raise Failure("unreadable", "A proposal to go back must say to which event.")
    at, reason = number("at", 0, request.form), field("reason", REASON)
    referee().match.request(
        game,
        seat,
        match_requests.ProposeRewind(at, timeline=field("timeline", 64) or None, reason=reason),
        id=id,
    )


def _accept_rewind(game: str, seat: str, id: str | None) -> None:
    referee().match.request(game, seat, match_requests.AcceptRewind(field("proposal", 64)), id=id)


def _decline_rewind(game: str, seat: str, id: str | None) -> None:
    referee().match.request(game, seat, match_requests.DeclineRewind(field("proposal", 64)), id=id)


def _withdraw_rewind(game: str, seat: str, id: str | None) -> None:
    referee().match.request(game, seat, match_requests.WithdrawRewind(field("proposal", 64)), id=id)


ACTS: dict[str, Act] = {
    "resign": _resign,
    "offer-draw": _offer,
    "accept-draw": _accept_draw,
    "decline-draw": _decline_draw,
    "withdraw-draw": _withdraw_draw,
    "propose-rewind": _propose,
    "accept-rewind": _accept_rewind,
    "decline-rewind": _decline_rewind,
    "withdraw-rewind": _withdraw_rewind,
}

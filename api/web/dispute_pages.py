"""The pages of a game's disputes: its claims, one claim, all its rulings. Scripts fill them from the API."""

from typing import Any

from flask import Response, g, make_response, render_template

from ironclad.api.http.guard import cookie_seats, needs
from ironclad.api.http.inputs import service
from ironclad.api.http.responses import shrink
from ironclad.api.resources.games import GAME
from ironclad.api.web.root import blueprint
from ironclad.referee.people.roles import Right

CLAIMS = "/games" + GAME + "/claims"


@blueprint.get(CLAIMS)
@needs(Right.READ)
def show_claims(game: str) -> Response:
    """The claims of a game, its officials, and what a director does in it apart from a claim."""
    return _page("claims.html", game)


@blueprint.get(CLAIMS + "/<int:claim>")
@needs(Right.READ)
def show_claim(game: str, claim: int) -> Response:
    """One claim. Raises NotFound."""
    service().claims.claim(game, claim, None)
    return _page("claim.html", game, claim=claim)


@blueprint.get("/games" + GAME + "/rulings")
@needs(Right.READ)
def show_rulings(game: str) -> Response:
    """All rulings of a game, as a report to print."""
    return _page("rulings.html", game)


def _page(template: str, game: str, **more: Any) -> Response:
    """A page, with what its script has to know of who reads it. Raises NotFound."""
    record, account = service().queries.game(game), g.caller.account
    official = None if account is None else service().claims.official_of(game, account)
    page = render_template(
        template,
        game=record,
        ruleset=service().queries.ruleset_of(game),
        held=cookie_seats(game),
        official=official or "",
        directs=official is not None and service().claims.directs(game, official),
        opened=account is not None and service().authorization.has_opened(game, account),
        timed=service().queries.clock(game).control is not None,
        **more,
    )
    return shrink(make_response(page))

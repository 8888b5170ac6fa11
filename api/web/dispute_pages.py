"""The pages of disputes: a game's claims, one claim, its rulings, an official's desk, a ruleset's errata, and
its finished games decided again.

Scripts fill them from the API.
"""

from typing import Any

from flask import Response, g, make_response, render_template

from ironclad.api.http.guard import cookie_seats, needs
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.problems import Failure
from ironclad.api.http.responses import shrink
from ironclad.api.resources.games import GAME
from ironclad.api.web.root import blueprint
from ironclad.domain.kernel.engine.ruleset import Ruleset
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


@blueprint.get("/desk")
@needs(Right.OWN)
def show_desk() -> Response:
    """What waits for the account that asks, in any game; with links to each ruleset's errata."""
    rulesets = sorted(settings().rulesets.values(), key=lambda each: each.identity.title)
    page = render_template("desk.html", rulesets=rulesets, rules=Right.RULE in g.caller.rights)
    return shrink(make_response(page))


@blueprint.get("/rulesets/<string(maxlength=64):ruleset>/errata")
@needs(Right.LOOK)
def show_errata(ruleset: str) -> Response:
    """The errata that this service has published of a ruleset; an operator publishes more. Raises Failure."""
    rules = _ruleset(ruleset)
    publishes = g.caller.account is not None and Right.PUBLISH in g.caller.rights
    decides = Right.RULE in g.caller.rights
    page = render_template("errata.html", ruleset=rules, publishes=publishes, decides=decides)
    return shrink(make_response(page))


@blueprint.get("/rulesets/<string(maxlength=64):ruleset>/readjudication")
@needs(Right.RULE)
def show_readjudication(ruleset: str) -> Response:
    """Finished games of a ruleset, those that a director may read, decided again. Raises Failure."""
    return shrink(make_response(render_template("readjudication.html", ruleset=_ruleset(ruleset))))


def _ruleset(name: str) -> Ruleset[Any]:
    """Raises Failure."""
    found = settings().rulesets.get(name)
    if found is None:
        raise Failure("not-found", f"There is no ruleset {name!r}.")
    return found


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

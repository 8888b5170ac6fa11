"""The first page: the games, and a form to open another."""

import secrets

from flask import g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from api.guard import needs
from api.inputs import referee, settings
from api.pages import blueprint
from api.pages.forms import field
from api.pages.game import seat_at
from api.problems import Failure
from api.settings import Kind
from projections.roles import Right


@blueprint.get("/")
@needs(Right.LOOK)
def list_games() -> str:
    """The games, latest first, a page at a time."""
    cursor = request.args.get("cursor")
    page = referee().games(
        cursor[:256] if cursor else None,
        30,
        reader=g.caller.account,
        oversees=Right.OVERSEE in g.caller.rights,
    )
    return render_template(
        "games.html",
        page=page,
        rulesets=settings().rulesets,
        first=cursor is None,
        fresh=secrets.token_urlsafe(12),
    )


@blueprint.post("/games")
@needs(Right.OPEN, Kind.OPEN)
def open_game() -> BaseResponse:
    """Open a game from the form, and go to its page."""
    ruleset, _, scenario = field("setup", 129).partition("/")
    found = settings().rulesets.get(ruleset)
    if found is None:
        raise Failure("not-found", f"There is no ruleset {ruleset!r}.")
    account = g.caller.account
    options = {name: value for name in found.options if (value := field(f"option.{name}", 64))}
    game = referee().open_game(
        ruleset,
        scenario,
        options,
        title=field("title", 200),
        by=account or "page",
        id=field("id", 64) or None,
        private_to=account if field("private", 8) == "yes" else None,
    )
    return redirect(url_for("pages.show_game", game=game.id), 303)


@blueprint.post("/house-games")
@needs(Right.OPEN, Kind.OPEN)
def open_house_game() -> BaseResponse:
    """Open a game against the house, sit down at the seat that was chosen, and go to the table."""
    ruleset, _, seat = field("seat", 129).partition("/")
    found = settings().rulesets.get(ruleset)
    if found is None or found.house is None or seat not in found.seats:
        raise Failure("not-found", f"The house plays no game in which one is {seat!r}.")
    account = g.caller.account
    if account is None and not field("player", 64):
        raise Failure("unreadable", "Say what you are called.")
    scenario = next(iter(found.scenarios))
    opened = referee().open_game(
        ruleset, scenario, title="Against the house", by=account or "page", id=field("id", 64) or None
    )
    answer = redirect(url_for("web.show_table", game=opened.id), 303)
    if opened.repeated:  # the form came twice: the first time gave the seat
        return answer
    for other in found.seats:
        if other != seat:
            referee().seat_house(opened.id, other)
    return seat_at(opened.id, seat, answer)

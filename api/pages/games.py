"""The first page: the games, and a form to open another."""

import secrets

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from api.inputs import referee, settings
from api.pages import blueprint
from api.pages.forms import field
from api.problems import Failure


@blueprint.get("/")
def list_games() -> str:
    """The games, latest first, a page at a time."""
    cursor = request.args.get("cursor")
    page = referee().games(cursor[:256] if cursor else None, 30)
    return render_template(
        "games.html",
        page=page,
        rulesets=settings().rulesets,
        first=cursor is None,
        fresh=secrets.token_urlsafe(12),
    )


@blueprint.post("/games")
def open_game() -> BaseResponse:
    """Open a game from the form, and go to its page."""
    ruleset, _, scenario = field("setup", 129).partition("/")
    found = settings().rulesets.get(ruleset)
    if found is None:
        raise Failure("not-found", f"There is no ruleset {ruleset!r}.")
    options = {name: value for name in found.options if (value := field(f"option.{name}", 64))}
    game = referee().open_game(
        ruleset, scenario, options, title=field("title", 200), by="page", id=field("id", 64) or None
    )
    return redirect(url_for("pages.show_game", game=game.id), 303)

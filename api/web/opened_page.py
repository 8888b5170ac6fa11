"""A bundle file on the table: the page that opens one, and a table without a game for what it has read."""

from typing import Any

from flask import Response, make_response, render_template

from ironclad.api.http.guard import needs
from ironclad.api.http.headers import allow_style
from ironclad.api.http.inputs import settings
from ironclad.api.http.problems import Failure
from ironclad.api.http.responses import shrink
from ironclad.api.rulebook.board_sheet import sheets
from ironclad.api.web.root import blueprint
from ironclad.api.web.table import tabs_of
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.projections.histories import VIEW as HISTORY
from ironclad.referee.people.roles import Right

TABLE = "opened/table.js"


@blueprint.get("/opened")
@needs(Right.LOOK)
def open_bundle() -> Response:
    """The page that verifies a file in the browser, and shows it on the table then."""
    return shrink(make_response(render_template("opened.html")))


@blueprint.get("/opened/<string(maxlength=64):ruleset>")
@needs(Right.LOOK)
def show_opened(ruleset: str) -> Response:
    """A table of a ruleset without a game: its script shows the file that the browser keeps."""
    rules = settings().rulesets.get(ruleset)
    if rules is None or rules.show.board is None or rules.show.scene is None:
        raise Failure("not-found", f"There is no ruleset {ruleset!r} with a table.")
    for style in sheets(rules.name, rules.version, rules.show.board)[0].styles:
        allow_style(style)
    page = render_template("table.html", **_without_game(rules))
    return shrink(make_response(page))


def _without_game(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """What the table's template shows where there is no game yet."""
    game = {"id": "opened", "ruleset": ruleset.name, "ruleset_version": ruleset.version, "errata": ()}
    return {
        "game": {**game, "outcome": None, "rules_asked": None},
        "ruleset": ruleset,
        "name": ruleset.identity.title,
        "lesson": None,
        "timeline": "main",
        "at": 0,
        "head": 0,
        "follows": True,
        "play": None,
        "due": (),
        "held": (),
        "may_invite": False,
        "is_private": True,
        "accounts": False,
        "views": [*views_of(ruleset), *([HISTORY] if ruleset.show.history is not None else [])],
        "tabs": tabs_of(ruleset),
        "hides": False,
        "timed": False,
        "curtain": None,
        "script": TABLE,
    }

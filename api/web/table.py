"""The page of the table: a frame that is in its place before any script has run."""

from typing import Any

from flask import Response, g, make_response, render_template, request

from ironclad.api.http.guard import cookie_seats, needs
from ironclad.api.http.headers import allow_style
from ironclad.api.http.inputs import referee, settings
from ironclad.api.http.reading import point
from ironclad.api.http.responses import shrink
from ironclad.api.http.schema_fields import LARGEST_VERSION
from ironclad.api.pages.forms import number
from ironclad.api.resources.games import GAME
from ironclad.api.rulebook.board_sheet import sheets
from ironclad.api.web.files import modules
from ironclad.api.web.root import blueprint
from ironclad.api.web.tutorial import steps_of
from ironclad.projections.histories import VIEW as HISTORY
from ironclad.referee.people.roles import Right

MODULE = "shell/table.js"


@blueprint.get("/games" + GAME + "/table")
@needs(Right.READ)
def show_table(game: str) -> Response:
    """The game at `?timeline=&at=`, or as it stands and goes on."""
    record = referee().queries.game(game)
    asked: dict[str, Any] = {"timeline": request.args.get("timeline") or None}
    if request.args.get("at"):
        asked["at"] = number("at", LARGEST_VERSION)
    timeline, at = point(game, asked)
    ruleset = referee().queries.ruleset_of(game)
    if ruleset.chart is not None:  # its drawing joins the page, and may bring just these styles
        for style in sheets(ruleset.name, ruleset.version, ruleset.chart)[0].styles:
            allow_style(style)
    held, account = cookie_seats(game), g.caller.account
    page = render_template(
        "table.html",
        game=record,
        ruleset=ruleset,
        name=record.title or ruleset.title,
        lesson=steps_of(record, ruleset),
        timeline=timeline,
        at=at,
        head=referee().queries.head(game, timeline)[1],
        follows="at" not in asked,
        play=None
        if ruleset.scene is None
        else referee().queries.view(game, "scene", timeline, at)["play"],
        due=referee().queries.due(game, timeline),
        held=held,
        may_invite=bool(held) or (account is not None and referee().authorization.has_opened(game, account)),
        is_private=referee().authorization.is_private(game),
        accounts=settings().accounts,
        views=[*ruleset.views, *([HISTORY] if ruleset.history is not None else [])],
        modules=modules(MODULE),
    )
    return shrink(make_response(page))

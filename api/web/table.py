"""The page of the table: a frame that is in its place before any script has run."""

from typing import Any, NamedTuple

from flask import Response, g, make_response, render_template, request

from ironclad.api.http.guard import cookie_seats, eyes, needs
from ironclad.api.http.headers import allow_style
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.reading import point
from ironclad.api.http.responses import shrink
from ironclad.api.http.schema_fields import LARGEST_VERSION
from ironclad.api.pages.forms import number
from ironclad.api.resources.games import GAME
from ironclad.api.rulebook.board_sheet import sheets
from ironclad.api.web.root import blueprint
from ironclad.api.web.tutorial import steps_of
from ironclad.domain.kernel.drawing.scene import VIEW as SCENE
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.projections.histories import VIEW as HISTORY
from ironclad.referee.people.roles import Right

TABS = ("due", "talk", "forces", "place", "chronicle", "tracks", "timelines", "keys")


@blueprint.get("/games" + GAME + "/table")
@needs(Right.READ)
def show_table(game: str) -> Response:
    """The game at `?timeline=&at=`, or its head, followed as it grows."""
    seat = eyes(game)
    record = service().queries.game(game, seat=seat)
    asked: dict[str, Any] = {"timeline": request.args.get("timeline") or None}
    if request.args.get("at"):
        asked["at"] = number("at", LARGEST_VERSION)
    timeline, at = point(game, asked)
    ruleset = service().queries.ruleset_of(game)
    if ruleset.show.board is not None:  # its drawing joins the page, and may bring just these styles
        for style in sheets(ruleset.name, ruleset.version, ruleset.show.board)[0].styles:
            allow_style(style)
    held, account = cookie_seats(game), g.caller.account
    due = service().queries.due(game, timeline, seat=seat)
    page = render_template(
        "table.html",
        game=record,
        ruleset=ruleset,
        name=record.title or ruleset.identity.title,
        lesson=steps_of(record, ruleset),
        timeline=timeline,
        at=at,
        head=service().queries.head(game, timeline)[1],
        follows="at" not in asked,
        play=None
        if ruleset.show.scene is None
        else service().queries.view(game, SCENE, timeline, at, seat=seat)["play"],
        due=due,
        held=held,
        may_invite=bool(held) or (account is not None and service().authorization.has_opened(game, account)),
        is_private=service().authorization.is_private(game),
        accounts=settings().accounts,
        views=[*views_of(ruleset), *([HISTORY] if ruleset.show.history is not None else [])],
        tabs=tabs_of(ruleset),
        hides=service().queries.hides(game),
        timed=service().queries.clock(game).control is not None,
        curtain=_curtain(held, due) if len(held) > 1 and service().queries.hides(game) else None,
    )
    return shrink(make_response(page))


class Curtain(NamedTuple):
    """What covers the table of a game that hides something, if one browser holds several of its seats.

    `next` are the seats that have to decide now (all of them if none has); `seats` all, those first.
    """

    next: tuple[str, ...]
    seats: tuple[str, ...]


def _curtain(held: tuple[str, ...], due: tuple[Due, ...]) -> Curtain:
    owing = {each.seat for each in due}
    first = tuple(seat for seat in held if seat in owing) or held
    return Curtain(first, (*first, *(seat for seat in held if seat not in first)))


def tabs_of(ruleset: Ruleset[Any]) -> list[str]:
    """The tabs of the panel: tracks only where the ruleset has any."""
    charts = ruleset.show.manifest is not None and ruleset.show.manifest().charts
    return [tab for tab in TABS if tab != "tracks" or "tracks" in ruleset.show.views or charts]

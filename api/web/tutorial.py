"""A turn that teaches a game by doing: its page, opening one, and its steps for the table of such a game."""

import secrets
from typing import Any

import msgspec
from flask import g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.problems import Failure
from ironclad.api.pages.forms import field
from ironclad.api.pages.game import seat_at
from ironclad.api.settings import Kind
from ironclad.api.web.root import blueprint
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.eventlog.records import GameRecord
from ironclad.referee.people.roles import Right

LEARNER = "Learner"  # the name of a player without an account, in both seats


@blueprint.get("/learn")
@needs(Right.LOOK)
def show_tutorial() -> str:
    """What is taught, and a button that begins."""
    return render_template(
        "tutorial.html",
        taught=[ruleset for ruleset in settings().rulesets.values() if ruleset.show.lesson is not None],
        fresh=secrets.token_urlsafe(12),
    )


@blueprint.post("/learn")
@needs(Right.OPEN, Kind.OPEN)
def begin_tutorial() -> Response:
    """Open a game of a lesson, take both seats of it, and go to its table.

    Each browser has a game of its own; the same form sent twice leads to the same one.
    """
    taught = [ruleset for ruleset in settings().rulesets.values() if ruleset.show.lesson is not None]
    asked = field("ruleset", 64)
    found = next((each for each in taught if asked in ("", each.name)), None)
    if found is None or found.show.lesson is None:
        raise Failure(
            "not-found", f"There is no lesson of {asked!r}." if asked else "There is no lesson here."
        )
    account = g.caller.account
    opened = service().opening.open_game(
        found.name,
        found.show.lesson.scenario,
        position=found.show.lesson.position,
        title=found.show.lesson.title,
        by=account or "page",
        id=field("id", 64) or None,
        private_to=account,
    )
    answer = redirect(url_for("web.show_table", game=opened.id), 303)
    if not opened.repeated:
        for seat in found.seats:
            seat_at(opened.id, seat, answer, LEARNER)
    return answer


def steps_of(game: GameRecord, ruleset: Ruleset[Any]) -> list[dict[str, Any]]:
    """The steps of the lesson that a game is; none where it is no lesson."""
    lesson = ruleset.show.lesson
    if lesson is None or game.scenario != lesson.scenario:
        return []
    steps: list[dict[str, Any]] = msgspec.to_builtins(lesson.steps)
    return steps

"""Readings: the log, positions, views and the map, at any event of any timeline."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from api import answers
from api.calls import asks, gives, gives_text
from api.inputs import referee
from api.reading import await_version, map_of, point
from api.resources.games import GAME
from api.schemas import ChronicleWhere, CompareWhere, EventsWhere, MatchWhere, Where
from projections.referee import EventRecord, Page, PositionRecord

blueprint = APIBlueprint("readings", __name__, tag="Readings", url_prefix="/games")


@blueprint.get(GAME + "/events")
@asks(blueprint, EventsWhere)
@gives(blueprint, Page[EventRecord], 200, "Events; `next` is the next `from`.", 404, 409, 422)
def list_events(game: str, query: dict[str, Any]) -> Response:
    """The events of a timeline, its ancestors' included. (The same live is a stream of its own.)"""
    timeline = query.get("timeline")
    await_version(game, timeline, query.get("min_version"))
    return answers.json(referee().events(game, timeline, query["first"], query.get("last"), query["limit"]))


@blueprint.get(GAME + "/match/events")
@asks(blueprint, MatchWhere)
@gives(blueprint, Page[EventRecord], 200, "Events; `next` is the next `from`.", 404, 422)
def list_match_events(game: str, query: dict[str, Any]) -> Response:
    """The match's own events: seats, timelines, proposals, the end."""
    return answers.json(referee().match_events(game, query["first"], query["limit"]))


@blueprint.get(GAME + "/position")
@asks(blueprint, Where)
@gives(blueprint, PositionRecord, 200, "The whole position, as opening a game takes it.", 404, 409, 422)
def read_position(game: str, query: dict[str, Any]) -> Response:
    """The whole position at any event."""
    timeline, at = point(game, query)
    return answers.json(referee().position(game, timeline, at))


@blueprint.get(GAME + "/views/chronicle")
@asks(blueprint, ChronicleWhere)
@gives(blueprint, answers.ChronicleRecord, 200, "What happened, in order.", 404, 409, 422)
def read_chronicle(game: str, query: dict[str, Any]) -> Response:
    """What happened up to an event, with every battle's arithmetic."""
    timeline, at = point(game, query)
    page = referee().chronicle(game, timeline, at, first=query["first"], limit=query["limit"])
    return answers.json(answers.ChronicleRecord(game, timeline, at, page.items, page.next))


@blueprint.get(GAME + "/views/<string(maxlength=64):view>")
@asks(blueprint, Where)
@gives(blueprint, answers.ViewRecord, 200, "The view.", 404, 409, 422)
def read_view(game: str, view: str, query: dict[str, Any]) -> Response:
    """A view at any event: map, politics, economy, construction, supply, naval, railroads, or what else the
    ruleset has; its description says what each shows."""
    timeline, at = point(game, query)
    data = referee().view(game, view, timeline, at)
    return answers.json(answers.ViewRecord(game, timeline, at, view, data))


@blueprint.get(GAME + "/map")
@asks(blueprint, Where)
@gives_text(blueprint, "image/svg+xml", "The map.")
def read_map(game: str, query: dict[str, Any]) -> Response:
    """The map at any event, drawn as SVG."""
    timeline, at = point(game, query)
    response = Response(map_of(game, timeline, at), content_type="image/svg+xml; charset=utf-8")
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return answers.shrink(response)


@blueprint.get(GAME + "/compare")
@asks(blueprint, CompareWhere)
@gives(blueprint, answers.Comparison, 200, "The differences.", 404, 422)
def compare(game: str, query: dict[str, Any]) -> Response:
    """Two points of a game, difference by difference."""
    (a_line, a_at), (b_line, b_at) = query["a"], query["b"]
    a = point(game, {"timeline": a_line, "at": a_at})
    b = point(game, {"timeline": b_line, "at": b_at})
    return answers.json(answers.Comparison(a, b, referee().compare(game, a, b)))

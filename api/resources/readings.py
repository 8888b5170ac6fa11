"""Readings: the log, positions, views and the map, at any event of any timeline."""

from typing import Any

import msgspec
from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import asks, gives, gives_text
from ironclad.api.http.guard import eyes, needs
from ironclad.api.http.inputs import service
from ironclad.api.http.query_schemas import (
    ChronicleWhere,
    CompareWhere,
    EventsWhere,
    MatchWhere,
    ViewsWhere,
    Where,
)
from ironclad.api.http.reading import await_version, map_of, point
from ironclad.api.resources.games import GAME
from ironclad.eventlog.records import EventRecord, Page, PositionRecord
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("readings", __name__, tag="Readings", url_prefix="/games")
_EVENTS = "Events; `next` is the next `from`."


@blueprint.get(GAME + "/events")
@needs(Right.READ)
@asks(blueprint, EventsWhere)
@gives(blueprint, Page[EventRecord], 200, _EVENTS, 404, 409, 422)
def list_events(game: str, query: dict[str, Any]) -> Response:
    """The events of a timeline, its ancestors' included. (The same live is `events/stream`.)"""
    timeline = query.get("timeline")
    await_version(game, timeline, query.get("min_version"))
    stretch = (query["first"], query.get("last"), query["limit"])
    return responses.json(service().queries.events(game, timeline, *stretch, seat=eyes(game)))


@blueprint.get(GAME + "/match/events")
@needs(Right.READ)
@asks(blueprint, MatchWhere)
@gives(blueprint, Page[EventRecord], 200, _EVENTS, 404, 422)
def list_match_events(game: str, query: dict[str, Any]) -> Response:
    """The match's own events: seats, timelines, proposals, the end."""
    return responses.json(
        service().queries.match_events(game, query["first"], query["limit"], seat=eyes(game))
    )


@blueprint.get(GAME + "/position")
@needs(Right.READ)
@asks(blueprint, Where)
@gives(blueprint, PositionRecord, 200, "The whole position, as opening a game takes it.", 404, 409, 422)
def read_position(game: str, query: dict[str, Any]) -> Response:
    """The whole position at any event."""
    timeline, at = point(game, query)
    return responses.json(service().queries.position(game, timeline, at, seat=eyes(game)))


@blueprint.get(GAME + "/views/chronicle")
@needs(Right.READ, price=2)
@asks(blueprint, ChronicleWhere)
@gives(blueprint, responses.ChronicleRecord, 200, "What happened, in order.", 404, 409, 422)
def read_chronicle(game: str, query: dict[str, Any]) -> Response:
    """What happened up to an event, with every battle's arithmetic."""
    timeline, at = point(game, query)
    stretch = {"first": query["first"], "limit": query["limit"], "seat": eyes(game)}
    types = frozenset(query["types"].split(",")) if "types" in query else None
    page = service().queries.chronicle(
        game, timeline, at, **stretch, types=types, quiet=query["quiet"] == "yes"
    )
    record = responses.ChronicleRecord(game, timeline, at, page.items, page.next)
    return responses.shrink(responses.json(record))


@blueprint.get(GAME + "/views")
@needs(Right.READ, price=2)
@asks(blueprint, ViewsWhere)
@gives(blueprint, responses.ViewsRecord, 200, "The views, all of one version.", 404, 409, 422)
def read_views(game: str, query: dict[str, Any]) -> Response:
    """Several views at once, so that they cannot be of different versions."""
    timeline, at = point(game, query)
    names, seat = query["names"].split(","), eyes(game)
    views = {
        name: msgspec.Raw(service().queries.view_json(game, name, timeline, at, seat=seat)) for name in names
    }
    return responses.shrink(responses.json(responses.ViewsRecord(game, timeline, at, views)))


@blueprint.get(GAME + "/views/<string(maxlength=64):view>")
@needs(Right.READ)
@asks(blueprint, Where)
@gives(blueprint, responses.ViewRecord, 200, "The view.", 404, 409, 422)
def read_view(game: str, view: str, query: dict[str, Any]) -> Response:
    """A view at any event: map, politics, economy, construction, supply, naval, railroads, the history of its
    turns, or what else the ruleset has; its description says what each shows."""
    timeline, at = point(game, query)
    data = msgspec.Raw(service().queries.view_json(game, view, timeline, at, seat=eyes(game)))
    return responses.json(responses.ViewRecord(game, timeline, at, view, data))


@blueprint.get(GAME + "/map")
@needs(Right.READ, price=2)
@asks(blueprint, Where)
@gives_text(blueprint, "image/svg+xml", "The map.", 404, 409, 422)
def read_map(game: str, query: dict[str, Any]) -> Response:
    """The map at any event, drawn as SVG."""
    timeline, at = point(game, query)
    drawn = map_of(game, timeline, at)
    return responses.shrink(Response(drawn, content_type="image/svg+xml; charset=utf-8"))


@blueprint.get(GAME + "/compare")
@needs(Right.READ, price=2)
@asks(blueprint, CompareWhere)
@gives(blueprint, responses.Comparison, 200, "The differences.", 404, 422)
def compare(game: str, query: dict[str, Any]) -> Response:
    """Two points of a game, difference by difference: in the ruleset's words, and path by path."""
    (a_line, a_at), (b_line, b_at) = query["a"], query["b"]
    a = point(game, {"timeline": a_line, "at": a_at})
    b = point(game, {"timeline": b_line, "at": b_at})
    found = service().queries.compare(game, a, b, query["limit"], seat=eyes(game))
    parts = (found.changes, found.told, found.differences, found.more)
    return responses.shrink(responses.json(responses.Comparison(game, a, b, *parts)))

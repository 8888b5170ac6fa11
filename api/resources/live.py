"""Live updates: a game's events as they come, as server-sent events that can be taken up again."""

from time import monotonic
from typing import Any

from apiflask import APIBlueprint
from flask import Response, g, request

from ironclad.api.http.declarations import asks, gives_events, heeds
from ironclad.api.http.guard import eyes, looking_again, needs
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.proxies import counted
from ironclad.api.http.query_schemas import StreamHeaders, StreamWhere
from ironclad.api.http.waiting import place_to_wait
from ironclad.api.resources.games import GAME
from ironclad.api.serving.streams import READER, STREAMS, Streams, greeting, message
from ironclad.eventlog.records import EventRecord
from ironclad.projections.live import Course
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("live", __name__, tag="Live updates", url_prefix="/games")
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # no proxy is to hold events back


@blueprint.get(GAME + "/events/stream")
@needs(Right.READ)
@asks(blueprint, StreamWhere)
@heeds(blueprint, StreamHeaders)
@gives_events(
    blueprint,
    EventRecord,
    "Server-sent events: each `data` is an event as `events` gives it, each `id` its position in the log.",
    *(404, 422, 503),
)
def stream_events(game: str, query: dict[str, Any], headers: dict[str, Any]) -> Response:
    """A game's events as they come: the match's own, and those of a timeline, or of whichever the game is on.

    Every event once, in the log's order. Sent again with the `Last-Event-ID` of a stream that broke off, the
    call continues after that event, whichever server answers it.
    """
    seat = eyes(game)
    after = headers.get("last_event_id", query.get("after"))
    course = service().queries.course(game, query.get("timeline"), after)
    streams: Streams | None = request.environ.get(STREAMS)
    body = b""
    if streams is None:
        body = _at_once(course, seat)
    elif request.method == "GET":  # and not HEAD
        stands = looking_again(game, seat)
        request.environ[READER] = streams.admit(course, seat, counted(g.caller.address), stands)
    return Response(body, content_type="text/event-stream", headers=_HEADERS)


def _at_once(course: Course, seat: str | None) -> bytes:
    """A short stream, for a server whose threads are its only way to wait.

    It has what is there, or what comes while there is a thread to spare for waiting; the reader comes again
    by itself for the rest.
    """
    words, rows = greeting(course), course.read()
    if not rows:
        with place_to_wait() as waits:
            until = monotonic() + (settings().wait_seconds if waits else 0.0)
            while not rows and (left := until - monotonic()) > 0:
                service().queries.wait_log(course.place, left)
                rows = course.read()
    return words + b"".join(message(course, seat, row) for row in rows)

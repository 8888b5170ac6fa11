"""Bundles: a game's whole record in one file, to be verified with no server (docs/bundle.md)."""

from apiflask import APIBlueprint
from flask import Response, current_app, request
from werkzeug.wsgi import wrap_file

from ironclad.api.http.declarations import asks, gives_text
from ironclad.api.http.file_responses import PIECE, spooled
from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.query_schemas import Nothing
from ironclad.api.resources.games import GAME
from ironclad.api.settings import Kind
from ironclad.eventlog.errors import Busy
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("bundles", __name__, tag="Bundles", url_prefix="/games")


@blueprint.get(GAME + "/bundle")
@needs(Right.READ, Kind.BUNDLE)
@asks(blueprint, Nothing)
@gives_text(
    blueprint, "application/octet-stream", "The bundle, as of the last checkpoint.", *(404, 409, 413, 422)
)
def read_bundle(game: str, query: dict[str, object]) -> Response:
    """A game's bundle: every event of it, with what proves them, as of a checkpoint that has them all."""
    application = current_app.extensions["ironclad"]
    if not application.writers.acquire(blocking=False):
        raise Busy("other bundles are being written: ask again in a moment")
    try:
        with spooled(settings(), application.bundles) as file:
            service().exporter.write(game, file, settings().wait_seconds)
    finally:
        application.writers.release()
    size = file.tell()
    file.seek(0)
    answer = Response(
        wrap_file(request.environ, file, PIECE),
        content_type="application/octet-stream",
        direct_passthrough=True,
    )
    answer.content_length = size
    answer.headers["Content-Disposition"] = f'attachment; filename="{game}.bundle"'
    answer.headers["Cache-Control"] = "no-store"
    return answer

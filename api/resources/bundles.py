"""Bundles: a game's whole record in one file, to be verified with no server (docs/bundle.md)."""

from apiflask import APIBlueprint
from flask import Response, current_app, request
from werkzeug.wsgi import wrap_file

from api.calls import asks, gives_text
from api.file_answers import PIECE, spooled
from api.guard import needs
from api.inputs import referee, settings
from api.query_schemas import Nothing
from api.resources.games import GAME
from api.settings import Kind
from projections.errors import Busy
from projections.roles import Right

blueprint = APIBlueprint("bundles", __name__, tag="Bundles", url_prefix="/games")


@blueprint.get(GAME + "/bundle")
@needs(Right.READ, Kind.BUNDLE)
@asks(blueprint, Nothing)
@gives_text(
    blueprint, "application/octet-stream", "The bundle, as of the last checkpoint.", *(404, 409, 413, 422)
)
def read_bundle(game: str, query: dict[str, object]) -> Response:
    """A game's bundle: every event of it, with what proves them, as of a checkpoint that has them all."""
    service = current_app.extensions["ironclad"]
    if not service.waiters.acquire(blocking=False):
        raise Busy("other bundles are being written: ask again in a moment")
    try:
        with spooled(settings(), service.bundles) as file:
            referee().exporter.write(game, file, settings().wait_seconds)
    finally:
        service.waiters.release()
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

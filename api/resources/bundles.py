"""Bundles: a game's whole record in one file, to be verified with no server (docs/bundle.md)."""

from io import BytesIO

from apiflask import APIBlueprint
from flask import Response, current_app

from api.calls import asks, gives_text
from api.guard import needs
from api.inputs import referee, settings
from api.resources.games import GAME
from api.schemas import Nothing
from api.settings import Kind
from projections.errors import Busy, TooMuch
from projections.roles import Right

blueprint = APIBlueprint("bundles", __name__, tag="Bundles", url_prefix="/games")
LARGEST = 64 * 1024 * 1024


class _Bounded(BytesIO):
    """A file in memory that does not grow past a bound."""

    def write(self, data: bytes) -> int:  # type: ignore[override]
        if self.tell() + len(data) > LARGEST:
            raise TooMuch("the bundle is larger than this call gives: whoever runs the service can export it")
        return super().write(data)


@blueprint.get(GAME + "/bundle")
@needs(Right.READ, Kind.BUNDLE)
@asks(blueprint, Nothing)
@gives_text(
    blueprint, "application/octet-stream", "The bundle, as of the last checkpoint.", *(404, 409, 413, 422)
)
def read_bundle(game: str, query: dict[str, object]) -> Response:
    """A game's bundle: every event of it, with what proves them, as of a checkpoint that has them all."""
    waiters = current_app.extensions["ironclad"].waiters
    if not waiters.acquire(blocking=False):
        raise Busy("other bundles are being written: ask again in a moment")
    try:
        file = _Bounded()
        referee().exporter.write(game, file, settings().wait_seconds)
    finally:
        waiters.release()
    answer = Response(file.getvalue(), content_type="application/octet-stream")
    answer.headers["Content-Disposition"] = f'attachment; filename="{game}.bundle"'
    answer.headers["Cache-Control"] = "no-store"
    return answer

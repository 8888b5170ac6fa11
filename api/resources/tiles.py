"""The log as C2SP tlog-tiles has it, under /log/: the checkpoint, tiles of hashes, bundles of entries.

For programs that audit any such log. They are no part of the OpenAPI document: docs/ledger.md has them.
"""

import gzip
from typing import Any

from apiflask import APIBlueprint
from flask import Response, g, request

from ironclad.api.http.declarations import asks
from ironclad.api.http.guard import may_read, needs
from ironclad.api.http.inputs import service
from ironclad.api.http.query_schemas import CheckpointWhere, Nothing
from ironclad.api.resources.ledger import asked_checkpoint
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("tiles", __name__, url_prefix="/log", enable_openapi=False)
_FOR_EVER = "max-age=31536000, immutable"


@blueprint.get("/checkpoint")
@needs(Right.LOOK)
@asks(blueprint, CheckpointWhere)
def read_note(query: dict[str, Any]) -> Response:
    """The last checkpoint as it was signed and cosigned: the last that meets the policy, unless asked for."""
    note = str(asked_checkpoint(query) if request.args else service().prover.public_checkpoint())
    answer = Response(note.encode(), content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/tile/<int:level>/<path:number>")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
def read_tile(level: int, number: str, query: dict[str, Any]) -> Response:
    """The hashes of a tile."""
    body = service().prover.tile(request.path.removeprefix("/log/"))
    return _bytes(body, "public")


@blueprint.get("/tile/entries/<path:number>")
@needs(Right.READ)
@asks(blueprint, Nothing)
def read_entries(number: str, query: dict[str, Any]) -> Response:
    """A bundle of entries, if the caller may read all of it."""
    body = service().prover.entries(request.path.removeprefix("/log/"), may_read)
    answer = _bytes(body, "private" if g.caller.identity is not None else "public")
    if request.accept_encodings.quality("gzip"):
        answer.set_data(gzip.compress(body, compresslevel=5, mtime=0))
        answer.headers["Content-Encoding"] = "gzip"
    answer.vary.update(("Accept-Encoding", "Authorization"))
    return answer


def _bytes(body: bytes, whose: str) -> Response:
    answer = Response(body, content_type="application/octet-stream")
    answer.headers["Cache-Control"] = f"{whose}, {_FOR_EVER}"
    return answer

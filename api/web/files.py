"""The files of the table: modules, style sheets and pictures, each under the digest of them all."""

import gzip
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import normpath

from flask import Response, request, url_for

from ironclad.api.http.guard import needs
from ironclad.api.http.problems import Failure
from ironclad.api.web.root import blueprint
from ironclad.referee.people.roles import Right

STATIC = Path(__file__).with_name("static")
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
}
_IMPORTED = re.compile(r"""^(?:import|export)\b[^;"']*"(\.[^"]+)";""", re.MULTILINE)
_FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class File:
    """A file as it is sent: its bytes, the same compressed, and its digest."""

    kind: str
    body: bytes
    small: bytes
    digest: str


@cache
def all_files() -> dict[str, File]:
    """Every file by its name ("board/board.js"), read once: a new build is a new process."""
    found = {}
    for path in sorted(STATIC.rglob("*")):
        if path.suffix in KINDS:
            body = path.read_bytes()
            small = gzip.compress(body, compresslevel=9, mtime=0)
            name = path.relative_to(STATIC).as_posix()
            found[name] = File(KINDS[path.suffix], body, small, sha256(body).hexdigest()[:32])
    return found


@cache
def build() -> str:
    """The digest of all files: modules name each other by relative addresses, so they move together."""
    whole = sha256()
    for name, file in all_files().items():
        whole.update(f"{name} {file.digest}\n".encode())
    return whole.hexdigest()[:16]


@cache
def modules(first: str) -> tuple[str, ...]:
    """A module and all that it needs to begin, for a page to have fetched before they ask for each other.

    What a module imports only when it is used (`import("…")`) is left for then.
    """
    found, waiting = {first: None}, [first]
    while waiting:
        name = waiting.pop()
        text = all_files()[name].body.decode()
        for said in _IMPORTED.findall(text):
            needed = normpath(f"{name.rpartition('/')[0]}/{said}")
            if needed in all_files() and needed not in found:
                found[needed] = None
                waiting.append(needed)
    return tuple(found)


@blueprint.app_template_global()
def web_file(name: str) -> str:
    """The address of a file of the table."""
    return url_for("web.read_file", asked=build(), name=name)


@blueprint.get("/web/<string(length=16):asked>/<path:name>")
@needs(Right.LOOK)
def read_file(asked: str, name: str) -> Response:
    """A file of the table. Under another build's digest it is given too, but not to be kept."""
    if (file := all_files().get(name)) is None:
        raise Failure("not-found", f"There is no file {name!r}.")
    shrinks = bool(request.accept_encodings.quality("gzip"))
    answer = Response(file.small if shrinks else file.body, content_type=file.kind)
    if shrinks:
        answer.headers["Content-Encoding"] = "gzip"
    answer.vary.add("Accept-Encoding")
    answer.set_etag(file.digest + ("-gzip" if shrinks else ""))
    answer.headers["Cache-Control"] = _FOR_EVER if asked == build() else "no-cache"
    return answer.make_conditional(request)

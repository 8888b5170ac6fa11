"""The files of the table: modules, style sheets and pictures, each under the digest of them all.

A ruleset's own modules and styles are at `games/RULESET/`, with its manifest and its sides' colours made of
that.
"""

import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import normpath
from typing import Any

import msgspec
from flask import Response, request, url_for

from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import settings
from ironclad.api.http.problems import Failure
from ironclad.api.rulebook.colours import colours
from ironclad.api.web.root import blueprint
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.referee.people.roles import Right

STATIC = Path(__file__).with_name("static")
KINDS = {
    ".json": "application/json",
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


def all_files() -> dict[str, File]:
    """Every file by its name ("board/board.js"), read once: a new build is a new process."""
    return _build().files


def build() -> str:
    """The digest of all files: modules name each other by relative addresses, so they move together."""
    return _build().digest


@dataclass(frozen=True)
class Build:
    """All files, and their digest."""

    files: dict[str, File]
    digest: str


_builds: dict[tuple[str, ...], Build] = {}


def _build() -> Build:
    """The files of this service, by the rulesets that it has."""
    rulesets = settings().rulesets
    names = tuple(f"{each.name} {each.version}" for each in rulesets.values())
    if names not in _builds:
        files = of_rulesets(rulesets)
        _builds[names] = Build(files, digest_of(files))
    return _builds[names]


def of_rulesets(rulesets: Mapping[str, Ruleset[Any]]) -> dict[str, File]:
    """The files of the table by name, with those of some rulesets."""
    files = {**_shared()}
    for each in rulesets.values():
        files.update({f"games/{each.name}/{name}": file for name, file in _own(each)})
    return files


def digest_of(files: Mapping[str, File]) -> str:
    """What tells some files from any others, 16 hexadecimal digits."""
    whole = sha256()
    for name, file in sorted(files.items()):
        whole.update(f"{name} {file.digest}\n".encode())
    return whole.hexdigest()[:16]


@cache
def _shared() -> dict[str, File]:
    return dict(_folder(STATIC))


def _folder(folder: Path) -> Iterator[tuple[str, File]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in KINDS:
            yield path.relative_to(folder).as_posix(), _file(path.suffix, path.read_bytes())


def _own(ruleset: Ruleset[Any]) -> Iterator[tuple[str, File]]:
    """The files of a ruleset's client."""
    if ruleset.show.client is not None:
        yield from _folder(ruleset.show.client)
    if ruleset.show.manifest is not None:
        manifest = ruleset.show.manifest()
        yield "manifest.json", _file(".json", msgspec.json.encode(manifest))
        yield "sides.css", _file(".css", colours(manifest).encode())


def _file(suffix: str, body: bytes) -> File:
    small = gzip.compress(body, compresslevel=9, mtime=0)
    return File(KINDS[suffix], body, small, sha256(body).hexdigest()[:32])


@cache
def modules(first: str) -> tuple[str, ...]:
    """A module and all that it needs to begin, for a page to have fetched before they ask for each other.

    What a module imports only when it is used (`import("…")`) is left for then.
    """
    found, waiting = {first: None}, [first]
    while waiting:
        name = waiting.pop()
        text = _shared()[name].body.decode()
        for said in _IMPORTED.findall(text):
            needed = normpath(f"{name.rpartition('/')[0]}/{said}")
            if needed in _shared() and needed not in found:
                found[needed] = None
                waiting.append(needed)
    return tuple(found)


@blueprint.app_template_global()
def web_file(name: str) -> str:
    """The address of a file of the table."""
    return url_for("web.read_file", asked=build(), name=name)


@blueprint.app_template_global()
def styled() -> list[str]:
    """The rulesets whose sides have colours."""
    return [each.name for each in settings().rulesets.values() if each.show.manifest is not None]


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

"""The files of the table: modules, style sheets and pictures, each under the digest of them all.

A ruleset's own modules and styles are at `games/RULESET/`, with its manifest and its sides' colours made of
that. Below `linked/` are the modules of each page as a few files (`linker.py`), and its style sheets as one.
"""

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from flask import Response, request, url_for

from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import settings
from ironclad.api.http.problems import Failure
from ironclad.api.rulebook.colours import colours
from ironclad.api.web import linker
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
LAZY_STYLES = ("disputes/disputes.css",)
"""Style sheets that a module of the table brings: each is beside the linked modules too."""
TABLE_STYLES = f"{linker.FOLDER}/table/table.css"
STYLES = (
    "shell/faults.css",
    "shell/palette.css",
    "shell/table.css",
    "shell/sheet.css",
    "board/controls.css",
    "history/scrubber.css",
    "shell/curtain.css",
    "shell/panels.css",
    "shell/terms.css",
    "chronicle/chronicle.css",
    "board/board.css",
    "board/tabletop.css",
    "play/play.css",
    "play/inset.css",
    "answers/answers.css",
    "history/time.css",
    "keys/seat.css",
    "play/talk.css",
    "results/results.css",
    "clocks/clocks.css",
    "play/lesson/lesson.css",
)
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
    return {**files, **_linked(files)}


def _linked(files: Mapping[str, File]) -> dict[str, File]:
    """The pages' modules as a few files, and their style sheets: see `linker.py`."""
    made = {name: _file(".css", b"".join(files[each].body for each in STYLES)) for name in [TABLE_STYLES]}

    made.update({f"{linker.FOLDER}/table/{each}": files[each] for each in LAZY_STYLES})

    @cache
    def module(name: str) -> linker.Module:
        return linker.read(name, files[name].body.decode())

    own: dict[str, list[str]] = {}
    for name in sorted(files):
        if name.startswith("games/") and name.endswith(".js"):
            own.setdefault(f"games/{name.split('/')[1]}/{linker.OWN}", []).append(name)
    for group_name, names in list(own.items()):
        try:
            linker.groups_of(linker.PAGES["table"], module, {group_name: names})
        except (
            linker.Unlinked,
            KeyError,
        ):  # of another style than ours: one by one, over the same shared modules
            made.update({f"{linker.FOLDER}/table/{name}": files[name] for name in own.pop(group_name)})
    for title, page in linker.PAGES.items():
        groups = linker.groups_of(page, module, own if title == "table" else {})
        root = f"{linker.FOLDER}/{title}"
        for group in groups:
            made[f"{root}/{group.name}"] = _file(".js", group.text().encode())
            made[f"{root}/{group.name}.map"] = _file(".json", group.map().encode())
        for name, text in linker.pieces(groups).items():
            made[f"{root}/{name}"] = _file(".js", text.encode())
    return made


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


@dataclass(frozen=True)
class Scripts:
    """How a page has its modules: in a few files, or one by one for who works on them."""

    each: bool = False

    def entry(self, name: str, page: str) -> str:
        """The file that a page's entry is at."""
        return name if self.each else f"{linker.FOLDER}/{page}/{name}"

    def ahead(self, page: str) -> tuple[str, ...]:
        """What a page has fetched before its entry asks for it."""
        return () if self.each else (f"{linker.FOLDER}/{page}/{linker.FIRST}",)

    @property
    def styles(self) -> tuple[str, ...]:
        """The table's style sheets."""
        return STYLES if self.each else (TABLE_STYLES,)


@blueprint.app_template_global()
def scripts() -> Scripts:
    """For the page of this request: `?modules=each` has them one by one."""
    return Scripts(each=request.args.get("modules") == "each")


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

"""The map of a ruleset as it goes out: drawn, encoded and compressed once for every process."""

import gzip
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from threading import Lock, Thread
from typing import Any

import msgspec
from flask import Response, request

from ironclad.api.http.headers import allow_style
from ironclad.domain.kernel.engine.records import PrintedMap
from ironclad.domain.kernel.engine.ruleset import Ruleset

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_drawing = Lock()
KEPT_SECONDS = 3600  # a map changes with a new version of the service alone


class ChartRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ruleset's map as data, in the units of its drawing; what a part has not is left out of it.

    `digest` tells the drawing and this document: it changes when either does. `hexes` have `id`, `x`, `y`,
    `terrain`, `state` and what is printed in them; so have `areas`, each with its `polygon`, and the named
    `points` of a plane, in hundredths of an inch; `sides` an `id` "aaaa-bbbb" and a `kind`; `lines` a
    `kind`, `name`, `status` and `hexes`; `sheets` the `name` of each printed sheet with its
    rectangle; `terms` say by group and kind a `label`, its `rules` (clauses) and its `cost`.
    `grain` is how many of its units are as large to a reader as one unit of a map of hexes.
    """

    ruleset: str
    version: str
    digest: str
    width: float
    height: float
    radius: float | None = None
    grain: float | None = None
    grid: dict[str, Any] = {}
    hexes: tuple[dict[str, Any], ...] = ()
    areas: tuple[dict[str, Any], ...] = ()
    points: tuple[dict[str, Any], ...] = ()
    sides: tuple[dict[str, Any], ...] = ()
    lines: tuple[dict[str, Any], ...] = ()
    zones: tuple[dict[str, Any], ...] = ()
    sheets: tuple[dict[str, Any], ...] = ()
    states: dict[str, str] = {}
    legend: dict[str, float] = {}
    terms: dict[str, dict[str, dict[str, Any]]] = {}


@dataclass(frozen=True)
class Sheet:
    """A body that never changes, as it is and compressed; its SHA-256 in hex, and the styles that it has."""

    body: bytes
    shrunk: bytes
    digest: str
    content_type: str
    styles: tuple[str, ...] = ()

    def answer(self) -> Response:
        """The answer, for anyone to keep; 304 to a reader who has it.

        The tag is weak: it is that of the same words, compressed or not.
        """
        for style in self.styles:
            allow_style(style)
        zipped = bool(request.accept_encodings.quality("gzip"))
        response = Response(self.shrunk if zipped else self.body, content_type=self.content_type)
        if zipped:
            response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
        response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
        response.set_etag(self.digest, weak=True)
        response.make_conditional(request.environ)
        return response


def sheets(ruleset: str, version: str, chart: Callable[[], PrintedMap]) -> tuple[Sheet, Sheet]:
    """The drawing of a ruleset's map, and its document.

    Drawing takes seconds: who asks meanwhile waits for it, and does not draw it once more.
    """
    with _drawing:
        return _sheets(ruleset, version, chart)


def warm(rulesets: Iterable[Ruleset[Any]]) -> None:
    """Draw every map in a thread of its own, so that nobody waits for the first one that is asked for."""

    def draw() -> None:
        for each in charted:
            sheets(each.name, each.version, each.show.board)

    charted = [each for each in rulesets if each.show.board is not None]
    Thread(target=draw, name="draw maps", daemon=True).start()


@lru_cache(maxsize=8)
def _sheets(ruleset: str, version: str, chart: Callable[[], PrintedMap]) -> tuple[Sheet, Sheet]:
    printed = chart()
    drawing = printed.svg.encode()
    data = msgspec.json.encode(printed.document, order="deterministic")
    digest = sha256(drawing + data).hexdigest()
    record = msgspec.convert(
        {"ruleset": ruleset, "version": version, "digest": digest, **printed.document}, ChartRecord
    )
    styles = tuple(_STYLE.findall(printed.svg))
    return (
        _sheet(drawing, "image/svg+xml; charset=utf-8", styles),
        _sheet(msgspec.json.encode(record), "application/json"),
    )


def _sheet(body: bytes, content_type: str, styles: tuple[str, ...] = ()) -> Sheet:
    return Sheet(body, gzip.compress(body, mtime=0), sha256(body).hexdigest(), content_type, styles)

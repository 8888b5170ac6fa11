"""One game's page for readers without scripts: the map at any event, what is due, who sits where, what
happened.

It is read, and played at the table or over HTTP; the forms on it are for who may read a private game.
"""

from dataclasses import dataclass
from typing import Any

from flask import current_app, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from ironclad.api.http.cookies import keep_in_cookies
from ironclad.api.http.guard import cookie_seats, eyes, needs
from ironclad.api.http.headers import allow_style
from ironclad.api.http.inputs import service
from ironclad.api.http.reading import map_of, point
from ironclad.api.http.schema_fields import LARGEST_VERSION
from ironclad.api.pages.forms import field, number
from ironclad.api.pages.kept import KeptParts
from ironclad.api.pages.readers import readers_of
from ironclad.api.pages.root import blueprint
from ironclad.api.resources.games import sit_down
from ironclad.api.settings import Kind
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.eventlog.records import GameRecord, Seated
from ironclad.referee.people.roles import Right

CHRONICLE = 200
OF_THE_TABLE = frozenset({"scene", "tracks", "lists", "places"})
"""Views that the table draws; what they tell is on this page in its own way."""
SHADOW_STYLE = (
    "svg { display: block; width: var(--map-width, 100%); height: auto; max-height: var(--map-height, none); "
    "margin: auto; }"
)
"""How the drawing lies on the page: in its shadow root, where the page's own styles do not reach."""


@dataclass(frozen=True)
class Point:
    """The event that is shown: a version of a timeline, with the neighbours that a step leads to."""

    timeline: str
    at: int
    head: int
    current: bool

    @property
    def previous(self) -> int | None:
        return self.at - 1 if self.at > 1 else None

    @property
    def following(self) -> int | None:
        return self.at + 1 if self.at < self.head else None

    @property
    def at_head(self) -> bool:
        """Whether this is the head of the game."""
        return self.current and self.at == self.head


@blueprint.get("/games/<string(maxlength=64):game>")
@needs(Right.READ, price=20)
def show_game(game: str) -> str:
    """The game at `?timeline=&at=`, or at its head."""
    seat, ruleset = eyes(game), service().queries.ruleset_of(game)
    record = service().queries.game(game, seat=seat)
    where = _where(record)
    readers, hosts = readers_of(game)
    first = max(1, number("from", max(1, where.at - CHRONICLE + 1)))
    place = where.timeline, where.at
    entries = service().queries.chronicle(game, *place, first=first, limit=CHRONICLE, seat=seat)
    has_scene = ruleset.show.scene is not None
    return render_template(
        "game.html",
        game=record,
        ruleset=ruleset,
        where=where,
        svg=_drawing(game, where),
        shadow_style=SHADOW_STYLE,
        scene=service().queries.view(game, "scene", *place, seat=seat) if has_scene else None,
        figures=_figures(record, ruleset, where, seat),
        entries=entries.items[::-1],
        earlier=max(1, first - CHRONICLE) if first > 1 else None,
        due=service().queries.due(game, where.timeline, seat=seat) if where.at == where.head else (),
        held=cookie_seats(game),
        readers=readers,
        hosts=hosts,
        may_sit=Right.SIT in g.caller.rights,
        timelines=service().queries.timelines(game),
        claims=service().claims.claims(game).items,
    )


def _figures(record: GameRecord, ruleset: Ruleset[Any], where: Point, seat: str | None) -> Markup:
    """The views' data as a part of the page: dear to make, and kept, for it is always the same at a version.

    What was hidden is open when the game has ended.
    """

    def make() -> str:
        place = where.timeline, where.at
        views = {name: service().queries.view(record.id, name, *place, seat=seat) for name in _shown(ruleset)}
        return render_template("_figures.html", views=views)

    key = (record.id, where.timeline, where.at, seat, record.outcome is None)
    kept: KeptParts = current_app.extensions["ironclad"].parts
    return Markup(kept.get(key, make))


def _shown(ruleset: Ruleset[Any]) -> list[str]:
    """The views whose data the page shows."""
    overlays = () if ruleset.show.manifest is None else ruleset.show.manifest().overlays
    drawn = OF_THE_TABLE.union(overlay.view for overlay in overlays)
    return [name for name in ruleset.show.views if name not in drawn]


@blueprint.post("/games/<string(maxlength=64):game>/seats/<string(maxlength=64):side>")
@needs(Right.SIT, Kind.COMMAND)
def sit(game: str, side: str) -> Response:
    """Take a seat from the form. An account plays by its session; anyone else's token goes into this game's
    cookie, and is shown nowhere."""
    return seat_at(game, side, redirect(url_for("pages.show_game", game=game), 303))


def seat_at(game: str, side: str, answer: Response, name: str = "") -> Response:
    """Seat the sender of the form (by the name in it, unless one is given); the answer's cookies say so."""
    return keep_seat(sit_down(game, side, name or field("player", 64), None), answer)


def keep_seat(seated: Seated, answer: Response) -> Response:
    """Let the answer's cookies keep a seat that was taken; an account's is found by its session."""
    if g.caller.account is None:
        keep_in_cookies(answer, seated.game, seated.seat, seated.token)
    return answer


def where_one_plays(game: str) -> str:
    """The address of a game's table, or of its plain page where its ruleset has no map to sit at."""
    has_table = service().queries.ruleset_of(game).show.board is not None
    return url_for("web.show_table" if has_table else "pages.show_game", game=game)


def _where(record: GameRecord) -> Point:
    asked: dict[str, Any] = {"timeline": request.args.get("timeline") or None}
    if request.args.get("at"):
        asked["at"] = number("at", LARGEST_VERSION)
    timeline, at = point(record.id, asked)
    head = service().queries.head(record.id, timeline)[1]
    return Point(timeline, at, head, timeline == record.timeline)


def _drawing(game: str, where: Point) -> Markup:
    """The map as a part of the page. The ruleset draws it from its own data; scripts in it would not run."""
    allow_style(SHADOW_STYLE)
    return Markup(map_of(game, where.timeline, where.at))

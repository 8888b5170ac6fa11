"""One game's page: the map at any event, its tracks, what is due, what happened, its timelines."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from ironclad.api.http.cookies import keep_in_cookies
from ironclad.api.http.guard import cookie_seats, needs
from ironclad.api.http.headers import allow_style
from ironclad.api.http.inputs import read_json, referee, settings
from ironclad.api.http.problems import Failure
from ironclad.api.http.reading import map_of, point
from ironclad.api.http.schema_fields import LARGEST_VERSION
from ironclad.api.pages.forms import field, number
from ironclad.api.pages.readers import readers_of
from ironclad.api.pages.root import blueprint
from ironclad.api.resources.games import sit_down
from ironclad.api.settings import Kind
from ironclad.eventlog.records import GameRecord, Request, Seated, TimelineRecord
from ironclad.referee.people.roles import Right

TRACKS = ("politics", "economy")  # views that fit the narrow column beside the map
CHRONICLE = 200
ORDERS = 1000
SHADOW_STYLE = (
    "svg { display: block; width: var(--map-width, 100%); height: auto; max-height: var(--map-height, 80vh); "
    "margin: auto; }"
)
"""How the drawing stands on the page: told in its shadow root, where the page's own styles do not reach."""


@dataclass(frozen=True)
class Point:
    """Where the reader stands: a version of a timeline, with the neighbours that a step leads to."""

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
    def live(self) -> bool:
        """Whether this is the game as it stands now."""
        return self.current and self.at == self.head


@blueprint.get("/games/<string(maxlength=64):game>")
@needs(Right.READ)
def show_game(game: str) -> str:
    """The game at `?timeline=&at=`, or as it stands."""
    record = referee().queries.game(game)
    where = _where(record)
    held = cookie_seats(game)
    readers, hosts = readers_of(game)
    first = max(1, number("from", max(1, where.at - CHRONICLE + 1)))
    lines = referee().queries.timelines(game)
    told = referee().queries.chronicle(game, where.timeline, where.at, first=first, limit=CHRONICLE)
    return render_template(
        "game.html",
        game=record,
        ruleset=referee().queries.ruleset_of(game),
        where=where,
        svg=_drawing(game, where),
        shadow_style=SHADOW_STYLE,
        views=_views(game, where),
        tracks=TRACKS,
        told=told.items[::-1],
        first=first,
        earlier=max(1, first - CHRONICLE) if first > 1 else None,
        due=referee().queries.due(game, where.timeline) if where.at == where.head else (),
        held=held,
        readers=readers,
        hosts=hosts,
        may_sit=Right.SIT in g.caller.rights,
        timelines=lines,
        may_go_back=_may_go_back(record, where, lines),
        orders=_orders(game, record, held) if where.live else {},
        fresh=secrets.token_urlsafe(12),
    )


@blueprint.post("/games/<string(maxlength=64):game>/seats/<string(maxlength=64):side>")
@needs(Right.SIT, Kind.COMMAND)
def sit(game: str, side: str) -> Response:
    """Take a seat from the form. An account plays by its session; anyone else's token goes into this game's
    cookie, and is shown nowhere."""
    return seat_at(game, side, redirect(url_for("pages.show_game", game=game), 303))


def seat_at(game: str, side: str, answer: Response, name: str = "") -> Response:
    """Seat whoever sent the form (by the name in it, unless one is given); the answer's cookies say so."""
    return keep_seat(sit_down(game, side, name or field("player", 64), None), answer)


def keep_seat(seated: Seated, answer: Response) -> Response:
    """Let the answer's cookies keep a seat that was taken; an account's is found by its session."""
    if g.caller.account is None:
        keep_in_cookies(answer, seated.game, seated.seat, seated.token)
    return answer


def where_one_plays(game: str) -> str:
    """The address of a game's table, or of its plain page where its ruleset has no map to sit at."""
    has_table = referee().queries.ruleset_of(game).chart is not None
    return url_for("web.show_table" if has_table else "pages.show_game", game=game)


@blueprint.post("/games/<string(maxlength=64):game>/seats/<string(maxlength=64):side>/house")
@needs(Right.SIT, Kind.COMMAND)
def seat_house(game: str, side: str) -> Response:
    """Let the house play a free seat."""
    referee().computer_player.sit(game, side)
    return redirect(url_for("pages.show_game", game=game), 303)


@blueprint.post("/games/<string(maxlength=64):game>/orders")
@needs(Right.PLAY, Kind.COMMAND)
def order(game: str) -> Response:
    """Give the command that was chosen from the page's offers, for the seat whose token the cookie has."""
    seat = held_seat(game, field("seat", 64))
    command = read_json(field("command", settings().command_bytes).encode(), settings().nesting)
    if not isinstance(command, dict):
        raise Failure("unreadable", "A command is a JSON object.")
    given = Request(
        id=field("id", 64),
        command=command,
        decision=field("decision", 200) or None,
        expected_version=number("version", 0, request.form) or None,
    )
    referee().commands.handle(game, seat, given, by=seat)
    return redirect(url_for("pages.show_game", game=game), 303)


def held_seat(game: str, seat: str) -> str:
    """A seat for which the browser may act. Raises Failure where it may not."""
    if seat not in cookie_seats(game):
        raise Failure("not-your-seat", f"This browser holds no token of the seat {seat!r}.")
    return seat


def _where(record: GameRecord) -> Point:
    asked: dict[str, Any] = {"timeline": request.args.get("timeline") or None}
    if request.args.get("at"):
        asked["at"] = number("at", LARGEST_VERSION)
    timeline, at = point(record.id, asked)
    head = referee().queries.head(record.id, timeline)[1]
    return Point(timeline, at, head, timeline == record.timeline)


def _may_go_back(record: GameRecord, where: Point, lines: tuple[TimelineRecord, ...]) -> bool:
    """Whether the game might go on from the line that is shown: never from a reader's own branch."""
    final = record.outcome is not None and record.outcome.rule in ("match/resign", "match/draw")
    by_id = {line.id: line for line in lines}
    line: TimelineRecord | None = by_id[where.timeline]
    while line is not None and line.why != "branch":
        line = by_id[line.parent] if line.parent else None
    return line is None and not final


def _drawing(game: str, where: Point) -> Markup:
    """The map as a part of the page. The ruleset draws it from its own data; scripts in it would not run."""
    allow_style(SHADOW_STYLE)
    return Markup(map_of(game, where.timeline, where.at))


def _views(game: str, where: Point) -> dict[str, dict[str, Any]]:
    names = referee().queries.ruleset_of(game).views
    return {name: referee().queries.view(game, name, where.timeline, where.at) for name in names}


Offer = tuple[str, dict[str, Any]]


def _orders(game: str, record: GameRecord, held: tuple[str, ...]) -> dict[str, dict[str, list[Offer]]]:
    """For each held seat that owes a decision, what it may order by type: (as the form sends it, as data)."""
    owing = {due.seat for due in record.due}
    return {
        seat: _by_type(referee().queries.legal(game, seat, limit=ORDERS).commands)
        for seat in held
        if seat in owing
    }


def _by_type(commands: Iterable[dict[str, Any]]) -> dict[str, list[Offer]]:
    """Offers by type: first the type that the rules offer first, then the others by name."""
    found: dict[str, list[Offer]] = {}
    for command in commands:
        found.setdefault(command["type"], []).append((msgspec.json.encode(command).decode(), command))
    first = next(iter(found), "")
    return {kind: found[kind] for kind in sorted(found, key=lambda kind: (kind != first, kind))}

"""One game's page: the map at any event, its tracks, what is due, what happened, its timelines."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from api.inputs import read_json, referee, settings
from api.pages import blueprint
from api.pages.forms import field, number
from api.problems import Failure
from api.reading import map_of, point
from api.schemas import LARGEST_VERSION
from projections.referee import Account, GameRecord, NotSignedIn, Request, TimelineRecord

TRACKS = ("politics", "economy")  # views that fit the narrow column beside the map
CHRONICLE = 200
ORDERS = 1000


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
def show_game(game: str) -> str:
    """The game at `?timeline=&at=`, or as it stands."""
    record = referee().game(game)
    where = _where(record)
    accounts = seats_held(game, record)
    first = max(1, number("from", max(1, where.at - CHRONICLE + 1)))
    lines = referee().timelines(game)
    told = referee().chronicle(game, where.timeline, where.at, first=first, limit=CHRONICLE)
    return render_template(
        "game.html",
        game=record,
        ruleset=referee().ruleset_of(game),
        where=where,
        svg=_drawing(game, where),
        views=_views(game, where),
        tracks=TRACKS,
        told=told.items[::-1],
        first=first,
        earlier=max(1, first - CHRONICLE) if first > 1 else None,
        due=referee().due(game, where.timeline) if where.at == where.head else (),
        accounts=accounts,
        timelines=lines,
        may_go_back=_may_go_back(record, where, lines),
        orders=_orders(game, record, accounts) if where.live else {},
        fresh=secrets.token_urlsafe(12),
    )


@blueprint.post("/games/<string(maxlength=64):game>/seats/<string(maxlength=64):side>")
def sit(game: str, side: str) -> Response:
    """Take a seat from the form; the token goes into this game's cookie and is shown nowhere."""
    seated = referee().take_seat(game, side, field("player", 64))
    answer = redirect(url_for("pages.show_game", game=game), 303)
    answer.set_cookie(
        _cookie(side),
        seated.token,
        max_age=180 * 24 * 3600,
        path=url_for("pages.show_game", game=game),
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )
    return answer


@blueprint.post("/games/<string(maxlength=64):game>/orders")
def order(game: str) -> Response:
    """Give the command that was chosen from the page's offers, for the seat whose token the cookie has."""
    account = held_seat(game, field("seat", 64))
    command = read_json(field("command", settings().command_bytes).encode(), settings().nesting)
    if not isinstance(command, dict):
        raise Failure("unreadable", "A command is a JSON object.")
    given = Request(
        id=field("id", 64),
        command=command,
        decision=field("decision", 200) or None,
        expected_version=number("version", 0, request.form) or None,
    )
    referee().command(game, account.seat, given, by=account.seat)
    return redirect(url_for("pages.show_game", game=game), 303)


def seats_held(game: str, record: GameRecord) -> dict[str, Account]:
    """The seats of this game whose tokens the browser holds."""
    held: dict[str, Account] = {}
    for seat in record.seats:
        token = request.cookies.get(_cookie(seat.seat))
        if not token or len(token) > 256:
            continue
        try:
            account = referee().authenticate(token)
        except NotSignedIn:
            continue
        if (account.game, account.seat) == (game, seat.seat):
            held[seat.seat] = account
    return held


def held_seat(game: str, seat: str) -> Account:
    """A seat whose token the browser holds. Raises Failure where it holds none."""
    account = seats_held(game, referee().game(game)).get(seat)
    if account is None:
        raise Failure("not-your-seat", f"This browser holds no token of the seat {seat!r}.")
    return account


def _cookie(seat: str) -> str:
    return f"ironclad-{seat}"


def _where(record: GameRecord) -> Point:
    asked: dict[str, Any] = {"timeline": request.args.get("timeline") or None}
    if request.args.get("at"):
        asked["at"] = number("at", LARGEST_VERSION)
    timeline, at = point(record.id, asked)
    head = referee().head(record.id, timeline)[1]
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
    return Markup(map_of(game, where.timeline, where.at))


def _views(game: str, where: Point) -> dict[str, dict[str, Any]]:
    names = referee().ruleset_of(game).views
    return {name: referee().view(game, name, where.timeline, where.at) for name in names}


Offer = tuple[str, dict[str, Any]]


def _orders(game: str, record: GameRecord, accounts: dict[str, Account]) -> dict[str, dict[str, list[Offer]]]:
    """For each held seat that owes a decision, what it may order by type: (as the form sends it, as data)."""
    owing = {due.seat for due in record.due}
    return {
        seat: _by_type(referee().legal(game, seat, limit=ORDERS).commands)
        for seat in accounts
        if seat in owing
    }


def _by_type(commands: Iterable[dict[str, Any]]) -> dict[str, list[Offer]]:
    """Offers by type: first the type that the rules offer first, then the others by name."""
    found: dict[str, list[Offer]] = {}
    for command in commands:
        found.setdefault(command["type"], []).append((msgspec.json.encode(command).decode(), command))
    first = next(iter(found), "")
    return {kind: found[kind] for kind in sorted(found, key=lambda kind: (kind != first, kind))}

"""The guard before every call: who asks, may they, and how often. Every call declares what it needs.

`@needs(Right.READ)` is over each view; a view without it answers nobody, and a test finds it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, current_app, g, request

from ironclad.api.http.inputs import MACHINES, service, settings
from ironclad.api.http.problems import Failure
from ironclad.api.http.proxies import counted
from ironclad.api.serving.fair_pool import Lane
from ironclad.api.serving.logs import keep_out
from ironclad.api.settings import Kind
from ironclad.eventlog.errors import NotFound, NotSignedIn, Unavailable
from ironclad.eventlog.records import Identity
from ironclad.referee.limits import Limiter
from ironclad.referee.people.roles import HOUSEHOLD, RIGHTS, SEAT, VISITOR, Right, Role
from ironclad.referee.sight import ALL_SEEING

F = TypeVar("F", bound=Callable[..., Any])
CHALLENGE = {"WWW-Authenticate": "Bearer"}
SESSION_COOKIE = "ironclad-session"
SEAT_COOKIE = "ironclad-"
_SEATS_TRIED = 4
HEAVY = 10
_LANES = {Kind.ODDS: Lane.ODDS, Kind.BUNDLE: Lane.BUNDLE}
PAGE_HEADER = "Ironclad-Page"
SEAT_HEADER = "Ironclad-Seat"
SEAT_QUERY = "as"
ONLOOKER = "onlooker"
"""In place of a seat in that header: the caller reads as somebody without a seat."""
_ACTED_IN = frozenset(
    {
        "games",
        "clocks",
        "commands",
        "timelines",
        "trials",
        "endings",
        "dice",
        "disputes",
        "rulings",
        "intents",
        "keys",
        "invitations",
        "talk",
        "remarks",
    }
)
_TELL_TOKENS = frozenset({"games.renew_token"})
"""The parts of the API in which a page's script may act by cookies, but for what answers with a token.

A script that takes a seat gets no token: it goes into a cookie."""


@dataclass(frozen=True)
class Needs:
    """What a call needs, what it is counted as, and as how many: one for each 5 ms that it may take."""

    right: Right
    kind: Kind
    price: int = 1

    @property
    def lane(self) -> Lane:
        """The threads that the call may take."""
        if self.kind in _LANES:
            return _LANES[self.kind]
        return Lane.LIGHT if self.price == 1 else Lane.MIDDLE if self.price < HEAVY else Lane.HEAVY


@dataclass(frozen=True)
class Caller:
    """Who asks: from where, and as whom where a good token came along.

    `by_header` says whether an Authorization header came along, `cookies` are those that the browser sent.
    Both are kept here because a live stream outlasts its request.
    """

    address: str
    identity: Identity | None = None
    token: str = field(default="", repr=False)
    by_header: bool = False
    cookies: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def account(self) -> str | None:
        """The account that asks; none for a seat's token, whosever the seat is."""
        return self.identity.account if self.identity is not None and self.identity.role else None

    @property
    def name(self) -> str:
        """What the caller's calls are counted under."""
        if self.identity is None:
            return f"from:{counted(self.address)}"
        return f"account:{self.account}" if self.account else f"seat:{self.identity.player}"

    @property
    def rights(self) -> frozenset[Right]:
        anyones = VISITOR if settings().accounts else HOUSEHOLD
        if self.identity is None:
            return anyones
        return anyones | (RIGHTS[Role(self.identity.role)] if self.identity.role else SEAT)


def needs(right: Right, kind: Kind = Kind.READ, price: int = 1) -> Callable[[F], F]:
    """Declare what a view needs; its place is right under the route."""

    def declare(view: F) -> F:
        view.needs = Needs(right, kind, price)  # type: ignore[attr-defined]
        return view

    return declare


def declared(view: object) -> Needs | None:
    """What a view declares that it needs, if it does."""
    return getattr(view, "needs", None)


def stand() -> None:
    """Let a request pass, or raise Failure: not signed in, not allowed, too often."""
    by_header = "Authorization" in request.headers
    g.caller = Caller(request.remote_addr or "", by_header=by_header, cookies=request.cookies)
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None or request.method == "OPTIONS":
        count_call(Kind.READ)
        return  # the router answers: not found, not allowed, or which methods there are
    needed = declared(view)
    if needed is None:
        raise RuntimeError(f"{request.endpoint} declares no right: it answers nobody")
    g.caller = identify()
    count_call(needed.kind, needed.price)
    game = (request.view_args or {}).get("game")
    if needed.right not in g.caller.rights and not (needed.right is Right.PLAY and _tries(game)):
        raise not_allowed(needed.right)
    if game is not None:
        _check_privacy(game)
        if needed.right is Right.DISPUTE:
            _check_named(seats_held(game))
        if needed.right is Right.PLAY and not by_cookies():
            g.seats = seats_in(game)
            _check_named(g.seats)


def by_cookies() -> bool:
    """Whether a call is of the pages, which know their callers by cookies."""
    return not request.path.startswith(MACHINES)


def not_allowed(right: Right) -> Failure:
    """The refusal of a call that its caller may not make."""
    if g.caller.identity is None:
        return Failure("not-signed-in", "This call needs a token.", CHALLENGE)
    return Failure("not-allowed", f"One may not {right.value} with this token.")


def _check_privacy(game: str) -> None:
    """A private game does not exist for a caller who may not read it. Raises NotFound."""
    if not may_read(game):
        raise NotFound(f"there is no game {game!r}")


def may_read(game: str) -> bool:
    """Whether the caller may read a game, which may be private."""
    if not service().authorization.is_private(game):
        return True
    identity: Identity | None = g.caller.identity
    seated = identity is not None and identity.game == game
    if seated or service().authorization.may_read(game, g.caller.account):
        return True
    trial = service().people.trials.find(game)
    return Right.OVERSEE in g.caller.rights if trial is None else trial.open and may_read(trial.parent)


def _tries(game: str | None) -> bool:
    """Whether the caller is an account that made this game as a trial line: it plays there as any account."""
    account: str | None = g.caller.account
    if game is None or account is None:
        return False
    trial = service().people.trials.find(game, (account,))
    return trial is not None and trial.own


def _check_named(seats: tuple[str, ...]) -> None:
    """A request that acts names no seat but the caller's own, whichever call it is. Raises Failure."""
    if (named := named_seat()) and named != ONLOOKER:
        held_seat(named, seats)


def seats_in(game: str) -> tuple[str, ...]:
    """The seats of a game for which the caller may act. Raises Failure where there is none, NotFound."""
    if g.caller.identity is None:
        raise not_allowed(Right.PLAY)
    seats = seats_held(game)
    if not seats:
        service().queries.head(game)
        raise Failure("not-your-seat", "The token is of no seat of this game.")
    return seats


def eyes(game: str) -> str | None:
    """The seat as which the caller reads a game: None for an onlooker, ALL_SEEING for one who sees all.

    A request may name one seat of those that its caller holds, or ONLOOKER (`named_seat`). If it names none,
    a program that holds every seat sees all. A browser that holds several seats reads a game that hides
    something as an onlooker: several people may sit at one screen. Raises Failure for a seat that the caller
    does not hold.
    """
    seats, named = _seen_seats(game), named_seat()
    if named == ONLOOKER:
        return None
    if named:
        return held_seat(named, seats)
    if len(seats) > 1 and "Authorization" not in request.headers and service().queries.hides(game):
        return None
    if seats and set(seats) == set(service().queries.ruleset_of(game).seats):
        return ALL_SEEING
    return next(iter(seats), None)


def named_seat() -> str:
    """The seat as which a request reads and acts, by its header, or by its address; "" if it names none.

    A stream of events and a page cannot have headers of their own: they name it in the address.
    """
    return request.headers.get(SEAT_HEADER) or request.args.get(SEAT_QUERY, "")


def held_seat(named: str, seats: tuple[str, ...]) -> str:
    """The seat that a request names, if it is one of the caller's. Raises Failure."""
    if named not in seats:
        raise Failure("not-your-seat", f"You do not hold the seat {named[:64]!r} of this game.")
    return named


def _seen_seats(game: str) -> tuple[str, ...]:
    """The seats of a game with whose eyes the caller sees: its token's, or those of its browser's cookies."""
    identity: Identity | None = g.caller.identity
    if identity is not None and identity.seat is not None and identity.game == game:
        return (identity.seat,) if g.caller.by_header else cookie_seats(game) or (identity.seat,)
    return service().authorization.seats_of(game, g.caller.account) if g.caller.account else ()


def asking_as(game: str, seat: str | None) -> None:
    """Whether the caller may ask what a seat may order, or what that would mean: in a game that hides
    something only for a seat of its own. Raises Failure, NotFound."""
    queries = service().queries
    if seat is None or not queries.hides(game) or seat not in queries.ruleset_of(game).seats:
        return
    if eyes(game) not in (seat, ALL_SEEING):
        raise Failure("not-your-seat", "This game hides something: only a seat itself may ask as that seat.")


def looking_again(game: str, seat: str | None) -> Callable[[], bool] | None:
    """A function that tells later, in any thread, whether the caller may still read a game as that seat.

    None for a caller without a token: a game that anyone may read stays so.
    """
    caller: Caller = g.caller
    if caller.identity is None:
        return None
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    asked = {name: value for name, value in request.environ.items() if isinstance(value, str)}

    def look() -> bool:
        with app.request_context(asked):
            try:
                g.caller = replace(caller, identity=service().authorization.authenticate(caller.token))
                _check_privacy(game)
                return eyes(game) == seat
            except (NotSignedIn, NotFound, Failure):
                return False
            except Unavailable:  # where nothing new is to be had either
                return True

    return look


def seats_held(game: str) -> tuple[str, ...]:
    """The seats of a game for which the caller may act; none for another reader. Raises NotFound."""
    identity: Identity | None = g.caller.identity
    if identity is None:
        return ()
    if not g.caller.by_header and (held := cookie_seats(game)):
        return held
    if identity.seat is not None:
        return (identity.seat,) if identity.game == game else ()
    return service().authorization.seats_of(game, g.caller.account) if g.caller.account else ()


def acting(named: str | None = None) -> str:
    """The seat for which the caller acts: the one that the body or the header names, or its only one.

    Raises Failure for a seat that the caller does not hold, and where it holds several and names none.
    """
    seats: tuple[str, ...] = g.seats
    if asked := named or named_seat():
        return held_seat(asked, seats)
    if len(seats) > 1:
        raise Failure("unreadable", f"You hold {' and '.join(seats)}: name one as `seat`.")
    return seats[0]


def commanding(game: str, timeline: str | None, named: str | None) -> tuple[str, str]:
    """Who gives a command, and for which seat: on a what-if its owner commands every seat of the game.

    Raises Failure, NotFound.
    """
    owner = service().queries.what_if_of(game, timeline)
    if owner in g.seats:
        return owner, named or (named_seat() if named_seat() in g.seats else owner)
    by = acting(named)
    return by, by


def acting_as(seat: str) -> str:
    """The seat that a call names in its address. Raises Failure where the caller does not hold it."""
    if seat not in g.seats:
        raise Failure("not-your-seat", f"The token is not {seat}'s.")
    return seat


def branching(game: str, name: str | None) -> str:
    """In whose name the caller opens a what-if: a seat's own, an account's pseudonym, a reader's name.

    A caller with a token may name itself or a seat that it holds. Raises Failure for any other name.
    """
    identity: Identity | None = g.caller.identity
    if identity is None:
        if name in service().queries.ruleset_of(game).seats:
            raise Failure("not-your-seat", f"Only the token of {name} may fork in its name.")
        return name or "reader"
    account: str | None = g.caller.account
    seats = seats_in(game) if account is None else service().authorization.seats_of(game, account)
    if name in seats:
        return name
    if name not in (None, account, identity.name):
        raise Failure("not-your-seat", f"You may not fork in the name of {name!r}.")
    return account if account is not None and not seats else seats[0]


def identify() -> Caller:
    """Who sent this request. Raises Failure, NotSignedIn for a token that is none of ours."""
    if by_cookies():
        return _of_cookies()
    header = request.headers.get("Authorization")
    if header is None:
        return _of_cookies() if by_script() else g.caller
    scheme, _, token = header.partition(" ")
    token = token.strip()
    keep_out(token)
    if scheme.lower() != "bearer" or not 0 < len(token) <= 256 or not token.isascii():
        raise Failure("not-signed-in", "The Authorization header is no bearer token.", CHALLENGE)
    try:
        return replace(g.caller, identity=service().authorization.authenticate(token), token=token)
    except NotSignedIn:
        count(g.caller.name, Kind.READ)
        raise


def by_script() -> bool:
    """Whether a script of our own pages asks by cookies. The browser itself says so; no script can.

    Such a script has no token to show: it asks as the account that is signed in, or as the seat held here.
    It may read anything that these may. It may act in games and on errata, in JSON, with a header that no
    form and no foreign page can send (docs/security.md).
    """
    if "Authorization" in request.headers or request.headers.get("Sec-Fetch-Site") != "same-origin":
        return False
    if request.method in ("GET", "HEAD"):
        return True
    in_games = request.blueprint in _ACTED_IN and request.endpoint not in _TELL_TOKENS
    ours = PAGE_HEADER in request.headers and is_ours(request.headers.get("Origin", ""))
    return in_games and ours and request.is_json


def is_ours(origin: str) -> bool:
    """Whether an Origin header is this site's."""
    try:
        return urlsplit(origin).netloc == request.host
    except ValueError:  # "http://[" and the like
        return False


def cookie_seats(game: str) -> tuple[str, ...]:
    """The seats of a game for which a browser may act: its account's, and those it has cookies of."""
    account = g.caller.account
    held = set(service().authorization.seats_of(game, account)) if account else set()
    seats = service().queries.ruleset_of(game).seats
    for seat in seats:
        identity = known(g.caller.cookies.get(SEAT_COOKIE + seat))
        if identity is not None and (identity.game, identity.seat) == (game, seat):
            held.add(seat)
    return tuple(seat for seat in seats if seat in held)


def _of_cookies() -> Caller:
    """Who asks for a page: the account that is signed in, or else a seat of the page's game."""
    game = (request.view_args or {}).get("game")
    keep_out(*request.cookies.values())
    seats = [name for name in request.cookies if name.startswith(SEAT_COOKIE)][:_SEATS_TRIED]
    for name in (session_cookie(), *seats):
        token = request.cookies.get(name, "")
        identity = known(token)
        if identity is None:
            continue
        if (name == session_cookie()) is (identity.kind == "session") and identity.game in (None, game):
            return replace(g.caller, identity=identity, token=token)
    return g.caller


def session_cookie() -> str:
    """The name of the cookie of a signed-in account: bound to this host where the request is https."""
    return ("__Host-" if request.is_secure else "") + SESSION_COOKIE


def known(token: str | None) -> Identity | None:
    """Whom a cookie's token belongs to, if anyone."""
    if not token or len(token) > 256:
        return None
    try:
        return service().authorization.authenticate(token)
    except NotSignedIn:
        return None


def count_call(kind: Kind, price: int = 1) -> None:
    """Count the call for its caller, and for the address where many callers come from. Raises Failure."""
    if g.caller.identity is not None:
        count(f"at:{counted(g.caller.address)}", kind, price, settings().address_share)
    count(g.caller.name, kind, price)


def count(name: str, kind: Kind, price: int = 1, share: int = 1) -> None:
    """Count more of a kind; `share` is how many times the rate is allowed. Raises Failure for too many."""
    rate = settings().rates.get(kind)
    if rate is None:
        return
    limiter: Limiter = current_app.extensions["ironclad"].limiter
    allowed, after = limiter.allow(f"{kind.value}:{name}", rate.limit * share, rate.seconds, price)
    if not allowed:
        seconds = max(1, round(after + 0.5))
        most = f"More than {rate.limit * share} {kind.value} in {rate.seconds:g} seconds"
        raise Failure("too-many", f"{most}: ask again in {seconds}.", {"Retry-After": str(seconds)})

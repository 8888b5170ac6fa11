"""The first page: what this is, the ways to begin at once, the games, and a form for every other way."""

import secrets
from collections.abc import Iterable
from hashlib import sha256

from flask import g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from ironclad.api.http.formatting import words
from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.problems import Failure
from ironclad.api.pages.forms import field
from ironclad.api.pages.game import keep_seat, where_one_plays
from ironclad.api.pages.invitations import link_to
from ironclad.api.pages.root import blueprint
from ironclad.api.resources.games import sitter
from ironclad.api.serving.logs import keep_out
from ironclad.api.settings import Kind
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.state import COMPUTER, COMPUTER_NAME
from ironclad.eventlog.records import GameRecord, GameSummary
from ironclad.referee.people.invitations import USUAL_DAYS
from ironclad.referee.people.roles import Right

SECRET = 40  # characters of a form's own secret; ids made of it have a word more


@blueprint.get("/")
@needs(Right.LOOK)
def list_games() -> str:
    """The ways to begin, and the games, latest first, a page at a time."""
    cursor = request.args.get("cursor")
    page = service().queries.games(
        cursor[:256] if cursor else None,
        30,
        reader=g.caller.account,
        oversees=Right.OVERSEE in g.caller.rights,
    )
    rulesets = settings().rulesets
    names, own = _players(page.items)
    return render_template(
        "games.html",
        page=page,
        running=[game for game in page.items if game.outcome is None],
        ended=[game for game in page.items if game.outcome is not None],
        names=names,
        own=own,
        rulesets=rulesets,
        tables=[each for each in rulesets.values() if each.show.board is not None],
        may_open=Right.OPEN in g.caller.rights,
        may_sign_up=settings().sign_up,
        first=cursor is None,
        fresh=secrets.token_urlsafe(12),
        secret=secrets.token_urlsafe(18),
    )


def _players(games: Iterable[GameSummary]) -> tuple[dict[str, str], set[str]]:
    """The players of games by pseudonym: their names, and which of them are the caller's account."""
    players = [player for game in games for player in game.seats.values() if player]
    account: str | None = g.caller.account
    own = service().people.accounts.held_by(account, players) if account and players else set()
    return {**service().people.accounts.names(players), COMPUTER: COMPUTER_NAME}, own


@blueprint.post("/games")
@needs(Right.OPEN, Kind.OPEN)
def open_game() -> BaseResponse:
    """Open a game from the form, and go to its page."""
    ruleset, _, scenario = field("setup", 129).partition("/")
    found = _ruleset(ruleset)
    account = g.caller.account
    options = {name: value for name in found.identity.options if (value := field(f"option.{name}", 64))}
    game = service().opening.open_game(
        ruleset,
        scenario,
        options,
        title=field("title", 200),
        by=account or "page",
        id=field("id", 64) or None,
        private_to=account if field("private", 8) == "yes" else None,
        dice=field("dice", 64),
    )
    return redirect(url_for("pages.show_game", game=game.id), 303)


# -- at once


@blueprint.post("/house-games")
@needs(Right.OPEN, Kind.OPEN)
def open_house_game() -> BaseResponse:
    """Open a game against the computer player, sit down at the seat that was chosen, and go to the table."""
    found, seat = _chosen_seat()
    if found.advice.opponent is None:
        raise Failure("not-found", f"There is no computer player for {found.identity.title}.")
    opened = _opened(found, "Against the computer", f"house-{seat}")
    for other in found.seats:
        if other != seat:
            service().computer_player.sit(opened.id, other)
    return _seated(opened, (seat,), redirect(where_one_plays(opened.id), 303))


@blueprint.post("/watched-games")
@needs(Right.OPEN, Kind.OPEN)
def open_watched_game() -> BaseResponse:
    """Open a game in which the computer player has every seat, and show it from its beginning."""
    found = _ruleset(field("watched", 64))
    if found.advice.opponent is None or found.show.board is None:
        raise Failure("not-found", f"The computer player cannot be watched at {found.identity.title}.")
    opened = _opened(found, "The computer against itself", "watched")
    for seat in found.seats:
        service().computer_player.sit(opened.id, seat)
    return redirect(url_for("web.show_table", game=opened.id, at=1, plays="yes"), 303)


@blueprint.post("/hot-seat-games")
@needs(Right.OPEN, Kind.OPEN)
def open_hot_seat_game() -> BaseResponse:
    """Open a game, take every seat of it for this browser, and go to the table."""
    found = _ruleset(field("ruleset", 64))
    opened = _opened(found, "Both seats at one table", "both")
    return _seated(opened, found.seats, redirect(where_one_plays(opened.id), 303))


@blueprint.post("/invited-games")
@needs(Right.OPEN, Kind.OPEN)
def open_invited_game() -> BaseResponse:
    """Open a game, sit down at the seat that was chosen, and show the link that invites to the other one.

    The link is shown on this page and never again; the same form sent again gets the same page.
    """
    found, seat = _chosen_seat()
    opened = _opened(found, "", f"invited-{seat}")
    others = [other for other in found.seats if other != seat]
    answer = make_response()
    _seated(opened, (seat,), answer)
    maker = g.caller.account or service().authorization.pseudonyms(opened.id, (seat,))[0]
    links = {other: _link(opened, other, maker) for other in others}
    page = render_template(
        "invited.html", game=opened, ruleset=found, seat=seat, links=links, days=USUAL_DAYS,
        there=where_one_plays(opened.id),
    )  # fmt: skip
    answer.set_data(page)
    return answer


def _link(opened: GameRecord, seat: str, maker: str) -> str:
    """The whole address that invites to a seat."""
    made = service().authorization.invite_by_link(opened.id, seat, maker, id=_secret(f"to-{seat}"))
    keep_out(made.path.rpartition("/")[2])
    return link_to(made.path)


def _chosen_seat() -> tuple[Ruleset, str]:
    """The ruleset and the seat that the form names. Raises Failure."""
    ruleset, _, seat = field("seat", 129).partition("/")
    found = _ruleset(ruleset)
    if seat not in found.seats:
        raise Failure("not-found", f"{found.identity.title} has no seat {seat!r}.")
    return found, seat


def _ruleset(name: str) -> Ruleset:
    found = settings().rulesets.get(name)
    if found is None:
        raise Failure("not-found", f"There is no ruleset {name!r}.")
    return found


def _opened(ruleset: Ruleset, title: str, way: str) -> GameRecord:
    """A game of the chosen scenario, else of the first; the same form sent again gets the same game."""
    scenario = field("scenario", 64) or next(iter(ruleset.identity.scenarios))
    given = field("id", 32)
    chosen = sha256(f"{ruleset.name}/{scenario}/{way}".encode()).hexdigest()[:24]
    id = f"{given}.{chosen}" if given else None
    return service().opening.open_game(
        ruleset.name, scenario, title=title, by=g.caller.account or "page", id=id
    )


def _seated(opened: GameRecord, seats: Iterable[str], answer: BaseResponse) -> BaseResponse:
    """Take seats for the sender of the form; without a name the player is called by the seat."""
    for seat in seats:
        name, account = sitter(field("player", 64) or f"{words(seat)} player")
        seated = service().opening.take_seat(opened.id, seat, name, account=account, id=_secret(seat))
        keep_seat(seated, answer)
    return answer


def _secret(of: str) -> str | None:
    """A secret id for one request of the form's, so that it can be sent again; none where it brought none."""
    given = field("secret", SECRET)
    keep_out(given)
    return f"{given}.{of}"[:64] if len(given) >= 16 else None

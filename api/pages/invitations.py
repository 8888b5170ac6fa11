"""An invitation's page: what it is to, from whom, and the form that takes it."""

import secrets

from flask import g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from ironclad.api.http.guard import count, needs, not_allowed
from ironclad.api.http.inputs import service
from ironclad.api.pages.forms import field
from ironclad.api.pages.game import keep_seat, where_one_plays
from ironclad.api.pages.root import blueprint
from ironclad.api.resources.games import sitter
from ironclad.api.serving.logs import keep_out
from ironclad.api.settings import Kind
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.records import GameRecord
from ironclad.referee.people.invitations import OVER, InvitationRecord
from ironclad.referee.people.roles import Right

SECRET = 64
"""Characters of a form's own secret id at most, as in the API."""


@blueprint.get("/invitations/<string(maxlength=256):token>")
@needs(Right.LOOK)
def show_invitation(token: str) -> str:
    """What the link is to. Looking at it uses nothing up: programs look at links that are sent, too."""
    found = _found(token)
    game = service().queries.game(found.game)
    account = g.caller.account
    return render_template(
        "invitation.html",
        token=token,
        found=found,
        game=game,
        ruleset=service().queries.ruleset_of(found.game),
        maker=_maker(found, game),
        over=_over(found, game),
        own=account is not None and found.maker == account,
        there=where_one_plays(found.game),
        may=(Right.OWN if found.seat is None else Right.SIT) in g.caller.rights,
        reads=found.seat is None
        and account is not None
        and service().authorization.may_read(found.game, account),
        fresh=secrets.token_urlsafe(24),
    )


@blueprint.post("/invitations/<string(maxlength=256):token>")
@needs(Right.LOOK, Kind.COMMAND)
def accept_invitation(token: str) -> Response:
    """Take the seat, or the right to watch. The same form again gets the same seat again."""
    found = _found(token)
    answer = redirect(where_one_plays(found.game), 303)
    if found.seat is None:
        if (account := g.caller.account) is None:
            raise not_allowed(Right.OWN)
        service().people.invitations.admit(token, account)
        return answer
    if Right.SIT not in g.caller.rights:
        raise not_allowed(Right.SIT)
    name, account = sitter(field("player", 64))
    id = field("id", SECRET) or None
    keep_out(id)
    return keep_seat(service().authorization.accept_invitation(token, name, account=account, id=id), answer)


def _found(token: str) -> InvitationRecord:
    """The invitation of an address. Who names none that ever was is slowed down. Raises NotFound, Failure."""
    keep_out(token)
    try:
        return service().people.invitations.find(token)
    except NotFound:
        count(g.caller.name, Kind.SIGN_IN)
        raise


def _over(found: InvitationRecord, game: GameRecord) -> str:
    """Why an invitation is good no more; "" where it is."""
    if found.state != "open":
        return OVER[found.state]
    if any(each.seat == found.seat and each.player for each in game.seats):
        return "The seat was taken meanwhile, without this invitation."
    return "The game is over." if found.seat is not None and game.outcome else ""


def _maker(found: InvitationRecord, game: GameRecord) -> str:
    """What the maker of an invitation is called, as far as that is known."""
    named = {each.player: each.name for each in game.seats}
    return named.get(found.maker) or service().people.accounts.name_of(found.maker) or ""


def link_to(path: str) -> str:
    """An address of this server as it is sent to somebody."""
    return url_for("pages.list_games", _external=True).rstrip("/") + path

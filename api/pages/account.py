"""Signing in and out, and what one may do to one's own account; all by forms."""

import re

from flask import g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ironclad.api.http.guard import needs, session_cookie
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.problems import Failure
from ironclad.api.pages.forms import field, form
from ironclad.api.pages.root import blueprint
from ironclad.api.resources.accounts import change, enter, erase, make, own_account
from ironclad.api.settings import Kind
from ironclad.referee.people.roles import Right

PASSWORD = 256  # characters, as in the API
_BACK = re.compile(r"\A/(games/[A-Za-z0-9][A-Za-z0-9._:-]*(/table)?|invitations/[0-9a-f]{64})\Z")


@blueprint.get("/sign-in")
@needs(Right.SIGN_IN)
def ask_to_sign_in() -> str:
    """A form to sign in, and where anyone may have an account, one to make it."""
    return render_template(
        "sign_in.html", back=_back(request.args.get("back", "")), may_make=settings().sign_up
    )


@blueprint.post("/sign-in")
@needs(Right.SIGN_IN, Kind.SIGN_IN)
def sign_in() -> Response:
    """Sign in from the form: the token goes into a cookie and is shown nowhere."""
    return _entered(field("name", 64), secret("password"), code())


@blueprint.post("/sign-up")
@needs(Right.SIGN_IN, Kind.SIGN_IN)
def sign_up() -> Response:
    """Make an account from the form, and sign in to it."""
    name, password = field("name", 64), secret("password")
    make(name, password)
    return _entered(name, password, "")


def _entered(name: str, password: str, given: str) -> Response:
    label = request.user_agent.string[:64]
    entered = enter(name, password, "session", label if label.isprintable() else "", given)
    answer = redirect(_back(field("back", 100)) or url_for("pages.list_games"), 303)
    answer.set_cookie(
        session_cookie(),
        entered.token,
        max_age=int(settings().access.session_seconds),
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _back(path: str) -> str:
    """A game's page, or an invitation's, to go back to; none for any other address, so that no form leads
    elsewhere."""
    return path if _BACK.match(path) else ""


@blueprint.post("/sign-out")
@needs(Right.OWN)
def sign_out() -> Response:
    """Sign out of this browser."""
    service().people.tokens.revoke(own_account(), g.caller.identity.token)
    return _left()


@blueprint.get("/account")
@needs(Right.OWN)
def show_account() -> str:
    """One's account: its tokens, its password, its second factor, its end."""
    account = service().people.accounts.get(own_account())
    tokens = service().people.tokens.of(account.account)
    factor = service().people.second_factors.state(account.account)
    own = g.caller.identity.token
    return render_template("account.html", account=account, tokens=tokens, own=own, factor=factor)


@blueprint.post("/account/tokens/<string(maxlength=64):token>")
@needs(Right.OWN, Kind.COMMAND)
def revoke(token: str) -> Response:
    """Revoke one of one's tokens."""
    if not service().people.tokens.revoke(own_account(), token):
        raise Failure("not-found", "There is no such token of yours.")
    return redirect(url_for("pages.show_account"), 303)


@blueprint.post("/account/password")
@needs(Right.OWN, Kind.SIGN_IN)
def change_password() -> Response:
    """Change one's password; every other browser and program is signed out."""
    change(secret("old"), secret("new"), code())
    return redirect(url_for("pages.show_account"), 303)


@blueprint.post("/account/erasure")
@needs(Right.OWN, Kind.SIGN_IN)
def forget() -> Response:
    """Erase one's account."""
    erase(secret("password"), code())
    return _left()


def secret(name: str) -> str:
    """A password of the form, as it was typed: spaces around it belong to it."""
    value = form().get(name, "")
    if not 1 <= len(value) <= PASSWORD:
        raise Failure("unreadable", f"{name} has 1 to {PASSWORD} characters.")
    return value


def code() -> str:
    """A code of a second factor, from the form; "" where none was given."""
    return field("code", 64)


def _left() -> Response:
    answer = redirect(url_for("pages.list_games"), 303)
    answer.delete_cookie(session_cookie(), secure=request.is_secure, httponly=True, samesite="Lax")
    return answer

"""Accounts: made, signed in to, managed by their owners and by the operator of the service."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from apiflask import APIBlueprint
from flask import Response, g

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import count, needs, not_allowed
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.problems import Failure
from ironclad.api.http.query_schemas import Nothing
from ironclad.api.http.schemas import ChangeAccount, ChangePassword, EraseAccount, MakeAccount, SignIn
from ironclad.api.serving.logs import keep_out
from ironclad.api.settings import Kind
from ironclad.eventlog.errors import CodesPaused, NotSignedIn, WrongCode
from ironclad.eventlog.records import AccountRecord
from ironclad.referee.people.accounts import folded
from ironclad.referee.people.roles import Right, Role

blueprint = APIBlueprint("accounts", __name__, tag="Accounts")
_log = structlog.get_logger("ironclad.accounts")


@blueprint.post("/accounts")
@needs(Right.SIGN_IN, Kind.SIGN_IN)
@takes(blueprint, MakeAccount)
@gives(blueprint, AccountRecord, 201, "The account.", 409, *BODY)
def make_account(body: dict[str, Any]) -> Response:
    """Make an account. Where nobody may make one for himself, and for another role than player's, an operator
    does."""
    keep_out(body["password"])
    role = Role(body["role"])
    return responses.json(make(body["name"], body["password"], role), 201)


def make(name: str, password: str, role: Role = Role.PLAYER) -> AccountRecord:
    """Make an account for the caller, if that is allowed. Raises Failure, Unreadable, NameTaken, Busy."""
    if Right.APPOINT not in g.caller.rights and (role is not Role.PLAYER or not settings().sign_up):
        raise Failure("not-allowed", "Only an operator makes such an account here.")
    made = service().people.accounts.add(name, password, role)
    _log.info("account_made", account=made.account, role=made.role, address=g.caller.address)
    return made


@blueprint.get("/accounts")
@needs(Right.APPOINT)
@asks(blueprint, Nothing)
@gives(blueprint, responses.AccountList, 200, "The accounts.", 422)
def list_accounts(query: dict[str, Any]) -> Response:
    """Every account, by name."""
    return responses.json(responses.AccountList(service().people.accounts.all()))


@blueprint.patch("/accounts/<string(maxlength=64):account>")
@needs(Right.APPOINT, Kind.COMMAND)
@takes(blueprint, ChangeAccount)
@gives(blueprint, AccountRecord, 200, "The account as it is now.", 404, *BODY)
def change_account(account: str, body: dict[str, Any]) -> Response:
    """Set the role of an account, or disable it, which ends all its tokens."""
    role = Role(body["role"]) if "role" in body else None
    changed = service().people.accounts.change(account, role, body.get("disabled"))
    told = {"role": changed.role, "disabled": changed.disabled}
    _log.info("account_changed", account=account, **told, by=own_account())
    return responses.json(changed)


@blueprint.get("/accounts/me")
@needs(Right.OWN)
@asks(blueprint, Nothing)
@gives(blueprint, AccountRecord, 200, "One's own account.", 422)
def describe_me(query: dict[str, Any]) -> Response:
    """The account that asks."""
    return responses.json(service().people.accounts.get(own_account()))


@blueprint.post("/accounts/me/password")
@needs(Right.OWN, Kind.SIGN_IN)
@takes(blueprint, ChangePassword)
@gives(blueprint, responses.Condition, 200, "Changed.", *BODY)
def change_password(body: dict[str, Any]) -> Response:
    """Change one's password; every other token of the account ends, its seats' too."""
    change(body["old"], body["new"], body["code"])
    return responses.json(responses.Condition("changed"))


def change(old: str, new: str, code: str) -> None:
    """Change the caller's password. Raises Failure, CodesPaused, Unreadable, Busy."""
    keep_out(old, new, code)
    account = own_account()
    with proving(account):
        service().people.accounts.change_password(account, old, new, g.caller.identity.token, code)
    _log.info("password_changed", account=account, address=g.caller.address)


@blueprint.post("/accounts/me/erasure")
@needs(Right.OWN, Kind.SIGN_IN)
@takes(blueprint, EraseAccount)
@gives(blueprint, responses.Condition, 200, "Forgotten.", *BODY)
def erase_account(body: dict[str, Any]) -> Response:
    """Erase one's account: its name, password and tokens. The log keeps pseudonyms, and no longer whose."""
    erase(body["password"], body["code"])
    return responses.json(responses.Condition("erased"))


def erase(password: str, code: str) -> None:
    """Erase the caller's account, if that is its password. Raises Failure, CodesPaused, Busy."""
    keep_out(password, code)
    account = own_account()
    with proving(account):
        service().people.accounts.sign_in(g.caller.identity.name, password, code)
    service().people.accounts.erase(account)
    _log.info("account_erased", account=account, address=g.caller.address)


@contextmanager
def proving(account: str) -> Iterator[None]:
    """Refuse a caller who is signed in and proves by a password or a code that it is the account's owner.

    Raises Failure where the proof is wrong or missing; passes CodesPaused on.
    """
    try:
        yield
    except CodesPaused:
        _log.warning("codes_paused", account=account, address=g.caller.address)
        raise
    except NotSignedIn as wrong:
        _log.warning("proof_failed", account=account, address=g.caller.address, reason=str(wrong))
        text = "the password is wrong" if str(wrong).startswith("the name") else str(wrong)
        raise Failure("not-allowed", f"{text[0].upper()}{text[1:]}.") from wrong


@blueprint.post("/sessions")
@needs(Right.SIGN_IN, Kind.SIGN_IN)
@takes(blueprint, SignIn)
@gives(blueprint, responses.SignedIn, 201, "A token, given this once.", *BODY)
def sign_in(body: dict[str, Any]) -> Response:
    """Sign in: a token for a program. An account with a second factor needs a `code` too."""
    return responses.json(enter(body["name"], body["password"], "program", body["label"], body["code"]), 201)


def enter(name: str, password: str, kind: str, label: str, code: str) -> responses.SignedIn:
    """Sign in, with a new token of a kind. Raises NotSignedIn, Failure (too often), Unreadable, Busy."""
    keep_out(password, code)
    count(f"name:{folded(name)}", Kind.SIGN_IN)
    try:
        account, token, record = service().people.accounts.enter(name, password, kind, label, code)
    except WrongCode as wrong:  # with the right password: its owner is to know
        _log.warning("wrong_code", account=wrong.account, address=g.caller.address)
        raise
    except NotSignedIn:
        _log.warning("sign_in_failed", address=g.caller.address)
        raise
    _log.info("signed_in", account=account.account, kind=kind, address=g.caller.address)
    return responses.SignedIn(token, record.id, record.expires_at, account)


@blueprint.delete("/sessions/current")
@needs(Right.OWN, Kind.COMMAND)
@asks(blueprint, Nothing)
@gives(blueprint, responses.Condition, 200, "Signed out.", 422)
def sign_out(query: dict[str, Any]) -> Response:
    """Sign out: the token that asks this ends."""
    service().people.tokens.revoke(own_account(), g.caller.identity.token)
    return responses.json(responses.Condition("signed out"))


@blueprint.get("/tokens")
@needs(Right.OWN)
@asks(blueprint, Nothing)
@gives(blueprint, responses.TokenList, 200, "The tokens.", 422)
def list_tokens(query: dict[str, Any]) -> Response:
    """One's own tokens that are good, its seats' too; never the tokens themselves."""
    return responses.json(responses.TokenList(service().people.tokens.of(own_account())))


@blueprint.delete("/tokens/<string(maxlength=64):token>")
@needs(Right.OWN, Kind.COMMAND)
@asks(blueprint, Nothing)
@gives(blueprint, responses.TokenList, 200, "The tokens that are left.", 404, 422)
def revoke_token(token: str, query: dict[str, Any]) -> Response:
    """Revoke one of one's own tokens."""
    account = own_account()
    if not service().people.tokens.revoke(account, token):
        raise Failure("not-found", "There is no such token of yours.")
    _log.info("token_revoked", account=account, of=token, address=g.caller.address)
    return responses.json(responses.TokenList(service().people.tokens.of(account)))


def own_account() -> str:
    """The account that asks. Raises Failure if the caller has none."""
    account: str | None = g.caller.account
    if account is None:
        raise not_allowed(Right.OWN)
    return account

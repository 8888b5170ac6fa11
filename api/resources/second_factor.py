"""The second factor of one's own account: set up, confirmed, removed, and its recovery codes."""

from typing import Any

import structlog
from apiflask import APIBlueprint
from flask import Response, g

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import service
from ironclad.api.http.problems import Failure
from ironclad.api.http.query_schemas import Nothing
from ironclad.api.http.schemas import ConfirmSecondFactor, SetUpSecondFactor, UseSecondFactor
from ironclad.api.resources.accounts import own_account, proving
from ironclad.api.serving.logs import keep_out
from ironclad.api.settings import Kind
from ironclad.referee.people.roles import Right
from ironclad.referee.people.second_factor import Enrolment, RecoveryCodes, SecondFactorRecord

blueprint = APIBlueprint("second_factor", __name__, tag="Second factors")
PATH = "/accounts/me/second-factor"
_log = structlog.get_logger("ironclad.accounts")


@blueprint.get(PATH)
@needs(Right.OWN)
@asks(blueprint, Nothing)
@gives(blueprint, SecondFactorRecord, 200, "Whether there is one.", 422)
def describe_second_factor(query: dict[str, Any]) -> Response:
    """Whether one's account has a second factor, and how many recovery codes are left."""
    return responses.json(service().people.second_factors.state(own_account()))


@blueprint.post(PATH)
@needs(Right.OWN, Kind.SIGN_IN)
@takes(blueprint, SetUpSecondFactor)
@gives(blueprint, Enrolment, 201, "The secret, given this once.", 409, *BODY)
def set_up_second_factor(body: dict[str, Any]) -> Response:
    """Begin to set up a second factor (TOTP, RFC 6238): a secret for an authenticator app.

    It counts from the first code of it that is confirmed, within fifteen minutes."""
    return responses.json(set_up(body["password"]), 201)


def set_up(password: str) -> Enrolment:
    """A new secret for the caller's account. Raises Failure, SecondFactorOn, Busy."""
    keep_out(password)
    account = own_account()
    with proving(account):
        service().people.accounts.check_password(g.caller.identity.name, password)
    made = service().people.second_factors.enrol(account, g.caller.identity.name)
    keep_out(made.secret)
    _log.info("second_factor_begun", account=account, address=g.caller.address)
    return made


@blueprint.post(f"{PATH}/confirmation")
@needs(Right.OWN, Kind.SIGN_IN)
@takes(blueprint, ConfirmSecondFactor)
@gives(blueprint, RecoveryCodes, 201, "It is on: the recovery codes, given this once.", 404, 409, *BODY)
def confirm_second_factor(body: dict[str, Any]) -> Response:
    """Turn the second factor on by a first code; every other token of the account ends, its seats' too."""
    return responses.json(confirm(body["code"]), 201)


def confirm(code: str) -> RecoveryCodes:
    """Turn the caller's second factor on. Raises Failure, SecondFactorOn, NotFound."""
    account = own_account()
    with proving(account):
        made = service().people.second_factors.confirm(account, code, g.caller.identity.token)
    keep_out(*made.recovery_codes)
    _log.info("second_factor_on", account=account, address=g.caller.address)
    return made


@blueprint.post(f"{PATH}/recovery-codes")
@needs(Right.OWN, Kind.SIGN_IN)
@takes(blueprint, UseSecondFactor)
@gives(blueprint, RecoveryCodes, 201, "The new recovery codes, given this once.", 404, *BODY)
def renew_recovery_codes(body: dict[str, Any]) -> Response:
    """New recovery codes in place of all older ones."""
    return responses.json(renew(body["password"], body["code"]), 201)


def renew(password: str, code: str) -> RecoveryCodes:
    """New recovery codes for the caller. Raises Failure, CodesPaused, NotFound, Busy."""
    account = _proved(password, code)
    made = service().people.second_factors.renew_recovery_codes(account)
    keep_out(*made.recovery_codes)
    _log.info("recovery_codes_renewed", account=account, address=g.caller.address)
    return made


@blueprint.post(f"{PATH}/removal")
@needs(Right.OWN, Kind.SIGN_IN)
@takes(blueprint, UseSecondFactor)
@gives(blueprint, responses.Condition, 200, "It is off.", 404, *BODY)
def remove_second_factor(body: dict[str, Any]) -> Response:
    """Turn the second factor off, by the password and a code, or a recovery code."""
    remove(body["password"], body["code"])
    return responses.json(responses.Condition("removed"))


def remove(password: str, code: str) -> None:
    """Turn the caller's second factor off. Raises Failure, CodesPaused, NotFound, Busy."""
    account = _proved(password, code)
    if not service().people.second_factors.remove(account):
        raise Failure("not-found", "The account has no second factor.")
    _log.info("second_factor_removed", account=account, address=g.caller.address)


def _proved(password: str, code: str) -> str:
    """The caller's account, if the password and the code are right. Raises Failure, CodesPaused, Busy."""
    keep_out(password, code)
    account = own_account()
    with proving(account):
        service().people.accounts.sign_in(g.caller.identity.name, password, code)
    return account

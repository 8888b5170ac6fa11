"""What comes in: strict JSON, bounded in every direction, and the seat that a token stands for."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from apiflask.schema_adapters.marshmallow import parser
from flask import current_app, g, request
from marshmallow import Schema

from api.problems import Failure
from api.settings import Settings
from projections.referee import Account, Referee

F = TypeVar("F", bound=Callable[..., Any])

_LARGEST = 2**53 - 1  # the integers that every JSON reader keeps exactly (RFC 7493, section 2.2)
_decode = msgspec.json.Decoder().decode


def referee() -> Referee:
    """The referee of the application that answers this request."""
    found: Referee = current_app.extensions["ironclad"].referee
    return found


def settings() -> Settings:
    """The settings of the application that answers this request."""
    found: Settings = current_app.extensions["ironclad"].settings
    return found


@parser.location_loader("json")
def load_json(_request: object, schema: Schema) -> Any:
    """Read the request's body for a schema; an absent body is an empty object.

    The stock loader takes NaN, any depth, and a missing content type for a missing body; this one takes what
    the log can hold. A schema's `body_bytes` names the setting that bounds it.
    """
    chosen = settings()
    most: int = getattr(chosen, getattr(schema, "body_bytes", "command_bytes"))
    request.max_content_length = most
    body = request.get_data(cache=False)
    if not body:
        return {}
    if request.content_length is None and len(body) >= most:  # a chunked body is cut there, not refused
        raise Failure("too-large", f"The body is larger than {most} bytes.")
    if request.content_length is not None and len(body) != request.content_length:
        raise Failure("bad-request", "The body broke off before its end.")
    if not request.is_json:
        raise Failure("unsupported-media-type", "The body must be sent as application/json.")
    return read_json(body, chosen.nesting)


def read_json(body: bytes, nesting: int) -> Any:
    """Decode strict JSON. Raises Failure: malformed, or unreadable (too deep, a number too large)."""
    try:
        data = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise Failure("malformed", f"The body is not JSON: {wrong}.") from wrong
    except RecursionError as wrong:
        raise Failure("unreadable", f"The body is nested deeper than {nesting}.") from wrong
    _bound(data, nesting)
    return data


def _bound(data: Any, nesting: int) -> None:
    """Refuse numbers that other readers would change, and nesting that a reader might not survive."""
    level, depth = [data], 0
    while level:
        if depth > nesting:
            raise Failure("unreadable", f"The body is nested deeper than {nesting}.")
        below: list[Any] = []
        for value in level:
            kind = type(value)
            if kind is dict:
                below.extend(value.values())
            elif kind is list:
                below.extend(value)
            elif kind is int and not -_LARGEST <= value <= _LARGEST:
                raise Failure("unreadable", "The body has an integer beyond 2^53 - 1.")
        level, depth = below, depth + 1


def bearer() -> Account | None:
    """The seat whose token the request carries; None without any. Raises NotSignedIn for a forged one."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not 0 < len(token) <= 256 or not token.isascii():
        raise Failure("not-signed-in", "The Authorization header is no bearer token.", _CHALLENGE)
    return referee().authenticate(token)


_CHALLENGE = {"WWW-Authenticate": "Bearer"}


def seated(view: F) -> F:
    """Let a call through only for a seat of the game in its path; the seat is then `g.account`."""

    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        account = bearer()
        if account is None:
            raise Failure("not-signed-in", "This call needs a seat's token.", _CHALLENGE)
        check_game(account, kwargs["game"])
        g.account = account
        return view(*args, **kwargs)

    return guarded  # type: ignore[return-value]


def check_game(account: Account, game: str) -> None:
    """Refuse a seat of another game: not found where that game does not exist, else not your seat."""
    if account.game != game:
        referee().head(game)
        raise Failure("not-your-seat", "The token is a seat's in another game.")

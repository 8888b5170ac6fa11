"""What comes in: strict JSON, bounded in every direction."""

from json import JSONDecoder
from typing import Any, NamedTuple, TypeVar

import msgspec
from apiflask.schema_adapters.marshmallow import parser
from flask import current_app, request
from marshmallow import Schema

from ironclad.api.http.problems import Failure
from ironclad.api.http.schema_fields import record_of
from ironclad.api.service import Service
from ironclad.api.settings import Settings
from ironclad.referee.match_requests import MatchRequest

A = TypeVar("A")

_LARGEST = 2**53 - 1  # the integers that every JSON reader keeps exactly (RFC 7493, section 2.2)
_decode = msgspec.json.Decoder().decode


MACHINES = ("/api/", "/log/")
"""Below these paths programs ask, with tokens, and get problem documents; everything else is pages."""


def service() -> Service:
    """The service of the application that answers this request."""
    found: Service = current_app.extensions["ironclad"].referee
    return found


def settings() -> Settings:
    """The settings of the application that answers this request."""
    found: Settings = current_app.extensions["ironclad"].settings
    return found


def ask(game: str, seat: str, record: type[MatchRequest[A]], body: dict[str, Any], **path: str) -> A:
    """Carry out a seat's request on the match: the record is made of a body, and of what the path names.

    Raises as `MatchRequests.request`.
    """
    signatures = {name: body.get(name) for name in ("signature", "possession", "seen")}
    made = record_of(record, body, **path)
    return service().match.request(game, seat, made, id=body.get("id"), **signatures)


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
    return read_json(body, Shape(chosen.nesting, chosen.members, chosen.values))


class Shape(NamedTuple):
    """How large a JSON document may be besides its bytes: a few bytes of it may cost much memory and time."""

    nesting: int = 32
    members: int = 1_000
    """Of one object."""
    values: int = 50_000
    """Of the whole document."""


def read_json(body: bytes, shape: Shape) -> Any:
    """Decode strict JSON.

    Raises Failure: malformed, or unreadable (too deep, too many members or values, a number too large, a name
    twice in one object).
    """
    nesting = shape.nesting
    # Each value but the first comes after one of these. Texts may have them too, so that twice as many pass.
    if sum(map(body.count, b",:[{")) > 2 * shape.values:
        raise Failure("unreadable", f"The body has more than {shape.values} values.")
    try:
        data = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise Failure("malformed", f"The body is not JSON: {wrong}.") from wrong
    except RecursionError as wrong:
        raise Failure("unreadable", f"The body is nested deeper than {nesting}.") from wrong
    members = _bound(data, shape)
    # Each member has its colon: as many colons as members leaves none for a name that came twice, and none
    # for a text. Only where there are more does it take the slower look (four times the decoding).
    if body.count(b":") != members:
        _NAMES_ONCE.decode(body.decode())
    return data


def _bound(data: Any, shape: Shape) -> int:
    """Refuse numbers that other readers would change, and a shape that a reader might not survive.

    How many members all the objects have together.
    """
    level, depth, members, values = [data], 0, 0, 0
    while level:
        values += len(level)
        if depth > shape.nesting:
            raise Failure("unreadable", f"The body is nested deeper than {shape.nesting}.")
        if values > shape.values:
            raise Failure("unreadable", f"The body has more than {shape.values} values.")
        below: list[Any] = []
        for value in level:
            kind = type(value)
            if kind is dict:
                if len(value) > shape.members:
                    raise Failure(
                        "unreadable", f"The body has an object of more than {shape.members} members."
                    )
                members += len(value)
                below.extend(value.values())
            elif kind is list:
                below.extend(value)
            elif kind is int and not -_LARGEST <= value <= _LARGEST:
                raise Failure("unreadable", "The body has an integer beyond 2^53 - 1.")
        level, depth = below, depth + 1
    return members


def _once(pairs: list[tuple[str, Any]]) -> None:
    """Refuse an object that has a name twice: readers differ on which of the two counts (RFC 8259, 4)."""
    names: set[str] = set()
    for name, _ in pairs:
        if name in names:
            raise Failure("unreadable", f"The body has the name {name[:64]!r} twice in one object.")
        names.add(name)


_NAMES_ONCE = JSONDecoder(object_pairs_hook=_once)

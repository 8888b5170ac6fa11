"""Reading what is asked: bounds, shapes, and the digest that tells a repeated request from another one."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.clocks.control import Control
from ironclad.domain.match.clocks.presets import control_named_or_given
from ironclad.eventlog.errors import NotFound, TooMuch, Unreadable
from ironclad.eventlog.records import Request
from ironclad.eventlog.request_bounds import ID_LIMIT, Known, Number, Text, bounded

SECRET_ID_LEAST = 16
NAME_LIMIT = 100
TITLE_LIMIT = 200
COMMAND_LIMIT = 32_768
POSITION_LIMIT = 4 * 1024 * 1024
INLINE_POSITION_LIMIT = 32_768


def stored_form(value: Any, what: str, limit: int = COMMAND_LIMIT) -> tuple[Any, bytes]:
    """The plain data that the log gives back for a value, and its canonical bytes.

    Rules decide on exactly what is stored. Raises Unreadable for what JSON cannot hold (NaN, lone surrogates,
    integers past 64 bits) and TooMuch past `limit` bytes.
    """
    try:
        body = canonical(value)
        data = msgspec.json.decode(body)
    except (ValueError, TypeError, OverflowError, RecursionError) as wrong:
        raise Unreadable(f"{what} cannot be written as JSON: {wrong}") from wrong
    if len(body) > limit:
        raise TooMuch(f"{what} takes {len(body):,} bytes; at most {limit:,} are read")
    if data != value and data != _listed(value):
        raise Unreadable(f"{what} holds a number that JSON cannot")
    return data, body


def _listed(value: Any) -> Any:
    """The value with lists where it has tuples, as JSON gives them back."""
    if isinstance(value, dict):
        return {key: _listed(held) for key, held in value.items()}
    return [_listed(held) for held in value] if isinstance(value, list | tuple) else value


def digest_of(kind: str, parts: Mapping[str, Any]) -> bytes:
    """SHA-256 over the canonical form of a whole request."""
    return sha256(canonical({"request": kind, **parts})).digest()


def text(value: object, what: str, limit: int, least: int = 0) -> str:
    """A string of `least` to `limit` printable characters. Raises Unreadable."""
    if not isinstance(value, str):
        raise Unreadable(f"{what} must be text")
    if not least <= len(value) <= limit:
        raise Unreadable(f"{what} must have {least} to {limit} characters, not {len(value)}")
    if not value.isprintable():
        raise Unreadable(f"{what} must have printable characters only")
    return value


def name(value: object, what: str, limit: int = NAME_LIMIT, least: int = 0) -> str:
    """A name without the spaces around it: two names that look alike are one. Raises Unreadable."""
    return text(text(value, what, limit).strip(" "), what, limit, least)


def known(id: str, what: str) -> str:
    """A name that could be one of ours at all. Raises NotFound."""
    if not (isinstance(id, str) and 1 <= len(id) <= ID_LIMIT and id.isprintable()):
        raise NotFound(f"there is no {what} {id!r:.80}")
    return id


def number(value: object, what: str) -> int:
    """A whole number that the store can hold. Raises Unreadable."""
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
        raise Unreadable(f"{what} must be a whole number")
    return value


def check(request: msgspec.Struct) -> None:
    """Hold a request to the bounds of its fields (`request_bounds`). Raises Unreadable, NotFound."""
    for field in bounded(type(request)):
        value, bounds = getattr(request, field.name), field.bounds
        if value is None and field.optional:
            continue
        if isinstance(bounds, Text):
            text(value, field.name, bounds.most, bounds.least)
        elif isinstance(bounds, Number):
            number(value, field.name)
        elif isinstance(bounds, Known):
            known(value, bounds.what)
        else:
            for each in (each for pair in sorted(value.items()) for each in pair):
                text(each, field.name, ID_LIMIT, 1)


def read_version(ruleset: Ruleset[Any], named: str | None, position: Mapping[str, Any] | None) -> str:
    """The version of the rules that a game is opened with. Raises Unreadable for an unknown one."""
    document = position if isinstance(position, Mapping) else None
    try:
        return ruleset.identity.published.of_document(document, named or "").version
    except codec.Unreadable as wrong:
        raise Unreadable(str(wrong)) from wrong


def read_control(given: Any, seats: Sequence[str]) -> Control:
    """The control of a request for a game of these seats: a name, or an object. Raises Unreadable."""
    try:
        return control_named_or_given(given, seats)
    except (codec.Unreadable, codec.UnknownName) as wrong:
        raise Unreadable(str(wrong)) from wrong


def read_options(ruleset: Ruleset[Any], given: Mapping[str, Any]) -> dict[str, str]:
    """Every option of a ruleset with the value given, or its default. Raises Unreadable."""
    if not isinstance(given, Mapping):
        raise Unreadable("options must be names with values")
    if unknown := sorted(str(name) for name in given if name not in ruleset.identity.options):
        raise Unreadable(f"{ruleset.name} has no option {', '.join(unknown)}")
    chosen = {}
    for name, option in ruleset.identity.options.items():
        chosen[name] = given.get(name, option.values[0])
        if chosen[name] not in option.values:
            raise Unreadable(f"option {name} is one of {', '.join(option.values)}")
    return chosen


def read_request(data: Request | Mapping[str, Any]) -> Request:
    """A command's request from plain data. Raises Unreadable, TooMuch."""
    if not isinstance(data, Request):
        try:
            data = msgspec.convert(dict(data), Request)
        except (msgspec.ValidationError, TypeError, ValueError) as wrong:
            raise Unreadable(str(wrong)) from wrong
    check(data)
    return data

"""What the fields of requests are made of, and that unknown ones are refused everywhere.

A request that has a record takes its fields from there (`of`), and becomes it again (`record_of`).
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields, post_load, validate

from ironclad.domain.match.signed import Seen
from ironclad.eventlog.request_bounds import (
    ID_LIMIT,
    LARGEST_VERSION,
    NAME,
    Bounded,
    Known,
    Number,
    Text,
    bounded,
)

R = TypeVar("R", bound=msgspec.Struct)
LARGEST_POSITION = 2**53 - 1


def a_name(most: int, **more: Any) -> fields.String:
    return fields.String(validate=[validate.Length(1, most), validate.Regexp(NAME)], **more)


def a_version(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(0, LARGEST_VERSION), **more)


class Whole(fields.Integer):
    """A whole number in a query, written in plain digits only ("+1", "1_0" and other scripts are refused)."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, str) and not (value.isascii() and value.isdigit()):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


def an_asked_version(**more: Any) -> fields.Integer:
    return Whole(validate=validate.Range(0, LARGEST_VERSION), **more)


def a_list(text: str, **more: Any) -> fields.String:
    words = validate.Regexp(r"\A[a-z_]+(,[a-z_]+){0,15}\Z")
    return fields.String(validate=[validate.Length(1, 400), words], metadata={"description": text}, **more)


def readings_by_name(text: str, most: int = 64, **more: Any) -> fields.Dict:
    settled = {"load_default": dict, **more}
    return fields.Dict(
        keys=fields.String(validate=validate.Length(1, 64)),
        values=fields.String(validate=validate.Length(1, 64)),
        validate=validate.Length(max=most),
        metadata={"description": text},
        **settled,
    )


def an_id(least: int = 1) -> fields.String:
    text = "Names the request: the same id and body again get the first answer."
    return fields.String(
        validate=[validate.Length(least, 64), validate.Regexp(NAME)], metadata={"description": text}
    )


def a_person(**more: Any) -> fields.String:
    return fields.String(validate=validate.Length(1, 64), **more)


def a_password(**more: Any) -> fields.String:
    return fields.String(validate=validate.Length(1, 256), **more)


def a_code(**more: Any) -> fields.String:
    text = "A code of the account's second factor, or one of its recovery codes; not needed without one."
    return fields.String(validate=validate.Length(max=64), metadata={"description": text}, **more)


class Control(fields.Field[Any]):
    """The name of a control, or an object that is one; the referee reads it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if not isinstance(value, str | dict) or not value or len(value) > 64:
            raise ValidationError("The name of a control, or an object.")
        return value


def a_control(**more: Any) -> Control:
    text = "By which rule the clocks run: the name of a control, or an object (docs/clocks.md)."
    return Control(metadata={"description": text, "type": ["string", "object"]}, **more)


def a_link(**more: Any) -> fields.String:
    return fields.String(validate=validate.Length(max=64), **more)


def a_key(**more: Any) -> fields.String:
    text = "An Ed25519 public key: 64 hexadecimal digits in lower case."
    return fields.String(validate=validate.Length(1, 64), metadata={"description": text}, **more)


def a_signature(text: str = "The seat's, of this request: docs/signatures.md.", **more: Any) -> fields.String:
    return fields.String(validate=validate.Length(max=128), metadata={"description": text}, **more)


def a_custody() -> fields.String:
    text = "`server`: the service keeps the seat's dice chain."
    return fields.String(validate=validate.Equal("server"), metadata={"description": text})


OF_SEVERAL = "Which of the account's seats acts, where it holds both."


class Strict(Schema):
    """The base of every schema here: a field that is not named is refused."""

    class Meta:
        unknown = RAISE


def a_size() -> fields.Integer:
    return fields.Integer(strict=True, required=True, validate=validate.Range(0, LARGEST_POSITION))


def a_hash() -> fields.String:
    return fields.String(required=True, validate=validate.Length(64, 64))


class SeenCheckpoint(Strict):
    """A signed checkpoint of the log: its size, and its root in hex."""

    size = a_size()
    root = a_hash()


class SeenLine(Strict):
    """A timeline at a version, with its running hash there in hex."""

    timeline = a_name(64, required=True)
    version = a_size()
    hash = a_hash()


class SeenMatch(Strict):
    """The match at a version, with its running hash there in hex."""

    version = a_size()
    hash = a_hash()


class WhatWasSeen(Strict):
    """What a seat had seen when it signed (docs/signatures.md): a key of v2 signs it."""

    checkpoint = fields.Nested(SeenCheckpoint, required=True)
    line = fields.Nested(SeenLine, required=True)
    match = fields.Nested(SeenMatch, required=True)

    @post_load
    def made(self, data: dict[str, Any], **_: Any) -> Seen:
        """The record that the referee takes."""
        return msgspec.convert(data, Seen)


def a_seen(**more: Any) -> fields.Nested:
    return fields.Nested(WhatWasSeen, **more)


def of(record: type[msgspec.Struct], *path: str) -> Callable[[type[Strict]], type[Strict]]:
    """Give a schema the fields of a record that have bounds, but for those that the call's path names."""

    def made(schema: type[Strict]) -> type[Strict]:
        found = {each.name: _field(each) for each in bounded(record) if each.name not in path}
        about = {"__doc__": schema.__doc__, "__module__": schema.__module__}
        return type(schema)(schema.__name__, (schema,), {**about, **found})

    return made


def record_of(record: type[R], body: dict[str, Any], **path: str) -> R:
    """A request's record, from a body that its schema has read and from what the path names."""
    given = {name: body[name] for name in record.__struct_fields__ if name in body}
    return record(**given, **path)


def _field(field: Bounded) -> fields.Field[Any]:
    """The field of a schema that holds a value to its bounds."""
    more: dict[str, Any] = {"required": True}
    if field.default is not msgspec.UNSET:
        more = {"load_default": field.default, "allow_none": field.optional}
    bounds = field.bounds
    if isinstance(bounds, Number):
        return fields.Integer(strict=True, validate=validate.Range(bounds.least, bounds.most), **more)
    if isinstance(bounds, Known):
        return a_name(ID_LIMIT, **more)
    if isinstance(bounds, Text):
        return a_text(bounds, **more)
    of_none = {"load_default": None, "allow_none": True} if field.optional else {}
    return readings_by_name(bounds.about, bounds.most, **of_none)


def a_text(bounds: Text, **more: Any) -> fields.String:
    tests: list[Any] = [validate.Length(bounds.least or None, bounds.most)]
    if bounds.pattern is not None:
        tests.append(validate.Regexp(bounds.pattern))
    if bounds.about is not None:
        more["metadata"] = {"description": bounds.about}
    return fields.String(validate=tests, **more)

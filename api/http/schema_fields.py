"""What the fields of requests are made of, and that unknown ones are refused everywhere."""

from typing import Any

from marshmallow import RAISE, Schema, fields, validate

NAME = r"\A[A-Za-z0-9][A-Za-z0-9._:-]*\Z"
LARGEST_VERSION = 2**31 - 1
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


def readings_by_name(text: str) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(validate=validate.Length(1, 64)),
        values=fields.String(validate=validate.Length(1, 64)),
        validate=validate.Length(max=64),
        load_default=dict,
        metadata={"description": text},
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

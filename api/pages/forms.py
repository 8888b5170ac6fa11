"""Fields of a page's forms and addresses, bounded like everything that comes in."""

from collections.abc import Mapping

from flask import request

from ironclad.api.http.problems import Failure
from ironclad.api.http.schema_fields import LARGEST_VERSION

FORM_FIELDS = 50


def form() -> Mapping[str, str]:
    """The form that was sent. Raises Failure where it has more fields than any of ours."""
    if request.get_data().count(b"&") >= FORM_FIELDS:  # kept: the form is read from it
        raise Failure("unreadable", f"The form has more than {FORM_FIELDS} fields.")
    return request.form


def field(name: str, most: int) -> str:
    """A field of the form, trimmed. Raises Failure where it is longer than `most` characters."""
    value = form().get(name, "").strip()
    if len(value) > most:
        raise Failure("unreadable", f"{name} is longer than {most} characters.")
    return value


def number(name: str, default: int, source: Mapping[str, str] | None = None) -> int:
    """A whole number of the address (or of `source`), from 0. Raises Failure for anything else."""
    text = (request.args if source is None else source).get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 10 or int(text) > LARGEST_VERSION:
        raise Failure("unreadable", f"{name} is no number of an event: {text[:20]!r}.")
    return int(text)

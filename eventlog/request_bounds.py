"""The bounds of requests' fields, written once: in the annotations of the records' fields.

The referee holds every request to them (`ironclad.referee.request_limits.check`), and the API's schemas are
made of them (`ironclad.api.http.schema_fields.of`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

ID_LIMIT = 64
LINK_LIMIT = 64
SIGNATURE_LIMIT = 128
REASON_LIMIT = 500
NAME = r"\A[A-Za-z0-9][A-Za-z0-9._:-]*\Z"
LARGEST_VERSION = 2**31 - 1


@dataclass(frozen=True)
class Text:
    """A string of `least` to `most` printable characters, which `about` describes.

    `pattern` is what the API takes; the referee takes others too, for callers in this process.
    """

    least: int
    most: int
    pattern: str | None = None
    about: str | None = None


@dataclass(frozen=True)
class Known:
    """The name of something that the service gave a name to: a timeline, a proposal."""

    what: str


@dataclass(frozen=True)
class Number:
    """A whole number. The API takes `least` to `most`; the referee says of others what is not there."""

    least: int = 0
    most: int = LARGEST_VERSION


@dataclass(frozen=True)
class Pairs:
    """Names with values, each a string of 1 to 64 characters: at most `most`, which `about` describes."""

    most: int
    about: str


Bounds = Text | Known | Number | Pairs

Id = Annotated[str, Text(1, ID_LIMIT, NAME)]
TimelineName = Annotated[str, Known("timeline")]
ProposalName = Annotated[str, Known("proposal")]
OfferName = Annotated[str, Known("offer")]
SeatName = Annotated[str, Known("seat")]
Version = Annotated[int, Number()]
Link = Annotated[str, Text(0, LINK_LIMIT)]
Key = Annotated[str, Text(1, LINK_LIMIT, about="An Ed25519 public key: 64 hexadecimal digits in lower case.")]
SCHEME = Text(0, LINK_LIMIT, about="How the key signs: `ironclad-command/v2`; without it v1, in older games.")
KeyScheme = Annotated[str, SCHEME]
SignatureText = Annotated[
    str, Text(0, SIGNATURE_LIMIT, about="The seat's, of this request: docs/signatures.md.")
]

SALTS = Pairs(64, "Of hidden fields that a seat signs, by JSON pointer: docs/signatures.md.")
Salts = Annotated[dict[str, str], SALTS]


@dataclass(frozen=True)
class Bounded:
    """A field that has bounds: whether it may be None, and its default (UNSET where it has to be given)."""

    name: str
    bounds: Bounds
    optional: bool
    default: Any = msgspec.UNSET


@cache
def bounded(record: type[msgspec.Struct]) -> tuple[Bounded, ...]:
    """The fields of a record that have bounds, in their order."""
    hints = get_type_hints(record, include_extras=True)
    found = []
    for field in msgspec.structs.fields(record):
        kinds = (hints[field.name], *get_args(hints[field.name]))
        bounds = next((each for kind in kinds for each in _bounds(kind)), None)
        if bounds is not None:
            default = msgspec.UNSET if field.default is msgspec.NODEFAULT else field.default
            default = default if field.default_factory is msgspec.NODEFAULT else field.default_factory
            found.append(Bounded(field.name, bounds, NoneType in kinds, default))
    return tuple(found)


def _bounds(kind: Any) -> Iterator[Bounds]:
    """The bounds that annotate a type."""
    if get_origin(kind) is Annotated:
        yield from (each for each in get_args(kind)[1:] if isinstance(each, Bounds))

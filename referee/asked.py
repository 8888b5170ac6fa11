"""A command that has been read, and where it is given."""

from dataclasses import dataclass
from typing import Any

from ironclad.eventlog.records import Request


@dataclass(frozen=True)
class Ask:
    """A command that has been read: the side it is for, who gives it, and its exact stored form.

    `secret` are its fields that only its side may read; where it is `closed` it has their digests alone.
    `opens_sealed`: it is the request that its seat had sealed before an adjournment.
    """

    seat: str
    by: str
    request: Request
    data: dict[str, Any]
    digest: bytes
    takes_back: bool = False
    secret: tuple[str, ...] = ()
    closed: bool = False
    opens_sealed: bool = False


@dataclass(frozen=True)
class Place:
    """Where a command is given: a version of a timeline, its position, and what its seat sees of that."""

    line: str
    version: int
    position: Any
    seat_sees: Any

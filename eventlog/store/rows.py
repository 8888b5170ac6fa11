"""What an append adds to the log: the rows of its events, and the request that they answer."""

from collections.abc import Sequence

import msgspec

EventRow = tuple[str, int, str, bytes, bytes]
"""(stream, version, name, body, leaf)"""


class Answer(msgspec.Struct, frozen=True):
    """The request that an append answers, to be found again under (scope, id)."""

    scope: str
    id: str
    digest: bytes
    game: str
    timeline: str


class Added(msgspec.Struct, frozen=True):
    """Events to add in one transaction, and the request that they answer.

    `standing` are streams with the versions at which they were read: unless each still has it, nothing
    is appended.
    """

    rows: Sequence[EventRow]
    answer: Answer | None = None
    standing: Sequence[tuple[str, int]] = ()

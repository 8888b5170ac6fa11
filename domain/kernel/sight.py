"""What a seat may know: the position as it may see it, and facts of events that only some seats may read.

A ruleset that hides something gives a `Sight`. Its rules, positions and events have every value in the open;
`Sight.see` makes the position that one seat, or an onlooker, may know, and a hidden value in an event is a
`Secret`, which says who may read it. A command marks a field that only its own seat may read with `SECRET`:

    class GiveOrder(Command, …):
        plan: Annotated[dict[str, str], SECRET]

    class OrderGiven(Event, …):
        seat: str
        plan: Secret[dict[str, str]]

Values are sealed where they are stored, and opened where they are read (`eventlog/sealing.py`). A reader
without the key decodes the same events, with `Secret.value` unset: code that applies or describes an event
must accept that.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_args

import msgspec

P = TypeVar("P")
T = TypeVar("T")

SECRET = msgspec.Meta(extra={"secret": True})
"""Marks a field of a command (`Annotated[T, SECRET]`) that nobody but its seat may read."""


class Sealed(msgspec.Struct, frozen=True, rename={"seats": "for"}):
    """A hidden value as it is stored: who may read it, its commitment (hex), the encrypted value (base64)."""

    seats: tuple[str, ...]
    digest: str
    box: str


class Secret(msgspec.Struct, Generic[T], frozen=True, omit_defaults=True):
    """A value in an event that only `seats` may read before the game's seal is opened.

    `value` is unset where the reader may not know it. `sealed` is the stored form of a value.
    """

    seats: tuple[str, ...] = ()
    value: T | msgspec.UnsetType = msgspec.UNSET
    sealed: Sealed | msgspec.UnsetType = msgspec.UNSET

    def known(self, otherwise: T) -> T:
        """The value, or `otherwise` where the reader may not know it."""
        return otherwise if self.value is msgspec.UNSET else self.value


class NotKnown(Exception):
    """Rules asked a seen position for a value that its reader may not know.

    Whatever is worked out for a reader ends here: what follows is not certain to it. A check or an offer
    never raises it, and nothing does on a whole position.
    """


@dataclass(frozen=True)
class Sight(Generic[P]):
    """Whether a ruleset hides anything, and the position as a seat (None: an onlooker) may know it.

    `see` returns a position of the same type, in which a hidden value is the type's own "unknown"; it changes
    nothing. The kernel, the page and the odds work on it as on any position: which decisions are due, and
    what the seat may order for its own, must be the same there as on the whole position.
    """

    hides: bool
    see: Callable[[P, str | None], P]


def _whole(position: Any, seat: str | None) -> Any:
    return position


OPEN_SIGHT: Sight[Any] = Sight(False, _whole)
"""The sight of a ruleset that hides nothing."""


def secret_fields(command: type[msgspec.Struct]) -> tuple[str, ...]:
    """The names of the fields of a command type that are marked as secret, in order.

    A mark anywhere in a field's type (`Annotated[T, SECRET] | None`, a part of it) makes the field secret.
    """
    return tuple(
        field.encode_name for field in msgspec.structs.fields(command) if _is_marked(field.type, frozenset())
    )


def _is_marked(of: Any, within: frozenset[Any]) -> bool:
    """Whether `SECRET` stands somewhere in a type; `within` are the structs that it is a part of."""
    if any(each is SECRET for each in getattr(of, "__metadata__", ())):
        return True
    parts = list(get_args(of))
    if isinstance(of, type) and issubclass(of, msgspec.Struct) and of not in within:
        parts += [field.type for field in msgspec.structs.fields(of)]
        within |= {of}
    return any(_is_marked(part, within) for part in parts)

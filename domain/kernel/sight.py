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

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_args

import msgspec

P = TypeVar("P")
T = TypeVar("T")
U = TypeVar("U")

PADDED_TO = 256
"""Bytes: sealed values are filled up to a multiple of this, or of a multiple of it."""
MOST_PADDED = 16_384
"""Bytes: the most that a ruleset may ask for; an event holds 65,535."""
SECRET = msgspec.Meta(extra={"secret": True})
"""Marks a field of a command (`Annotated[T, SECRET]`) that nobody but its seat may read."""


class Sealed(msgspec.Struct, frozen=True, rename={"seats": "for"}):
    """A hidden value as it is stored: who may read it, its commitment (hex), the encrypted value (base64)."""

    seats: tuple[str, ...]
    digest: str
    box: str


SEALED = "sealed"
"""The one name in what takes the place of a hidden value; in a game that hides nothing else has it."""

_FORM = frozenset({"box", "digest", "for"})


def is_sealed(value: object) -> bool:
    """Whether a value in a stored body of a game that hides has the form of a sealed one."""
    if not isinstance(value, dict) or value.keys() != {SEALED}:
        return False
    inner = value[SEALED]
    return isinstance(inner, dict) and inner.keys() == _FORM


def digest_alone(value: object) -> Any:
    """The digest in {"sealed": {"digest"}}, the form of a hidden value that is signed; None for any other."""
    if not isinstance(value, dict) or value.keys() != {SEALED}:
        return None
    inner = value[SEALED]
    return inner["digest"] if isinstance(inner, dict) and inner.keys() == {"digest"} else None


def looks_sealed(data: Any) -> bool:
    """Whether a part of a request has the name of sealed values: in a game that hides none may."""
    if isinstance(data, dict):
        return SEALED in data or any(looks_sealed(each) for each in data.values())
    return isinstance(data, list | tuple) and any(looks_sealed(each) for each in data)


class Secret(msgspec.Struct, Generic[T], frozen=True, omit_defaults=True):
    """A value in an event that only `seats` may read before the game's seal is opened.

    `value` is unset where the reader may not know it. `sealed` is the stored form of a value.
    """

    seats: tuple[str, ...] = ()
    value: T | msgspec.UnsetType = msgspec.UNSET
    sealed: Sealed | msgspec.UnsetType = msgspec.UNSET

    def known(self, otherwise: T | U) -> T | U:
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

    `padded_to`: hidden values are filled up to a multiple of so many bytes, itself a multiple of PADDED_TO,
    where they are sealed. Everyone sees the length of what is sealed: give a size in which every value fits
    that the rules can make, with 17 bytes to spare.

    `shows` is how many hidden facts an event shows, by the seat that was shown them ("": an onlooker too),
    from the position before it. Without it what a seat was shown is counted by comparing positions.

    `see` returns a position of the same type, in which a hidden value is the type's own "unknown"; it changes
    nothing. The kernel, the page and the odds work on it as on any position: which decisions are due, and
    what the seat may order for its own, must be the same there as on the whole position.
    """

    hides: bool
    see: Callable[[P, str | None], P]
    padded_to: int = PADDED_TO
    shows: Callable[[P, Any], Mapping[str, int]] | None = None

    def __post_init__(self) -> None:
        if not pads(self.padded_to):
            raise ValueError(f"hidden values are padded to a multiple of {PADDED_TO}, not {self.padded_to}")


def pads(size: int) -> bool:
    """Whether hidden values may be filled up to a multiple of so many bytes."""
    return 0 < size <= MOST_PADDED and size % PADDED_TO == 0


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

"""Positions as documents, and as bytes of a cache, for a ruleset whose position is one struct."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from ironclad.domain.kernel.engine.codec import Unreadable


class PositionStruct(Protocol):
    """A position that is a msgspec struct."""

    __struct_fields__: ClassVar[tuple[str, ...]]

    def copy(self) -> Any: ...


P = TypeVar("P", bound=PositionStruct)


class Documents(Generic[P]):
    """Writes and reads positions of a type.

    A document is the struct as JSON. Fields at their default are left out, but for an object that has
    entries by default: a case that sets one of its entries keeps the others.
    """

    def __init__(self, kind: type[P], problems: Callable[[P], Iterable[str]] = lambda position: ()) -> None:
        """`problems` gives everything that is wrong with a position, in sentences."""
        self._kind, self._problems = kind, problems
        defaults = ((name, getattr(kind(), name)) for name in kind.__struct_fields__)
        self._left_out = {name: value for name, value in defaults if not (isinstance(value, dict) and value)}
        self._encoder, self._decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(kind)

    def written(self, position: P) -> dict[str, Any]:
        """The position as a JSON-able document."""
        return {
            name: msgspec.to_builtins(getattr(position, name), str_keys=True)
            for name in self._kind.__struct_fields__
            if name not in self._left_out or getattr(position, name) != self._left_out[name]
        }

    def read(self, document: Mapping[str, Any]) -> P:
        """The position of a document. Raises Unreadable, naming everything that is wrong with it at once."""
        unknown = set(document) - set(self._kind.__struct_fields__)
        if unknown:
            raise Unreadable(f"a position has no field {', '.join(sorted(unknown))}")
        try:
            position: P = msgspec.convert(dict(document), self._kind, str_keys=True).copy()
        except msgspec.ValidationError as wrong:
            raise Unreadable(f"position: {wrong}") from wrong
        if found := list(self._problems(position)):
            raise Unreadable(f"position: {'; '.join(found)}")
        return position

    def freeze(self, position: P) -> bytes:
        """The position as bytes for a cache."""
        return self._encoder.encode(position)

    def thaw(self, frozen: bytes) -> P:
        """The position that `freeze` wrote."""
        return self._decoder.decode(frozen)

"""Lists of values as PostgreSQL's binary arrays: one statement carries any number of rows, in columns.

psycopg's own dumper looks at every value to find a type for the list; with the type known it takes a fifth
of the time. The format is that of `array_send`: dimensions, a flag for nulls, the elements' type, the length
and the lower bound, then each element with its length before it.
"""

from collections.abc import Callable, Iterable
from struct import Struct
from typing import Any, ClassVar

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

_HEADER = Struct("!iiIii").pack
_EMPTY = Struct("!iiI").pack
_LENGTH = Struct("!i").pack
_NUMBER = Struct("!iq").pack


class Column:
    """Values of one type, none of them null."""

    __slots__ = ("values",)

    def __init__(self, values: Iterable[Any]) -> None:
        self.values = list(values)


class Texts(Column):
    """A text[]."""


class Numbers(Column):
    """A bigint[]."""


class Blobs(Column):
    """A bytea[]."""


def _text(value: str) -> bytes:
    encoded = value.encode()
    return _LENGTH(len(encoded)) + encoded


def _number(value: int) -> bytes:
    return _NUMBER(8, value)


def _blob(value: bytes) -> bytes:
    return _LENGTH(len(value)) + value


class _ColumnDumper(Dumper):
    """Dumps a column; its subclasses say of what."""

    format = Format.BINARY
    element_oid: ClassVar[int]
    dump_element: ClassVar[Callable[[Any], bytes]]

    def dump(self, obj: Column) -> bytes:
        if not obj.values:
            return _EMPTY(0, 0, self.element_oid)
        header = _HEADER(1, 0, self.element_oid, len(obj.values), 1)
        return header + b"".join(map(type(self).dump_element, obj.values))


def _dumper(element: str, dump: Callable[[Any], bytes]) -> type[Dumper]:
    types = psycopg.adapters.types
    return type(
        f"{element}[]",
        (_ColumnDumper,),
        {
            "oid": types[element].array_oid,
            "element_oid": types[element].oid,
            "dump_element": staticmethod(dump),
        },
    )


DUMPERS = {
    Texts: _dumper("text", _text),
    Numbers: _dumper("int8", _number),
    Blobs: _dumper("bytea", _blob),
}

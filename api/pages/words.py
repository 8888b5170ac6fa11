"""How data reads on a page: names as words, values as text, events as lines."""

from collections.abc import Mapping, Sequence
from typing import Any

ABBREVIATIONS = frozenset({"asp", "msp", "nsp", "ntp", "rsp", "cs", "us"})
"""Of the rulebooks, which write them in capitals."""


def words(name: object) -> str:
    """`rope_pulled` as "Rope pulled", `asp_limit` as "ASP limit"."""
    parts = str(name).replace("_", " ").replace("-", " ").split()
    text = " ".join(part.upper() if part in ABBREVIATIONS else part for part in parts)
    return text[:1].upper() + text[1:]


def plain(value: object) -> str:
    """A single value as text."""
    match value:
        case None:
            return "none"
        case True:
            return "yes"
        case False:
            return "no"
        case int() if value < 0:
            return f"\u2212{-value}"
        case list() | tuple():
            return ", ".join(plain(each) for each in value) or "none"
    return str(value)


def is_plain(value: object) -> bool:
    """Whether a value reads as one line: no mapping in it, and no list of lists."""
    if isinstance(value, Mapping):
        return False
    if isinstance(value, Sequence) and not isinstance(value, str):
        return all(not isinstance(each, Mapping | list | tuple) for each in value)
    return True


def columns(rows: Sequence[Any]) -> list[str]:
    """The columns of a table of flat mappings, in the order first seen; none for any other rows."""
    names: dict[str, None] = {}
    for row in rows:
        if not isinstance(row, Mapping) or not all(is_plain(value) for value in row.values()):
            return []
        names.update(dict.fromkeys(row))
    return list(names)


def is_grid(rows: Sequence[Any]) -> bool:
    """Whether a list is rows of cells: lists of one length, of plain values."""
    shapes = {len(row) if isinstance(row, list | tuple) and is_plain(row) else None for row in rows}
    return len(shapes) == 1 and None not in shapes


def count_of(number: int, noun: str) -> str:
    """`1, event` as "1 event", `2, event` as "2 events"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def brief(value: object) -> str:
    """Nested data as one line: a mapping by its values, without what is empty or false."""
    if isinstance(value, Mapping):
        return " ".join(brief(each) for each in value.values() if _told(each))
    if isinstance(value, list | tuple):
        return ", ".join(brief(each) for each in value)
    return plain(value)


def _told(value: object) -> bool:
    return value is not None and value is not False and value not in ("", [], (), {})


READ_ALOUD = frozenset({"from", "to", "into"})
"""Names of fields that a line of orders keeps: with the value they make a phrase."""


def order(command: Mapping[str, Any]) -> str:
    """A command as a line of a list: its type, then what it says, short enough for a narrow list.

    Words speak for themselves; numbers, switches and lists need their names.
    """
    said = "; ".join(_said(name, value) for name, value in command.items() if name != "type" and _told(value))
    if not said:  # of one thing None is a choice; of several ("units") it leaves the choice to the rules
        absent = [name for name, value in command.items() if value is None and not name.endswith("s")]
        said = "; ".join(f"no {words(name).lower()}" for name in absent)
    return f"{words(command['type'])}: {said}" if said else words(command["type"])


def _said(name: str, value: object) -> str:
    if value is True:
        return words(name).lower()
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {brief(each)}" for key, each in value.items())
    if isinstance(value, str) and name not in READ_ALOUD:
        return brief(value)
    return f"{words(name).lower()} {brief(value)}"


FILTERS = {each.__name__: each for each in (words, count_of, plain, is_plain, columns, is_grid, order)}

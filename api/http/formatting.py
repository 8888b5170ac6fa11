"""How data reads on a page: names as words, values as text, events as lines."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from ironclad.api.rulebook.rulesets import installed


@cache
def abbreviations() -> frozenset[str]:
    """Of the rulebooks, which write them in capitals: those of every ruleset's manifest."""
    manifests = (each.show.manifest() for each in installed().values() if each.show.manifest is not None)
    return frozenset(word for manifest in manifests for word in manifest.abbreviations)


def words(name: object) -> str:
    """`rope_pulled` as "Rope pulled", and an abbreviation in capitals."""
    parts = str(name).replace("_", " ").replace("-", " ").split()
    text = " ".join(part.upper() if part in abbreviations() else part for part in parts)
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


def columns(rows: Sequence[Any], nested: bool = True) -> list[str]:
    """The columns of a table of mappings that fit its cells, in the order first seen; none for other rows.

    `nested`: cells may hold what `cell` writes in a line, else only single values and lists of them.
    """
    fits = _fits_a_cell if nested else is_plain
    names: dict[str, None] = {}
    for row in rows:
        if not isinstance(row, Mapping) or not all(fits(value) for value in row.values()):
            return []
        names.update(dict.fromkeys(row))
    return list(names)


def _fits_a_cell(value: object) -> bool:
    """Whether a value is plain, a flat mapping, or a list of flat mappings."""
    parts = value if isinstance(value, list | tuple) else [value]
    return all(is_plain(part) or is_flat(part) for part in parts)


def is_flat(value: object) -> bool:
    """Whether a value is a mapping of plain values."""
    return isinstance(value, Mapping) and all(is_plain(each) for each in value.values())


def cell(value: object) -> str:
    """A value in a table's cell: a flat mapping as its words and its numbers with their names."""
    if isinstance(value, Mapping):
        return ", ".join(_said(name, each, str) for name, each in value.items() if _told(each)) or "none"
    if isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value):
        return "; ".join(cell(each) for each in value)
    return plain(value)


def is_grid(rows: Sequence[Any]) -> bool:
    """Whether a list is rows of cells: lists of one length, of plain values."""
    shapes = {len(row) if isinstance(row, list | tuple) and is_plain(row) else None for row in rows}
    return len(shapes) == 1 and None not in shapes


def count_of(number: int, noun: str) -> str:
    """`1, event` as "1 event", `2, event` as "2 events"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


Names = Callable[[str], str]


def brief(value: object, name_of: Names = str) -> str:
    """Nested data as one line: a mapping by its values, without what is empty or false.

    `name_of` says what a player calls a word (a hex, a unit).
    """
    if isinstance(value, Mapping):
        return " ".join(brief(each, name_of) for each in value.values() if _told(each))
    if isinstance(value, list | tuple):
        return ", ".join(brief(each, name_of) for each in value)
    return name_of(value) if isinstance(value, str) else plain(value)


def _told(value: object) -> bool:
    return value is not None and value is not False and value not in ("", [], (), {})


READ_ALOUD = frozenset({"from", "to", "into", "at", "target"})
"""Names of fields that a line of orders keeps: with the value they make a phrase."""


def order(command: Mapping[str, Any], name_of: Names = str, among_its_type: bool = False) -> str:
    """A command as a line of a list: its type, then what it says, short enough for a narrow list.

    Words speak for themselves, and so does a list that the type names; numbers, switches and other lists
    need their names. `among_its_type`: under a heading that says the type.
    """
    told = [(name, value) for name, value in command.items() if name != "type" and _told(value)]
    named = str(command["type"]).split("_")
    said = "; ".join(
        brief(value, name_of) if name in named else _said(name, value, name_of) for name, value in told
    )
    if not said:  # of one thing None is a choice; of several ("units") it leaves the choice to the rules
        absent = [name for name, value in command.items() if value is None and not name.endswith("s")]
        said = "; ".join(f"no {words(name).lower()}" for name in absent)
    if not said:
        return words(command["type"])
    return said[:1].upper() + said[1:] if among_its_type else f"{words(command['type'])}: {said}"


def _said(name: str, value: object, name_of: Names) -> str:
    if value is True:
        return words(name).lower()
    if isinstance(value, Mapping):
        between = f" {name} " if name in READ_ALOUD else " "
        return ", ".join(f"{name_of(key)}{between}{brief(each, name_of)}" for key, each in value.items())
    if isinstance(value, str) and name not in READ_ALOUD:
        return brief(value, name_of)
    return f"{words(name).lower()} {brief(value, name_of)}"


FILTERS = {each.__name__: each for each in (words, count_of, plain, is_plain, columns, cell, is_grid, order)}

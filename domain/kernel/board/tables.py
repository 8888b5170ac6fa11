"""Charts and maps are data: read them, refuse what is not well formed, and name each file by its digest.

A chart is a CSV or TOML file that opens with comment lines:

    # rule: 9.4 9.6
    # source: printed            (or: reconstructed)
    # reason: where the values come from

More comment lines may follow; they are for the reader. A CSV then has one line of column names, and rows.
"""

import csv
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

SOURCES = ("printed", "reconstructed")


class ChartError(Exception):
    """A chart file that may not be used; the message names the file, the line and what is wrong."""


@dataclass(frozen=True)
class Source:
    """Where a chart comes from: the rules it serves, printed or reconstructed, and why its values are so."""

    name: str
    rules: tuple[str, ...]
    source: str
    reason: str
    digest: str


@dataclass(frozen=True)
class Chart:
    """A table: its columns, and its rows as column to cell text, in the order of the file."""

    origin: Source
    columns: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]

    def __iter__(self) -> Iterator[Mapping[str, str]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True)
class Document:
    """A chart written as TOML: its origin and its content."""

    origin: Source
    content: Mapping[str, Any]


def digest(path: Path) -> str:
    """The file's SHA-256, as 64 hexadecimal digits."""
    return sha256(path.read_bytes()).hexdigest()


def digests(folder: Path) -> dict[str, str]:
    """File name to SHA-256 for every CSV and TOML file of a folder, in the order of their names."""
    return {p.name: digest(p) for p in sorted(folder.iterdir()) if p.suffix in (".csv", ".toml")}


def load_csv(
    path: Path,
    key: Collection[str] = (),
    allowed: Mapping[str, Collection[str]] | None = None,
    numbers: Collection[str] = (),
) -> Chart:
    """Read a CSV chart.

    `key`: the columns that together name a row; no two rows may agree in all of them. `allowed`: for a
    column, the only results it may hold. `numbers`: columns that hold whole numbers. Raises ChartError for a
    missing or unknown header, a ragged row, a result that is not allowed, or a duplicate.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    origin = _origin(path, lines)
    comments = sum(1 for line in lines if line.startswith("#"))
    table = list(csv.reader(lines[comments:], strict=True))
    if not table or not all(table[0]) or len(set(table[0])) != len(table[0]):
        raise ChartError(f"{path.name}: a line of distinct column names must follow the comments")
    columns = tuple(table[0])
    _know(path, columns, [*key, *(allowed or {}), *numbers])
    rows = []
    seen: dict[tuple[str, ...], int] = {}
    for number, cells in enumerate(table[1:], start=comments + 2):
        if len(cells) != len(columns):
            raise ChartError(f"{path.name}, line {number}: {len(cells)} cells under {len(columns)} columns")
        row = dict(zip(columns, cells, strict=True))
        _check(path, number, row, allowed or {}, numbers)
        name = tuple(row[column] for column in key)
        if key and name in seen:
            raise ChartError(
                f"{path.name}, line {number}: {', '.join(name)} stands on line {seen[name]} already"
            )
        seen[name] = number
        rows.append(row)
    return Chart(origin, columns, tuple(rows))


def load_toml(path: Path) -> Document:
    """Read a TOML chart. Raises ChartError for a missing or unknown header, or text that is not TOML."""
    text = path.read_text(encoding="utf-8")
    origin = _origin(path, text.splitlines())
    try:
        return Document(origin, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ChartError(f"{path.name}: {error}") from error


def _origin(path: Path, lines: list[str]) -> Source:
    found: dict[str, str] = {}
    for line in lines:
        if not line.startswith("#"):
            break
        word, colon, rest = line[1:].partition(":")
        if colon and word.strip() in ("rule", "source", "reason"):
            found.setdefault(word.strip(), rest.strip())
    for word in ("rule", "source", "reason"):
        if not found.get(word):
            raise ChartError(f"{path.name}: the comments must open with a line '# {word}: ...'")
    if found["source"] not in SOURCES:
        raise ChartError(f"{path.name}: source is printed or reconstructed, not {found['source']!r}")
    rules = tuple(found["rule"].split())
    return Source(path.name, rules, found["source"], found["reason"], digest(path))


def _know(path: Path, columns: tuple[str, ...], asked: list[str]) -> None:
    for column in asked:
        if column not in columns:
            raise ChartError(f"{path.name}: there is no column {column!r}")


def _check(
    path: Path,
    number: int,
    row: Mapping[str, str],
    allowed: Mapping[str, Collection[str]],
    numbers: Collection[str],
) -> None:
    for column, results in allowed.items():
        if row[column] not in results:
            raise ChartError(f"{path.name}, line {number}: {column} may not be {row[column]!r}")
    for column in numbers:
        if not row[column].removeprefix("-").removeprefix("+").isdecimal():
            raise ChartError(f"{path.name}, line {number}: {column} is a whole number, not {row[column]!r}")

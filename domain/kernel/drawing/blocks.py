"""Blocks: headings, tracks, facts, tables and folds as data, which a page draws without knowing the game.

What is said in a cell or a line ("said") is a text, or a list of texts and of parts: `clause`, `place`,
`side_name`, `die` and `strong` below.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Block = dict[str, Any]
Said = str | Mapping[str, Any] | Sequence[Any]


def clause(rule: str) -> Block:
    """A clause of the rulebook, which opens it."""
    return {"clause": rule}


def place(place_id: str, text: str) -> Block:
    """A place of the board, which goes there."""
    return {"place": place_id, "text": text}


def side_name(side: str, text: str) -> Block:
    """Words in a side's colour."""
    return {"side": side, "text": text}


def swatch(side: str) -> Block:
    """A square in a side's colour; "none" for nobody's."""
    return {"swatch": side}


def die(face: int) -> Block:
    """A die as it fell."""
    return {"die": face}


def strong(text: str) -> Block:
    """Words that matter."""
    return {"strong": text}


def bad(text: str) -> Block:
    """Words that warn, on a line of their own."""
    return {"bad": text}


def row(*parts: Said) -> Block:
    """A line of its own within a cell."""
    return {"line": list(parts)}


def heading(text: str, level: int = 2) -> Block:
    """A heading of level 2 or 3."""
    return {"block": "heading", "text": text, "level": level}


def text(said: Said) -> Block:
    """A paragraph in small print."""
    return {"block": "text", "said": said}


def box(label: str, title: str, marks: Iterable[str] = (), **how: bool) -> Block:
    """A box of a track: `marks` are the roles of what is in it; `now`, `past` and `edge` how it is framed."""
    return {
        "label": label,
        "title": title,
        "marks": list(marks),
        **{name: True for name, on in how.items() if on},
    }


def track(title: str, boxes: Iterable[Block]) -> Block:
    """A row of boxes; `title` is what it shows, in words."""
    return {"block": "track", "title": title, "boxes": list(boxes)}


def legend(signs: Iterable[tuple[str, str]]) -> Block:
    """What the marks of a track mean; a text without a mark has the role ""."""
    return {"block": "legend", "signs": [list(each) for each in signs]}


def facts(rows: Iterable[tuple[str, Said]]) -> Block:
    """Names with what they are."""
    return {"block": "facts", "rows": [list(each) for each in rows]}


def table(heads: Iterable[Said], rows: Iterable[Sequence[Said]], **how: Any) -> Block:
    """A table: the first cell of a row is its head.

    `caption`; `foot` a last row; `out` and `now` the numbers of the rows that do not count or are current;
    `read` the cells that were read, as [row, column]; `wide`: it scrolls by itself; `name` a class for its
    look.
    """
    return {"block": "table", "heads": list(heads), "rows": [list(each) for each in rows], **how}


def items(rows: Iterable[Said], look: str = "plain") -> Block:
    """A list: "plain", "columns", or "sums" for arithmetic."""
    return {"block": "list", "items": list(rows), "look": look}


def term(amount: str, name: str, rule: str) -> Said:
    """A modifier in a list of sums: "+1 leader (9.3/3)"."""
    return {"term": [strong(amount), f" {name} ", clause(rule)]}


def why(
    name: str, rules: Iterable[str], types: Iterable[str], blocks: Iterable[Block] = (), **how: str
) -> Block:
    """A fold with the clauses of a number and the events that changed it; `none` if there are none."""
    return {
        "block": "why",
        "name": name,
        "rules": list(rules),
        "types": list(types),
        "blocks": list(blocks),
        **how,
    }


def fold(title: str, blocks: Iterable[Block]) -> Block:
    """Blocks that open at a click."""
    return {"block": "fold", "title": title, "blocks": list(blocks)}


def signed(value: int) -> str:
    """A number with its sign, as print has it."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def chart(name: str, title: str, read: Iterable[tuple[str, int]]) -> Block:
    """A chart of the manifest, with cells that were read: (first cell of the row, number of the column).

    Entries that belong together share one: it is drawn with the last of them, with every cell that they read.
    """
    return {"block": "chart", "chart": name, "title": title, "read": [list(each) for each in read]}

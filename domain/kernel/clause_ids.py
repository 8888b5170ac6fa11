"""How a rulebook names its clauses: "9.6/2", "the-sides/1", "I.A/1", "R.3/2".

A clause's id is its paragraph's id, a stroke, and its number in the paragraph. What a paragraph's id looks
like is the book's own affair, so a ruleset says it as a pattern; readers, links and coverage use that and
know no book.
"""

import re
from collections.abc import Iterator
from functools import cache

import msgspec

_MORE = r"(?:(?:,\s*(?:and\s*)?|\s+and\s+)/\d+|\s+to\s+\d+(?![.\d]))*"
# An id neither begins nor ends within a word, a number or another id; a full stop may follow it.
_BEFORE, _AFTER = r"(?<![\w./-])", r"(?![\w/]|[.-]\w)"


class ClauseIds(msgspec.Struct, frozen=True):
    """The paragraph ids of one book, as regular expressions that Python and JavaScript read alike.

    `paragraph` matches every paragraph's id. `alone` matches those that running text may name without the
    number of a clause; "" for none: the ids of a book that names paragraphs by words are words of running
    text too.
    """

    paragraph: str = r"\d+(?:\.\d+)+|[A-Z]{2,4}"
    alone: str = r"\d+(?:\.\d+)+"

    def is_clause(self, text: str) -> bool:
        """Whether a text has the form of a clause's id ("9.6/2")."""
        paragraph, stroke, number = text.rpartition("/")
        return bool(stroke) and _is_number(number) and self.is_paragraph(paragraph)

    def is_paragraph(self, text: str) -> bool:
        """Whether a text has the form of a paragraph's id ("9.6")."""
        return re.fullmatch(self.paragraph, text) is not None

    def pattern(self, strict: bool = True) -> str:
        """What finds ids in a text: clauses, and paragraphs that may be named `alone` (all, where not
        `strict`).
        """
        bare = self.alone if strict else self.paragraph
        clause = rf"(?:{self.paragraph})/\d+"
        return rf"{clause}|(?:{bare})" if bare else clause

    def named(self, text: str, strict: bool = True) -> Iterator[str]:
        """Every clause and paragraph that a text names, in order, short forms ("/9", "to 4") spelled out.

        `strict`: a paragraph counts without a clause's number only if it may be named so.
        """
        for found in _finder(self, strict).finditer(text):
            id, more = found["id"], found["more"]
            yield id
            paragraph, stroke, number = id.rpartition("/")
            if not stroke:
                continue
            last = int(number)
            for word, each in re.findall(r"(/|to\s+)(\d+)", more):
                numbers = range(last + 1, int(each) + 1) if word != "/" else (int(each),)
                yield from (f"{paragraph}/{one}" for one in numbers)
                last = int(each)


NUMBERED = ClauseIds()
"""The ids of a book that numbers its paragraphs ("9.6", "9.6.2") and names its charts by letters ("TEC")."""


def paragraph_of(id: str) -> str:
    """The paragraph of a clause ("9.6" of "9.6/2"), or of a paragraph itself."""
    return id.partition("/")[0]


@cache
def _finder(ids: ClauseIds, strict: bool) -> re.Pattern[str]:
    return re.compile(rf"{_BEFORE}(?P<id>{ids.pattern(strict)})(?P<more>{_MORE}){_AFTER}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()

"""What was decided where a rulebook is silent or unclear: a ruleset's RULES.md, bullet by bullet.

A bullet speaks of the clauses that open it in bold ("**9.2/2, 9.8/2**", "**4.2.5/5, /9**", "**9.10.4/2 to
4**") or stand in brackets right behind its bold words; one that opens with words alone, of all that its text
names. A paragraph ("5.3.7") stands for each of its clauses.
"""

import re
from collections.abc import Collection, Iterator
from importlib.resources import files

import msgspec

_OPENING = re.compile(r"\*\*(?P<bold>[^*]+)\*\*(?:\s*\((?P<bracket>[^)]*)\))?[.:,]?\s*")
_CLAUSE = r"(?:\d+(?:\.\d+)+|[A-Z]{2,4})"
_NAMED = re.compile(
    rf"(?<![\d.])({_CLAUSE})(/\d+)?((?:(?:,\s*(?:and\s*)?|\s+and\s+)/\d+|\s+to\s+\d+(?![.\d]))*)"
)


class Decision(msgspec.Struct, frozen=True):
    """A decision: the section that it stands in, its text as plain words, the clauses or paragraphs named."""

    section: str
    text: str
    about: tuple[str, ...]

    def speaks_of(self, clause: str) -> bool:
        """Whether it is about a clause, by itself or with its paragraph."""
        return clause in self.about or clause.partition("/")[0] in self.about


def read_decisions(package: str, known: Collection[str]) -> list[Decision]:
    """The decisions in a ruleset package's RULES.md about known clauses, in the file's order."""
    source = files(package) / "RULES.md"
    return list(parse(source.read_text(encoding="utf-8"), known)) if source.is_file() else []


def parse(text: str, known: Collection[str]) -> Iterator[Decision]:
    """The decisions of a text; `known` are the ids of clauses, whose paragraphs are known with them."""
    ids = {*known, *(each.partition("/")[0] for each in known)}
    section = ""
    for block in re.split(r"\n(?=\* |## |# |\n)", text):
        block = " ".join(block.split())
        if block.startswith("## "):
            section = block[3:]
        if not block.startswith("* "):
            continue
        body = block[2:]
        about = tuple(dict.fromkeys(each for each in _about(body) if each in ids))
        if about:
            yield Decision(section, _without_marks(body), about)


def _about(body: str) -> Iterator[str]:
    opening = _OPENING.match(body)
    named = list(_ids(" ".join(filter(None, opening.groups())))) if opening else []
    yield from named or _ids(body)


def _ids(text: str) -> Iterator[str]:
    """Every clause and paragraph that a text names, short forms ("/9", "to 4") spelled out."""
    for paragraph, number, more in _NAMED.findall(text):
        if not number:
            yield paragraph
            continue
        yield paragraph + number
        last = int(number[1:])
        for word, each in re.findall(r"(/|to\s+)(\d+)", more):
            numbers = range(last + 1, int(each) + 1) if word != "/" else (int(each),)
            yield from (f"{paragraph}/{one}" for one in numbers)
            last = int(each)


def _without_marks(body: str) -> str:
    """Markdown's marks left out: the text of emphasis, code and links stays."""
    return re.sub(r"\*\*|`|\[([^\]]*)\]\([^)]*\)", lambda found: found[1] or "", body)

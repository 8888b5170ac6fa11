"""What was decided where a rulebook is silent or unclear: a ruleset's RULES.md, bullet by bullet.

A bullet speaks of the clauses that open it in bold ("**9.2/2, 9.8/2**", "**4.2.5/5, /9**", "**9.10.4/2 to
4**") or stand in brackets right behind its bold words; one that opens with words alone, of all that its text
names. A paragraph ("5.3.7") stands for each of its clauses.
"""

import re
from collections.abc import Collection, Iterator
from importlib.resources import files

import msgspec

from ironclad.domain.kernel.clause_ids import ClauseIds, paragraph_of

_OPENING = re.compile(r"\*\*(?P<bold>[^*]+)\*\*(?:\s*\((?P<bracket>[^)]*)\))?[.:,]?\s*")


class Decision(msgspec.Struct, frozen=True):
    """A decision: the section that it stands in, its text as plain words, the clauses or paragraphs named."""

    section: str
    text: str
    about: tuple[str, ...]

    def speaks_of(self, clause: str) -> bool:
        """Whether it is about a clause, by itself or with its paragraph."""
        return clause in self.about or paragraph_of(clause) in self.about


def read_decisions(package: str, known: Collection[str], clause_ids: ClauseIds) -> list[Decision]:
    """The decisions in a ruleset package's RULES.md about known clauses, in the file's order."""
    source = files(package) / "RULES.md"
    return list(parse(source.read_text(encoding="utf-8"), known, clause_ids)) if source.is_file() else []


def parse(text: str, known: Collection[str], clause_ids: ClauseIds) -> Iterator[Decision]:
    """The decisions of a text; `known` are the ids of clauses, whose paragraphs are known with them."""
    ids = {*known, *(paragraph_of(each) for each in known)}
    section = ""
    for block in re.split(r"\n(?=\* |## |# |\n)", text):
        block = " ".join(block.split())
        if block.startswith("## "):
            section = block[3:]
        if not block.startswith("* "):
            continue
        body = block[2:]
        about = tuple(dict.fromkeys(each for each in _about(body, clause_ids) if each in ids))
        if about:
            yield Decision(section, _without_marks(body), about)


def _about(body: str, clause_ids: ClauseIds) -> Iterator[str]:
    """What opens the bullet, paragraphs alone included; else what the text names."""
    opening = _OPENING.match(body)
    opened = " ".join(filter(None, opening.groups())) if opening else ""
    yield from list(clause_ids.named(opened, strict=False)) or clause_ids.named(body)


def _without_marks(body: str) -> str:
    """Markdown's marks left out: the text of emphasis, code and links stays."""
    return re.sub(r"\*\*|`|\[([^\]]*)\]\([^)]*\)", lambda found: found[1] or "", body)

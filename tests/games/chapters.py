"""What carries out each paragraph, listed in the package of its chapter.

`python -m tests.games.chapters --write` makes the lists from the citations in the code. What a docstring says
before its first empty line is written by hand.
"""

import importlib
import sys
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from ironclad.domain import games
from ironclad.domain.kernel.rulebook.coverage import code_of

WIDTH = 110
LABEL = 8
QUOTES = '"""'


def listings(ruleset: str) -> dict[str, str]:
    """Packages of chapters (`c09_battle`) to the list of their paragraphs, as lines of a docstring."""
    package = games.package_of(ruleset)
    rules = f"{package}.rules"
    packages = sorted(each.name for each in _directory(rules).glob("c[0-9]*_*") if each.is_dir())
    paragraphs: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for clause, places in code_of(package).items():
        paragraph, _, number = clause.rpartition("/")
        for place in places:
            paragraphs[paragraph][place.removeprefix(f"{rules}.").removeprefix(f"{package}.")].add(number)
    found: dict[str, list[str]] = {each: [] for each in packages}
    for paragraph in sorted(paragraphs, key=_in_order):
        code = paragraphs[paragraph]
        chapter = _package_of(paragraph, code, packages)
        if chapter is not None:
            found[chapter].append(_lines(paragraph, code, chapter))
    return {each: "\n".join(lines) for each, lines in found.items()}


def described(path: Path, listing: str) -> str:
    """A package's text with this list in its docstring, below what is written by hand."""
    text = path.read_text(encoding="utf-8")
    opening, docstring, rest = text.split(QUOTES, 2)
    by_hand = docstring.strip().split("\n\n")[0]
    return f"{opening}{QUOTES}{by_hand}\n\n{listing}\n{QUOTES}{rest}"


def files(ruleset: str) -> dict[Path, str]:
    """The files of a ruleset's chapters, each with the text that it should have."""
    rules = _directory(f"{games.package_of(ruleset)}.rules")
    paths = {rules / chapter / "__init__.py": listing for chapter, listing in listings(ruleset).items()}
    return {path: described(path, listing) for path, listing in paths.items()}


def _directory(package: str) -> Path:
    return Path(str(importlib.import_module(package).__file__)).parent


def _package_of(paragraph: str, code: dict[str, set[str]], packages: list[str]) -> str | None:
    """The package that bears a paragraph's number; else the one that has most of its code."""
    chapter = paragraph.partition(".")[0]
    named = [each for each in packages if chapter.isdecimal() and each.startswith(f"c{int(chapter):02}_")]
    homes = Counter(place.partition(".")[0] for place in sorted(code) if place.partition(".")[0] in packages)
    return next(iter(named), None) or next((each for each, _ in homes.most_common(1)), None)


def _lines(paragraph: str, code: dict[str, set[str]], chapter: str) -> str:
    def first(place: str) -> tuple[bool, int, str]:
        number = min(int(each) if each.isdecimal() else 0 for each in code[place])
        return place.startswith("data/"), number, place

    places = sorted(code, key=first)
    entries = [f"{each.removeprefix(f'{chapter}.')} {_numbers(code[each])}" for each in places]
    text = "; ".join(entry.replace(" ", "\0") for entry in entries)  # an entry stays on one line
    lines = textwrap.wrap(text, WIDTH - 2 - LABEL, break_long_words=False, break_on_hyphens=False)
    listed = textwrap.indent("\n".join(lines), " " * LABEL).replace("\0", " ")
    return paragraph.ljust(LABEL) + listed[LABEL:] if len(paragraph) < LABEL else f"{paragraph}\n{listed}"


def _numbers(numbers: Iterable[str]) -> str:
    """{"1", "2", "3", "7"} as "/1-3, /7"."""
    whole = sorted({int(each) for each in numbers if each.isdecimal()})
    runs = [[n for _, n in run] for _, run in groupby(enumerate(whole), key=lambda each: each[1] - each[0])]
    shown = [f"/{run[0]}" if len(run) == 1 else f"/{run[0]}-{run[-1]}" for run in runs]
    return ", ".join([*shown, *sorted(f"/{each}" for each in numbers if not each.isdecimal())])


def _in_order(paragraph: str) -> tuple[list[int], str]:
    parts = paragraph.split(".")
    return [int(each) if each.isdecimal() else 0 for each in parts], paragraph


if __name__ == "__main__":
    for name in games.names():
        for path, text in files(name).items():
            if path.read_text(encoding="utf-8") != text:
                print(path)
                if "--write" in sys.argv:
                    path.write_text(text, encoding="utf-8")

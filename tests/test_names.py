"""What several games share names none of them: no game, side, place or unit of one outside its own folder.

Each ruleset gives its own list: its name, its seats, the abbreviations of its manifest, the ids and names
of its places. The shared client and the shared Python are searched for them.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ironclad.api.rulebook.rulesets import installed

ROOT = Path(__file__).resolve().parents[1]
CLIENT = tuple(sorted((ROOT / "api" / "web" / "static").rglob("*.*")))
SHARED = tuple(
    path
    for folder in ("api", "projections", "referee", "eventlog", "domain/kernel", "domain/match")
    for path in sorted((ROOT / folder).rglob("*.py"))
)
ALLOWED = {
    "api/cli/bench/command.py": "the benchmark plays this game unless it is given another",
}


@cache
def patterns() -> dict[str, re.Pattern[str]]:
    """By ruleset what names it: quoted ids, and its words as they are written in a sentence."""
    found = {}
    for ruleset in installed().values():
        words = {ruleset.name, *(seat.capitalize() for seat in ruleset.seats)}
        quoted = {ruleset.name, *ruleset.seats}
        if ruleset.show.manifest is not None:
            manifest = ruleset.show.manifest()
            words |= {side.name for side in manifest.sides} | {
                each.upper() for each in manifest.abbreviations
            }
            quoted |= set(manifest.abbreviations)
        if ruleset.show.board is not None:
            places = ruleset.show.board().document.get("hexes", ())
            quoted |= {place["id"] for place in places}
            words |= {place["name"] for place in places if place.get("city")}
        told = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
        ids = "|".join(sorted(map(re.escape, quoted), key=len, reverse=True))
        found[ruleset.name] = re.compile(rf"""\b(?:{told})\b|["'`](?:{ids})["'`]""")
    return found


def named(path: Path) -> Iterator[str]:
    """Every line of a file that names a ruleset or something of its own."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for ruleset, pattern in patterns().items():
            if found := pattern.search(line):
                yield f"{path.relative_to(ROOT)}:{number}: {found[0]!r} of {ruleset}: {line.strip()[:100]}"


@pytest.mark.parametrize("files", [CLIENT, SHARED], ids=["client", "python"])
def test_what_is_shared_names_no_game(files: tuple[Path, ...]) -> None:
    assert len(files) > 50
    told = [
        each
        for path in files
        if path.suffix in (".js", ".css", ".py") and path.relative_to(ROOT).as_posix() not in ALLOWED
        for each in named(path)
    ]
    assert not told, "\n".join(told)


def test_what_is_allowed_is_still_there() -> None:
    for name in ALLOWED:
        assert any(named(ROOT / name)), name


def test_the_search_finds_what_it_should(tmp_path: Path) -> None:
    for line in ('if (side === "union")', "// the Confederacy's", 'const hex = "4506";', "counts ASP"):
        assert any(pattern.search(line) for pattern in patterns().values()), line
    for line in ("found.union(others)", "a union of two sets", "const most = 4506;"):
        assert not any(pattern.search(line) for pattern in patterns().values()), line

"""Add to versions.toml what a version does not have yet.

`python -m tests.games.american_civil_war.golden.versions [--write]`

For each version: the SHA-256 of its data files, the digest of each golden game, the counts of each perft
position. An entry that is there is never changed: where play or the counts differ from it, the script says
so and ends with 1 (a corrected rule is an erratum of a later version). Without --write it changes nothing.
"""

import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from ironclad.conformance.golden import log_digest
from ironclad.domain.games.american_civil_war.board.charts import data_digests
from ironclad.domain.games.american_civil_war.board.map_files import DATA
from ironclad.domain.kernel.engine.playout import stored
from ironclad.domain.kernel.rulebook.errata import Version, load_versions
from tests.games.american_civil_war.golden.playing import (
    GAMES,
    entry,
    game_name,
    index,
    keep,
    ruleset,
    write_index,
)
from tests.games.american_civil_war.perft.test_perft import POSITIONS, count

FILE = DATA / "versions.toml"
Table = dict[str, Any]


def digest_of(entry: bytes) -> str:
    return sha256(entry).hexdigest()


def played(version: str, names: Mapping[str, Any] = GAMES) -> dict[str, Any]:
    """The golden games of a version as they are played now: name to log."""
    return {game_name(version, name): stored(ruleset(), names[name](version)) for name in names}


def found_now(version: Version, logs: Mapping[str, Any]) -> dict[str, Table]:
    """What versions.toml would say of a version, worked out by this build."""
    return {
        "data": dict(version.data) or data_digests(),
        "golden": {name: log_digest(log) for name, log in logs.items()},
        "perft": {title: count(title, version=version.version) for title in POSITIONS},
    }


def differences(version: Version, now: Mapping[str, Table]) -> Iterator[str]:
    """Entries of a version that this build does not come to."""
    for table, entries in now.items():
        known: Mapping[str, Any] = getattr(version, table)
        for name, value in known.items():
            if entries.get(name) != value:
                yield f"{version.version}, {table}: {name} was {value} and is {entries.get(name)}"


def text_of(version: Version, now: Mapping[str, Table]) -> str:
    """The lines of a version in versions.toml: what it has, then what is new."""
    lines = ["[[versions]]", f'version = "{version.version}"']
    for table in ("data", "golden"):
        entries = {**getattr(version, table), **now[table]}
        lines += ["", f"[versions.{table}]"]
        lines += [f'"{name}" = "{value}"' for name, value in sorted(entries.items())]
    for title, counts in {**version.perft, **now["perft"]}.items():
        lines += ["", f'[versions.perft."{title}"]']
        for depth, each in counts.items():
            lines.append(f'{depth} = {{ count = {each["count"]}, digest = "{each["digest"]}" }}')
    return "\n".join(lines) + "\n"


def rewritten(whole: str, blocks: Mapping[str, str]) -> str:
    """The file with the block of each version replaced; comments and errata stay as they are."""
    head, *parts = whole.split("[[versions]]\n")
    errata = parts[-1].find("[[errata]]")
    tail = parts[-1][errata:] if errata >= 0 else ""
    joined = head.rstrip("\n") + "\n\n" + "\n".join(blocks.values())
    return joined + ("\n" + tail if tail else "")


def main(arguments: list[str]) -> int:
    published, blocks, wrong, logs = load_versions(FILE), dict[str, str](), list[str](), dict[str, Any]()
    for version in published.versions:
        own = played(version.version)
        now = found_now(version, own)
        wrong += differences(version, now)
        new = sum(name not in getattr(version, table) for table in now for name in now[table])
        print(f"{version.version}: {new} new entries")
        blocks[version.version] = text_of(version, now)
        logs |= {name: log for name, log in own.items() if name not in index()}
    if wrong:
        print("published entries never change:", *wrong, sep="\n  ", file=sys.stderr)
        return 1
    if "--write" in arguments:
        known = index()
        for name, log in logs.items():
            keep(name, log)
            known[name] = entry(log)
        write_index(known)
        FILE.write_text(rewritten(FILE.read_text(encoding="utf-8"), blocks), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

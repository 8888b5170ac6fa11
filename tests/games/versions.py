"""Add to versions.toml what a version does not have yet, or replace the entry of one that is not released.

    python -m tests.games.versions RULESET [--write]
    python -m tests.games.versions RULESET --recut VERSION
    python -m tests.games.versions RULESET --release VERSION

For each version: the SHA-256 of its data files, the digest of each golden game, the counts of each perft
position. An entry that is there is not changed: where play or the counts differ from it, the script says so
and ends with 1 (a corrected rule is an erratum of a later version). Without --write it changes nothing.

`pinned.json` has the digest of a version's whole entry, and whether the version is released. --recut replaces
entry, golden games and digest of a version, unless it is released. --release writes down the digest and that
the version is released: from then on the entry never changes.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from ironclad.conformance.golden import log_digest, read_index, write_index, write_log
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.rulebook.errata import Version, load_versions
from tests.games.keeping import Kept, file_of, folder_of, kept, names

PINNED = Path(__file__).parent / "pinned.json"
Table = dict[str, Any]


class Pin(msgspec.Struct, frozen=True):
    """SHA-256 in hex of what versions.toml says of a version, and whether that version is released."""

    entry: str
    released: bool


def pins() -> dict[str, dict[str, Pin]]:
    """Pins by ruleset and version."""
    return msgspec.json.decode(PINNED.read_bytes(), type=dict[str, dict[str, Pin]])


def pin(name: str, version: str, *, released: bool) -> None:
    """Write down the digest of a version's entry."""
    found = pins()
    entry = entry_digest(load_versions(file_of(name)).find(version))
    found.setdefault(name, {})[version] = Pin(entry, released)
    PINNED.write_bytes(msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=2) + b"\n")


def entry_digest(version: Version) -> str:
    """SHA-256 in hex of what versions.toml says of a version."""
    entry = {"data": version.data, "golden": version.golden, "perft": version.perft}
    return sha256(canonical(entry)).hexdigest()


def found_now(of: Kept, version: Version, logs: Mapping[str, Any]) -> dict[str, Table]:
    """What versions.toml would say of a version, worked out by this build."""
    return {
        "data": dict(version.data) or dict(of.data_digests()),
        "golden": {name: log_digest(log) for name, log in logs.items()},
        "perft": {title: of.count(title, version.version) for title in of.perfts},
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


def extend(of: Kept, *, write: bool) -> int:
    """Work out every version, and add what is new if `write`. 1 if an entry would change."""
    file, known = file_of(of.name), of.index()
    blocks, wrong, logs = dict[str, str](), list[str](), dict[str, Any]()
    for version in load_versions(file).versions:
        own = {of.game_name(version.version, game): of.played(version.version, game) for game in of.games}
        now = found_now(of, version, own)
        wrong += differences(version, now)
        new = sum(name not in getattr(version, table) for table in now for name in now[table])
        print(f"{version.version}: {new} new entries")
        blocks[version.version] = text_of(version, now)
        logs |= {name: log for name, log in own.items() if name not in known}
    if wrong:
        print("published entries never change:", *wrong, sep="\n  ", file=sys.stderr)
        return 1
    if write:
        for name, log in logs.items():
            write_log(folder_of(of.name), name, log)
            known[name] = of.entry(log)
        write_index(folder_of(of.name), known)
        file.write_text(rewritten(file.read_text(encoding="utf-8"), blocks), encoding="utf-8")
    return 0


def clear(name: str, version: str) -> None:
    """Take out of versions.toml what it says of a version, and remove the version's golden logs.

    Raises ValueError for a version that is released.
    """
    known = pins().get(name, {}).get(version)
    if known is not None and known.released:
        raise ValueError(f"{name} {version} is released: its entry never changes")
    file, folder = file_of(name), folder_of(name)
    bare = Version(version)
    blocks = {
        each.version: text_of(each, {"data": {}, "golden": {}, "perft": {}})
        if each.version != version
        else f'[[versions]]\nversion = "{bare.version}"\n'
        for each in load_versions(file).versions
    }
    file.write_text(rewritten(file.read_text(encoding="utf-8"), blocks), encoding="utf-8")
    index = read_index(folder)
    for log in [log for log, entry in index.items() if entry.version == version]:
        (folder / "logs" / f"{log}.jsonl.xz").unlink(missing_ok=True)
        del index[log]
    folder.mkdir(exist_ok=True)
    write_index(folder, index)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.versions")
    parser.add_argument("ruleset", choices=names())
    parser.add_argument("--write", action="store_true", help="Add what is new.")
    parser.add_argument("--recut", metavar="VERSION", help="Replace the entry of a version.")
    parser.add_argument("--release", metavar="VERSION", help="Fix the entry of a version for ever.")
    asked = parser.parse_args(arguments)
    if asked.release:
        pin(asked.ruleset, asked.release, released=True)
        return 0
    if asked.recut:
        try:
            clear(asked.ruleset, asked.recut)
        except ValueError as wrong:
            print(wrong, file=sys.stderr)
            return 1
        # Another process: this one may have read the old entry already.
        again = [sys.executable, "-m", "tests.games.versions", asked.ruleset, "--write"]
        if status := subprocess.run(again, check=False).returncode:
            return status
        pin(asked.ruleset, asked.recut, released=False)
        return 0
    return extend(kept(asked.ruleset), write=asked.write)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Golden logs: games that a ruleset keeps, each with the position that it must come to.

They are in the folder `golden/` of a ruleset's package: `index.json`, and `logs/NAME.jsonl.xz` with one
stored event a line, `{"name": stored name, "data": body}`. A log is written once and never changed.
"""

import lzma
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.playout import play, rebuild, stored
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset

Log = list[tuple[str, bytes]]


class StoredLine(msgspec.Struct, frozen=True):
    """One stored event."""

    name: str
    data: msgspec.Raw


class Golden(msgspec.Struct, frozen=True):
    """What the index says of a golden game.

    version: of the ruleset, which played it; events: how many it has; position: SHA-256 in hex of the last
    position's document; log: of the stored names and bodies.
    """

    ruleset: str
    version: str
    events: int
    position: str
    log: str


def read_index(folder: Path) -> dict[str, Golden]:
    """The golden games of a folder by name; none without an index."""
    index = folder / "index.json"
    return msgspec.json.decode(index.read_bytes(), type=dict[str, Golden]) if index.exists() else {}


def write_index(folder: Path, found: dict[str, Golden]) -> None:
    """Write the index, sorted by name."""
    text = msgspec.json.format(msgspec.json.encode(dict(sorted(found.items()))), indent=2)
    (folder / "index.json").write_bytes(text + b"\n")


def read_log(folder: Path, name: str) -> Log:
    """The stored events of a golden game. Raises OSError, lzma.LZMAError, msgspec.DecodeError."""
    lines = lzma.decompress((folder / "logs" / f"{name}.jsonl.xz").read_bytes())
    return [(line.name, bytes(line.data)) for line in msgspec.json.Decoder(StoredLine).decode_lines(lines)]


def write_log(folder: Path, name: str, log: Log) -> None:
    """Keep the stored events of a game."""
    (folder / "logs").mkdir(parents=True, exist_ok=True)
    lines = [canonical(StoredLine(topic, msgspec.Raw(body))) for topic, body in log]
    (folder / "logs" / f"{name}.jsonl.xz").write_bytes(lzma.compress(b"\n".join(lines), preset=9))


def entry_of(ruleset: Ruleset[Any], log: Log) -> Golden:
    """What the index says of a log: it is replayed for it. Raises PlayFault, UnknownName."""
    begun = ruleset.storage.events.decode(*log[0])
    version = begun.version if isinstance(begun, GameBegun) else ""
    written = digest([canonical(ruleset.storage.to_document(rebuild(ruleset, log)))])
    return Golden(ruleset.name, version, len(log), written, log_digest(log))


def log_digest(log: Log) -> str:
    """SHA-256 in hex of stored names and bodies, in their order."""
    return digest(part for topic, body in log for part in (topic.encode(), body))


def digest(parts: Iterable[bytes]) -> str:
    """SHA-256 in hex over parts, each with its length before it."""
    found = sha256()
    for part in parts:
        found.update(b"%d:%b" % (len(part), part))
    return found.hexdigest()


def keep(ruleset: Ruleset[Any], folder: Path, seed: int) -> str:
    """Play the random game of a seed and keep it; its name. Raises FileExistsError for one that is kept."""
    name = f"{ruleset.name}-{ruleset.version}-random-{seed}"
    known = read_index(folder)
    if name in known:
        raise FileExistsError(f"{name} is kept already, and is never changed")
    log = stored(ruleset, play(ruleset, seed).events)
    write_log(folder, name, log)
    write_index(folder, {**known, name: entry_of(ruleset, log)})
    return name

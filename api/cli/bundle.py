"""Bundles of this version: JSON lines, one stored event a line, the game's first event first.

Each line is `{"name": stored name, "data": body}`. Such a file replays and proves nothing: there is no
signature and no Merkle proof in it yet.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from domain import games
from domain.kernel.codec import UnknownName, Unreadable, canonical
from domain.kernel.decider import Ruleset
from domain.kernel.playout import PlayFault, rebuild


class Line(msgspec.Struct, frozen=True):
    """One stored event."""

    name: str
    data: msgspec.Raw


class BadBundle(Exception):
    """A file that is no bundle, or one that this build cannot replay."""


def write_bundle(path: Path, log: Iterable[tuple[str, bytes]]) -> None:
    """Write stored events as a bundle."""
    lines = [canonical(Line(topic, msgspec.Raw(body))) for topic, body in log]
    path.write_bytes(b"\n".join(lines) + b"\n")


def read_bundle(path: Path) -> list[tuple[str, bytes]]:
    """The stored events of a bundle. Raises BadBundle."""
    try:
        lines = msgspec.json.Decoder(Line).decode_lines(path.read_bytes())
    except (OSError, msgspec.DecodeError, msgspec.ValidationError) as wrong:
        raise BadBundle(f"{path}: {wrong}") from wrong
    if not lines:
        raise BadBundle(f"{path}: empty")
    return [(line.name, bytes(line.data)) for line in lines]


def ruleset_of(log: list[tuple[str, bytes]]) -> Ruleset[Any]:
    """The ruleset of a log, which the family of its first event's name tells. Raises BadBundle."""
    try:
        return games.ruleset(log[0][0].partition(".")[0])
    except UnknownName as unknown:
        raise BadBundle(str(unknown)) from unknown


def position_at(ruleset: Ruleset[Any], log: list[tuple[str, bytes]], at: int | None) -> Any:
    """The position after event `at` (the last unless named), counted from 1. Raises BadBundle."""
    if at is not None and not 1 <= at <= len(log):
        raise BadBundle(f"there is no event {at}: the bundle has 1 to {len(log)}")
    try:
        return rebuild(ruleset, log[:at])
    except (PlayFault, UnknownName, Unreadable, LookupError, TypeError, ValueError) as wrong:
        raise BadBundle(f"the events do not replay: {wrong}") from wrong

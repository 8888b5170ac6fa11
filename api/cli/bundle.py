"""Games in files, to be replayed: bundles (docs/bundle.md), and records, which `selfplay` wrote
until version 0.13.

A record is JSON lines, one event of the rules a line, the game's first event first: `{"name": stored name,
"data": body}`. It replays, and proves nothing. Records are read, and no longer written.
"""

from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain import games
from ironclad.domain.kernel.engine.codec import UnknownName, Unreadable
from ironclad.domain.kernel.engine.playout import PlayFault, rebuild
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.events import EVENTS, OF_NO_RULES
from ironclad.domain.match.state import Match, evolve
from ironclad.eventlog.bundle.container import is_bundle
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.reading import BundleReader
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.bundle.seals import opened
from ironclad.eventlog.log import MATCH
from ironclad.eventlog.sealing import GameSeal


class Line(msgspec.Struct, frozen=True):
    """One stored event."""

    name: str
    data: msgspec.Raw


class BadBundle(Exception):
    """A file that is no bundle, or one that this build cannot replay."""


def read_game(path: Path, timeline: str | None) -> list[tuple[str, bytes]]:
    """The events of the rules in a record, or on a timeline of a bundle (the one that the game is on).

    Raises BadBundle.
    """
    try:
        with path.open("rb") as file:
            if is_bundle(file):
                return _line_of(BundleReader(file), timeline)
    except (OSError, BundleFault) as wrong:
        raise BadBundle(f"{path}: {wrong}") from wrong
    if timeline is not None:
        raise BadBundle(f"{path}: a record of play has no timelines")
    return _read_record(path)


def _line_of(bundle: BundleReader, timeline: str | None) -> list[tuple[str, bytes]]:
    """The rules' events of a timeline, from the start of the game on; what it shares with others included.

    What was taken back by its end is left out. What a running game hides stays sealed.
    """
    match, lines = Match(), dict[str, list[Stored]]()
    for event in bundle.events():
        name = event.stream.partition("/")[2]
        lines.setdefault(name, []).append(event)
        if name == MATCH:
            evolve(match, EVENTS.decode(event.name, bytes(event.body)))
    wanted = match.current if timeline is None else timeline
    if wanted not in match.timelines:
        raise BadBundle(f"the game has no timeline {wanted!r}; it has {', '.join(match.timelines)}")
    log = []
    seal = GameSeal(bytes.fromhex(match.opened_key), match.padded_to) if match.opened_key else None
    for line, after, upto in match.course(wanted, bundle.heads.get(wanted, match.timelines[wanted].at)):
        own = [event for event in lines.get(line, []) if after < event.version <= upto]
        ordered = opened(seal, [each for each in own if each.name not in OF_NO_RULES])
        log += [(each.name, bytes(each.body)) for each in ordered]
    return log


def _read_record(path: Path) -> list[tuple[str, bytes]]:
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
        raise BadBundle(f"there is no event {at}: there are 1 to {len(log)}")
    try:
        return rebuild(ruleset, log[:at])
    except (PlayFault, UnknownName, Unreadable, LookupError, TypeError, ValueError) as wrong:
        raise BadBundle(f"the events do not replay: {wrong}") from wrong

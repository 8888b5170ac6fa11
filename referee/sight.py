"""What a reader may see of a game: its positions and stored events, as a seat or an onlooker may know them.

Every answer that is made of a position or of stored events is made of what these functions return. A seat is
named, or None is an onlooker, or ALL_SEEING is a reader from whom nothing is hidden: one who holds every
seat, and everyone once the game's seal was opened.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.events import COMMANDS_GIVEN
from ironclad.domain.match.state import Match
from ironclad.eventlog.records import EventRecord
from ironclad.eventlog.rows import records
from ironclad.eventlog.sealing import GameSeal, may_hide, sealed_in
from ironclad.eventlog.store.recorders import Row

if TYPE_CHECKING:
    from ironclad.referee.open_games import OpenGame

ALL_SEEING = "*"


def eyes_of(live: "OpenGame", seat: str | None) -> str | None:
    """As whom a reader sees a game now: nothing is hidden in one that hides nothing, or was opened."""
    return seat if live.match.hides else ALL_SEEING


def named(eyes: str | None) -> str | None:
    """The seat that reads, as a ruleset knows it: None for an onlooker and for a reader who sees all."""
    return None if eyes == ALL_SEEING else eyes


def seen(live: "OpenGame", position: Any, seat: str | None) -> Any:
    """A position of a game as a reader may know it. Shared: never change it."""
    return known(live.ruleset, live.match, position, seat)


def known(ruleset: Ruleset[Any], match: Match, position: Any, seat: str | None) -> Any:
    """A position as a reader may know it, of a game in the state of its match."""
    return ruleset.sight.see(position, seat) if match.hides and seat != ALL_SEEING else position


def shown(seal: GameSeal | None, rows: Sequence[Row], seat: str | None) -> tuple[EventRecord, ...]:
    """Stored events as a seat may see them; `seal` is None where the game hides nothing.

    Of a sealed value that the reader may not know only its seats are left, of a command that has one no
    digest: two games that differ in such a value alone look alike.
    """
    all_of_them = records(rows)
    if seal is None:
        return all_of_them
    return tuple(_shown(seal, row, each, seat) for row, each in zip(rows, all_of_them, strict=True))


def _shown(seal: GameSeal, row: Row, record: EventRecord, seat: str | None) -> EventRecord:
    def may_read(seats: list[str]) -> bool:
        return seat == ALL_SEEING or seat in seats

    stream, version, name, _, _ = row
    facts = [sealed for _, sealed in sealed_in(record.data)]
    if not facts:
        return record
    data = seal.seen(stream, version, name, record.data, may_read)
    if name in COMMANDS_GIVEN and not all(may_read(each["for"]) for each in facts):
        data["digest"] = ""
    return msgspec.structs.replace(record, data=data)


def body_for(seal: GameSeal | None, row: Row, seat: str | None) -> bytes:
    """The body of a stored event as a reader may know it, to be decoded: its hidden values are unset."""
    stream, version, name, body, _ = row
    if seal is None or not may_hide(body):
        return body
    if seat == ALL_SEEING:
        return seal.opened(stream, version, name, body)
    data = seal.seen(stream, version, name, msgspec.json.decode(body), lambda seats: seat in seats)
    return msgspec.json.encode(data)

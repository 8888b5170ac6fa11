"""What restoring a log comes to, before anything is changed: what was kept and lost, what will be signed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.ledger.breaks import BreakStatement, parse_break
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory, handover
from ironclad.eventlog.ledger.notary import NotaryRecord
from ironclad.eventlog.ledger.notes import SigningKey, open_note, parse
from ironclad.eventlog.recheck import recheck_on
from ironclad.eventlog.store.breaks import breaks_on
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.frontier import FRONTIER, unpack
from ironclad.eventlog.store.leaf import leaf
from ironclad.referee.recovery.handed_in import CannotRestore, HandedIn

_LEAF = "SELECT leaf FROM events WHERE position = ?"
_LATEST = "SELECT note FROM checkpoints WHERE size > ? ORDER BY size DESC LIMIT 1"
_LAST_VERSION = "SELECT coalesce(max(version), 0) FROM events WHERE stream = ?"
_RUNNING = "SELECT count(*) FROM events WHERE name LIKE 'match.game_opened.%' AND position <= ?"


@dataclass(frozen=True)
class Keys:
    """The key that signs at the kept size, the one that follows it, and why the log is repaired."""

    old: SigningKey
    new: SigningKey
    reason: str


@dataclass(frozen=True)
class Plan:
    """What is to be done.

    The database has `size` events; `in_place` follow at the positions that they had, which makes the log
    `kept`; `replayed` follow at other positions. `before` is the largest checkpoint that is known of the
    log before. `statement` and `handover` are None where nothing is lost. `games` are those that were opened
    by then. `handovers` are those that stay.
    """

    size: int
    in_place: Sequence[Stored]
    replayed: Sequence[Stored]
    kept: Checkpoint
    before: Checkpoint | None
    games: int
    handovers: tuple[str, ...]
    statement: BreakStatement | None = None
    handover: str | None = None

    @property
    def lost(self) -> int:
        """How many events are known to be lost."""
        return 0 if self.statement is None else self.statement.lost or 0

    @property
    def rows(self) -> list[tuple[str, int, str, bytes, bytes]]:
        """The events to append."""
        events = [*self.in_place, *self.replayed]
        plain = [(each.stream, each.version, each.name, bytes(each.body)) for each in events]
        return [(*row, leaf(*row)) for row in plain]


def plan(
    read: Connection, notary: NotaryRecord, handovers: Sequence[str], given: HandedIn, keys: Keys
) -> Plan:
    """What restoring comes to of a log that is read at one moment. Raises CannotRestore.

    `handovers` are the notes that the notary's file has.
    """
    if notary.last is not None and notary.note is not None:
        given.checkpoints.setdefault(notary.last.size, (notary.last, parse(notary.note)))
    known = {size: each for size, (each, _) in given.checkpoints.items()}
    found = recheck_on(read, None, sizes=known.keys())
    if found.wrong:
        raise CannotRestore(f"the database is damaged itself, restore a sound copy: {found.wrong}")
    games = read.execute(_RUNNING, (found.size,)).fetchone()[0]
    if (begun := _begun(read, found.size, games, notary, handovers, keys)) is not None:
        return begun
    if not found.size:
        raise CannotRestore("the database has no events: start a new log under a new name")
    _hold_to(known, found.roots, found.size)
    _hold_events(read, given, found.size)
    in_place = given.in_place(found.size)
    kept = _grown(read, found.size, in_place, known, keys.old.name)
    before = given.largest
    about = (found.size, in_place)
    if before is None or before.size <= kept.size:
        return Plan(*about, (), kept, before, games, tuple(handovers))
    stay = _staying(notary.history, handovers, kept.size)
    if notary.history.keys_for(kept.size)[-1] != keys.old.verifier and stay == tuple(handovers):
        raise CannotRestore(f"{keys.old.verifier} is not the key in force at {kept.size:,} events")
    replayed = _following(read, given, kept.size, in_place)
    if keys.new.name in {key.name for key in notary.history.keys}:
        raise CannotRestore(f"the log was called {keys.new.name} before: it needs another name now")
    renamed = Checkpoint(keys.new.name, kept.size, kept.root)
    was = Checkpoint(keys.new.name, before.size, before.root)
    statement = BreakStatement(renamed, keys.reason, was, len(replayed))
    return Plan(
        *(*about, replayed, kept, before, games, stay),
        statement,
        str(handover(kept, keys.old, keys.new)),
    )


def _begun(
    read: Connection, size: int, games: int, notary: NotaryRecord, handovers: Sequence[str], keys: Keys
) -> Plan | None:
    """What is left of a restore that was interrupted: the database has its break, the notary has not."""
    for each in breaks_on(read):
        try:
            text = open_note(each.note, [keys.new.verifier]).text
        except LedgerError:
            continue
        said = parse_break(text)
        kept = Checkpoint(keys.old.name, said.kept.size, said.kept.root)
        stay = _staying(notary.history, handovers, kept.size)
        after = str(handover(kept, keys.old, keys.new))
        return Plan(size, (), (), kept, said.before, games, stay, said, after)
    return None


def _hold_to(known: Mapping[int, Checkpoint], roots: Mapping[int, bytes], size: int) -> None:
    for each in known.values():
        if each.size <= size and roots.get(each.size) != each.root:
            raise CannotRestore(
                f"the database does not continue the checkpoint of {each.size:,} events: its events were"
                " changed, or it is another log's"
            )


def _hold_events(read: Connection, given: HandedIn, size: int) -> None:
    """The events that were handed in of the part that is there are the log's."""
    for position, event in given.events.items():
        if position <= size:
            made = leaf(event.stream, event.version, event.name, bytes(event.body))
            if bytes(read.execute(_LEAF, (position,)).fetchone()[0]) != made:
                raise CannotRestore(f"a bundle has another event at {position:,} than the database")


def _grown(
    read: Connection, size: int, events: Sequence[Stored], known: dict[int, Checkpoint], name: str
) -> Checkpoint:
    """The log with events after it, held to every checkpoint that is known on the way."""
    frontier = unpack(read.execute(FRONTIER).fetchone()[1])
    if frontier is None or frontier.size != size:
        raise CannotRestore("the database's frontier is behind: run `ironclad migrate`, or open it once")
    for event in events:
        frontier.append(leaf(event.stream, event.version, event.name, bytes(event.body)))
        claimed = known.get(frontier.size)
        if claimed is not None and claimed.root != frontier.root():
            raise CannotRestore(f"what was handed in is not what the checkpoint of {claimed.size:,} has")
    return Checkpoint(name, frontier.size, frontier.root())


def _staying(history: KeyHistory, handovers: Sequence[str], size: int) -> tuple[str, ...]:
    """The handovers that are of a size that was kept: later ones are lost with the events before them."""
    return tuple(
        note for note, each in zip(handovers, history.handovers, strict=True) if each.last.size <= size
    )


def _following(read: Connection, given: HandedIn, size: int, in_place: Sequence[Stored]) -> list[Stored]:
    """The events to replay: those whose versions continue the streams of the log as it is then."""
    last = {event.stream: event.version for event in in_place}
    found = []
    for event in given.after(size):
        if event.stream not in last:
            last[event.stream] = read.execute(_LAST_VERSION, (event.stream,)).fetchone()[0]
        if event.version == last[event.stream] + 1:
            last[event.stream] = event.version
            found.append(event)
    return found

"""A look at what is signed of a log: the notary's file, published checkpoints, cosignatures.

What is in the database is held to the notary's file, which is apart from it, and the other way round.
Nothing is changed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.cosignatures import time_of
from ironclad.eventlog.ledger.cosigners import CosignerKey
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notary import NotaryError, NotaryRecord, read_notary
from ironclad.eventlog.ledger.notes import VerifierKey, parse, verified
from ironclad.eventlog.recheck import Recheck, broken
from ironclad.eventlog.signer import UNTRUSTED
from ironclad.eventlog.store.checkpoints import Said, label_of, said_on
from ironclad.eventlog.store.connection import Connection
from ironclad.referee.findings import RESTORE, Finding, finding

_SIGNED = {
    "published": "SELECT size, size, note FROM checkpoints ORDER BY size",
    "kept for dice": "SELECT size, position, note FROM kept_checkpoints ORDER BY size",
    "kept for an intent": "SELECT size, position, note FROM kept_cosignatures ORDER BY size",
}
"""(size, a position that it covers, note) of every checkpoint in the database, by what it is there for."""

_SAID = "SELECT 1 FROM signing"
_LATEST = "SELECT note FROM checkpoints ORDER BY size DESC LIMIT 1"
_COUNT = "SELECT count(*) FROM events"
_LINES = (
    "SELECT lines.size, lines.witness, lines.time, lines.line, notes.note FROM cosignatures AS lines"
    " LEFT JOIN checkpoints AS notes ON notes.size = lines.size ORDER BY lines.size, lines.witness"
)
_KEPT_LINES = "SELECT size, witness, note FROM kept_cosignatures ORDER BY size, witness"
_NAMED = 8  # checkpoints or lines that a finding names; the others are counted

KEEP_NOTARY = "the notary's file is apart from the database: put its newest copy back (docs/operations.md)"
NEWEST = "put the newest log back: what was signed after it is missing (docs/operations.md)"


@dataclass(frozen=True)
class Apart:
    """What is known of a log apart from its database.

    `key` is the key that signs it; `wrong` says why that cannot be had, `absent` that its file is not there,
    which is no fault of a log that nobody signed. `notary` is the notary's file, and
    `place` what is wrong with where it is. `cosigners` are the witnesses' keys.
    """

    key: VerifierKey | None = None
    wrong: str = ""
    absent: bool = False
    notary: Path | None = None
    place: str = ""
    cosigners: Sequence[CosignerKey] = ()


@dataclass(frozen=True)
class Remembered:
    """What the notary's file said before the database was looked at; `wrong` says why it cannot be used."""

    file: Path | None = None
    record: NotaryRecord | None = None
    wrong: str = ""


@dataclass
class Claims:
    """Every checkpoint of a log that was found, and what is wrong with some before the log is read.

    `signed` is whether their signatures were checked: a copy of a log knows no key of it.
    """

    signed: bool
    found: list[tuple[str, Checkpoint]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def sizes(self) -> set[int]:
        """The sizes of the log that they are of."""
        return {each.size for _, each in self.found}


def remembered(apart: Apart) -> Remembered:
    """What the notary's file says. To be read before the database: a signer writes it first."""
    if apart.notary is None or apart.key is None:
        return Remembered(apart.notary)
    try:
        return Remembered(apart.notary, read_notary(apart.notary, apart.key.name))
    except NotaryError as wrong:
        return Remembered(apart.notary, wrong=str(wrong))


def examine_signing(connection: Connection, apart: Apart, notary: Remembered) -> Iterator[Finding]:
    """Whether the log is signed, and whether the notary's file goes with the database."""
    said = said_on(connection)
    wrong = "" if apart.absent and said is None else apart.wrong
    if not wrong and said is None and connection.execute(_SAID).fetchone() is not None:
        wrong = "what is published of the log's keys cannot be read"
    if not wrong and said is not None and said.condition in UNTRUSTED:
        wrong = f"the log is {said.condition}: {said.reason}"
    well = "nobody has signed this log" if said is None else f"{said.condition}, {said.origin}"
    yield finding("signing", wrong, well, "repair it and restart (docs/operations.md)")
    if notary.file is not None:
        yield _notary(connection, apart, notary, said)


def _notary(connection: Connection, apart: Apart, notary: Remembered, said: Said | None) -> Finding:
    record, file = notary.record, notary.file
    if notary.wrong:
        return Finding("notary", False, notary.wrong, KEEP_NOTARY)
    if record is None:
        lost = None if said is None else f"{file} is not there, though the log was signed"
        return finding("notary", lost, f"{file} is not there: nothing was signed", KEEP_NOTARY)
    if said is not None and said.history().keys != record.history.keys:
        return Finding("notary", False, f"{file} has other keys of the log than the database", KEEP_NOTARY)
    if apart.key not in record.history.keys:
        return Finding("notary", False, f"{apart.key} is no key that {file} knows", KEEP_NOTARY)
    last, (count,) = record.last, connection.execute(_COUNT).fetchone()
    if last is None:
        return Finding("notary", True, f"{file} has no checkpoint yet")
    if last.size > count:
        return Finding("notary", False, str(broken(last, count, {}, f"the checkpoint in {file}")), NEWEST)
    published = _published(connection, record.history)
    if published is not None and published.size == last.size and published.root != last.root:
        two = f"{file} and the database have two checkpoints of {last.size:,} events"
        return Finding("notary", False, two, RESTORE)
    older = "" if published is None or published.size <= last.size else ", older than what is published"
    place = f"; {apart.place}" if apart.place else ""
    return Finding("notary", True, f"{last.size:,} events in {file}{older}{place}")


def _published(connection: Connection, history: KeyHistory) -> Checkpoint | None:
    """The last checkpoint that is published, if a key of the log signed it."""
    row = connection.execute(_LATEST).fetchone()
    try:
        return None if row is None else history.open(row[0])[0]
    except (LedgerError, TypeError, AttributeError):
        return None


def collect_claims(connection: Connection, notary: Remembered) -> Claims:
    """Every checkpoint of the log: of the notary's file, of handovers, and of the database."""
    said = said_on(connection)
    history = notary.record.history if notary.record else said.history() if said else None
    claims = Claims(signed=history is not None)
    if notary.record is not None and notary.record.last is not None:
        claims.found.append(("of the notary's file", notary.record.last))
    if history is not None:
        claims.found += [("of a handover", each.last) for each in history.handovers]
    for what, text in _SIGNED.items():
        for size, covered, note in connection.execute(text).fetchall():
            try:
                checkpoint = history.open(note)[0] if history else parse_checkpoint(parse(note).text)
                if not checkpoint.size == size >= covered:
                    raise LedgerError("it is of another size than it is kept for")
            except (LedgerError, TypeError, AttributeError) as wrong:
                claims.wrong.append(f"the checkpoint of {size:,} events that is {what}: {wrong}")
            else:
                claims.found.append((what, checkpoint))
    return claims


def examine_checkpoints(claims: Claims, log: Recheck) -> Finding:
    """Whether the log continues every checkpoint that was found of it; all that it does not are reported."""
    wrong, last = list(claims.wrong), 0
    lost: list[str] = []
    other: list[str] = []
    for what, each in claims.found:
        if broken(each, log.size, log.roots) is None:
            last = max(last, each.size)
        else:
            (lost if each.size > log.size else other).append(f"{each.size:,} ({what})")
    if lost:
        wrong.append(
            f"the log has {log.size:,} events, fewer than its checkpoints of {_some(lost)}:"
            " a backup was restored, or its tail deleted"
        )
    if other:
        wrong.append(
            f"the log does not continue its checkpoints of {_some(other)}: events were changed. The largest"
            f" checkpoint that it continues is of {last:,}"
        )
    unchecked = "" if claims.signed or not claims.found else "; no key is known here to check them with"
    well = f"the log continues {len(claims.found):,} checkpoints, the largest of {last:,} events{unchecked}"
    return finding("checkpoints", "; ".join(wrong), well, NEWEST if lost and not other else RESTORE)


def examine_cosignatures(connection: Connection, cosigners: Sequence[CosignerKey]) -> Finding:
    """Whether every stored line of a witness that is known here is of its checkpoint."""
    known = {label_of(each): each for each in cosigners}
    good, others, wrong = 0, 0, []
    rows = connection.execute(_LINES).fetchall()
    kept = connection.execute(_KEPT_LINES).fetchall()
    lines = [(size, who, time, line, note) for size, who, time, line, note in rows]
    for size, who, time, line, note in [*lines, *((size, who, None, "", note) for size, who, note in kept)]:
        key = known.get(who) or next((each for each in cosigners if each.name == who), None)
        try:
            if note is None:
                raise LedgerError("its checkpoint is not there")
            signed = parse(note + line)
            if parse_checkpoint(signed.text).size != size:
                raise LedgerError("it is under a checkpoint of another size")
            if key is None or not key.checkable:
                others += 1
                continue
            found = verified(signed, (key,))
            if not found or (time is not None and time_of(found[0][1]) != time):
                raise LedgerError("it is not that witness's line, or not of that time")
            good += 1
        except (LedgerError, TypeError, AttributeError) as fault:
            wrong.append(f"the line of {who} under {size:,} events: {fault}")
    unknown = f", {others:,} of witnesses that cannot be checked here" if others else ""
    advice = "delete those rows of `cosignatures` and `kept_cosignatures`, and ask the witnesses again"
    return finding("cosignatures", _some(wrong, "; "), f"{good:,} lines of witnesses hold{unknown}", advice)


def _some(texts: Sequence[str], between: str = ", ") -> str:
    more = len(texts) - _NAMED
    return between.join(texts[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")

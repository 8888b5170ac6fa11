"""Checkpoints as all processes of a service publish them: notes, lines of witnesses, what the signer says."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Condition

import msgspec

from ironclad.eventlog.ledger.errors import BadNote, LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import (
    ML_DSA_SIGNATURE_BYTES,
    Note,
    Signature,
    Verifier,
    parse,
    read_vkey,
)
from ironclad.eventlog.store.connection import Connection, Writer
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.kept_cosignatures import keep_line

KEPT = 1_000
"""How many checkpoints are kept without a witness's line, and how many with one: the latest of each."""
KEPT_SECONDS = 600
"""Of older checkpoints with lines the first of each so many seconds is kept for ever: they bound times."""

_PUBLISH = "INSERT INTO checkpoints (size, note) VALUES (?, ?) ON CONFLICT (size) DO NOTHING"
_REPLACE = "UPDATE checkpoints SET note = ? WHERE size = ?"
_FORGET_LINES = "DELETE FROM cosignatures WHERE size = ?"
_PRUNE = (
    "DELETE FROM checkpoints WHERE size NOT IN (SELECT size FROM cosignatures)"
    " AND size < (SELECT min(size) FROM (SELECT size FROM checkpoints ORDER BY size DESC LIMIT ?) AS latest)"
)
_PRUNE_LINES = (
    "DELETE FROM cosignatures WHERE size < (SELECT min(size) FROM"
    " (SELECT DISTINCT size FROM cosignatures ORDER BY size DESC LIMIT ?) AS latest)"
    f" AND size NOT IN (SELECT min(size) FROM cosignatures GROUP BY time / {KEPT_SECONDS})"
)
_LATEST = "SELECT size, note FROM checkpoints ORDER BY size DESC LIMIT 1"
_AT = "SELECT size, note FROM checkpoints WHERE size = ?"
_NAME = "CASE WHEN substr(witness, length(witness) - 8, 1) = '+' THEN substr(witness, 1, length(witness) - 9)"
_WITNESSED = (
    "SELECT size, note FROM checkpoints WHERE size = (SELECT max(size) FROM (SELECT size FROM cosignatures"
    f" GROUP BY size HAVING count(DISTINCT {_NAME} ELSE witness END) >= ?) AS enough)"
)
_COUNTED = "SELECT size, count(*) FROM cosignatures WHERE size > ? GROUP BY size ORDER BY size DESC"
_COSIGNED_BELOW = "SELECT DISTINCT size FROM cosignatures WHERE size < ? ORDER BY size"
_LAST_OF = "SELECT coalesce(max(size), 0) FROM cosignatures WHERE witness IN ({})"
_LINES = "SELECT line FROM cosignatures WHERE size = ? ORDER BY witness"
_COSIGN = (
    "INSERT INTO cosignatures (size, witness, time, line) VALUES (?, ?, ?, ?) ON CONFLICT (size, witness)"
    " DO UPDATE SET time = excluded.time, line = excluded.line WHERE excluded.time > cosignatures.time"
)
_SAY = (
    "INSERT INTO signing (number, origin, first_key, handovers, condition, reason) VALUES (1, ?, ?, ?, ?, ?)"
    " ON CONFLICT (number) DO UPDATE SET origin = excluded.origin, first_key = excluded.first_key,"
    " handovers = excluded.handovers, condition = excluded.condition, reason = excluded.reason"
)
_SAID = "SELECT origin, first_key, handovers, condition, reason FROM signing"


@dataclass(frozen=True)
class Said:
    """What the process that signs said last: the log's keys, and whether it signs.

    `condition` is `unsigned`, `checking`, `signing` or `refused`; `reason` says why it is not signed, or what
    is lacking where it is.
    """

    origin: str
    first_key: str
    handovers: tuple[str, ...]
    condition: str
    reason: str

    def history(self) -> KeyHistory:
        """The log's keys. Raises BadHistory, BadKey."""
        return KeyHistory(self.origin, read_vkey(self.first_key), self.handovers)


@dataclass(frozen=True)
class Cosigned:
    """A witness's line, to be kept with the checkpoint of a size: the label of its key, and when it was made.

    It is kept `for_intents` too if the witness is one of those that the tournament level counts.
    """

    witness: str
    time: int
    signature: Signature
    for_intents: bool = True


def label_of(key: Verifier) -> str:
    """The name by which a witness's lines are kept: the key's name and its id in hex.

    Lines from before 0.15 have the name alone.
    """
    return f"{key.name}+{key.key_id.hex()}"


class Checkpoints:
    """What is published of one log. Safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._published = 0
        self._known: tuple[int, Note] | None = None
        self._news = Condition()

    def publish(self, size: int, note: str) -> None:
        """Make a signed checkpoint known, in this process at once.

        One of the same size that an earlier key signed is replaced, as in a backup that a new key signs; its
        witnesses' lines go with it where its text was another one. Now and then, forget what is old and
        nobody cosigned.
        """
        parsed = parse(note)
        with self._news:
            self._known = size, parsed
            self._news.notify_all()
        self._published += 1
        prune = self._published % 100 == 0

        def keep(connection: Writer) -> None:
            if connection.execute(_PUBLISH, (size, note)).rowcount != 1:
                (known,) = connection.execute(_AT, (size,)).fetchone()[1:]
                if known != note:
                    connection.execute(_REPLACE, (note, size))
                if not known.startswith(f"{parsed.text}\n"):
                    connection.execute(_FORGET_LINES, (size,))
            if prune:
                connection.execute(_PRUNE_LINES, (KEPT,))
                connection.execute(_PRUNE, (KEPT,))

        self._database.write(keep)

    def cosign(self, size: int, note: str, lines: list[Cosigned]) -> None:
        """Keep witnesses' lines for a checkpoint, the latest of each; for ever where an intent needs them."""

        def keep(connection: Writer) -> None:
            connection.execute(_PUBLISH, (size, note))
            for each in lines:
                connection.execute(_COSIGN, (size, each.witness, each.time, each.signature.line()))
                if each.for_intents:
                    keep_line(connection, size, note, each.time, each.signature)

        self._database.write(keep)

    def latest(self) -> Note | None:
        """The largest checkpoint, with the lines of witnesses."""
        return self._found(_LATEST)

    def known(self, size: int, seconds: float = 0.0) -> Note | None:
        """The last checkpoint that was signed in this process, once it has a size; None if not in time.

        It is known here a moment before it is in the table.
        """
        with self._news:
            self._news.wait_for(lambda: self._known is not None and self._known[0] >= size, seconds)
            return self._known[1] if self._known is not None and self._known[0] >= size else None

    def at(self, size: int) -> Note | None:
        """The checkpoint of a size, if it is kept."""
        return self._found(_AT, size)

    def witnessed(self, count: int) -> Note | None:
        """The largest checkpoint that witnesses of so many names cosigned."""
        return self._found(_WITNESSED, count)

    def counted(self, after: int) -> list[tuple[int, int]]:
        """(size, number of lines) of each cosigned checkpoint that is larger than a size, largest first."""
        with self._database.reader() as connection:
            return connection.execute(_COUNTED, (after,)).fetchall()

    def cosigned_by(self, labels: Iterable[str]) -> int:
        """The largest size under which there is a line of one of some labels; 0 if there is none."""
        values = tuple(labels)
        with self._database.reader() as connection:
            text = _LAST_OF.format(", ".join("?" * len(values)))
            return int(connection.execute(text, values).fetchone()[0])

    def first_cosigned(self, positions: Sequence[int], size: int, most: int) -> list[Note]:
        """The checkpoints below a size that witnesses cosigned first after some of these positions.

        At most so many, spread evenly, smallest first, with the lines of Ed25519 witnesses alone: those of
        ML-DSA-44 are forty times as long, and tell the same time.
        """
        with self._database.reader() as connection:
            sizes = [row[0] for row in connection.execute(_COSIGNED_BELOW, (size,)).fetchall()]
        first = {sizes[at] for each in positions if (at := bisect_left(sizes, each)) < len(sizes)}
        chosen = sorted(first)
        if len(chosen) > most:
            chosen = [chosen[number * len(chosen) // most] for number in range(most)]
        return [note for each in chosen if (note := self._with_short_lines(each)) is not None]

    def _with_short_lines(self, size: int) -> Note | None:
        note = self.at(size)
        if note is None:
            return None
        lines = {(each.name, each.key_id): each for each in note.signatures}
        return Note(note.text, tuple(x for x in lines.values() if len(x.body) < ML_DSA_SIGNATURE_BYTES))

    def _found(self, text: str, *values: int) -> Note | None:
        with self._database.reader() as connection:
            row = connection.execute(text, values).fetchone()
            if row is None:
                return None
            lines = "".join(line for (line,) in connection.execute(_LINES, (row[0],)).fetchall())
        try:
            return parse(row[1] + lines)
        except BadNote:  # a hand in the table: what is no note is no checkpoint
            return None

    def say(self, said: Said) -> None:
        """Publish to all processes what the one that signs does."""
        self._database.write(lambda connection: say_on(connection, said))

    def said(self) -> Said | None:
        """The last statement; None if no process ever signed this log, or it cannot be read."""
        with self._database.reader() as connection:
            return said_on(connection)


def say_on(connection: Connection, said: Said) -> None:
    """Put a statement in the place of the last one."""
    handovers = msgspec.json.encode(said.handovers).decode()
    connection.execute(_SAY, (said.origin, said.first_key, handovers, said.condition, said.reason))


def said_on(connection: Connection) -> Said | None:
    """What the process that signs said last; None if none ever did, or it cannot be read."""
    row = connection.execute(_SAID).fetchone()
    if row is None:
        return None
    try:
        handovers = msgspec.json.decode(row[2], type=tuple[str, ...])
        said = Said(row[0], row[1], handovers, row[3], row[4])
        said.history()
    except (msgspec.DecodeError, LedgerError, TypeError, AttributeError):
        return None
    return said

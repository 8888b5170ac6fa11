"""Files of evidence: kept beside the log, so that they can be erased; the log has their SHA-256 alone.

A file is plain text, a PNG or a JPEG. It is given back as what it was taken for, to be saved: nothing of it
is run or shown as a page.
"""

from base64 import b64decode
from binascii import Error
from hashlib import sha256
from unicodedata import category

import msgspec

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.match.disputes.claiming import MOST_FILES
from ironclad.eventlog.errors import NotFound, Unreadable
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database

MOST_BYTES = 256 * 1024
MOST_OF_CLAIM = 2_500_000
TEXT, PNG, JPEG = "text/plain", "image/png", "image/jpeg"
ENDINGS = {TEXT: "txt", PNG: "png", JPEG: "jpg"}
_BEGINS = {PNG: b"\x89PNG\r\n\x1a\n", JPEG: b"\xff\xd8\xff"}
_PLAIN = frozenset("\n\r\t")
_KEEP = (
    "INSERT INTO evidence_files (game, claim, digest, kind, sender, account, size, body)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_KNOWN = "SELECT digest, kind, size FROM evidence_files WHERE game = ? AND claim = ? ORDER BY digest"


class EvidenceFile(msgspec.Struct, frozen=True):
    """A file that was sent for a claim: its SHA-256, what it is, its size in bytes."""

    sha256: str
    kind: str
    size: int


class EvidenceFileList(msgspec.Struct, frozen=True):
    """The files of a claim."""

    game: str
    claim: int
    items: tuple[EvidenceFile, ...]


def read_data(text: str) -> bytes:
    """The bytes of a file, sent in base64. Raises Unreadable."""
    try:
        return b64decode(text, validate=True)
    except (Error, ValueError) as wrong:
        raise Unreadable(f"data: it is no base64: {wrong}") from wrong


def kind_of(data: bytes) -> str:
    """What a file is. Raises Refused for one that is none of the three, or too large."""
    require(0 < len(data) <= MOST_BYTES, "claim/file", f"a file has 1 to {MOST_BYTES:,} bytes")
    for kind, begins in _BEGINS.items():
        if data.startswith(begins):
            return kind
    require(_is_text(data), "claim/file", "a file is plain text in UTF-8, a PNG or a JPEG")
    return TEXT


def _is_text(data: bytes) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return all(each in _PLAIN or category(each) != "Cc" for each in text)


class EvidenceFiles:
    """Keeps the files of one log's claims."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(
        self, game: str, claim: int, sender: str, account: str, data: bytes
    ) -> tuple[EvidenceFile, bool]:
        """Keep a file of a claim, and say whether it was there before. `sender` is a pseudonym.

        Raises Refused ("claim/file").
        """
        found = EvidenceFile(sha256(data).hexdigest(), kind_of(data), len(data))

        def work(connection: Connection) -> bool:
            rows = connection.execute(_KNOWN, (game, claim)).fetchall()
            if any(row[0] == found.sha256 for row in rows):
                return True
            require(len(rows) < MOST_FILES, "claim/file", f"a claim has no more than {MOST_FILES} files")
            whole = sum(int(row[2]) for row in rows) + len(data)
            most = f"the files of a claim have up to {MOST_OF_CLAIM:,} bytes"
            require(whole <= MOST_OF_CLAIM, "claim/file", most)
            row = (game, claim, found.sha256, found.kind, sender, account, len(data), data)
            connection.execute(_KEEP, row)
            return False

        return found, self._database.write(work)

    def of(self, game: str, claim: int) -> tuple[EvidenceFile, ...]:
        """The files of a claim."""
        with self._database.reader() as connection:
            rows = connection.execute(_KNOWN, (game, claim)).fetchall()
        return tuple(EvidenceFile(str(row[0]), str(row[1]), int(row[2])) for row in rows)

    def read(self, game: str, claim: int, digest: str) -> tuple[str, bytes]:
        """What a file is, and its bytes. Raises NotFound."""
        text = "SELECT kind, body FROM evidence_files WHERE game = ? AND claim = ? AND digest = ?"
        with self._database.reader() as connection:
            row = connection.execute(text, (game, claim, digest)).fetchone()
        if row is None:
            raise NotFound(f"claim {claim} has no file {digest[:64]!r}: it was never sent, or erased")
        return str(row[0]), bytes(row[1])


def forget_account(connection: Connection, account: str) -> None:
    """Within a transaction: erase the files that an account sent."""
    connection.execute("DELETE FROM evidence_files WHERE account = ?", (account,))


def forget_player(connection: Connection, player: str) -> None:
    """Within a transaction: erase the files that were sent under a pseudonym."""
    connection.execute("DELETE FROM evidence_files WHERE sender = ?", (player,))

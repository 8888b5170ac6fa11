"""The ledger of a log that is open: its tiles, what is published of it, and its signer, if there is one."""

from time import monotonic

from ironclad.eventlog.ledger.checkpoints import parse_checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.notes import Note, verified
from ironclad.eventlog.ledger.tiles import WIDTH
from ironclad.eventlog.signer import UNSIGNED, UNTRUSTED, Signer, Signing
from ironclad.eventlog.store.checkpoints import Checkpoints, Said
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.kept_checkpoints import KeptCheckpoints
from ironclad.eventlog.store.tiles import TileStore
from ironclad.referee.background import BackgroundWork
from ironclad.referee.proof.quorum import Quorum

_COVER_SECONDS = 5.0
_LOOK_SECONDS = 0.02


class Ledger:
    """What the referee's parts share of the ledger."""

    def __init__(self, database: Database, background: BackgroundWork, signing: Signing) -> None:
        self.tiles = TileStore(database)
        self.published = Checkpoints(database)
        self.kept = KeptCheckpoints(database)
        self.witnesses, self.cosigners = signing.witnesses, signing.cosigners
        self.quorum = None if signing.policy is None else Quorum(self.published, signing.policy)
        self.signer: Signer | None = None
        self._background = background
        self._full = 0
        self._name = ""
        if signing.key is not None and signing.notary is not None:
            self.signer = Signer(database, self.tiles, self.published, signing)
            self._name = signing.key.name

    def said(self) -> Said | None:
        """Whether the log is signed: by this process where its notary fails, else as it is published."""
        trouble = None if self.signer is None else self.signer.trouble
        return self.published.said() if trouble is None else trouble

    @property
    def origin(self) -> str:
        """The name by which the log is known; "" where nobody signs it."""
        said = self.said()
        return self._name if said is None else said.origin

    def grown(self, position: int) -> None:
        """The log was appended to up to a position: keep the tiles that are full now, some time soon."""
        if (full := position // WIDTH) > self._full:
            self._full = full
            self._background.ask("tiles", self.tiles.catch_up)

    def covers(self, position: int) -> bool:
        """Whether a signed checkpoint covers a position; waits for it a little, where there is none yet.

        The one that does is kept for ever before this returns, for bundles to show. None does of a log that
        is refused, or whose notary fails: what was signed may be of another log, whose players have seen
        links that this one has not. Where nobody has the log's key nothing is signed, nothing kept, and
        nothing waited for.
        """
        deadline = monotonic() + _COVER_SECONDS
        while True:
            said, latest = self.said(), self.covering(position)
            trusted = said is not None and said.condition not in UNTRUSTED
            if not trusted and said is not None and not self._may_sign(said):
                return False
            if trusted and said is not None and latest is not None and self._keep(said, latest, position):
                return True
            if said is None and self.signer is None:
                return True
            if monotonic() >= deadline:
                return False
            if self.signer is not None:
                self.signer.hurry()
            self.published.known(position, _LOOK_SECONDS)

    def _may_sign(self, said: Said) -> bool:
        """Whether this process may be about to sign a log that was unsigned when another one ended."""
        return said.condition == UNSIGNED and self.signer is not None and self.signer.trouble is None

    def covering(self, size: int) -> Note | None:
        """The last checkpoint that was signed, in this process or another, if it has a size."""
        if (known := self.published.known(size)) is not None:
            return known
        latest = self.published.latest()
        return latest if latest is not None and parse_checkpoint(latest.text).size >= size else None

    def _keep(self, said: Said, latest: Note, position: int) -> bool:
        """Keep a checkpoint that has a position, with the line of the log's own key; whether it has one."""
        try:
            checkpoint, note = said.history().open(str(latest))
            lines = verified(note, said.history().keys_for(checkpoint.size))
        except LedgerError:
            return False  # a hand in the table: what no key of the log signed covers nothing
        self.kept.keep(position, checkpoint.size, Note(note.text, (lines[0][1],)))
        return True

    def close(self) -> None:
        """Stop signing."""
        if self.signer is not None:
            self.signer.close()

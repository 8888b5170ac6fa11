"""The signer: the one process of a service that signs checkpoints of its log, in a thread beside the rest.

Every process that has the log's key would sign; over PostgreSQL an advisory lock lets one of them, and the
notary's file one on each machine. Before its first signature it checks the whole log. A request waiting for a
checkpoint gets it within a fraction of a second of the commit. What it signs is sent to the log's witnesses.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Thread

from eventsourcing.persistence import PersistenceError

from ironclad.eventlog.ledger.cosignatures import WitnessKey
from ironclad.eventlog.ledger.cosigners import CosignerKey
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.notary import Notary, NotaryError, NotaryInUse, RefusedToSign
from ironclad.eventlog.ledger.notes import SigningKey
from ironclad.eventlog.ledger.policy import Policy
from ironclad.eventlog.ledger.proofs import consistency_proof
from ironclad.eventlog.recheck import recheck
from ironclad.eventlog.store.checkpoints import Checkpoints, Said
from ironclad.eventlog.store.connection import Writer
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.frontier import catch_up
from ironclad.eventlog.store.tiles import NotWhole, TileStore
from ironclad.eventlog.witness.submitting import PACE_SECONDS, Submitting

UNSIGNED, CHECKING, SIGNING, REFUSED = "unsigned", "checking", "signing", "refused"
UNTRUSTED = (UNSIGNED, REFUSED)
"""Conditions in which no checkpoint is given out as the log's: its notary or its events are in doubt."""

_PACE_SECONDS = 0.2  # from one signature to the next, while nobody asks for one
_LOOK_SECONDS = 1.0
_RETRY_SECONDS = 1.0

_BEGAN = "{} was not there: what was signed before is known from the database alone"

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Signing:
    """The settings of a log's operator: its key and the notary's file (None: this process does not sign), and
    the witnesses whose cosignatures are taken. The key hands over to its `successor`, if there is one. A
    process that is `aside` signs only while no other does, and says nothing of one that does.

    The witnesses of a `policy` are asked to cosign what is signed, each once in `pace` seconds at most, and
    their cosignatures are taken too. The tournament level counts `witnesses` alone.
    """

    key: SigningKey | None = None
    notary: Path | None = None
    witnesses: tuple[WitnessKey, ...] = ()
    successor: SigningKey | None = None
    aside: bool = False
    policy: Policy | None = None
    pace: float = PACE_SECONDS

    @property
    def cosigners(self) -> tuple[CosignerKey, ...]:
        """Every key whose cosignatures are taken, once each."""
        named = () if self.policy is None else tuple(each.key for each in self.policy.witnesses)
        return tuple(dict.fromkeys((*self.witnesses, *named)))


class Signer:
    """Signs while it is open and holds the right to sign: `signs` says whether it does now."""

    def __init__(
        self,
        database: Database,
        tiles: TileStore,
        published: Checkpoints,
        signing: Signing,
    ) -> None:
        """`signing` has a key and a notary's file."""
        assert signing.key is not None
        assert signing.notary is not None
        self._database, self._tiles, self._published = database, tiles, published
        self._signing, self._key, self._file = signing, signing.key, signing.notary
        self._successor, self._aside = signing.successor, signing.aside
        self._news, self._asked, self._closing = Event(), Event(), Event()
        self._trouble = self._began = ""
        self._noted = ""  # the last note that this process has put into the table
        self.signs = False
        self._thread = Thread(target=self._run, name="signer", daemon=True)
        database.listen(self._news.set)
        self._thread.start()

    def hurry(self) -> None:
        """A request waits for a checkpoint: sign the current log now."""
        self._asked.set()
        self._news.set()

    @property
    def trouble(self) -> Said | None:
        """What this process says while its notary's file keeps it from signing; None where it does not."""
        reason = self._trouble
        return self._unsigned(reason) if reason else None

    def close(self) -> None:
        """Stop, and let another process sign."""
        self._closing.set()
        self.hurry()
        self._thread.join()
        self._database.unlisten(self._news.set)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with self._database.alone("signer") as still:
                    if still is not None:
                        self._sign_as_one(still)
            except PersistenceError as failed:
                _log.warning("the log could not be signed: %s", failed)
            except Exception:
                _log.exception("the signer failed; it tries again")
            self._closing.wait(_RETRY_SECONDS)

    def _sign_as_one(self, still: Callable[[], bool]) -> None:
        try:
            said = self._published.said()
            published = None if said is None else (said.first_key, said.handovers)
            with Notary(self._file, self._key.name, self._key, self._successor, published) as notary:
                try:
                    self._begin(notary)
                    with self._submitting() as send, self._signing_here():
                        while not self._closing.is_set() and still():
                            self._sign(notary, send)
                            self._news.wait(_LOOK_SECONDS)
                            self._news.clear()
                            self._asked.wait(_PACE_SECONDS)
                            self._asked.clear()
                except (RefusedToSign, LedgerError) as wrong:
                    self._refuse(notary, str(wrong))
                    while still() and not self._closing.wait(_LOOK_SECONDS):
                        pass
        except NotaryInUse as taken:
            level = logging.DEBUG if self._aside else logging.WARNING
            _log.log(level, "checkpoints are not signed here: %s", taken)
        except NotaryError as wrong:
            self._cannot(str(wrong))

    @contextmanager
    def _signing_here(self) -> Iterator[None]:
        self.signs = True
        try:
            yield
        finally:
            self.signs = False

    def _cannot(self, reason: str) -> None:
        """The notary's file keeps this process from signing: say so until it does not.

        A process that is aside keeps it to itself: a server may sign with another file.
        """
        if reason != self._trouble:
            _log.error("checkpoints are not signed here: %s", reason)
        self._trouble = reason
        said = self._unsigned(reason)
        if not self._aside and self._published.said() != said:
            self._published.say(said)

    def _unsigned(self, reason: str) -> Said:
        said = self._published.said() or Said(self._key.name, str(self._key.verifier), (), UNSIGNED, reason)
        return replace(said, condition=UNSIGNED, reason=reason)

    def _begin(self, notary: Notary) -> None:
        """Check the whole log against the last checkpoint. Raises RefusedToSign."""
        self._trouble = self._noted = ""
        self._say(notary, CHECKING)
        self._database.write(_mend)
        found = recheck(self._database, notary.last)
        if found.wrong:
            raise RefusedToSign(found.wrong)
        if (published := self._published.latest()) is not None:
            self._adopt(notary, str(published))
        if notary.last is not None and notary.last.size > found.size:
            raise RefusedToSign(
                f"the log has {found.size:,} events, fewer than the {notary.last.size:,} that were published"
            )
        if self._successor is not None and notary.history.current != self._successor.verifier:
            self._sign(notary)
            notary.hand_over(self._successor)
        self._began = _BEGAN.format(self._file) if notary.began and published is not None else ""
        if self._began:
            _log.warning("%s", self._began)
        self._say(notary, SIGNING, self._began)

    def _adopt(self, notary: Notary, published: str) -> None:
        """Raises RefusedToSign, NotaryError."""
        try:
            notary.adopt(published, self._prove)
        except OSError as failed:
            raise NotaryError(f"{self._file} cannot be written: {failed.strerror}") from failed

    @contextmanager
    def _submitting(self) -> Iterator[Callable[[str], None]]:
        """What sends a checkpoint to the witnesses, as long as this process signs; the same one once.

        A process that is aside signs for a moment, and leaves them to the server.
        """
        signing = self._signing
        if signing.policy is None or signing.aside:
            yield lambda note: None
            return
        links = Submitting(signing.policy, self._published, self._prove, signing.witnesses, signing.pace)
        last = ""

        def send(note: str) -> None:
            nonlocal last
            if note != last:
                links.offer(note)
                last = note

        try:
            yield send
        finally:
            links.close()

    def _sign(self, notary: Notary, send: Callable[[str], None] = lambda note: None) -> None:
        """Sign what is committed now, if it is more than was signed. Raises RefusedToSign, LedgerError."""
        try:
            size, root = self._tiles.head()
        except NotWhole:
            self._database.write(_mend)
            size, root = self._tiles.head()
        if self._is_published(notary, size, root):
            return
        if notary.last is None or notary.last.size != size:
            self._tiles.catch_up()
        try:
            note = notary.sign(size, root, self._prove)
        except OSError as failed:
            self._cannot(f"{self._file} cannot be written: {failed.strerror}")
            return
        if self._trouble:
            self._trouble = ""
            self._say(notary, SIGNING, self._began)
        if self._noted != note:
            self._published.publish(size, note)
            self._noted = note
        send(note)

    def _is_published(self, notary: Notary, size: int, root: bytes) -> bool:
        """Whether the last checkpoint is of this size and root, and all has been done with it."""
        last = notary.last
        done = notary.note is not None and notary.note == self._noted and not self._trouble
        return done and last is not None and (last.size, last.root) == (size, root)

    def _prove(self, size1: int, size2: int) -> list[bytes]:
        return consistency_proof(self._tiles.reader(size2), size1, size2)

    def _refuse(self, notary: Notary, reason: str) -> None:
        _log.error("no checkpoint is signed any more: %s", reason)
        self._say(notary, REFUSED, reason)

    def _say(self, notary: Notary, condition: str, reason: str = "") -> None:
        history = notary.history
        said = Said(history.origin, str(history.keys[0]), tuple(notary.handovers), condition, reason)
        if self._published.said() != said:
            self._published.say(said)


def _mend(write: Writer) -> None:
    """Catch the frontier up with what processes of a build without one appended; nobody appends meanwhile."""
    write.take_places(0)
    catch_up(write)

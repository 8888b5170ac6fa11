"""Sending what a log signs to its witnesses, in the background: a thread for each witness's address.

Each witness gets the newest checkpoint when its turn comes, so a slow one skips some; nobody waits for any.
"""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Protocol

from eventsourcing.persistence import PersistenceError

from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.cosignatures import WitnessKey, time_of
from ironclad.eventlog.ledger.cosigners import CosignerKey
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.notes import Note, parse
from ironclad.eventlog.ledger.policy import Policy
from ironclad.eventlog.store.checkpoints import Checkpoints, Cosigned, label_of
from ironclad.eventlog.witness.client import Line, Prove, WitnessClient, WitnessFailed
from ironclad.eventlog.witness.transport import Reply, WitnessAddress

PACE_SECONDS = 1.0
"""The least time from one request to a witness to the next, unless the operator says otherwise."""

_FIRST_WAIT, _LONGEST_WAIT = 1.0, 300.0
_CLOSE_SECONDS = 2.0
_REPEAT_SECONDS = 3_600.0  # from one line in the log about a witness to the same line again

_log = logging.getLogger(__name__)


class Address(Protocol):
    """Where a witness is asked; see `WitnessAddress`."""

    def post(self, body: bytes) -> Reply: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class _Offered:
    checkpoint: Checkpoint
    note: Note


class Submitting:
    """Sends checkpoints to the witnesses of a policy that have an address, until it is closed."""

    def __init__(
        self,
        policy: Policy,
        published: Checkpoints,
        prove: Prove,
        kept: Sequence[WitnessKey] = (),
        pace: float = PACE_SECONDS,
        address: Callable[[str], Address] = WitnessAddress,
    ) -> None:
        """`kept` are the witnesses whose lines are kept for intents. Raises ValueError for a bad address."""
        keys: dict[str, list[CosignerKey]] = {}
        for each in policy.witnesses:
            if each.url:
                keys.setdefault(each.url.rstrip("/"), []).append(each.key)
        self._links = [
            _Link(url, found, address(url), published, prove, frozenset(kept), pace)
            for url, found in keys.items()
        ]

    def offer(self, note: str) -> None:
        """The log signed a checkpoint: send it, soon. Returns at once; the same again changes nothing."""
        signed = parse(note)
        offered = _Offered(parse_checkpoint(signed.text), signed)
        for link in self._links:
            link.offer(offered)

    def close(self) -> None:
        """Send no more; what is under way is broken off."""
        for link in self._links:
            link.stop()
        for link in self._links:
            link.join()


class _Link:
    """One address: its newest checkpoint, and the thread that sends it."""

    def __init__(
        self,
        url: str,
        keys: Sequence[CosignerKey],
        address: Address,
        published: Checkpoints,
        prove: Prove,
        kept: frozenset[WitnessKey],
        pace: float,
    ) -> None:
        self._url, self._keys, self._address, self._published = url, tuple(keys), address, published
        self._kept, self._pace = kept, pace
        self._client = WitnessClient(keys, address.post, prove, lambda: int(time.time()))
        self._newest: _Offered | None = None
        self._done = -1  # the first is sent in any case: the witness tells if it knows more than this log has
        self._failures = 0
        self._reported = ("", 0.0)
        self._news, self._closing = Condition(), False
        self._thread = Thread(target=self._run, name=f"witness {url}", daemon=True)
        self._thread.start()

    def offer(self, offered: _Offered) -> None:
        with self._news:
            self._newest = offered
            self._news.notify_all()

    def stop(self) -> None:
        with self._news:
            self._closing = True
            self._news.notify_all()
        self._address.close()

    def join(self) -> None:
        self._thread.join(_CLOSE_SECONDS)

    def _run(self) -> None:
        with suppress(PersistenceError):
            self._client.cosigned = self._published.cosigned_by(map(label_of, self._keys))
        while (offered := self._next()) is not None:
            after = self._send(offered)
            with self._news:
                self._news.wait_for(lambda: self._closing, after)

    def _next(self) -> _Offered | None:
        """The newest checkpoint once there is one that the witness has not cosigned; None at the end."""

        def due() -> bool:
            return self._closing or (self._newest is not None and self._newest.checkpoint.size > self._done)

        with self._news:
            self._news.wait_for(due)
            return None if self._closing else self._newest

    def _send(self, offered: _Offered) -> float:
        """Ask for a checkpoint's lines and keep them; the seconds to wait before the next request."""
        try:
            lines = self._client.ask(offered.checkpoint, offered.note)
            kept = [self._cosigned(each) for each in lines]
            self._published.cosign(offered.checkpoint.size, str(offered.note), kept)
        except WitnessFailed as failed:
            return self._failed(str(failed), failed.after, logging.ERROR if failed.alarm else logging.WARNING)
        except (LedgerError, PersistenceError) as wrong:
            return self._failed(f"it could not be asked: {wrong}", 0.0, logging.WARNING)
        except Exception:
            _log.exception("the witness at %s could not be asked", self._url)
            return self._failed("it could not be asked", 0.0, logging.DEBUG)
        if self._failures:
            _log.info("the witness at %s cosigns again", self._url)
        self._done, self._failures, self._reported = offered.checkpoint.size, 0, ("", 0.0)
        return self._pace

    def _cosigned(self, line: Line) -> Cosigned:
        return Cosigned(label_of(line.key), time_of(line.signature), line.signature, line.key in self._kept)

    def _failed(self, reason: str, after: float, level: int) -> float:
        """Log a failure, the same one once in an hour; the seconds to wait."""
        now = time.monotonic()
        if reason != self._reported[0] or now - self._reported[1] > _REPEAT_SECONDS:
            _log.log(level, "the witness at %s has not cosigned: %s", self._url, reason)
            self._reported = (reason, now)
        self._failures += 1
        backoff = min(_FIRST_WAIT * float(1 << min(self._failures - 1, 20)), _LONGEST_WAIT)
        return max(after, backoff, self._pace)

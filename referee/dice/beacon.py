"""The public beacon of a service at the tournament level: when it speaks, and what it said (docs/dice.md).

Two kinds of source: a file of rounds that the operator's own job appends to, and a server like drand's.
Neither holds a command up: what is not known yet is answered "not yet", and fetched meanwhile.
"""

import logging
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Protocol
from urllib.request import Request, urlopen

import msgspec

from ironclad.domain.kernel.fair.fair_tournament import Schedule

LEAD_SECONDS = 30
"""How long before its round an intent is made, at least, unless the operator says otherwise."""
VALUE_BYTES = 16, 256
"""How many bytes a beacon says in a round: so few at least, so many at most."""

_ROUNDS_KEPT = 100_000
_LINE_LIMIT = 4_096
_ANSWER_LIMIT = 65_536
_ASK_SECONDS = 5.0
_AGAIN_SECONDS = 1.0
_WANTED = 1_000

_log = logging.getLogger(__name__)


class BeaconFault(Exception):
    """What a beacon is said to have said cannot be so; `str()` names the line or the round."""


class Rounds(Protocol):
    """Where what a beacon said is known from. Safe to use from many threads."""

    def value(self, round: int) -> bytes | None:
        """What the beacon said in a round; None if that is not known here yet. Raises BeaconFault."""

    def close(self) -> None:
        """Ask no more."""


@dataclass(frozen=True)
class Beacon:
    """A beacon as the operator of the service names it: its schedule, its public key ("" for none), its
    rounds; how many witnesses an intent needs, and how long before its round it is made."""

    schedule: Schedule
    public_key: str
    rounds: Rounds
    needed: int
    lead: int = LEAD_SECONDS


class _Round(msgspec.Struct, forbid_unknown_fields=True):
    """A line of a file of rounds."""

    round: int
    value: str


def read_rounds(lines: Iterator[bytes], name: str, number: int = 1) -> Iterator[tuple[int, bytes]]:
    """The rounds in lines of a file, counted from a number. Raises BeaconFault, which names the line."""
    for at, line in enumerate(lines, number):
        if not line.strip():
            continue
        try:
            found = msgspec.json.decode(line, type=_Round)
            value = bytes.fromhex(found.value)
        except (msgspec.DecodeError, ValueError) as wrong:
            raise BeaconFault(f"line {at} of {name} is no round of a beacon: {wrong}") from wrong
        least, most = VALUE_BYTES
        if found.round < 1 or not least <= len(value) <= most or value.hex() != found.value:
            wanted = f"a number from 1, and {least} to {most} bytes in lower-case hex"
            raise BeaconFault(f"line {at} of {name} is no round of a beacon: {wanted}")
        yield found.round, value


class RoundsInFile:
    """Rounds in a file of JSON lines, {"round": 7, "value": hex}, to which others append.

    It is read on from where it was read to; a file that was replaced or cut is read again. The last hundred
    thousand rounds are known.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, Lock()
        self._forget()

    def _forget(self) -> None:
        self._known: dict[int, bytes] = {}
        self._inode, self._offset, self._lines = -1, 0, 0

    def value(self, round: int) -> bytes | None:
        with self._lock:
            if round not in self._known:
                self._read_on()
            return self._known.get(round)

    def _read_on(self) -> None:
        try:
            with self._path.open("rb") as file:
                stands = file.seek(0, 2)
                inode = os.fstat(file.fileno()).st_ino
                if inode != self._inode or stands < self._offset:
                    self._forget()
                    self._inode = inode
                file.seek(self._offset)
                while (line := file.readline(_LINE_LIMIT)).endswith(b"\n"):
                    for number, value in read_rounds(iter((line,)), str(self._path), self._lines + 1):
                        self._take(number, value)
                    self._offset, self._lines = self._offset + len(line), self._lines + 1
        except OSError as wrong:
            raise BeaconFault(f"{self._path} cannot be read: {wrong.strerror}") from wrong
        if len(line) == _LINE_LIMIT:
            raise BeaconFault(f"line {self._lines + 1} of {self._path} is too long")

    def _take(self, number: int, value: bytes) -> None:
        if self._known.setdefault(number, value) != value:
            raise BeaconFault(f"line {self._lines + 1} of {self._path} has another value of round {number}")
        if len(self._known) > _ROUNDS_KEPT:
            del self._known[next(iter(self._known))]

    def close(self) -> None:
        """Nothing is open."""


class _Said(msgspec.Struct):
    """A round as a server like drand's has it."""

    round: int
    randomness: str
    signature: str


Fetch = Callable[[str], bytes]
"""The body under an address, of no more bytes than are read. Raises OSError, HTTPException."""


def fetched(url: str) -> bytes:
    """See Fetch."""
    with urlopen(Request(url), timeout=_ASK_SECONDS) as answer:
        body: bytes = answer.read(_ANSWER_LIMIT + 1)
        return body


class RoundsOverHTTP:
    """Rounds of a server like drand's, asked by a thread of their own: a caller retries later.

    The randomness of a round is the SHA-256 of its signature. The signature itself is not checked here.
    """

    def __init__(self, url: str, fetch: Fetch = fetched) -> None:
        self._url, self._fetch = url.rstrip("/"), fetch
        self._known: dict[int, bytes] = {}
        self._wanted: dict[int, float] = {}  # when to ask for it, by round
        self._lock, self._news, self._closing = Lock(), Event(), False
        self._thread: Thread | None = None

    def value(self, round: int) -> bytes | None:
        with self._lock:
            if (known := self._known.get(round)) is not None:
                return known
            if len(self._wanted) < _WANTED and not self._closing:
                self._wanted.setdefault(round, 0.0)
                if self._thread is None:
                    self._thread = Thread(target=self._run, name="beacon", daemon=True)
                    self._thread.start()
        self._news.set()
        return None

    def close(self) -> None:
        with self._lock:
            self._closing, thread = True, self._thread
        self._news.set()
        if thread is not None:
            thread.join(_ASK_SECONDS)

    def _run(self) -> None:
        while not self._closing:
            self._news.clear()
            now = monotonic()
            with self._lock:
                due = [round for round, at in self._wanted.items() if at <= now]
                waits = bool(self._wanted)
            for round in due:
                if self._closing:
                    return
                self._ask(round)
            self._news.wait(_AGAIN_SECONDS if waits else None)

    def _ask(self, round: int) -> None:
        try:
            value = self._read(round, self._fetch(f"{self._url}/public/{round}"))
        except (OSError, HTTPException, BeaconFault, ValueError) as wrong:
            _log.warning("the beacon's round %d is not known yet: %s", round, wrong)
            with self._lock:
                self._wanted[round] = monotonic() + _AGAIN_SECONDS
            return
        with self._lock:
            del self._wanted[round]
            self._known[round] = value
            if len(self._known) > _ROUNDS_KEPT:
                del self._known[next(iter(self._known))]

    @staticmethod
    def _read(round: int, body: bytes) -> bytes:
        if len(body) > _ANSWER_LIMIT:
            raise BeaconFault("its answer is too long")
        try:
            said = msgspec.json.decode(body, type=_Said)
            signature, value = bytes.fromhex(said.signature), bytes.fromhex(said.randomness)
        except (msgspec.DecodeError, ValueError) as wrong:
            raise BeaconFault(f"its answer cannot be read: {wrong}") from wrong
        if said.round != round:
            raise BeaconFault(f"it answered with round {said.round}")
        if sha256(signature).digest() != value:
            raise BeaconFault("its randomness is not the SHA-256 of its signature")
        return value

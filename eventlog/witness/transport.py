"""Posting to a witness over HTTP: one address, one deadline for the whole exchange, bounded answers.

The connection is kept for the next request. A redirect is an answer like any other: it is never followed.
"""

import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass
from http.client import BadStatusLine, HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import Event, Lock, Timer
from urllib.parse import urlsplit

from ironclad.eventlog.witness.protocol import ANSWER_BYTES, PATH

SECONDS = 10.0
"""How long an exchange may take: connecting, sending, and reading the whole answer."""

_HEADERS = {"User-Agent": "ironclad", "Content-Type": "application/octet-stream", "Accept": "*/*"}
_STALE = (BadStatusLine, ConnectionResetError, BrokenPipeError)
"""How a connection fails that the witness closed since the last request."""


@dataclass(frozen=True)
class Reply:
    """What a witness answered; `retry_after` is in seconds, 0 where it names none."""

    status: int
    kind: str
    body: bytes
    retry_after: int = 0


class WitnessAddress:
    """The address of a witness: requests are posted to `<prefix>/add-checkpoint`, one at a time."""

    def __init__(self, prefix: str, seconds: float = SECONDS) -> None:
        """Raises ValueError for what is no address of a witness."""
        parts = urlsplit(prefix)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise ValueError(f"{prefix!r} is no address of a witness: https://host/path, or http")
        if parts.query or parts.fragment or not prefix.isascii() or not prefix.isprintable() or " " in prefix:
            raise ValueError(f"{prefix!r} is no address of a witness: a prefix has no query and no spaces")
        self._host, self._port = parts.hostname, parts.port  # ValueError for a port that is none
        self._path = parts.path.rstrip("/") + PATH
        self._context = ssl.create_default_context() if parts.scheme == "https" else None
        self._seconds = seconds
        self._connection: HTTPConnection | None = None
        self._socket: socket.socket | None = None  # the connection lets go of it before the answer is read
        self._busy, self._closed = Lock(), False

    def post(self, body: bytes) -> Reply:
        """Post a request and read the answer. Raises OSError, HTTPException: no answer, or one too long."""
        with self._busy:
            reused = self._connection is not None
            try:
                return self._exchange(body)
            except _STALE:
                if not reused or self._closed:
                    raise
                return self._exchange(body)

    def close(self) -> None:
        """Break off what is under way; no more is posted."""
        self._closed = True
        self._cut()
        if self._busy.acquire(blocking=False):  # else what is under way ends now, and lets go by itself
            self._drop()
            self._busy.release()

    def _exchange(self, body: bytes) -> Reply:
        if self._closed:
            raise OSError("the service is being stopped")
        connection = self._connection = self._connection or self._connected()
        overdue = Event()
        late = Timer(self._seconds, self._cut, (overdue,))
        late.daemon = True
        late.start()
        try:
            if connection.sock is None:
                connection.connect()
                self._socket = connection.sock
            connection.request("POST", self._path, body, _HEADERS)
            with connection.getresponse() as response:
                reply = _read(response)
                if overdue.is_set():  # this cut the answer, which looks whole where its length is not stated
                    raise TimeoutError
                if response.will_close or self._closed:
                    self._drop()
                return reply
        except BaseException as wrong:
            self._drop()
            if overdue.is_set() and isinstance(wrong, OSError | HTTPException | ValueError):
                raise TimeoutError(f"it did not answer within {self._seconds:g} seconds") from wrong
            raise
        finally:
            late.cancel()

    def _connected(self) -> HTTPConnection:
        if self._context is None:
            return HTTPConnection(self._host, self._port, timeout=self._seconds)
        return HTTPSConnection(self._host, self._port, timeout=self._seconds, context=self._context)

    def _cut(self, overdue: Event | None = None) -> None:
        """End the exchange from another thread: what reads or writes fails at once."""
        if overdue is not None:
            overdue.set()
        if (held := self._socket) is not None:
            with suppress(OSError):
                held.shutdown(socket.SHUT_RDWR)

    def _drop(self) -> None:
        for each in (self._connection, self._socket):
            if each is not None:
                each.close()
        self._connection = self._socket = None


def _read(response: HTTPResponse) -> Reply:
    body = response.read(ANSWER_BYTES + 1)
    if len(body) > ANSWER_BYTES:
        raise HTTPException(f"its answer has more than {ANSWER_BYTES:,} bytes")
    if response.length:
        raise HTTPException("its answer breaks off")
    after = response.headers.get("Retry-After", "")
    seconds = int(after) if after.isascii() and after.isdigit() and len(after) <= 9 else 0
    return Reply(response.status, response.headers.get("Content-Type", ""), body, seconds)

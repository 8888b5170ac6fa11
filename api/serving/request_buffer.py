"""The front of the server: takes each request in whole before a thread works on it.

A WSGI server reads a body inside the thread that answers, so a handful of clients that send half of one would
hold every thread. Here bodies are read on the event loop, under a deadline and a bound, and only a complete
request goes to the pool. The application reports what is wrong with a body, as its problem document.
An answer that is a file is sent a piece at a time, as the client reads it.
So is what is wrong with a call for a live stream; one that is let in is served on the event loop.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import Any

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # as in ironclad.api.serving.streams
from msgspec import json

from ironclad.api.http.file_responses import FileAnswer
from ironclad.api.http.problems import KINDS, MEDIA_TYPE, TYPE_ROOT
from ironclad.api.serving.connection import Connection
from ironclad.api.serving.fair_pool import Bounds, Crowded, FairPool, Lane
from ironclad.api.serving.streams import READER, STREAMS, Reader, Streams

STREAM_PATH = "/events/stream"
ARRIVED = "ironclad.arrived"  # the key under which it says when the call was whole, by `time.monotonic`
REFUSAL = "ironclad.refusal"  # the key in a WSGI environ under which the front says what is wrong


Whose = Callable[[dict[str, Any]], tuple[str, Hashable, Lane]]
"""By a call's environ: the address and the token that it is counted for, and its lane."""


def by_address(environ: dict[str, Any]) -> tuple[str, Hashable, Lane]:
    """Every call is its address's, and none is dear."""
    return environ["REMOTE_ADDR"], "", Lane.LIGHT


class Bodies:
    """The room for large bodies that are read or wait to be answered; one address may take half of it."""

    def __init__(self, most: int, small: int = 65_536) -> None:
        self._most, self._small = most, small
        self._held: Counter[str] = Counter()

    @contextmanager
    def room(self, address: str, size: int) -> Iterator[bool]:
        """Whether there is room for a body; it is held meanwhile. Small ones need none. On the event loop."""
        if size <= self._small:
            yield True
            return
        held = self._held
        fits = held.total() + size <= self._most and held[address] + size <= self._most // 2
        held[address] += size if fits else 0
        try:
            yield fits
        finally:
            held[address] -= size if fits else 0
            if not held[address]:
                del held[address]


class Front:
    """An RSGI application that serves a WSGI one with a pool of threads, which its callers take in turn.

    `whose` says for whom a call is counted. Large bodies take `memory` bytes at most, together.
    `most` bytes of a body are read at most, within `seconds`; the application refuses smaller bounds itself.
    `buffer` bounds what the system holds of a live stream or of a file that is sent, in bytes; who takes
    nothing of a file for `stall` seconds is cut off. Without `streams` there are no live streams.
    """

    def __init__(
        self,
        app: Any,
        bounds: Bounds,
        most: int,
        streams: Streams | None,
        buffer: int,
        seconds: float = 10.0,
        stall: float = 10.0,
        whose: Whose = by_address,
        memory: int = 1 << 26,
    ) -> None:
        self._app = app
        self._streams = streams
        self._buffer = buffer
        self._pool = FairPool(bounds)
        self._files = ThreadPoolExecutor(2, thread_name_prefix="file")
        self._whose, self._bodies = whose, Bodies(memory)
        self._most = most
        self._seconds, self._stall = seconds, stall

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        if scope.proto != "http":
            protocol.close(1003)
            return
        environ = _environ(scope)
        address, token, lane = self._whose(environ)
        with self._bodies.room(address, self._size_of(scope)) as there_is:
            if there_is:
                await self._serve(scope, protocol, environ, (address, token, lane))
            else:
                await self._refuse(scope, protocol, "busy")

    async def _serve(self, scope: Any, protocol: Any, environ: dict[str, Any], whose: Any) -> None:
        """Read the body, have the call answered in its caller's turn, and send what it is answered with."""
        body, refusal = await self._body(scope, protocol)
        environ[ARRIVED] = time.monotonic()
        if refusal:
            environ[REFUSAL] = refusal
            environ["CONTENT_LENGTH"] = "0"
        else:
            environ["CONTENT_LENGTH"] = str(len(body))
        environ["wsgi.input"] = BytesIO(body)
        if scope.path.endswith(STREAM_PATH) and not refusal:
            await self._live(scope, protocol, environ, whose)
            return
        try:
            status, headers, answer = await self._answered(whose, environ)
        except Crowded:
            await self._refuse(scope, protocol, "too-many")
            return
        if refusal:  # what is left of the body may still be under way: this connection cannot go on
            await self._drain(protocol)
            headers.append(("connection", "close"))
        if isinstance(answer, FileAnswer):
            await self._send_file(scope, protocol, status, headers, answer)
            return
        protocol.response_bytes(status, headers, answer)

    async def _answered(self, whose: Any, environ: dict[str, Any]) -> Any:
        """What the application answers. Raises Crowded."""
        return await asyncio.wrap_future(self._pool.submit(*whose, lambda: self._answer(environ)))

    async def _refuse(self, scope: Any, protocol: Any, kind: str) -> None:
        """Answer without a thread: the caller, or the server, has too much to do."""
        about = KINDS[kind]
        problem = {
            "type": TYPE_ROOT + kind,
            "title": about.title,
            "status": about.status,
            "detail": about.text,
        }
        body = json.encode({**problem, "instance": scope.path})
        headers = [("content-type", MEDIA_TYPE), ("retry-after", "1"), ("connection", "close")]
        await self._drain(protocol)
        protocol.response_bytes(about.status, headers, body)

    def _size_of(self, scope: Any) -> int:
        """How large the body may be that is on its way: what is said of it, else the most that is read."""
        stated = scope.headers.get("content-length")
        if stated is None:
            return 0 if scope.headers.get("transfer-encoding") is None else self._most
        return min(int(stated), self._most) if stated.isdigit() else 0

    async def _send_file(
        self, scope: Any, protocol: Any, status: int, headers: list[tuple[str, str]], file: FileAnswer
    ) -> None:
        """Send a file a piece at a time, each when the client has room for it; then close it.

        Where the system does not tell of its connections, nothing says how fast the client reads, and what
        it has not read yet is held in memory.
        """
        loop, connection = asyncio.get_running_loop(), Connection.of(scope.client, self._buffer)
        try:
            transport = protocol.response_stream(status, headers)
            while piece := await loop.run_in_executor(self._files, file.read):
                if connection is not None and not await connection.room(self._stall):
                    connection.cut()
                    return
                await transport.send_bytes(piece)
                await asyncio.sleep(0)  # the task that sends the piece runs beside the loop
        except ProtocolClosed:
            pass  # the client left
        finally:
            file.close()
            if connection is not None:
                connection.close()

    async def _live(self, scope: Any, protocol: Any, environ: dict[str, Any], whose: Any) -> None:
        """Have a call for a live stream judged, and serve the stream if it is let in."""
        streams = self._streams is not None and Connection.can_be_found()
        offered = {**environ, STREAMS: self._streams} if streams else environ
        try:
            status, headers, answer = await self._answered(whose, offered)
        except Crowded:
            await self._refuse(scope, protocol, "too-many")
            return
        reader: Reader | None = offered.get(READER)
        if reader is not None:
            if await self._stream(scope, protocol, headers, reader):
                return
            # Not found: it is answered at once, as where the system tells of no connection.
            status, headers, answer = await self._answered(whose, environ)
        protocol.response_bytes(status, headers, answer)

    async def _stream(
        self, scope: Any, protocol: Any, headers: list[tuple[str, str]], reader: Reader
    ) -> bool:
        """Serve a stream that was let in; False where its connection is not found."""
        assert self._streams is not None
        try:
            connection = Connection.of(scope.client, self._buffer)
            if connection is None:
                return False
            try:
                headers = [each for each in headers if each[0] != "content-length"]
                await self._streams.serve(reader, protocol, headers, connection)
            finally:
                connection.close()
        finally:
            self._streams.dismiss(reader)
        return True

    async def _body(self, scope: Any, protocol: Any) -> tuple[bytes, str]:
        """The whole body, or the kind of problem that it is."""
        if [name for name, _ in scope.headers.items()].count("host") > 1:  # RFC 9112, 3.2
            return b"", "bad-request"
        stated = scope.headers.get("content-length")
        if stated is None and scope.headers.get("transfer-encoding") is None:
            return b"", ""
        if stated is not None and (not stated.isdigit() or int(stated) > self._most):
            return b"", "too-large" if stated.isdigit() else "bad-request"
        try:
            body = await asyncio.wait_for(self._read(protocol), self._seconds)
        except TimeoutError:
            return b"", "too-slow"
        except Exception:  # granian has no narrower type for a body that broke off
            return b"", "bad-request"
        if len(body) > self._most:
            return b"", "too-large"
        if stated is not None and len(body) != int(stated):
            return b"", "bad-request"
        return body, ""

    async def _read(self, protocol: Any) -> bytes:
        """The body chunk by chunk, until it ends or is past the bound."""
        body = bytearray()
        async for chunk in protocol:
            body += chunk
            if len(body) > self._most:
                break
        return bytes(body)

    async def _drain(self, protocol: Any) -> None:
        """Read on for a moment, so that a client that is still sending gets to read its answer."""
        with suppress(Exception):
            await asyncio.wait_for(self._discard(protocol), 1.0)

    async def _discard(self, protocol: Any) -> None:
        async for _ in protocol:
            pass

    def _answer(self, environ: dict[str, Any]) -> tuple[int, list[tuple[str, str]], bytes | FileAnswer]:
        """Call the WSGI application; runs in a thread of the pool. Who gets a file closes it."""
        begun: list[tuple[int, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: Iterable[tuple[str, str]], _error: Any = None) -> Any:
            begun.append((int(status[:3]), [(name.lower(), value) for name, value in headers]))
            return None

        parts = self._app(environ, start_response)
        if isinstance(parts, FileAnswer):
            return *begun[-1], parts
        try:
            answer = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        return *begun[-1], answer

    def close(self, wait: bool = True) -> None:
        """Let the threads finish what they answer, and wait for that unless asked not to."""
        self._pool.close(wait)
        self._files.shutdown(wait)


def _environ(scope: Any) -> dict[str, Any]:
    """The WSGI environ of a request (PEP 3333), without its body."""
    host, _, port = scope.server.rpartition(":")
    client, _, client_port = scope.client.rpartition(":")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),  # granian has decoded it: never twice
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": client.strip("[]"),  # of IPv6: RFC 3875 has it without brackets
        "REMOTE_PORT": client_port,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": None,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileAnswer,
    }
    if scope.authority:  # the host of an absolute target counts, whatever the header says (RFC 9112, 3.2.2)
        environ["HTTP_HOST"] = scope.authority
    for name, value in scope.headers.items():
        key = name.upper().replace("-", "_")
        if key in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            environ[key] = value
        elif key == "HOST":
            environ.setdefault("HTTP_HOST", value)
        elif "_" not in name and key != "TRANSFER_ENCODING":  # it would pass for another; the body is whole
            key = f"HTTP_{key}"
            environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ

"""The connection under a request: whether the client reads what it is sent, and cutting it off.

granian buffers without a bound what is sent into a stream, and does not tell when the client has stopped
reading. The socket does: as long as it takes more, what was sent before is on its way. It is found among the
process's own by the address of its other end.
"""

import asyncio
import os
import select
import socket
import stat
from contextlib import suppress
from typing import ClassVar, Self

_OPEN_FILES = "/dev/fd"


class Connection:
    """A second handle on the socket of a connection; close it when done. For one event loop."""

    _known: ClassVar[set[int]] = set()
    """Descriptors of connections that are open here, and of their second handles: of no other client."""

    def __init__(self, handle: socket.socket, descriptor: int, buffer: int) -> None:
        """`buffer` bounds in bytes what the system holds for a client that reads slowly."""
        self._socket = handle
        self._descriptors = {descriptor, handle.fileno()}
        self._known.update(self._descriptors)
        self._poll = select.poll()
        self._poll.register(handle, select.POLLOUT)
        handle.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)

    @staticmethod
    def can_be_found() -> bool:
        """Whether this system tells which files a process has open."""
        return os.path.isdir(_OPEN_FILES)

    @classmethod
    def of(cls, client: str, buffer: int) -> Self | None:
        """The connection from a client ("address:port"), if this process has it and the system tells.

        It looks at every open file, 10 microseconds each: for a call that was let in, not for any.
        """
        try:
            open_files = {int(name) for name in os.listdir(_OPEN_FILES)}
        except OSError:
            return None
        # Who asks for a stream has mostly come just now: the highest number first. One that is known may be a
        # new connection's, where the old one was closed: those come last.
        unknown, known = open_files - cls._known, open_files & cls._known
        for descriptor in (*sorted(unknown, reverse=True), *sorted(known, reverse=True)):
            with suppress(OSError):
                if (handle := _handle(descriptor, client)) is not None:
                    return cls(handle, descriptor, buffer)
        return None

    @property
    def takes_more(self) -> bool:
        """Whether the client reads: there is room for more."""
        return bool(self._poll.poll(0))

    async def room(self, seconds: float) -> bool:
        """Wait until there is room, at most some seconds; whether there is."""
        if self.takes_more:
            return True
        loop, found = asyncio.get_running_loop(), asyncio.Event()
        loop.add_writer(self._socket, found.set)
        try:
            async with asyncio.timeout(seconds):
                await found.wait()
        except TimeoutError:
            return False
        finally:
            loop.remove_writer(self._socket)
        return True

    def cut(self) -> None:
        """End the connection at once, whatever is still to be sent."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Release the handle; the connection stays open."""
        self._known.difference_update(self._descriptors)
        self._socket.close()


def _handle(descriptor: int, client: str) -> socket.socket | None:
    """A handle of our own on a descriptor, if that is the socket of this client. Raises OSError.

    Nothing but sockets is touched: to close a second handle on the log's file would let go of its locks.
    """
    if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
        return None
    copy = os.dup(descriptor)
    try:
        handle = socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        raise
    try:
        if handle.family in (socket.AF_INET, socket.AF_INET6):
            host, port = handle.getpeername()[:2]
            if client in (f"{host}:{port}", f"[{host}]:{port}"):
                return handle
    except OSError:
        handle.close()
        raise
    handle.close()
    return None

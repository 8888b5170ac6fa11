"""A line to a server that can be cut at the worst moment: before what was asked arrives, or before the answer
comes back.
"""

import socket
from contextlib import suppress
from threading import Event, Thread
from typing import Self
from urllib.parse import urlsplit, urlunsplit


class Proxy:
    """Passes bytes on to a server; `url` leads through it.

    cut: None passes everything on; "asked" drops the next thing asked that has the bytes `at` in it, and cuts
    its line; "answered" passes it on, waits until the server has answered, and cuts; "away" takes no client.
    after_cut: what `cut` becomes once a line was cut: None mends it, "away" cuts every other line too.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._server = (parts.hostname or "127.0.0.1", parts.port or 5432)
        self._listener = socket.create_server(("127.0.0.1", 0))
        user = f"{parts.username}@" if parts.username else ""
        self.url = urlunsplit(parts._replace(netloc=f"{user}127.0.0.1:{self._listener.getsockname()[1]}"))
        self.cut: str | None = None
        self.after_cut: str | None = None
        self.at = b""
        self._lines: list[socket.socket] = []
        self._doomed: socket.socket | None = None
        self.was_cut = Event()
        self._accepting = Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Take no client any more, and hang up."""
        self._hang_up(self._listener)  # who waits for a client there waits no longer
        self._accepting.join()
        self._hang_up(*self._lines)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if self.cut == "away":
                    client.close()
                else:
                    self._lead(client)

    def _lead(self, client: socket.socket) -> None:
        """A line of its own for a client; none where the server does not take it."""
        try:
            server = socket.create_connection(self._server)
        except OSError:
            client.close()
            return
        self._lines += [client, server]
        Thread(target=self._ask, args=(client, server), daemon=True).start()
        Thread(target=self._answer, args=(client, server), daemon=True).start()

    def _ask(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65_536):
                if self.cut is not None and self.at in data:
                    if self.cut == "asked":
                        self._cut()
                        break
                    if self.cut == "answered":
                        self._doomed = server
                server.sendall(data)
        self._hang_up(client, server)

    def _answer(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65_536):
                if self._doomed is server:
                    self._cut()
                    break
                client.sendall(data)
        self._hang_up(client, server)

    def _cut(self) -> None:
        self.was_cut.set()
        self.cut = self.after_cut
        if self.cut == "away":
            self._hang_up(*self._lines)

    def _hang_up(self, *lines: socket.socket) -> None:
        for line in lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

"""Witnesses that answer as a test wants, over real sockets."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from ironclad.eventlog.witness.cosigning import Answer

Decide = Callable[[bytes], Answer]


@dataclass
class FakeWitness:
    """A server at `url` whose answers are `decide`'s; `bodies` are the requests, in order."""

    decide: Decide
    url: str = ""
    bodies: list[bytes] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    connections: int = 0


@contextmanager
def fake_witness(decide: Decide) -> Iterator[FakeWitness]:
    made = FakeWitness(decide)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            super().setup()
            made.connections += 1

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.bodies.append(body)
            made.paths.append(self.path)
            answer = made.decide(body)
            self.send_response(answer.status)
            for name, value in {
                "Content-Type": answer.kind, "Content-Length": str(len(answer.body)), **made.headers,
            }.items():  # fmt: skip
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(answer.body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=lambda: server.serve_forever(0.01), daemon=True)
    thread.start()
    made.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def raw_server(talk: Callable[[socket.socket], None]) -> Iterator[str]:
    """The address of a server that does with each connection what a test wants."""
    listening = socket.create_server(("127.0.0.1", 0))
    open_ones: list[socket.socket] = []

    def one(connection: socket.socket) -> None:
        with suppress(OSError):
            talk(connection)

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            open_ones.append(connection)
            Thread(target=one, args=(connection,), daemon=True).start()

    thread = Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        for each in open_ones:
            each.close()
        thread.join()

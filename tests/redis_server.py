"""A Redis of a test's own, which it may kill, stop and flush."""

import os
import shutil
import signal
import socket
import socketserver
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

import pytest
from redis import Redis, RedisError

from ironclad.api.serving.ports import HeldPort
from tests.waiting import within


class OwnRedis:
    """A redis-server on a free port, that keeps nothing; it has room for many databases."""

    def __init__(self) -> None:
        self._held = HeldPort("127.0.0.1", 0, socket.SO_REUSEADDR)
        self.port = self._held.port
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.client = Redis.from_url(self.url)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        settings = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        settings += ["--databases", "10000"]
        self._process = subprocess.Popen(["redis-server", *settings], stdout=subprocess.DEVNULL)
        assert within(self._answers), "redis-server did not start"

    def _answers(self) -> bool:
        """Whether it is there, it and not another one."""
        assert self._process is not None
        assert self._process.poll() is None, f"redis-server ended with {self._process.returncode}"
        try:
            return bool(self.client.info("server")["process_id"] == self._process.pid)
        except RedisError:
            return False

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End it for good."""
        self.thaw()
        self.kill()
        self.client.close()
        self._held.close()

    def freeze(self) -> None:
        """It keeps listening, and answers nobody."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def own_redis() -> Iterator[OwnRedis]:
    """A Redis for as long as a test lasts; a machine without it skips the test, unless it is to check all."""
    if shutil.which("redis-server") is None and "CI" not in os.environ:
        pytest.skip("there is no redis-server here")
    redis = OwnRedis()
    try:
        redis.start()
        yield redis
    finally:
        redis.close()


NONSENSE = (b":abc\r\n", b"+OK\r\n", b"*1\r\n$1\r\nx\r\n", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"$-5\r\n")
"""What no Redis answers, or not to that."""


@contextmanager
def no_redis(answer: bytes) -> Iterator[str]:
    """The URL of a server that gives one answer to whatever it is sent."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                while self.request.recv(65_536):
                    self.request.sendall(answer)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"redis://127.0.0.1:{server.server_address[1]}/0"
        finally:
            server.shutdown()

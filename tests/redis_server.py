"""A Redis of a test's own, which it may kill, stop and flush."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from redis import Redis, RedisError


class OwnRedis:
    """A redis-server on a free port, that keeps nothing."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.client = Redis.from_url(self.url)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        settings = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(["redis-server", *settings], stdout=subprocess.DEVNULL)
        until = time.monotonic() + 10
        while True:
            try:
                self.client.ping()
                return
            except RedisError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """It goes on listening, and answers nobody."""
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
        yield redis
    finally:
        redis.thaw()
        redis.kill()
        redis.client.close()

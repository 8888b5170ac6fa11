"""Serving: granian, one process with threads, over one store.

The process that is asked to serve is the one that serves (granian's usual parent with a worker process would
leave the worker running after a kill -9 of the parent, on the same port and the same log), and over SQLite a
single process lets all writers share one flush.
"""

import gc
import os
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import structlog
from granian.constants import HTTPModes, Interfaces, RuntimeModes
from granian.http import HTTP1Settings
from granian.server.mt import MTServer

from api import logs
from api.app import create_app
from api.front import Front
from api.rulesets import installed
from api.settings import Settings
from domain.kernel.decider import Ruleset
from projections.referee import DiceSource, Referee

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
THREADS = 8
SECRET_BYTES = 32

_log = structlog.get_logger("ironclad.serve")


class AddressInUse(OSError):
    """Something else listens there already."""


def serve(
    url: str,
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    rulesets: Mapping[str, Ruleset[Any]] | None = None,
    threads: int = THREADS,
    hosts: tuple[str, ...] = (),
    started: Callable[[str], None] | None = None,
    dice: DiceSource | None = None,
) -> None:
    """Serve the log at `url` until SIGTERM or SIGINT; what was being answered then is answered first.

    `port` 0 takes a free one. `started` is told the server's address once it listens. `hosts` are the names
    under which it may be asked; on loopback these are loopback's own unless given. `dice` are the referee's
    own unless given. Must run in the main thread, which has the signals. Raises AddressInUse.
    """
    logs.configure()
    chosen = dict(rulesets) if rulesets is not None else installed()
    port = free_port(host, port)
    if not hosts and host in ("127.0.0.1", "localhost", "::1"):
        hosts = LOOPBACK
    with closing(Referee(url, chosen, secret=secret_for(url), dice=dice)) as referee:
        settings = Settings(rulesets=chosen, hosts=hosts)
        app = create_app(referee, settings)
        front = Front(app, threads, settings.position_bytes)
        server = build_server(front, host, port)
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        if started is not None:
            server.on_startup(lambda: _tell_when_listening(host, port, lambda: started(address)))
        server.on_shutdown(lambda: _log.info("stopped", address=address))
        # What exists now lives as long as the process: without it each collection is shorter.
        gc.collect()
        gc.freeze()
        _log.info("serving", address=address, store=url)
        try:
            server.serve(target_loader=_loader(front), wrap_loader=False)
        finally:
            front.close()


def _loader(front: Front) -> Any:
    """What granian calls for the application; its annotations know only applications that are functions."""
    return lambda: front


def _tell_when_listening(host: str, port: int, tell: Callable[[], None]) -> None:
    """Call `tell` once connections are taken, from a thread of its own: the start-up hook runs too early."""

    def wait() -> None:
        for _ in range(2_000):
            try:
                socket.create_connection((host, port), timeout=1).close()
            except OSError:
                time.sleep(0.005)
            else:
                tell()
                return

    threading.Thread(target=wait, name="announce", daemon=True).start()


class OneProcess(MTServer):
    """granian's server of threads, with its one worker in this process.

    granian keeps it to interpreters without a global lock, where several workers in one process pay; with one
    worker it answers as fast as a worker process does (0.15 ms for an empty call either way).
    """

    @staticmethod
    def _check_gil() -> None:
        """One worker needs no free-threaded interpreter."""


def build_server(front: Front, host: str, port: int) -> OneProcess:
    """granian for one application in this process; measured for the latency of single commands."""
    return OneProcess(
        "ironclad",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        workers=1,
        runtime_threads=1,
        runtime_mode=RuntimeModes.mt,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=10_000),
        websockets=False,
        log_enabled=False,
        workers_kill_timeout=15,
    )


def free_port(host: str, port: int) -> int:
    """`port`, or a free one for 0. Raises AddressInUse.

    granian shares a port with whoever holds it; two processes over one store are what it must not come to.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as taken:
            raise AddressInUse(
                taken.errno, f"{host}:{port} cannot be listened at: {taken.strerror}"
            ) from taken
        found: int = probe.getsockname()[1]
        return found


def secret_for(url: str) -> bytes | None:
    """The secret that seat tokens are derived from: kept beside a SQLite file, readable by its owner only.

    It lets a request for a seat be repeated after a restart. None for a log in memory. Raises ValueError for
    a file that was tampered with.
    """
    path = urlsplit(url).path.removeprefix("/")
    if not url.startswith("sqlite://") or not path or path == ":memory:":
        return None
    file = Path(path + ".secret")
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        _make_secret(file)
    found = file.read_bytes()
    if len(found) != SECRET_BYTES:
        raise ValueError(f"{file} does not hold {SECRET_BYTES} bytes: remove it, and another is made")
    return found


def _make_secret(file: Path) -> None:
    """Write a secret whole or not at all; where two processes do, the first one's stands."""
    descriptor, name = tempfile.mkstemp(dir=file.parent)  # readable by its owner only
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(os.urandom(SECRET_BYTES))
            out.flush()
            os.fsync(out.fileno())
        with suppress(FileExistsError):
            os.link(name, file)
    finally:
        os.unlink(name)

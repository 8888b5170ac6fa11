"""Serving: granian, one process with threads, over one store.

The process that is asked to serve is the one that serves (granian's usual parent with a worker process would
leave the worker running after a kill -9 of the parent, on the same port and the same log), and over SQLite a
single process lets all writers share one flush.
"""

import gc
import os
import resource
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import structlog
from granian.constants import HTTPModes, Interfaces, RuntimeModes
from granian.http import HTTP1Settings
from granian.net import SocketSpec
from granian.server.mt import MTServer

from api import logs
from api.app import create_app
from api.front import Front
from api.rulesets import installed
from api.settings import Settings
from api.streams import Streams
from domain.kernel.decider import Ruleset
from projections.referee import DiceSource, Referee
from projections.store import without_password

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
THREADS = 8
CONNECTIONS = 1_024  # beside those of live streams
FILES = 2_048
SECRET_BYTES = 32
YOUNG_OBJECTS = 10_000  # new objects between two collections of the youngest

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
    settings: Settings | None = None,
    shared_port: bool = False,
) -> None:
    """Serve the log at `url` until SIGTERM or SIGINT; what was being answered then is answered first.

    `port` 0 takes a free one. `started` is told the server's address once it listens. `hosts` are the names
    under which it may be asked; on loopback these are loopback's own unless given. `dice` are the referee's
    own unless given. `settings` are those of one machine unless given; rulesets and hosts are put into them.
    With `shared_port` other workers listen there too, and it is not looked whether the port is free. Must run
    in the main thread, which has the signals. Raises AddressInUse.
    """
    logs.configure()
    chosen = dict(rulesets) if rulesets is not None else installed()
    port = port if shared_port else free_port(host, port)
    if not hosts and on_loopback(host):
        hosts = LOOPBACK
    settings = replace(settings or Settings(), rulesets=chosen, hosts=hosts)
    more: dict[str, Any] = {"dice": dice, "access": settings.access, "redis": settings.redis}
    with closing(Referee(url, chosen, secret=secret_for(url), **more)) as referee:
        app = create_app(referee, settings, referee.limiter)
        streams = Streams(referee, settings, app.extensions["ironclad"].metrics)
        front = Front(app, threads, settings.position_bytes, streams, settings.stream_buffer)
        server = build_server(front, host, port, settings, streams.end)
        allow_files(2 * settings.streams)
        address = address_of(host, port)
        if started is not None:
            server.on_startup(lambda: _tell_when_listening(host, port, lambda: started(address)))
        server.on_shutdown(lambda: _log.info("stopped", address=address))
        # What exists now lives as long as the process: without it each collection is shorter. Commands leave
        # few cycles behind, so the young are looked through less often than every 700 new objects.
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, 10, 10)
        _log.info("serving", address=address, store=without_password(url))
        try:
            server.serve(target_loader=_loader(front), wrap_loader=False)
        finally:
            streams.close()
            front.close()


def address_of(host: str, port: int) -> str:
    """The URL of a server that listens there."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def on_loopback(host: str) -> bool:
    """Whether only this machine can ask a server that listens there."""
    return host in ("127.0.0.1", "localhost", "::1")


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

    before_stop: Callable[[], None]
    """Ends what would not end by itself: granian waits for every answer that it has begun."""

    stall_seconds: float
    """How long a client may take nothing of what is sent to it."""

    @staticmethod
    def _check_gil() -> None:
        """One worker needs no free-threaded interpreter."""

    def _init_shared_socket(self) -> None:
        """Listen, and have the system end a connection whose client does not read (tcp(7)).

        granian holds an answer until it is read, and sets no time for it. A connection gets the option of the
        socket that it came to. Where the system has none, granian listens by itself.
        """
        if not hasattr(socket, "TCP_USER_TIMEOUT"):
            super()._init_shared_socket()  # type: ignore[no-untyped-call]  # as below
            return
        self._shd = SocketSpec(self.bind_addr, self.bind_port, self.backlog).build()
        self._sfd = self._shd.get_fd()
        with socket.socket(fileno=os.dup(self._sfd)) as listening:
            milliseconds = round(1_000 * self.stall_seconds)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)

    def _stop_workers(self) -> None:
        self.before_stop()
        super()._stop_workers()  # type: ignore[no-untyped-call]  # granian does not annotate it


def build_server(
    front: Front, host: str, port: int, settings: Settings, before_stop: Callable[[], None]
) -> OneProcess:
    """granian for one application in this process; measured for the latency of single commands.

    There is room for as many connections as there may be live streams, and for others.
    """
    server = OneProcess(
        "ironclad",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        workers=1,
        runtime_threads=1,
        runtime_mode=RuntimeModes.mt,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=10_000, max_buffer_size=settings.header_bytes),
        websockets=False,
        log_enabled=False,
        workers_kill_timeout=15,
        backpressure=settings.streams + CONNECTIONS,
    )
    server.before_stop = before_stop
    server.stall_seconds = settings.stall_seconds
    return server


def allow_files(count: int) -> None:
    """Let this process have so many more files open, as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES + count
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


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
    """The secret that seat tokens and dice are derived from, the same for every worker and after a restart.

    IRONCLAD_SECRET, or what the file holds that IRONCLAD_SECRET_FILE names: 32 bytes or more. Without
    them it is made beside a SQLite file, readable by its owner only; a log in memory has none. Raises
    ValueError for a store of several workers without a secret, for one too short, and for a file beside the
    log that was tampered with; OSError for a file that cannot be read.
    """
    if (given := _given_secret()) is not None:
        return given
    if not url.startswith("sqlite:"):
        raise ValueError(
            "workers over one store share a secret: set IRONCLAD_SECRET, or IRONCLAD_SECRET_FILE to a file"
            " that holds it (`openssl rand -hex 32` makes one)"
        )
    path = urlsplit(url).path.removeprefix("/")
    if not path or path == ":memory:":
        return None
    file = Path(path + ".secret")
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        _make_secret(file)
    found = file.read_bytes()
    if len(found) != SECRET_BYTES:
        raise ValueError(f"{file} does not hold {SECRET_BYTES} bytes: remove it, and another is made")
    return found


def _given_secret() -> bytes | None:
    """The secret that the environment gives, if it does."""
    given, name = os.environ.get("IRONCLAD_SECRET", "").encode(), "IRONCLAD_SECRET"
    if not given and (file := os.environ.get("IRONCLAD_SECRET_FILE")):
        given, name = Path(file).read_bytes(), "IRONCLAD_SECRET_FILE"
        if len(given) != SECRET_BYTES:  # else it may be one that was made beside a SQLite file, not text
            given = given.strip()
    elif not given:
        return None
    if len(given) < SECRET_BYTES:
        raise ValueError(f"{name} must give {SECRET_BYTES} bytes or more, not {len(given)}")
    return given


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

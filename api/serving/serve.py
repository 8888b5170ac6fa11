"""Serving: granian, one process with threads, over one store.

The process that is asked to serve is the one that serves (granian's usual parent with a worker process would
leave the worker running after a kill -9 of the parent, on the same port and the same log), and over SQLite a
single process lets all writers share one flush.
"""

import gc
import os
import resource
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing, nullcontext
from dataclasses import replace
from typing import Any

import structlog
from granian.constants import HTTPModes, Interfaces, RuntimeModes
from granian.http import HTTP1Settings
from granian.net import SocketSpec
from granian.server.mt import MTServer

from ironclad.api.app import create_app
from ironclad.api.rulebook.rulesets import installed
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.serving import allocator, logs
from ironclad.api.serving.beacon import beacon_for
from ironclad.api.serving.callers import Callers
from ironclad.api.serving.fair_pool import Bounds
from ironclad.api.serving.ports import taken
from ironclad.api.serving.request_buffer import Front
from ironclad.api.serving.secret import given_key, secret_for
from ironclad.api.serving.signing import signing_for
from ironclad.api.serving.streams import Streams
from ironclad.api.settings import Settings
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.eventlog.store import without_password
from ironclad.referee.settings import DiceSource

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
THREADS = 12  # four of them may wait for versions
SWITCH_SECONDS = 0.001
CONNECTIONS = 1_024  # beside those of live streams
FILES = 2_048
YOUNG_OBJECTS = 10_000  # new objects between two collections of the youngest

_log = structlog.get_logger("ironclad.serve")


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

    What is not answered some seconds later is left: the log is closed then, and the process ends at once.

    `port` 0 takes a free one. `started` is called with the server's address once it listens. `hosts` are the
    names under which clients may call it; on loopback these are loopback's own unless given. `dice` are the
    referee's own unless given. `settings` are those of one machine unless given; rulesets and hosts are put
    into them. With `shared_port` other workers listen there too, and the port is not checked to be free. Must
    run in the main thread, which has the signals. Raises AddressInUse.
    """
    logs.configure()
    allocator.keep_little()
    chosen = dict(rulesets) if rulesets is not None else installed()
    if not hosts and on_loopback(host):
        hosts = LOOPBACK
    settings = replace(settings or Settings(), rulesets=chosen, hosts=hosts)
    more: dict[str, Any] = {"dice": dice, "access": settings.access, "redis": settings.redis}
    more["signing"] = signing = signing_for(url)
    more["beacon"] = beacon_for(len(signing.witnesses))
    more["dice_key"] = given_key("IRONCLAD_DICE_KEY")
    more["seal_key"] = given_key("IRONCLAD_SEAL_KEY")
    more["clerk"] = True
    with (
        nullcontext(port) if shared_port else taken(host, port) as port,
        closing(Service(url, chosen, ServiceSettings(secret=secret_for(url), **more))) as referee,
    ):
        app = create_app(referee, settings, referee.limiter)
        streams = Streams(referee, settings, app.extensions["ironclad"].metrics)
        front = Front(
            app,
            Bounds(threads),
            settings.position_bytes,
            streams,
            settings.stream_buffer,
            stall=settings.stall_seconds,
            whose=Callers(app, settings.proxies),
            memory=settings.body_memory,
        )
        server = build_server(front, host, port, settings, streams.end)
        allow_files(2 * settings.streams)
        address = address_of(host, port)
        if started is not None:
            server.on_startup(lambda: tell_when_listening(host, port, lambda: started(address)))
        server.on_shutdown(lambda: _log.info("stopped", address=address))
        # What exists now lives as long as the process: without it each collection is shorter. Commands leave
        # few cycles behind, so the young are looked through less often than every 700 new objects.
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, 10, 10)
        sys.setswitchinterval(SWITCH_SECONDS)  # a dear call gives way to a cheap one sooner
        _log.info("serving", address=address, store=without_password(url))
        try:
            server.serve(target_loader=loader(front), wrap_loader=False)
        finally:
            streams.close()
            front.close(wait=not server.abandoned)
    leave_abandoned(server, address)


def leave_abandoned(server: "OneProcess", address: str) -> None:
    """End the process where answers were abandoned: their threads would keep it as long as they like.

    Call it when all else is closed.
    """
    if server.abandoned:
        _log.warning("stopped_unanswered", address=address)
        sys.stdout.flush()
        os._exit(0)


def address_of(host: str, port: int) -> str:
    """The URL of a server that listens there."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def on_loopback(host: str) -> bool:
    """Whether only this machine can ask a server that listens there."""
    return host in ("127.0.0.1", "localhost", "::1")


def loader(front: Front) -> Any:
    """What granian calls for the application; its annotations know only applications that are functions."""
    return lambda: front


def tell_when_listening(host: str, port: int, tell: Callable[[], None]) -> None:
    """Call `tell` once connections are taken, from a thread of its own: the start-up hook runs too early."""

    def wait() -> None:
        while True:
            try:
                socket.create_connection((host, port), timeout=1).close()
            except OSError:
                time.sleep(0.005)
            else:
                tell()
                return

    threading.Thread(target=wait, name="announce", daemon=True).start()


class PolledEvent(threading.Event):
    """An event whose waiter looks for signals twice a second.

    The system may hand SIGTERM to any thread. Python calls its handler in the main thread, and one that waits
    without a time does not wake up for it.
    """

    def wait(self, timeout: float | None = None) -> bool:
        if timeout is not None:
            return super().wait(timeout)
        while not super().wait(0.5):
            pass
        return True


class OneProcess(MTServer):
    """granian's server of threads, with its one worker in this process.

    granian keeps it to interpreters without a global lock, where several workers in one process pay; with one
    worker it answers as fast as a worker process does (0.15 ms for an empty call either way).
    """

    before_stop: Callable[[], None]
    """Ends what would not end by itself: granian waits for every answer that it has begun."""

    stall_seconds: float
    """How long a client may take nothing of what is sent to it."""

    abandoned = False
    """Whether something was not yet answered when the time to stop was up."""

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
        threads = [worker.inner for worker in self.wrks]
        super()._stop_workers()  # type: ignore[no-untyped-call]  # granian does not annotate it
        self.abandoned = any(thread.is_alive() for thread in threads)


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
        http1_settings=HTTP1Settings(
            header_read_timeout=round(1_000 * settings.header_seconds), max_buffer_size=settings.header_bytes
        ),
        websockets=False,
        log_enabled=False,
        workers_kill_timeout=settings.stop_seconds,
        backpressure=settings.streams + CONNECTIONS,
    )
    server.main_loop_interrupt = PolledEvent()
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

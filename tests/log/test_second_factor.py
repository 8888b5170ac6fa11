"""Second factors on each kind of store: codes that are good once, pauses, recovery codes, what is stored."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pyotp
import pytest

from ironclad.api.service import Service
from ironclad.eventlog.copying import copy
from ironclad.eventlog.errors import (
    CodeNeeded,
    CodesPaused,
    NotFound,
    NotSignedIn,
    SecondFactorOn,
    WrongCode,
)
from ironclad.eventlog.store.database import open_database
from ironclad.referee.people.second_factor import FREE_TRIES, RECOVERY_CODES, STEP_SECONDS, SecondFactors
from tests.log.conftest import referee_at
from tests.log.test_accounts import CHEAP, PASSWORD

SECRET = b"a secret of tests"


class Clock:
    """A clock that stands until it is moved, in seconds since 1970."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000

    def __call__(self) -> datetime:
        return datetime.fromtimestamp(self.seconds, UTC)


class Ann:
    """An account with a second factor and the app that makes its codes."""

    def __init__(self, url: str) -> None:
        self.clock = Clock()
        self.url = url
        self.service = self.worker()
        self.accounts, self.factors = self.service.people.accounts, self.service.people.second_factors
        self.account = self.accounts.add("Ann", PASSWORD).account
        self.secret = self.factors.enrol(self.account, "Ann").secret
        self.recovery = self.factors.confirm(self.account, self.code(), "").recovery_codes
        self.clock.seconds += STEP_SECONDS

    def worker(self) -> Service:
        """A process of the service, as far as the store can tell."""
        return referee_at(self.url, access=CHEAP, clock=self.clock)

    def code(self, steps: int = 0) -> str:
        """The app's code, some steps from now."""
        return pyotp.TOTP(self.secret).at(self.clock.seconds + steps * STEP_SECONDS)

    def wrong(self) -> str:
        """Six digits that are no code of now."""
        right = {self.code(steps) for steps in (-1, 0, 1)}
        return next(f"{number:06}" for number in range(4) if f"{number:06}" not in right)

    def enter(self, code: str) -> str:
        return self.accounts.enter("Ann", PASSWORD, "program", "", code)[1]


@pytest.fixture
def ann(url: str) -> Iterator[Ann]:
    made = Ann(url)
    with made.service:
        yield made


def test_the_codes_are_those_of_the_rfc(sqlite_url: str) -> None:
    """RFC 6238, appendix B, SHA-1: the last six of its eight digits."""
    with referee_at(sqlite_url) as service:
        secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        for at, digits in ((59, "94287082"), (1111111109, "07081804"), (20000000000, "65353130")):
            assert pyotp.TOTP(secret).at(at) == digits[-6:]
        assert service.people.second_factors.state("nobody").state == "off"


def test_a_password_alone_signs_nobody_in(ann: Ann) -> None:
    with pytest.raises(CodeNeeded):
        ann.enter("")
    with pytest.raises(CodeNeeded):
        ann.enter("  ")
    with pytest.raises(WrongCode):
        ann.enter(ann.wrong())
    with pytest.raises(CodeNeeded):
        ann.accounts.sign_in("Ann", PASSWORD)
    with pytest.raises(NotSignedIn) as refused:
        ann.accounts.enter("Ann", PASSWORD + "!", "program", "", ann.code())
    assert type(refused.value) is NotSignedIn, "a wrong password says nothing of a second factor"
    assert not ann.service.people.tokens.of(ann.account)
    assert ann.enter(ann.code())


def test_a_code_is_good_once_and_so_is_an_older_one(ann: Ann) -> None:
    code, older = ann.code(), ann.code(-1)
    ann.enter(code)
    for again in (code, older):
        with pytest.raises(WrongCode, match="used before"):
            ann.enter(again)
    ann.enter(ann.code(1))
    ann.clock.seconds += STEP_SECONDS
    with pytest.raises(WrongCode, match="used before"):
        ann.enter(ann.code())


def test_the_code_that_confirmed_is_used_up(url: str) -> None:
    ann = Ann(url)
    with ann.service, pytest.raises(WrongCode, match="used before"):
        ann.enter(ann.code(-1))


def test_only_codes_next_to_now_are_good(ann: Ann) -> None:
    for steps in (-3, -2, 2, 3, 100):
        with pytest.raises(WrongCode):
            ann.enter(ann.code(steps))
        ann.clock.seconds += 3600  # past any pause


def test_one_code_at_two_workers_at_once_is_good_once(ann: Ann) -> None:
    with ExitStack() as stack:
        workers = [ann.service, stack.enter_context(ann.worker())]
        threads = stack.enter_context(ThreadPoolExecutor(2))
        for _ in range(5):
            gate, code = threading.Barrier(2), ann.code()

            def enter(worker: Service, gate: threading.Barrier = gate, code: str = code) -> bool:
                gate.wait(30)
                try:
                    worker.people.accounts.enter("Ann", PASSWORD, "program", "", code)
                except WrongCode:
                    return False
                return True

            assert sorted(threads.map(enter, workers)) == [False, True]
            ann.clock.seconds += STEP_SECONDS
    assert len(ann.service.people.tokens.of(ann.account)) == 5


def test_guesses_pause_the_codes_for_longer_and_longer(ann: Ann) -> None:
    for _ in range(FREE_TRIES):
        with pytest.raises(WrongCode):
            ann.enter(ann.wrong())
    paused = []
    for _ in range(9):
        with pytest.raises(CodesPaused) as refused:
            ann.enter(ann.code())  # a right one, too
        paused.append(refused.value.seconds)
        ann.clock.seconds += refused.value.seconds
        with pytest.raises(WrongCode):
            ann.enter(ann.wrong())
    assert paused == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
    assert ann.factors.state(ann.account).wrong_codes == FREE_TRIES + 9
    ann.enter(ann.recovery[0])  # the owner is not kept out
    ann.enter(ann.code())


def test_guesses_at_two_workers_count_together(ann: Ann) -> None:
    with ann.worker() as other:
        for number in range(FREE_TRIES):
            worker = (ann.service, other)[number % 2]
            with pytest.raises(WrongCode):
                worker.people.accounts.enter("Ann", PASSWORD, "program", "", ann.wrong())
        for worker in (ann.service, other):
            with pytest.raises(CodesPaused):
                worker.people.accounts.enter("Ann", PASSWORD, "program", "", ann.code())


def test_recovery_codes_are_good_once_however_they_are_typed(ann: Ann) -> None:
    assert len(set(ann.recovery)) == RECOVERY_CODES
    ann.enter(ann.recovery[0])
    ann.enter(ann.recovery[1].lower().replace("-", " "))
    for used in ann.recovery[:2]:
        with pytest.raises(WrongCode):
            ann.enter(used)
    assert ann.factors.state(ann.account).recovery_codes_left == RECOVERY_CODES - 2
    newer = ann.factors.renew_recovery_codes(ann.account).recovery_codes
    with pytest.raises(WrongCode):
        ann.enter(ann.recovery[2])
    ann.enter(newer[0])


def test_confirming_ends_every_other_token(url: str) -> None:
    with referee_at(url, access=CHEAP) as service:
        people = service.people
        account = people.accounts.add("Ann", PASSWORD).account
        _, thiefs = people.tokens.give(account, "session", "a thief's")
        _, own = people.tokens.give(account, "session", "own")
        secret = people.second_factors.enrol(account, "Ann").secret
        with pytest.raises(WrongCode):
            people.second_factors.confirm(account, "x", own.id)
        assert people.accounts.sign_in("Ann", PASSWORD), "nothing is asked before it is confirmed"
        when = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=15)
        people.second_factors.confirm(account, pyotp.TOTP(secret).at(when), own.id)
        assert [each.id for each in people.tokens.of(account)] == [own.id] != [thiefs.id]


def test_one_is_set_up_once_and_waits_for_a_quarter_of_an_hour(ann: Ann) -> None:
    with pytest.raises(SecondFactorOn):
        ann.factors.enrol(ann.account, "Ann")
    with pytest.raises(SecondFactorOn):
        ann.factors.confirm(ann.account, ann.code(), "")
    assert ann.factors.remove(ann.account)
    assert not ann.factors.remove(ann.account)
    assert ann.accounts.sign_in("Ann", PASSWORD)
    with pytest.raises(NotFound):
        ann.factors.confirm(ann.account, ann.code(), "")
    first = ann.factors.enrol(ann.account, "Ann").secret
    ann.secret = ann.factors.enrol(ann.account, "Ann").secret
    assert first != ann.secret, "the second one takes the place of the first"
    ann.clock.seconds += 901
    assert ann.factors.state(ann.account).state == "off"
    with pytest.raises(NotFound):
        ann.factors.confirm(ann.account, ann.code(), "")
    with pytest.raises(NotFound):
        ann.factors.enrol("somebody else", "x")


def test_a_sign_in_that_began_before_the_factor_was_on_gets_no_token(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with referee_at(url, access=CHEAP) as service:
        people = service.people
        account = people.accounts.add("Ann", PASSWORD).account
        secret = people.second_factors.enrol(account, "Ann").secret
        check = SecondFactors.check

        def confirmed_meanwhile(self: SecondFactors, account: str, code: str) -> int:
            found = check(self, account, code)
            when = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=15)
            self.confirm(account, pyotp.TOTP(secret).at(when), "")
            return found

        monkeypatch.setattr(SecondFactors, "check", confirmed_meanwhile)
        with pytest.raises(NotSignedIn, match="changed meanwhile"):
            people.accounts.enter("Ann", PASSWORD, "session", "")
        assert not people.tokens.of(account)


def test_a_password_is_not_changed_without_a_code_and_erasure_forgets_all(ann: Ann) -> None:
    with pytest.raises(CodeNeeded):
        ann.accounts.change_password(ann.account, PASSWORD, "another good one", "")
    ann.accounts.change_password(ann.account, PASSWORD, "another good one", "", ann.code())
    ann.accounts.erase(ann.account)
    with ann.service.log.database.reader() as connection:
        for table in ("second_factors", "recovery_codes"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0


def test_a_copy_of_the_database_alone_gives_no_codes(ann: Ann) -> None:
    """A thief of the database has neither the secret nor a recovery code; another server opens nothing."""
    with ann.service.log.database.reader() as connection:
        rows = connection.execute("SELECT * FROM second_factors").fetchall()
        rows += connection.execute("SELECT * FROM recovery_codes").fetchall()
    fields = [each for row in rows for each in row]
    kept = b"|".join(each if isinstance(each, bytes) else str(each).encode() for each in fields)
    for secret in (ann.secret, *ann.recovery, *(each.replace("-", "") for each in ann.recovery)):
        assert secret.encode() not in kept
    thiefs = referee_at(ann.url, access=CHEAP, clock=ann.clock, secret=b"a secret of the thief")
    with thiefs, pytest.raises(WrongCode, match="cannot be read under the server's secret"):
        thiefs.people.accounts.enter("Ann", PASSWORD, "session", "", ann.code())
    ann.enter(ann.code())


def test_a_sealed_secret_that_is_moved_to_another_account_opens_nothing(ann: Ann) -> None:
    """Somebody who can write to the database, and has an account, puts own rows in another's place."""
    bob = ann.accounts.add("Bob", PASSWORD).account
    secret = ann.factors.enrol(bob, "Bob").secret
    ann.factors.confirm(bob, pyotp.TOTP(secret).at(ann.clock.seconds), "")
    ann.clock.seconds += STEP_SECONDS
    bobs = "(SELECT sealed FROM second_factors WHERE account = ?)"
    text = f"UPDATE second_factors SET sealed = {bobs} WHERE account = ?"
    ann.service.log.database.write(lambda connection: connection.execute(text, (bob, ann.account)))
    with pytest.raises(WrongCode, match="cannot be read"):
        ann.enter(pyotp.TOTP(secret).at(ann.clock.seconds))


def test_a_copied_log_keeps_second_factors(ann: Ann, sqlite_url: str) -> None:
    ann.service.close()
    copy(ann.url, target := sqlite_url + ".copy", lambda *_: None)
    code = ann.code()
    with referee_at(target, access=CHEAP, clock=ann.clock) as copied:
        assert copied.people.accounts.enter("Ann", PASSWORD, "session", "", code)[1]


def test_a_store_of_an_earlier_build_gets_the_tables(sqlite_url: str) -> None:
    referee_at(sqlite_url).close()
    database = open_database(sqlite_url)
    for table in ("second_factors", "recovery_codes"):
        database.write(lambda connection, table=table: connection.execute(f"DROP TABLE {table}"))
    text = "DELETE FROM migrations WHERE name = '0014 second factors'"
    database.write(lambda connection: connection.execute(text))
    database.close()
    with Ann(sqlite_url).service as service:
        account = service.people.accounts.find("Ann")
        assert account is not None
        assert service.people.second_factors.state(account.account).state == "on"

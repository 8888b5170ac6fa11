"""The second factor of an account: time-based one-time passwords (TOTP, RFC 6238) and recovery codes.

An account's secret is kept encrypted under a key that is made from the server's secret, and its recovery
codes as hashes of 120 random bits: a copy of the database gives neither. A code is good once: the last time
step that was used is kept, and nothing at or before it is accepted (RFC 6238, 5.2). Wrong codes in a row
pause the account's codes, in the database, so that all workers count together (RFC 4226, 7.3).
"""

import os
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec
import pyotp
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ironclad.eventlog.errors import (
    CodeNeeded,
    CodesPaused,
    NotFound,
    NotSignedIn,
    SecondFactorOn,
    WrongCode,
    as_problems,
)
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.timestamps import moment
from ironclad.referee.people.tokens import revoke_all

ISSUER = "Ironclad"
STEP_SECONDS = 30
DRIFT_STEPS = 1
"""Steps before and after the server's own that are accepted: the clocks of phones differ."""

PENDING_SECONDS = 900
"""How long a new secret waits for the first code that confirms it."""

FREE_TRIES = 5
"""Wrong codes in a row before the account's codes pause."""

PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 60, 3600
"""The first pause, which doubles with every wrong code after it, and the longest one."""

RECOVERY_CODES, _RECOVERY_BYTES = 8, 15
_NONCE_BYTES = 12

_ROW = "SELECT sealed, made, confirmed, last_step, failures, wrong, paused_until FROM second_factors"
_LOCKED = "UPDATE second_factors SET made = made WHERE account = ?"
_STARTED = (
    "INSERT INTO second_factors (account, sealed, made, confirmed, last_step, failures, wrong, paused_until)"
    " VALUES (?, ?, ?, 0, 0, 0, 0, 0) ON CONFLICT (account) DO UPDATE"
    " SET sealed = excluded.sealed, made = excluded.made WHERE second_factors.confirmed = 0"
)
_CONFIRMED = "UPDATE second_factors SET confirmed = ?, last_step = ? WHERE account = ?"
_TAKEN = "UPDATE second_factors SET last_step = ?, failures = 0, paused_until = 0 WHERE account = ?"
_RELEASED = "UPDATE second_factors SET failures = 0, paused_until = 0 WHERE account = ?"
_FAILED = (
    "UPDATE second_factors SET failures = failures + 1, wrong = wrong + 1, paused_until = ? WHERE account = ?"
)
_USED = "UPDATE recovery_codes SET used = ? WHERE account = ? AND hash = ? AND used = 0"
_LEFT = "SELECT count(*) FROM recovery_codes WHERE account = ? AND used = 0"


class SecondFactorRecord(msgspec.Struct, frozen=True):
    """An account's second factor: "off", "pending" (not confirmed by a code yet) or "on".

    `wrong_codes` counts the wrong codes since it is on: each came with the right password.
    """

    state: str
    since: str | None = None
    recovery_codes_left: int = 0
    wrong_codes: int = 0


class Enrolment(msgspec.Struct, frozen=True):
    """A new secret in base32, and the same as an address for authenticator apps. Both are given this once."""

    secret: str
    uri: str


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Codes that are good once each, in place of a code of the app. They are given this once."""

    recovery_codes: tuple[str, ...]


@dataclass(frozen=True)
class _Factor:
    sealed: bytes
    made: int
    confirmed: int
    last_step: int
    failures: int
    wrong: int
    paused_until: int


class SecondFactors:
    """The second factors of all accounts.

    `secret` is the server's, `now` gives the time in whole seconds since 1970.
    """

    def __init__(self, database: Database, secret: bytes, now: Callable[[], int]) -> None:
        self._database = database
        self._cipher = AESGCM(sha256(b"ironclad-second-factor/v1|" + secret).digest())
        self._now = now

    @as_problems()
    def state(self, account: str) -> SecondFactorRecord:
        """What an account has; never a secret."""
        with self._database.reader() as connection:
            found = _factor(connection, account)
            left: int = connection.execute(_LEFT, (account,)).fetchone()[0]
        if found is None:
            return SecondFactorRecord("off")
        if not found.confirmed:
            return SecondFactorRecord("pending" if self._waits(found) else "off")
        return SecondFactorRecord("on", moment(found.confirmed), left, found.wrong)

    @as_problems()
    def enrol(self, account: str, name: str) -> Enrolment:
        """A new secret for an account, which counts once a code of it is given to `confirm`.

        It takes the place of one that was not confirmed. Raises SecondFactorOn, NotFound.
        """
        secret = pyotp.random_base32()
        nonce = os.urandom(_NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(nonce, secret.encode(), account.encode())
        row = (account, sealed, self._now())

        def work(connection: Connection) -> bool:
            _hold_account(connection, account)
            return connection.execute(_STARTED, row).rowcount > 0

        if not self._database.write(work):
            raise SecondFactorOn("the account has a second factor: remove it before you set up another one")
        uri = pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)
        return Enrolment(secret, uri)

    @as_problems()
    def confirm(self, account: str, code: str, token: str) -> RecoveryCodes:
        """Turn the second factor on by a code of the new secret; revoke every token but the one of this id.

        The code is used up by that. Raises SecondFactorOn, NotFound if nothing waits, WrongCode.
        """
        made = _new_codes()

        def work(connection: Connection) -> bool:
            _hold_account(connection, account)
            connection.execute(_LOCKED, (account,))
            found = _factor(connection, account)
            if found is not None and found.confirmed:
                raise SecondFactorOn("the second factor is on already")
            if found is None or not self._waits(found):
                raise NotFound("no second factor waits for its first code: set one up")
            step = self._step_of(account, found, code)
            if step is None:
                return False
            connection.execute(_CONFIRMED, (self._now(), step, account))
            _keep_codes(connection, account, made)
            revoke_all(connection, account, but=token)
            return True

        if not self._database.write(work):
            raise WrongCode("the code is wrong", account)
        return RecoveryCodes(made)

    @as_problems()
    def check(self, account: str, code: str) -> int:
        """Use up a code, or a recovery code; when the factor was confirmed, 0 for an account without one.

        Raises CodeNeeded where none was given, CodesPaused, WrongCode (also for a code that was used before).
        """
        with self._database.reader() as connection:
            found = _factor(connection, account)
        if found is None or not found.confirmed:
            return 0
        if not code.strip():
            raise CodeNeeded("the account has a second factor: give a code of it too")
        verdict = self._database.write(lambda connection: self._taken(connection, account, code))
        if isinstance(verdict, NotSignedIn):  # raised here, so that what the transaction counted is kept
            raise verdict
        return verdict

    def _taken(self, connection: Connection, account: str, code: str) -> int | NotSignedIn:
        """Within a transaction: use up a code; when the factor was confirmed, or what is wrong."""
        connection.execute(_LOCKED, (account,))
        found = _factor(connection, account)
        if found is None or not found.confirmed:
            return 0
        now = self._now()
        if recovery := _recovery_code(code):
            if connection.execute(_USED, (now, account, _hashed(account, recovery))).rowcount == 1:
                connection.execute(_RELEASED, (account,))
                return found.confirmed
            return WrongCode("the recovery code is wrong, or was used before", account)
        if found.paused_until > now:
            seconds = found.paused_until - now
            return CodesPaused(
                f"too many wrong codes: ask again in {seconds} seconds, or give a recovery code", seconds
            )
        step = self._step_of(account, found, code)
        if step is None:
            connection.execute(_FAILED, (_pause(found.failures + 1, now), account))
            return WrongCode("the code is wrong", account)
        if step <= found.last_step:
            return WrongCode("the code was used before: wait for the next one", account)
        connection.execute(_TAKEN, (step, account))
        return found.confirmed

    def is_still(self, connection: Connection, account: str, confirmed: int) -> bool:
        """Within a transaction that holds the account's row: whether the factor is the one checked before."""
        found = _factor(connection, account)
        return (found.confirmed if found else 0) == confirmed

    @as_problems()
    def renew_recovery_codes(self, account: str) -> RecoveryCodes:
        """New recovery codes in place of all older ones. Raises NotFound where the factor is off."""
        made = _new_codes()

        def work(connection: Connection) -> bool:
            connection.execute(_LOCKED, (account,))
            found = _factor(connection, account)
            if found is None or not found.confirmed:
                return False
            _keep_codes(connection, account, made)
            return True

        if not self._database.write(work):
            raise NotFound("the account has no second factor")
        return RecoveryCodes(made)

    @as_problems()
    def remove(self, account: str) -> bool:
        """Turn the second factor off, and forget its recovery codes; whether there was one."""

        def work(connection: Connection) -> bool:
            _hold_account(connection, account)
            return forget_account(connection, account)

        return self._database.write(work)

    def _waits(self, found: _Factor) -> bool:
        return self._now() < found.made + PENDING_SECONDS

    def _step_of(self, account: str, found: _Factor, code: str) -> int | None:
        """The time step (30 s since 1970) of which a code is, next to now; None if it is of none.

        Raises WrongCode where the secret cannot be decrypted: the server has another secret than before.
        """
        nonce, body = found.sealed[:_NONCE_BYTES], found.sealed[_NONCE_BYTES:]
        try:
            secret = self._cipher.decrypt(nonce, body, account.encode()).decode()
        except InvalidTag as wrong:
            text = "the second factor cannot be read under the server's secret: give a recovery code"
            raise WrongCode(text, account) from wrong
        given = "".join(code.split())
        if not (given.isascii() and given.isdigit()):
            return None
        now = self._now() // STEP_SECONDS
        codes, steps = pyotp.HOTP(secret), range(now + DRIFT_STEPS, now - DRIFT_STEPS - 1, -1)
        matching = [step for step in steps if codes.verify(given, step)]  # each compared in constant time
        return max(matching, default=None)


def forget_account(connection: Connection, account: str) -> bool:
    """Within a transaction: forget an account's second factor; whether there was one."""
    connection.execute("DELETE FROM recovery_codes WHERE account = ?", (account,))
    return connection.execute("DELETE FROM second_factors WHERE account = ?", (account,)).rowcount > 0


def _hold_account(connection: Connection, account: str) -> None:
    """Lock the account's row first, as signing in does: no token is given meanwhile. Raises NotFound."""
    held = connection.execute("UPDATE accounts SET made = made WHERE account = ?", (account,))
    if held.rowcount != 1:
        raise NotFound("there is no such account")


def _factor(connection: Connection, account: str) -> _Factor | None:
    row: Any = connection.execute(f"{_ROW} WHERE account = ?", (account,)).fetchone()
    return _Factor(bytes(row[0]), *row[1:]) if row else None


def _pause(failures: int, now: int) -> int:
    """Until when codes pause after so many wrong ones in a row; 0 while some are free."""
    if failures < FREE_TRIES:
        return 0
    return now + min(PAUSE_SECONDS << min(failures - FREE_TRIES, 16), LONGEST_PAUSE_SECONDS)


def _new_codes() -> tuple[str, ...]:
    made = (b32encode(os.urandom(_RECOVERY_BYTES)).decode() for _ in range(RECOVERY_CODES))
    return tuple("-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in made)


def _keep_codes(connection: Connection, account: str, codes: tuple[str, ...]) -> None:
    connection.execute("DELETE FROM recovery_codes WHERE account = ?", (account,))
    for code in codes:
        row = (account, _hashed(account, _recovery_code(code)))
        connection.execute("INSERT INTO recovery_codes (account, hash, used) VALUES (?, ?, 0)", row)


def _recovery_code(text: str) -> str:
    """A recovery code without what people put between its letters; "" for what has not its length."""
    code = "".join(text.replace("-", " ").split()).upper()
    return code if len(code) == _RECOVERY_BYTES * 8 // 5 else ""


def _hashed(account: str, code: str) -> bytes:
    """120 random bits need no slow hash (OWASP ASVS 5.0, 6.5.2)."""
    return sha256(f"{account}|{code}".encode("utf-8", "replace")).digest()

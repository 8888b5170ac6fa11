"""How long tokens are good, and what a password costs to check: chosen by the operator of the service."""

from dataclasses import dataclass

DAY = 24 * 3600


@dataclass(frozen=True)
class Access:
    """Lifetimes in seconds, and the cost of argon2id (RFC 9106).

    `session_seconds` are a browser's sign-in's, `program_seconds` a program's token's, `seat_seconds` a
    seat's token's, which can be renewed. A session or a program's token ends too when it was not used for so
    long (`idle_…`), give or take an hour. `passes`, `memory_kibibytes` and `lanes` are argon2id's (t, m, p):
    the second recommendation of RFC 9106, section 4, in one lane, so that a hash takes one core and leaves
    the others to the games. At most `at_once` passwords are hashed at a time, and `waiting` more may wait:
    the rest is asked to retry later.
    """

    session_seconds: int = 14 * DAY
    program_seconds: int = 90 * DAY
    seat_seconds: int = 400 * DAY
    idle_session_seconds: int = 7 * DAY
    idle_program_seconds: int = 30 * DAY
    passes: int = 3
    memory_kibibytes: int = 64 * 1024
    lanes: int = 1
    at_once: int = 2
    waiting: int = 2

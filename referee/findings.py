"""What a check of a store found, and what to do about it."""

from dataclasses import dataclass

REBUILD = "run `ironclad rebuild` while no server has the log"
RESTORE = "the log was changed by other hands: restore it from a copy"


@dataclass(frozen=True)
class Finding:
    """What one check found; `advice` is "" where it holds."""

    check: str
    holds: bool
    found: str
    advice: str = ""


def finding(check: str, wrong: str | None, well: str, advice: str) -> Finding:
    """What a check found: `wrong`, or `well` where that is None or empty."""
    return Finding(check, not wrong, wrong or well, advice if wrong else "")

"""Durations and instants: whole milliseconds inside, text outside.

A duration is written `2d12h30m15s250ms` (d is 24 hours): each unit at most once, the largest first. An
instant is RFC 3339 in UTC, stored with milliseconds: `2026-03-01T12:00:00.000Z`. Finer digits are cut off.
"""

import re
from functools import lru_cache

from ironclad.domain.kernel.engine.codec import Unreadable

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND, "ms": 1}

NEVER = 2**62
"""An instant after all that can be written."""
LAST = 253_402_300_799_999
"""The last instant that can be written: the end of the year 9999."""

_DIGITS = 15
_DURATION = re.compile(r"(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?", re.ASCII)
_INSTANT = re.compile(
    r"(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:Z|\+00:00)", re.ASCII
)
_TO_1970 = 719_468  # days from 0000-03-01, where years begin in March


def duration_of(text: str) -> int:
    """Milliseconds of a duration such as `2d12h30m15s`; a sign may come before it. Raises Unreadable."""
    sign, digits = (-1, text[1:]) if text[:1] in ("-", "\N{MINUS SIGN}") else (1, text.removeprefix("+"))
    found = _DURATION.fullmatch(digits) if len(digits) <= 6 * _DIGITS else None
    if found is None or not digits or any(len(each or "") > _DIGITS for each in found.groups()):
        raise Unreadable(f"{text[:40]!r} is no duration: write 2d12h30m15s, the largest unit first")
    numbers = zip(found.groups(), UNITS.values(), strict=True)
    return sign * sum(int(number) * unit for number, unit in numbers if number)


def duration_text(ms: int) -> str:
    """A duration in words of d, h, m, s and ms: `2d12h30m15s`, `-5m`, `0s`."""
    rest, parts = abs(ms), []
    for name, unit in UNITS.items():
        number, rest = divmod(rest, unit)
        if number:
            parts.append(f"{number}{name}")
    return ("-" if ms < 0 else "") + "".join(parts) if parts else "0s"


def instant_of(text: str) -> int:
    """Milliseconds since 1970 of an instant (RFC 3339 in UTC). Raises Unreadable."""
    found = _INSTANT.fullmatch(text)
    day = _day(found[1]) if found is not None else None
    if found is None or day is None:
        raise Unreadable(f"{text[:40]!r} is no instant: write 2026-03-01T12:00:00.000Z")
    _, hours, minutes, seconds, fraction = found.groups()
    ms = int(((fraction or "") + "000")[:3])
    return day * DAY + int(hours) * HOUR + int(minutes) * MINUTE + int(seconds) * SECOND + ms


@lru_cache(maxsize=128)
def _day(date: str) -> int | None:
    """Days since 1970 of a date such as 2026-03-01; None for one that no calendar has."""
    year, month, day = map(int, date.split("-"))
    if not (1 <= month <= 12 and 1 <= day <= _days_of(year, month)):
        return None
    # Years from March on, so that the leap day is the last: days before a month are 30.6 each, cut off.
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (306 * month + 5) // 10 + day - 1
    return days - _TO_1970


def _days_of(year: int, month: int) -> int:
    """How many days a month has (1 is January)."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def instant_text(ms: int) -> str:
    """An instant as RFC 3339 in UTC with milliseconds; one after the year 9999 is that year's end."""
    days, rest = divmod(min(ms, LAST), DAY)
    year, month, day = _date(days)
    hour, rest = divmod(rest, HOUR)
    minute, rest = divmod(rest, MINUTE)
    second, rest = divmod(rest, SECOND)
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{rest:03}Z"


def _date(days: int) -> tuple[int, int, int]:
    """Year, month and day of the day so many days after 1970-01-01."""
    era, of_era = divmod(days + _TO_1970, 146_097)
    year = (of_era - of_era // 1_460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    from_march = (5 * of_year + 2) // 153
    day = of_year - (153 * from_march + 2) // 5 + 1
    month = from_march + 3 if from_march < 10 else from_march - 9
    return era * 400 + year + (month <= 2), month, day

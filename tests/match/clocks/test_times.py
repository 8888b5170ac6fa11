"""Durations and instants as text: there and back, against the library's calendar, and what is none."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.match.clocks.times import (
    DAY,
    HOUR,
    LAST,
    MINUTE,
    SECOND,
    duration_of,
    duration_text,
    instant_of,
    instant_text,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FIRST = -62_135_596_800_000  # the year 1, where the library's calendar begins


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("0s", 0),
        ("2d12h30m15s", 2 * DAY + 12 * HOUR + 30 * MINUTE + 15 * SECOND),
        ("90m", 90 * MINUTE),
        ("36h", 36 * HOUR),
        ("5ms", 5),
        ("5m3ms", 5 * MINUTE + 3),
        ("1d1ms", DAY + 1),
        ("-5m", -5 * MINUTE),
        ("−1h", -HOUR),
        ("+10s", 10 * SECOND),
        ("007s", 7 * SECOND),
    ],
)
def test_a_duration_is_read(text: str, ms: int) -> None:
    assert duration_of(text) == ms


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", "5", "1.5h", "5 m", "5M", "1h1d", "1m1m", "h", "--1s", "1e3s", "0x1s", "٣s", "1d ", " 1d"),
        *("9999999999999999s", "1" * 5000 + "s", "∞", "5min", "1s1ms1d"),
    ],
)
def test_what_is_no_duration_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="is no duration"):
        duration_of(text)


@given(st.integers(-(10**17), 10**17))
def test_every_duration_is_written_and_read_again(ms: int) -> None:
    assert duration_of(duration_text(ms)) == ms


def test_durations_are_written_short() -> None:
    wanted = ["0s", "1ms", "1m", "1d4h", "-1h1ms"]
    assert [duration_text(each) for each in (0, 1, MINUTE, 28 * HOUR, -HOUR - 1)] == wanted


@given(st.integers(FIRST, LAST))
@example(FIRST)
@example(LAST)
@example(-1)
@example(951_868_800_000)  # 2000-03-01
def test_every_instant_is_the_librarys(ms: int) -> None:
    there = EPOCH + timedelta(milliseconds=ms)
    text = there.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert instant_text(ms) == text
    assert instant_of(text) == ms


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:01.5Z", 1_500),
        ("1970-01-01T00:00:00.001999Z", 1),
        ("1970-01-02T00:00:00.000+00:00", DAY),
        ("2024-02-29T00:00:00.000Z", 1_709_164_800_000),
    ],
)
def test_other_ways_to_write_an_instant(text: str, ms: int) -> None:
    assert instant_of(text) == ms


@pytest.mark.parametrize(
    "text",
    [
        *("", "now", "2026-03-01", "2026-03-01T12:00:00", "2026-03-01 12:00:00.000Z"),
        *("2026-02-29T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-00-01T00:00:00.000Z"),
        *("2026-03-01T24:00:00.000Z", "2026-03-01T12:60:00.000Z", "2026-03-01T12:00:60.000Z"),
        *("2026-03-01T12:00:00.000+01:00", "2026-03-01T12:00:00.-01Z", "2026-03-01T+2:00:00.000Z"),
        *("2026-03-01T1_:00:00.000Z", "2026-03-01T 2:00:00.000Z", "2026-03-01T12-00-00.000Z"),
        *("2026-03-01T12:00:00,000Z", "2O26-03-01T12:00:00.000Z", "٢٠٢٦-03-01T12:00:00.000Z"),
        *("2026-03-01T12:00:0٣.000Z", "2026-0-010T12:00:00.000Z", "2026-03-01T1 :00:00.000Z"),
    ],
)
def test_what_is_no_instant_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="is no instant"):
        instant_of(text)


@given(st.text(max_size=30))
def test_any_text_is_an_instant_or_unreadable(text: str) -> None:
    for read in (instant_of, duration_of):
        with suppress(Unreadable):
            read(text)


def test_an_instant_after_all_years_is_the_last_one() -> None:
    assert instant_text(LAST + 10**18) == "9999-12-31T23:59:59.999Z"

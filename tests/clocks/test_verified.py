"""Each event of clocks that is altered, dropped or moved is named by verify, as the first that does not hold."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.eventlog.errors import GameOver
from tests.clocks.playing import Table, table
from tests.proof.logs import Row

CONTROL = {
    "stages": [{"bank_ms": "10m", "increment_ms": "30s"}],
    "reserve": "drawn",
    "reserve_ms": "5m",
    "vacation_days": 3,
}


def played(made: Table) -> Table:
    """A game with an event of clocks of most kinds."""
    made.open(CONTROL)
    made.pull(after="1m")
    made.ask("blue", "GiveTime", to="grey", ms="2m")
    made.ask("grey", "DrawReserve", ms="1m")
    first = made.ask("blue", "ProposePause", until=made.at("3h"))
    made.ask("grey", "DeclinePause", pause=first.events[1].data["pause"])
    second = made.ask("grey", "ProposePause", until=made.at("3h"))
    made.ask("blue", "AcceptPause", pause=second.events[1].data["pause"])
    made.clock.to("1h")
    made.ask("blue", "ResumeClocks")
    made.ask("grey", "ResumeClocks")
    made.pull(after="1m")
    made.ask("blue", "TakeVacation", start=made.at("1h5m"), end=made.at("1d1h5m"))
    made.clock.to("1d")
    made.ask("blue", "EndVacation")
    made.ask("blue", "SetControl", control="90m")
    made.ask("grey", "WithdrawControl", of="blue")
    made.clock.to("2d")
    with pytest.raises(GameOver):
        made.ask("blue", "OfferDraw")
    made.ask("grey", "ForgiveFlag", of="blue", ms="5m")
    made.pull(after="1m")
    return made


KINDS = (
    *("control_set", "clock_pressed", "time_given", "reserve_drawn", "pause_proposed", "pause_declined"),
    *("clocks_paused", "resume_asked", "clocks_resumed", "vacation_taken", "vacation_ended"),
    *("control_asked", "control_withdrawn", "flagged", "flag_forgiven", "end_lifted"),
)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with table() as made:
        played(made)
        found = made.verdict(tmp_path_factory.mktemp("whole"))
        assert found.ok, found.first_failure
        yield made


def last_of(rows: list[Row], kind: str) -> int:
    """The place of the last event of a kind."""
    return max(number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1")


def altered(row: Row, **fields: Any) -> Row:
    body = {**msgspec.json.decode(row[3]), **fields}
    return (*row[:3], canonical(body))


def dropped(rows: list[Row], at: int) -> list[Row]:
    """The rows without one, those after it in its stream counted down."""
    stream = rows[at][0]
    later = [(row[0], row[1] - 1, *row[2:]) if row[0] == stream else row for row in rows[at + 1 :]]
    return [*rows[:at], *later]


def exchanged(rows: list[Row], at: int) -> list[Row]:
    """The rows with one and the next of its stream in each other's place."""
    after = next(n for n in range(at + 1, len(rows)) if rows[n][0] == rows[at][0])
    made = list(rows)
    made[at], made[after] = (*rows[at][:2], *rows[after][2:]), (*rows[after][:2], *rows[at][2:])
    return made


def test_there_is_one_of_each_kind(recorded: Table) -> None:
    assert {each["kind"] for each in recorded.events()} >= set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_one_that_is_dropped_is_missed(recorded: Table, kind: str, tmp_path: Path) -> None:
    rows = recorded.rows()
    at = last_of(rows, kind)
    found = recorded.verdict(tmp_path, dropped(rows, at))
    assert not found.ok
    failure = found.first_failure
    assert failure is not None
    assert failure.check in ("signatures", "rules", "order")
    assert abs(failure.position - at) <= 3, failure


CHANGES: dict[str, dict[str, Any]] = {
    "control_set": {"carry": "keep"},
    "clock_pressed": {"running": ["blue", "grey"]},
    "time_given": {"ms": 240_000},
    "reserve_drawn": {"ms": 30_000},
    "pause_proposed": {"until": "2026-03-01T16:00:00.000Z"},
    "pause_declined": {"by": "blue"},
    "clocks_paused": {"until": "2026-03-01T16:00:00.000Z"},
    "resume_asked": {"seat": "grey"},
    "clocks_resumed": {"by": "blue"},
    "vacation_taken": {"to": "2026-03-03T13:05:00.000Z"},
    "vacation_ended": {"seat": "grey"},
    "control_asked": {"seat": "grey"},
    "control_withdrawn": {"by": "blue"},
    "flagged": {"deadline": "2026-03-03T00:00:00.000Z"},
    "flag_forgiven": {"ms": 600_000},
    "end_lifted": {"by": ""},
}


@pytest.mark.parametrize("kind", KINDS)
def test_one_that_is_altered_is_named(recorded: Table, kind: str, tmp_path: Path) -> None:
    rows = recorded.rows()
    at = last_of(rows, kind)
    rows[at] = altered(rows[at], **CHANGES[kind])
    found = recorded.verdict(tmp_path, rows)
    assert not found.ok
    failure = found.first_failure
    assert failure is not None
    assert at < failure.position <= at + 4, failure


@pytest.mark.parametrize(
    "change",
    [
        {"at": "2026-03-01T12:00:30.000Z"},
        {"completed": []},
        {"version": 2},
        {"timeline": "elsewhere"},
        {"holders": ["grey"]},
    ],
)
def test_each_field_of_a_press_is_decided_again(
    recorded: Table, change: dict[str, Any], tmp_path: Path
) -> None:
    rows = recorded.rows()
    at = last_of(rows, "clock_pressed")
    rows[at] = altered(rows[at], **change)
    found = recorded.verdict(tmp_path, rows)
    assert not found.ok
    assert found.first_failure is not None
    assert found.first_failure.position == at + 1


@pytest.mark.parametrize("kind", ["clock_pressed", "flagged", "time_given", "clocks_paused"])
def test_one_that_is_moved_is_named(recorded: Table, kind: str, tmp_path: Path) -> None:
    rows = recorded.rows()
    at = next(number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1")
    found = recorded.verdict(tmp_path, exchanged(rows, at))
    assert not found.ok


def accepted_before(rows: list[Row], kind: str) -> int:
    """The place of the command that caused the last event of a kind."""
    at = last_of(rows, kind)
    return max(n for n in range(at) if rows[n][2] == "match.command_accepted.1")


@pytest.mark.parametrize(
    ("kind", "at"), [("flagged", "2026-03-02T13:00:00.000Z"), ("time_given", "2026-03-01T12:00:30.000Z")]
)
def test_a_time_that_was_set_back_is_named(recorded: Table, kind: str, at: str, tmp_path: Path) -> None:
    rows = recorded.rows()
    place = accepted_before(rows, kind)
    rows[place] = altered(rows[place], at=at)
    found = recorded.verdict(tmp_path, rows)
    assert not found.ok
    assert found.first_failure is not None
    assert found.first_failure.position == place + 1


def test_a_command_later_than_its_deadline_is_refused_without_its_flag(tmp_path: Path) -> None:
    with table() as made:
        made.open("10m")
        made.pull(after="9m")
        rows = made.rows()
        late: Callable[[Row], Row] = lambda row: altered(row, at="2026-03-01T12:11:00.000Z")  # noqa: E731
        at = max(n for n, row in enumerate(rows) if row[2] == "match.command_accepted.1")
        rows[at], rows[-1] = late(rows[at]), late(rows[-1])
        found = made.verdict(tmp_path, rows)
        assert not found.ok
        assert found.first_failure is not None
        assert "ran out of time" in found.first_failure.detail

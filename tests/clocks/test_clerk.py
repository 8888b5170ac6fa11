"""The clerk and heartbeats: flags that no request meets, outages credited before any flag is looked for."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import pytest

from ironclad.eventlog.errors import GameOver, Stale
from ironclad.eventlog.store.heartbeats import Heartbeats
from tests.clocks.playing import Clock, Table, table
from tests.waiting import within

MINUTE = 60_000


@pytest.fixture
def timed() -> Iterator[Table]:
    with table() as made:
        yield made.open("10m")


def test_a_flag_is_found_half_a_second_after_its_deadline(timed: Table, tmp_path: Path) -> None:
    clerk = timed.referee.clerk
    for text in ("9m", "10m", "10m500ms"):
        timed.clock.to(text)
        clerk.sweep()
        assert not timed.events("flagged"), text
    timed.clock.to("10m501ms")
    clerk.sweep()
    (flagged,) = timed.events("flagged")
    assert (flagged["deadline"], flagged["found_at"]) == (timed.at("10m"), timed.at("10m501ms"))
    clerk.sweep()
    assert len(timed.events("flagged")) == 1
    assert timed.verdict(tmp_path).ok


def test_the_grace_is_waited_for(tmp_path: Path) -> None:
    with table() as made:
        made.open({"stages": [{"bank_ms": "10m"}], "grace_ms": "5s"})
        made.clock.to("10m5s500ms")
        made.referee.clerk.sweep()
        assert not made.events("flagged")
        made.clock.to("10m5s501ms")
        made.referee.clerk.sweep()
        assert made.match.ended.at == made.at("10m5s")


def test_deadlines_are_rebuilt_from_the_log_and_follow_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    with ExitStack() as stack:
        made = stack.enter_context(table(url)).open("10m")
        other = stack.enter_context(table(url, beside=True))
        other.clock, other.game = made.clock, made.game
        clerk = other.referee.clerk
        clerk.sweep()
        made.pull(after="5m")
        other.referee.open_games.clock = made.clock
        clerk.sweep()
        made.clock.to("10m1s")
        clerk.sweep()
        assert not made.events("flagged"), "blue handed over in time"
        made.clock.to("15m1s")
        clerk.sweep()
        assert [each["seat"] for each in made.events("flagged")] == ["grey"]
        with pytest.raises(GameOver):
            made.ask("grey", "OfferDraw")
        assert len(made.events("flagged")) == 1


def test_two_clerks_record_one_flag(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    with table(url, beside=True) as one, table(url, beside=True) as two:
        one.open("10m")
        two.clock = one.clock
        two.referee.open_games.clock = one.clock
        one.clock.to("11m")
        threads = [threading.Thread(target=each.referee.clerk.sweep) for each in (one, two)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(one.events("flagged")) == 1


def test_a_game_that_cannot_be_swept_stops_nobody_else(timed: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    first = timed.game
    timed.open("10m")
    sweep = timed.referee.time.sweep

    def broken(live: object, *given: int) -> None:
        if getattr(live, "id", "") == first:
            raise Stale("not now", "main", 1)
        sweep(live, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(timed.referee.time, "sweep", broken)
    timed.clock.to("11m")
    timed.referee.clerk.sweep()
    assert timed.events("flagged")
    monkeypatch.undo()
    timed.clock.to("12m")
    timed.referee.clerk.sweep()
    timed.game = first
    assert timed.events("flagged")


def test_the_thread_finds_flags_and_ends() -> None:
    with table(clerk=True) as made:
        made.open("10m")
        made.clock.to("11m")
        assert within(lambda: bool(made.events("flagged")))
    names = {thread.name for thread in threading.enumerate()}
    assert not names & {"clerk", "heart"}


def test_a_stretch_without_heartbeats_is_one_outage(timed: Table) -> None:
    beats = Heartbeats(timed.referee.log.database)
    beats.beat(1_000)
    beats.beat(60_999)
    assert beats.outages() == []
    beats.beat(120_999)
    beats.beat(110_000)
    beats.beat(121_000)
    (outage,) = beats.outages()
    assert (outage.id, outage.start, outage.end) == ("outage-60999", 60_999, 120_999)


def test_an_outage_over_a_deadline_makes_no_flag(tmp_path: Path) -> None:
    url, clock = f"sqlite:///{tmp_path / 'log.db'}", Clock()
    with table(url, clock=clock) as made:
        game = made.open("10m").game
        made.clock = clock
        clock.to("4m")
        made.referee.heart.once(serves=True)
    clock.to("2h4m")
    with table(url, clock=clock) as made:
        made.clock, made.game = clock, game
        made.referee.heart.once(serves=True)
        made.referee.clerk.sweep()
        assert not made.events("flagged")
        (credit,) = made.events("time_adjusted")
        assert (credit["seat"], credit["ms"], credit["why"]) == ("blue", 120 * MINUTE, "outage")
        assert made.left("blue") == 6 * MINUTE
        made.referee.clerk.sweep()
        made.pull(after="5m")
        assert len(made.events("time_adjusted")) == 1
        found = made.verdict(tmp_path)
        assert found.ok, found.first_failure


def test_an_outage_saves_nobody_who_had_run_out_before(tmp_path: Path) -> None:
    url, clock = f"sqlite:///{tmp_path / 'log.db'}", Clock()
    with table(url, clock=clock) as made:
        game = made.open("10m").game
        clock.to("11m")
        made.referee.heart.once(serves=True)
    clock.to("2h")
    with table(url, clock=clock) as made:
        made.clock, made.game = clock, game
        made.referee.heart.once(serves=True)
        made.referee.clerk.sweep()
        assert made.match.ended.how == "flag"
        found = made.verdict(tmp_path)
        assert found.ok, found.first_failure


def test_of_a_command_and_a_sweep_at_once_the_deadline_decides() -> None:
    """A sample in memory; tests/faults/test_clock_races.py is on each store."""
    random = Random(7)
    for number in range(20):
        with table() as made:
            made.open("10m")
            order = made.order()
            late = random.choice([-1, 0, 1, 600])
            made.clock.to(f"{10 * MINUTE + late}ms")
            raced(made, order)
            lost = bool(made.events("flagged"))
            assert lost == (late > 0), (number, late)
            assert len(made.events("clock_pressed")) == (1 if lost else 2)


def raced(made: Table, order: tuple[str, dict[str, object]]) -> None:
    """A command and a sweep at once."""
    go = threading.Barrier(2)

    def command() -> None:
        go.wait()
        with suppress(GameOver):
            made.give(*order)

    def sweep() -> None:
        go.wait()
        made.referee.clerk.sweep()

    threads = [threading.Thread(target=each) for each in (command, sweep)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

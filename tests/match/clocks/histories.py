"""Random histories of clocks, with durations of a few ticks: the fold and the slow reference side by side."""

from random import Random

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match import events as m
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks.control import (
    ByoYomi,
    Canadian,
    Charge,
    Control,
    Delay,
    Odds,
    Overtime,
    Reserve,
    Stage,
)
from ironclad.domain.match.clocks.deadlines import Deadline, first_flags, out_of_time, read_clock
from ironclad.domain.match.clocks.fold import evolve
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import instant_text
from tests.match.clocks.slow import SlowClocks

SEATS = ("blue", "grey", "white")
ACTIONS = 45
RESERVES: tuple[Reserve, ...] = ("none", "none", "drawn", "automatic")
DELAYS: tuple[Delay, ...] = ("simple", "bronstein")
CARRIES: tuple[e.Carry, ...] = ("fresh", "keep")
AHEAD = 150  # ticks that the reference is run ahead to find the next flag
FOREVER = 10**9


def accepted(at: int) -> m.CommandAccepted:
    """A command of the match, which moves the recorded time on."""
    return m.CommandAccepted("", "c", "", instant_text(at), {})


def random_control(random: Random, seats: tuple[str, ...]) -> Control:
    """A control with durations of a few ticks; its first turn has some time."""
    units = random.random() < 0.2
    stages = _stages(random, units)
    repeat = random.random() < 0.3
    turns = random.randint(1, 3) if repeat else None
    stages = (*stages[:-1], msgspec.structs.replace(stages[-1], turns=turns))
    reserve = random.choice(RESERVES)
    double = random.choice([None, 0, 1, 2])
    odds = {}
    if random.random() < 0.3:
        odds[random.choice(seats)] = Odds(
            grace_ms=random.randint(0, 3), turn_limit_ms=random.choice([None, 25])
        )
    return Control(
        stages,
        repeat=repeat,
        overtime=_overtime(random),
        charge=Charge(random.randint(2, 6), double) if units else None,
        reserve=reserve,
        reserve_ms=random.randint(0, 12) if reserve != "none" else 0,
        reaction_free_ms=random.choice([0, 0, 2, 5]),
        turn_limit_ms=random.choice([None, None, 6, 15, 30]),
        grace_ms=random.choice([0, 0, 2, 4]),
        no_show_ms=random.choice([None, None, 5, 12]),
        seats=odds,
    )


def _stages(random: Random, units: bool) -> tuple[Stage, ...]:
    """One to three stages; all but the last one have an end."""
    count = random.choice([1, 1, 2, 3])
    return tuple(
        Stage(
            random.randint(8, 30) if not number else random.randint(0, 15),
            random.randint(1, 3) if number < count - 1 else None,
            random.choice([0, 0, 2, 5]),
            random.choice([None, None, 2]),
            random.choice([None, None, 12, 20]),
            0 if units else random.choice([0, 0, 3]),
            random.choice(DELAYS),
        )
        for number in range(count)
    )


def _overtime(random: Random) -> Overtime | None:
    return random.choice(
        [
            *(None, None, ByoYomi(random.randint(1, 3), random.randint(2, 6))),
            Canadian(random.randint(1, 3), random.randint(4, 12)),
        ]
    )


class History:
    """One random history. `disagreement` says where the two differ first; `counts` what happened."""

    def __init__(self, seed: int) -> None:
        self.random = Random(f"clocks {seed}")
        self.names = SEATS[: self.random.choice([2, 2, 2, 3])]
        self.begin = self.random.randrange(10**12)
        self.on_flag = self.random.choice(["note", "director", "loss"])
        control = random_control(self.random, self.names)
        starts = self.begin + self.random.randint(1, 8) if self.random.random() < 0.2 else None
        if starts is not None:
            control = msgspec.structs.replace(control, starts=instant_text(starts))
        self.slow = SlowClocks(control, self.names, starts or 0, self.begin)
        self.state = ClockState(seats=self.names)
        self.counts = dict[str, int]()
        self.log = list[str]()
        self._happen(accepted(self.begin), e.ControlSet(control, "fresh", "ann"))
        self._press()

    def play(self) -> None:
        """Raises AssertionError where the fold and the reference differ."""
        for _ in range(ACTIONS):
            if self.slow.ended:
                break
            self._pass(self.random.choice([0, 0, 1, 1, 2, 3, 5, 8, 13]))
            if not self.slow.ended:
                self._act()
            self._compare()

    def _happen(self, *events: Event) -> None:
        for event in events:
            name = type(event).__name__
            self.counts[name] = self.counts.get(name, 0) + 1
            self.log.append(f"{self.slow.now - self.begin}: {event}")
            self.state = evolve(self.state, event)

    def _pass(self, ticks: int) -> None:
        """Let time pass; who is late by more than the grace is flagged at the last moment of it."""
        until = self.slow.now + ticks
        while self.slow.now < until and not self.slow.ended:
            late = out_of_time(self.state, self.slow.now + 1)
            before = self.slow.copy() if late else None
            self.slow.tick()
            overdue = self.slow.overdue()
            assert [each.seat for each in late] == overdue, f"{late} and {overdue}\n{self.story()}"
            if before is not None:
                self.slow = before  # the flag is recorded at the limit, before this tick
                self._flag(late)

    def _flag(self, late: list[Deadline]) -> None:
        assert {each.limit for each in late} == {self.slow.now}, self.story()
        self._happen(accepted(self.slow.now))
        for each in late:
            self._happen(e.Flagged(each.seat, instant_text(each.deadline), instant_text(self.slow.now)))
            self.slow.flag(each.seat)
        if self.on_flag == "director":
            self._happen(e.ClocksPaused("", "flag"))
            self.slow.until = FOREVER + self.begin
        elif self.on_flag == "loss":
            end = m.GameEnded("main", 1, "flag", None, "", "clock/flag", instant_text(self.slow.now))
            self._happen(end)
            self.slow.ended = True
        if self.on_flag != "note" and self.random.random() < 0.8:
            self._forgive([each.seat for each in late])

    def _forgive(self, seats: list[str]) -> None:
        for seat in seats:
            ms = self.random.randint(1, 20)
            self._happen(e.FlagForgiven(seat, "dan", ms, ""))
            self.slow.forgive(seat, ms)
        if self.on_flag == "loss":
            self._happen(e.EndLifted("dan", ""))
            self.slow.ended = False
        else:
            self._happen(e.ClocksResumed("dan", ""))
            self.slow.until = 0

    def _act(self) -> None:
        choice = self.random.random()
        if choice < 0.55:
            self._press()
        elif choice < 0.80:
            self._change_time()
        elif choice < 0.90:
            self._pause()
        elif choice < 0.97:
            self._leave()
        else:
            self._control()

    def _press(self) -> None:
        now, random = self.slow.now, self.random
        running = tuple(name for name in self.names if random.random() < 0.5)
        done = tuple(name for name in self.slow.running if random.random() < 0.5)
        arrived = tuple(name for name in self.names if random.random() < 0.1)
        holders = tuple(name for name in self.names if random.random() < 0.5)
        held = holders if random.random() < 0.1 else None
        self._happen(e.ClockPressed("main", 1, instant_text(now), running, done, arrived, held))
        self.slow.press(running, done, held)
        for name in arrived:
            self.slow.seats[name].arrived = True

    def _change_time(self) -> None:
        random, seat = self.random, self.random.choice(self.names)
        slow, ms = self.slow.seats[seat], random.randint(1, 9)
        kind = random.choice(["give", "take", "credit", "draw", "forgive"])
        self._happen(accepted(self.slow.now))
        if kind == "give":
            self._happen(e.TimeGiven("", seat, ms))
            slow.add(ms)
        elif kind == "take":
            self._happen(e.TimeAdjusted(seat, -ms, "ruling", "dan"))
            slow.add(-ms)
        elif kind == "credit":
            outage = e.Outage(f"o{len(self.log)}", "", "")
            self._happen(e.TimeAdjusted(seat, ms, "outage", "", outage=outage))
            slow.credit(ms)
        elif kind == "draw" and slow.terms.reserve == "drawn" and slow.reserve:
            ms = min(ms, slow.reserve)
            self._happen(e.ReserveDrawn(seat, ms))
            slow.add(ms)
            slow.reserve -= ms
        elif kind == "forgive" and slow.flagged and self.on_flag == "note":
            self._happen(e.FlagForgiven(seat, "dan", ms, ""))
            self.slow.forgive(seat, ms)

    def _pause(self) -> None:
        now = self.slow.now
        self._happen(accepted(now))
        if now < self.slow.until:
            self._happen(e.ClocksResumed("dan", ""))
            self.slow.until = 0
            return
        until = now + self.random.randint(1, 12) if self.random.random() < 0.7 else None
        self._happen(e.ClocksPaused("dan", "", None if until is None else instant_text(until)))
        self.slow.until = FOREVER + self.begin if until is None else until

    def _leave(self) -> None:
        now, seat = self.slow.now, self.random.choice(self.names)
        slow = self.slow.seats[seat]
        self._happen(accepted(now))
        if slow.vacation is not None and now < slow.vacation[1]:
            self._happen(e.VacationEnded(seat))
            slow.vacation = None
            return
        start = now + self.random.randint(0, 6)
        end = start + self.random.randint(1, 12)
        self._happen(e.VacationTaken(seat, instant_text(start), instant_text(end)))
        slow.vacation = (start, end)

    def _control(self) -> None:
        control, carry = random_control(self.random, self.names), self.random.choice(CARRIES)
        self._happen(accepted(self.slow.now), e.ControlSet(control, carry, ""))
        self.slow.set_control(control, carry)

    def _compare(self) -> None:
        now = self.slow.now
        for name, slow in self.slow.seats.items():
            fast, overtime = read_clock(self.state, name, now), slow.terms.overtime
            periods = slow.periods - slow.over // overtime.ms if isinstance(overtime, ByoYomi) else 0
            block = (None, None) if slow.block is None else (slow.block[0] - slow.over, slow.block[1])
            counts = (fast.stage, fast.turns, fast.used_ms)
            found = (fast.left_ms, fast.reserve_ms, fast.periods, fast.block_ms, fast.block_turns, *counts)
            wanted = (slow.left, slow.reserve, periods, *block, slow.stage, slow.turns, slow.used)
            assert found == wanted, f"{name}: {found} and {wanted}\n{self.story()}"
        if self.random.random() < 0.2 and not self.slow.ended:
            self._compare_next()

    def _compare_next(self) -> None:
        """Run the reference ahead to the next flag, if one is near."""
        ahead, next_ = self.slow.copy(), first_flags(self.state)
        while not ahead.overdue() and ahead.now < self.slow.now + AHEAD:
            ahead.tick()
        if overdue := ahead.overdue():
            found = {(each.seat, each.limit) for each in next_}
            assert found == {(seat, ahead.now - 1) for seat in overdue}, f"{next_}\n{self.story()}"
        else:
            assert all(each.limit >= ahead.now for each in next_), f"{next_}\n{self.story()}"

    def story(self) -> str:
        """What happened, a line an event."""
        return "\n".join(self.log)

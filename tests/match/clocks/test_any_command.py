"""Any command with any fields, in games played at random: it is refused by a rule, or what it does holds."""

from random import Random
from typing import Any

import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.match import events as m
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks.control import Control
from ironclad.domain.match.clocks.deadlines import out_of_time, read_clock
from ironclad.domain.match.clocks.deciding import decide, time_of_credit
from ironclad.domain.match.clocks.fold import folded
from ironclad.domain.match.clocks.presets import named_control, presets
from ironclad.domain.match.clocks.reading import control_of
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import DAY, HOUR, LAST, MINUTE, instant_text

SEATS = ("blue", "grey")
START = 1_772_000_000_000
ACTIONS = 120
SPICY: dict[str, Any] = {
    "stages": [{"bank_ms": "2d", "turns": 3, "increment_ms": "1h", "cap_ms": "3d"}],
    "repeat": True,
    "overtime": {"kind": "byo-yomi", "periods": 3, "ms": "6h"},
    "reserve": "drawn",
    "reserve_ms": "1d",
    "reaction_free_ms": "10m",
    "turn_limit_ms": "4d",
    "no_show_ms": "3d",
    "grace_ms": "10s",
    "vacation_days": 12,
}
ACTORS = (
    *(c.SERVICE, c.Actor("blue", "seat"), c.Actor("grey", "seat"), c.Actor("eve", "seat")),
    *(c.Actor("dan", "director"), c.Actor("ops", "operator")),
)


def controls() -> list[Control]:
    """The presets, and one with everything in it for each way to flag and to pause."""
    ways = [(flag, pause) for flag in ("loss", "director", "note") for pause in ("agreement", "director")]
    spicy = [control_of({**SPICY, "on_flag": flag, "pause": pause}, SEATS) for flag, pause in ways]
    return [*(named_control(name, SEATS) for name in presets()), *spicy]


CONTROLS = controls()


FOR: dict[type[Command], tuple[c.Role, ...]] = {
    **dict.fromkeys((c.PressClock, c.OpenSealedMove, c.FindFlag), ("service",)),
    **dict.fromkeys((c.AdjustTime, c.PauseClocks, c.Adjourn), ("director",)),
    c.CreditOutage: ("service", "operator"),
    c.ResumeClocks: ("seat", "director"),
    c.ForgiveFlag: ("seat", "director", "service"),
    c.SetControl: ("seat", "director"),
}


class Game:
    """A game in which anybody asks for anything."""

    def __init__(self, seed: int) -> None:
        self.random = Random(f"any command {seed}")
        self.at = START
        self.state = ClockState(SEATS)
        self.accepted, self.refused = dict[str, int](), dict[str, int]()
        self.flags = list[tuple[str, str]]()
        control = self.random.choice(CONTROLS)
        self.take(START, [e.ControlSet(control, "fresh", "ann")])

    def take(self, at: int, events: list[Event]) -> None:
        before = self.state
        self.state = folded([m.CommandAccepted("", "c", "", instant_text(at), {}), *events], before)
        assert self.state.now >= before.now
        for event in events:
            if isinstance(event, e.Flagged):
                self.flags.append((event.seat, event.deadline))
        self.check()

    def check(self) -> None:
        """What holds in every game."""
        for seat in SEATS:
            reading = read_clock(self.state, seat, self.state.now)
            clock, terms = self.state.of(seat)
            numbers = (reading.left_ms, reading.reserve_ms, reading.periods, reading.used_ms, clock.turns)
            assert min(numbers) >= 0, reading
            assert reading.block_ms is None or reading.block_ms >= 0
            assert clock.vacation_days <= max(terms.vacation_days, 12)
            assert max(numbers) < 2**53
        assert len(set(self.flags)) == len(self.flags), "one flag for a deadline"

    def instant(self) -> str:
        random = self.random
        delta = random.choice([-DAY, 0, 1, HOUR, DAY, 3 * DAY, 400 * DAY, LAST])
        return random.choice(["", "noon", *[instant_text(self.at + delta)] * 8])

    def ms(self) -> int:
        choices = [-(10**18), -MINUTE, -1, 0, 1, MINUTE, HOUR, DAY, 10**18]
        return self.random.choice([*choices, MINUTE, HOUR])

    def seat(self) -> str:
        return self.random.choice(["blue", "grey"] * 6 + ["", "eve"])

    def actor(self, command: Command) -> c.Actor:
        """Mostly one who may ask for it."""
        if self.random.random() < 0.2:
            return self.random.choice(ACTORS)
        roles = FOR.get(type(command), ("seat",))
        return self.random.choice([each for each in ACTORS if each.role in roles and each.name != "eve"])

    def command(self) -> Command:
        random = self.random
        some = tuple(seat for seat in SEATS if random.random() < 0.5)
        pause = random.choice(["p1", "p2"])
        vacation = random.randint(-1, 3) * HOUR, random.randint(-1, 14) * DAY
        known = [instant_text(max(0, self.at + each)) for each in (vacation[0], sum(vacation))]
        until = random.choice([self.instant(), None])
        run = self.state.running
        made: list[Command] = [
            *[c.PressClock(timeline="main", version=1, running=some, completed=run)] * 4,
            c.PressClock(timeline="main", version=1, running=some, arrived=some),
            c.PressClock(timeline="main", version=1, running=(self.seat(),)),
            c.SetControl(control=random.choice(CONTROLS), carry=random.choice(("fresh", "keep"))),
            c.SetControl(control=CONTROLS[-1]),
            c.WithdrawControl(seat=self.seat()),
            c.GiveTime(to=self.seat(), ms=self.ms()),
            c.DrawReserve(ms=random.choice([None, self.ms()])),
            c.AdjustTime(seat=self.seat(), ms=self.ms(), why="ruling"),
            c.CreditOutage(outage=f"o{random.randint(0, 9)}", start=self.instant(), end=self.instant()),
            c.CreditOutage(
                outage=f"o{random.randint(0, 9)}",
                start=instant_text(self.at - HOUR),
                end=instant_text(self.at),
                given={self.seat(): self.ms()} if random.random() < 0.3 else {},
            ),
            c.ProposePause(pause=pause, until=self.instant(), adjourn=random.random() < 0.3),
            *[c.AcceptPause(pause=pause)] * 2,
            c.DeclinePause(pause=pause),
            c.PauseClocks(why="x", until=until, play=random.random() < 0.5),
            *[c.ResumeClocks()] * 3,
            c.Adjourn(why="x" * random.choice([1, 3_000]), until=until),
            *[c.SealMove(timeline="main", digest=random.choice(["0" * 64, "0" * 63, "G" * 64]))] * 2,
            c.OpenSealedMove(seat=self.seat(), version=random.choice([None, 3])),
            c.TakeVacation(start=self.instant(), end=self.instant()),
            *[c.TakeVacation(start=known[0], end=known[1])] * 2,
            c.EndVacation(),
            *[c.FindFlag(timeline="main", version=1)] * 3,
            *[c.ForgiveFlag(seat=self.seat(), ms=self.ms(), claim=random.choice([None, 1]))] * 4,
        ]
        return random.choice(made)

    def step(self) -> None:
        self.at += self.random.choice([0, 1, MINUTE, HOUR, 6 * HOUR, DAY, -HOUR])
        self.at = max(self.at, START)
        command = self.command()
        actor = self.actor(command)
        while (
            self.random.random() < 0.7
            and not isinstance(command, c.FindFlag)
            and (late := out_of_time(self.state, self.at))
        ):
            find = c.FindFlag(timeline="main", version=1)
            self.take(late[0].limit, decide(self.state, c.SERVICE, find, self.at))
        name, at = type(command).__name__, self.at
        before = self.state
        try:
            events = decide(before, actor, command, at)
        except Refused as wrong:
            self.refused[wrong.rule] = self.refused.get(wrong.rule, 0) + 1
            return
        assert self.state == before
        if isinstance(command, c.FindFlag):
            at = out_of_time(before, at)[0].limit
        elif isinstance(command, c.CreditOutage):
            at = time_of_credit(before, events, at)
        self.accepted[name] = self.accepted.get(name, 0) + 1
        self.take(at, events)


@pytest.mark.full
def test_any_command_is_refused_by_a_rule_or_holds() -> None:
    accepted, refused = dict[str, int](), dict[str, int]()
    for seed in range(300):
        game = Game(seed)
        for _ in range(ACTIONS):
            game.step()
        for total, one in ((accepted, game.accepted), (refused, game.refused)):
            for name, count in one.items():
                total[name] = total.get(name, 0) + count
    wanted = {kind.__name__ for kind in c.CLOCK_COMMANDS}
    assert accepted.keys() == wanted, "every command is accepted at times"
    assert all(rule.startswith(("clock/", "match/")) for rule in refused)
    never = {"clock/control"}  # the game is timed
    rules = {f"clock/{each}" for each in _RULES} | {"match/over"}
    assert rules - refused.keys() == never


_RULES = [
    *("control", "flag", "seat", "by", "asked", "time", "reserve", "outage", "paused", "pause", "no-pause"),
    *("proposal", "own-proposal", "adjourn", "sealed", "vacation", "no-flag", "forgiven", "text"),
]


@pytest.mark.parametrize("number", range(len(CONTROLS)))
def test_a_seat_that_does_nothing_runs_out_of_time_under_every_control(number: int) -> None:
    """No control never runs out: the deadline is found, and is the last millisecond in time."""
    pressed = e.ClockPressed("main", 1, instant_text(START), ("blue",))
    accepted = m.CommandAccepted("", "c", "", instant_text(START), {})
    state = folded([accepted, e.ControlSet(CONTROLS[number], "fresh", ""), pressed], ClockState(SEATS))
    (late,) = out_of_time(state, START + 3_650 * DAY)
    assert late.seat == "blue"
    assert START < late.deadline <= late.limit
    assert out_of_time(state, late.limit) == []
    assert read_clock(state, "blue", late.limit + 1).out

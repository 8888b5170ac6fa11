"""A slow reference: clocks that count tick by tick, written from the specification and not from the fold.

A tick is one millisecond: the tick `t` is the stretch from `t` to `t + 1`. A seat pays each tick as it goes,
from its clock, an automatic reserve, or its overtime, and is late with the first tick that nobody pays.
"""

from dataclasses import dataclass, field, replace

from ironclad.domain.match.clocks.control import ByoYomi, Canadian, Control, Stage, Terms


@dataclass
class Paid:
    """Who paid the ticks of a charge: `clock`, `reserve`, `overtime`, or `nobody`."""

    clock: int = 0
    reserve: int = 0
    overtime: int = 0
    nobody: int = 0

    @property
    def all(self) -> int:
        return self.clock + self.reserve + self.overtime + self.nobody


@dataclass
class Seat:
    """A seat's clock. `ticks` are the counted ticks of its turn, each with who paid its charge."""

    terms: Terms
    left: int
    reserve: int
    periods: int = 0
    block: tuple[int, int] | None = None
    stage: int = 0
    turns: int = 0
    ticks: list[Paid] = field(default_factory=list)
    final: int = 0  # so many of the ticks were paid before a gift or an adjustment
    over: int = 0
    spare: int = 0
    free: int = 0
    flagged: bool = False
    arrived: bool = False
    vacation: tuple[int, int] | None = None

    @property
    def its(self) -> Stage:
        return self.terms.stages[self.stage]

    @property
    def last_stage(self) -> bool:
        return self.stage == len(self.terms.stages) - 1

    @property
    def used(self) -> int:
        return len(self.ticks)

    def overtime_left(self) -> int:
        """Of the overtime that the turn began with, what it has not used."""
        overtime = self.terms.overtime
        if overtime is None or not self.last_stage:
            return 0
        if isinstance(overtime, ByoYomi):
            return self.periods * overtime.ms - self.over
        return (overtime.ms if self.block is None else self.block[0]) - self.over

    def cost(self) -> int:
        """What the tick costs that makes the turn `used + 1` long."""
        nth, charge = self.used + 1, self.terms.charge
        if charge is not None:
            if nth % charge.unit_ms:
                return 0
            unit = nth // charge.unit_ms
            doubled = charge.double_after is not None and unit > charge.double_after
            return charge.unit_ms * (2 if doubled else 1)
        if self.its.delay == "simple" and nth <= self.its.delay_ms:
            return 0
        return 1

    @property
    def late(self) -> int:
        """How many ticks ago the seat was in time for the last time: 0 while it is.

        It is late with the first tick that nobody pays, and with the first one past a limit.
        """
        first = [self.used]
        first += [place for place, tick in enumerate(self.ticks) if place >= self.final and tick.nobody][:1]
        for limit in (self.terms.turn_limit_ms, None if self.arrived else self.terms.no_show_ms):
            first += [] if limit is None else [limit + self.spare]
        return self.used - min(first)

    def tick(self) -> None:
        """One counted tick."""
        if self.free:
            self.free -= 1
            return
        paid = Paid()
        for _ in range(self.cost()):
            if self.left:
                self.left -= 1
                paid.clock += 1
            elif self.terms.reserve == "automatic" and self.reserve:
                self.reserve -= 1
                paid.reserve += 1
            elif self.overtime_left():
                self.over += 1
                paid.overtime += 1
            else:
                paid.nobody += 1
        self.ticks.append(paid)

    def add(self, ms: int) -> None:
        """Time is added or taken; what was paid before is final."""
        if ms < 0 and not self.left:
            return
        self.left = max(0, self.left + ms)
        self.final = self.used

    def credit(self, ms: int) -> None:
        """The last ticks of the turn were none; what they cost comes back. What is more is added."""
        while ms and self.ticks:
            paid = self.ticks.pop()
            if self.used < self.final:
                self.left += paid.all
                self.final = self.used
            else:
                self.left += paid.clock
                self.reserve += paid.reserve
                self.over -= paid.overtime
            ms -= 1
        if ms:
            self.add(ms)

    def hand_over(self) -> None:
        """The order of the specification, a sentence at a time."""
        used, stage, overtime = self.used, self.its, self.terms.overtime
        if isinstance(overtime, ByoYomi):
            while self.over >= overtime.ms:  # a period that is used up is gone
                self.periods -= 1
                self.over -= overtime.ms
        if isinstance(overtime, Canadian) and (self.over or self.block):
            ms, turns = self.block or (overtime.ms, overtime.turns)
            self.block = (ms - self.over, turns - 1) if turns > 1 else (overtime.ms, overtime.turns)
        if stage.delay == "bronstein":
            for _ in range(min(used, stage.delay_ms)):
                self.left += 1
        self.turns += 1
        if stage.increment_turns is None or self.turns <= stage.increment_turns:
            for _ in range(stage.increment_ms):
                if stage.cap_ms is None or self.left < stage.cap_ms:
                    self.left += 1
                elif self.terms.reserve != "none":
                    self.reserve += 1
        if self.turns == stage.turns:
            self.turns = 0
            if not self.last_stage:
                self.stage += 1
            self.left += self.its.bank_ms
        self.ticks, self.final, self.over, self.spare = [], 0, 0, 0
        self.flagged, self.arrived, self.free = False, True, 0


class SlowClocks:
    """The clocks of a game; `now` is a tick."""

    def __init__(self, control: Control, seats: tuple[str, ...], starts: int, now: int) -> None:
        self.names, self.starts, self.now = seats, starts, now
        self.seats = {seat: self._begun(control.terms(seat)) for seat in seats}
        self.running: tuple[str, ...] = ()
        self.holders: tuple[str, ...] = ()
        self.until = 0  # the clocks are stopped before this tick
        self.ended = False

    @staticmethod
    def _begun(terms: Terms) -> Seat:
        periods = terms.overtime.periods if isinstance(terms.overtime, ByoYomi) else 0
        return Seat(terms, terms.stages[0].bank_ms, terms.reserve_ms, periods)

    def copy(self) -> "SlowClocks":
        """A copy that can be run ahead."""
        other = object.__new__(SlowClocks)
        other.__dict__.update(self.__dict__)
        other.seats = {
            name: replace(seat, ticks=[replace(tick) for tick in seat.ticks])
            for name, seat in self.seats.items()
        }
        return other

    def _counts(self, name: str) -> bool:
        seat = self.seats[name]
        away = seat.vacation is not None and seat.vacation[0] <= self.now < seat.vacation[1]
        stopped = self.ended or self.now < self.starts or self.now < self.until
        return name in self.running and not (away or stopped or seat.flagged)

    def tick(self) -> None:
        for name in self.names:
            if self._counts(name):
                self.seats[name].tick()
        self.now += 1

    def overdue(self) -> list[str]:
        """The seats that are late by more than their grace, and not flagged yet."""
        return [
            name
            for name, seat in self.seats.items()
            if name in self.running and not seat.flagged and seat.late > seat.terms.grace_ms
        ]

    def press(
        self, running: tuple[str, ...], completed: tuple[str, ...], holders: tuple[str, ...] | None = None
    ) -> None:
        held = self.holders
        for name in completed:
            self.seats[name].hand_over()
        if completed or not held:
            self.holders = running
        if holders is not None:
            self.holders = holders
        for name, seat in self.seats.items():
            held_before, holds = name in held, name in self.holders
            same = name in self.running and name not in completed and held_before == holds
            if name in running and not same:
                seat.free = 0 if holds else seat.terms.reaction_free_ms
        self.running = running

    def set_control(self, control: Control, carry: str) -> None:
        for name, old in self.seats.items():
            new = self._begun(control.terms(name))
            if carry == "keep":
                new.left = old.left
                new.reserve = old.reserve if new.terms.reserve != "none" else 0
            new.free = min(old.free, new.terms.reaction_free_ms)
            new.arrived, new.vacation = old.arrived, old.vacation
            self.seats[name] = new
        self.starts = 0

    def flag(self, name: str) -> None:
        """The time of the turn is what it was at the deadline."""
        seat = self.seats[name]
        seat.credit(seat.late)
        seat.free, seat.flagged = 0, True

    def forgive(self, name: str, ms: int) -> None:
        seat = self.seats[name]
        seat.flagged = False
        seat.spare += max(0, ms - seat.used)
        seat.credit(ms)

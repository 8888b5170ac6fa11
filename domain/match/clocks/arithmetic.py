"""The arithmetic of one clock: the time of a turn, its charge, who pays it, the hand-over, the deadline.

The *time* of a turn (`used`) is what was counted outside pauses, vacations and free reaction time. The
*charge* is what the turn costs. The clock pays it, then an automatic reserve, then the overtime of the last
stage.
"""

import msgspec

from ironclad.domain.match.clocks.control import ByoYomi, Stage, Terms
from ironclad.domain.match.clocks.state import Block, SeatClock, Turn
from ironclad.domain.match.clocks.times import DAY, NEVER

CEILING_MS = 36_500 * DAY
"""No clock and no reserve grows beyond a hundred years, however often a stage is repeated."""


def begun(terms: Terms) -> SeatClock:
    """A clock at the start of a game."""
    periods = terms.overtime.periods if isinstance(terms.overtime, ByoYomi) else 0
    return SeatClock(terms.stages[0].bank_ms, terms.reserve_ms, periods=periods)


def counted(clock: SeatClock, at: int) -> int:
    """The time since `since` that is outside the seat's vacation; free reaction time is in it."""
    since = clock.since
    if at <= since or clock.turn.flagged:
        return 0
    vacation = clock.vacation
    if vacation is None:
        return at - since
    return at - since - max(0, min(at, vacation.end) - max(since, vacation.start))


def used_at(clock: SeatClock, at: int) -> int:
    """The time of the turn at an instant."""
    return clock.turn.used + max(0, counted(clock, at) - clock.free)


def charge_of(terms: Terms, stage: Stage, used: int) -> int:
    """What a turn of that time costs."""
    if terms.charge is not None:
        units, double = used // terms.charge.unit_ms, terms.charge.double_after
        if double is not None and units > double:
            units += units - double
        return units * terms.charge.unit_ms
    if stage.delay_ms and stage.delay == "simple":
        return max(0, used - stage.delay_ms)
    return used


def _most_used(terms: Terms, stage: Stage, charge: int) -> int:
    """The longest time of a turn that costs no more than this charge."""
    if terms.charge is not None:
        units, double = charge // terms.charge.unit_ms, terms.charge.double_after
        if double is not None and units > double:
            units = double + (units - double) // 2
        return (units + 1) * terms.charge.unit_ms - 1
    if stage.delay_ms and stage.delay == "simple":
        return charge + stage.delay_ms
    return charge


def overtime_of(clock: SeatClock, terms: Terms) -> int:
    """The overtime that a turn begins with: none before the last stage."""
    overtime = terms.overtime
    if overtime is None or clock.stage + 1 < len(terms.stages):
        return 0
    if isinstance(overtime, ByoYomi):
        return clock.periods * overtime.ms
    return overtime.ms if clock.block is None else clock.block.ms


def paid(clock: SeatClock, terms: Terms, charge: int) -> tuple[int, int, int]:
    """The clock and the reserve after a charge for the turn so far, and the overtime used in the turn."""
    left, reserve, over = clock.left - (charge - clock.turn.charged), clock.reserve, clock.turn.over
    if left >= 0:
        return left, reserve, over
    owed = -left
    if terms.reserve == "automatic":
        reserve, owed = max(0, reserve - owed), max(0, owed - reserve)
    return 0, reserve, min(over + owed, overtime_of(clock, terms))


def shown(clock: SeatClock, terms: Terms, at: int) -> tuple[int, int, int]:
    """The clock and the reserve at an instant, and the overtime used in the turn."""
    return paid(clock, terms, charge_of(terms, terms.stages[clock.stage], used_at(clock, at)))


def allowed(clock: SeatClock, terms: Terms) -> int:
    """The longest time of this turn that is not out of time."""
    turn = clock.turn
    funds = turn.charged + clock.left + overtime_of(clock, terms) - turn.over
    if terms.reserve == "automatic":
        funds += clock.reserve
    most = _most_used(terms, terms.stages[clock.stage], funds)
    if terms.turn_limit_ms is not None:
        most = min(most, terms.turn_limit_ms + turn.spare)
    if terms.no_show_ms is not None and not clock.arrived:
        most = min(most, terms.no_show_ms + turn.spare)
    return most


def deadline_of(clock: SeatClock, terms: Terms) -> tuple[int, int] | None:
    """The last instant at which the seat is in time, and the last at which its command is taken.

    None while its time is not counted. The grace is counted as the turn is: a pause does not shorten it.
    """
    if clock.since >= NEVER or clock.turn.flagged:
        return None
    most = allowed(clock, terms)
    deadline = _last_instant(clock, most)
    return deadline, _last_instant(clock, most + terms.grace_ms) if terms.grace_ms else deadline


def _last_instant(clock: SeatClock, used: int) -> int:
    """The last instant at which the turn has no more than this time; in the past if it had more already."""
    since, vacation = clock.since, clock.vacation
    instant = since + used - clock.turn.used + clock.free
    if vacation is not None and vacation.end > since:
        begins = max(vacation.start, since)
        if instant >= begins:
            instant += vacation.end - begins
    return instant


def settled(clock: SeatClock, at: int) -> SeatClock:
    """The same clock with the time up to an instant counted in it; it is not counted from there on."""
    turn, passed = clock.turn, counted(clock, at)
    turn = msgspec.structs.replace(turn, used=used_at(clock, at))
    return _replaced(clock, clock.left, clock.reserve, turn, NEVER, max(0, clock.free - passed))


def stint(clock: SeatClock, since: int, free: int) -> SeatClock:
    """A clock that was settled, counted from an instant on, with so much free reaction time."""
    return _replaced(clock, clock.left, clock.reserve, clock.turn, since, free)


def _replaced(clock: SeatClock, left: int, reserve: int, turn: Turn, since: int, free: int) -> SeatClock:
    return SeatClock(
        left=left,
        reserve=reserve,
        stage=clock.stage,
        turns=clock.turns,
        periods=clock.periods,
        block=clock.block,
        turn=turn,
        since=since,
        free=free,
        arrived=clock.arrived,
        vacation=clock.vacation,
        vacation_days=clock.vacation_days,
    )


def topped_up(clock: SeatClock, terms: Terms, at: int, ms: int) -> SeatClock:
    """The clock with time added at an instant, or taken from it, but never to below 0."""
    charge = charge_of(terms, terms.stages[clock.stage], used_at(clock, at))
    left, reserve, over = paid(clock, terms, charge)
    if ms < 0 and left == 0:
        return clock
    turn = Turn(clock.turn.used, charge, over, clock.turn.spare, clock.turn.flagged)
    return _replaced(clock, max(0, left + ms), reserve, turn, clock.since, clock.free)


def credited(clock: SeatClock, terms: Terms, at: int, ms: int) -> SeatClock:
    """The clock with time taken off the turn at an instant; what is more than the turn had is added."""
    now = settled(clock, at)
    off = min(ms, now.turn.used)
    turn = msgspec.structs.replace(now.turn, used=now.turn.used - off)
    less = _replaced(now, now.left, now.reserve, turn, max(clock.since, at), now.free)
    return topped_up(less, terms, at, ms - off) if ms > off else less


def handed_over(clock: SeatClock, terms: Terms, at: int) -> SeatClock:
    """The clock after a hand-over at an instant, in the order of the specification; it is not counted then.

    The charge is taken · Bronstein gives back · the increment up to the cap, the rest to the reserve · the
    next stage's bank. Overtime: used periods are gone, a begun one is whole again; blocks count the turn.
    """
    stage, used = terms.stages[clock.stage], used_at(clock, at)
    left, reserve, over = paid(clock, terms, charge_of(terms, stage, used))
    periods, block = _overtime_after(clock, terms, over)
    if stage.delay_ms and stage.delay == "bronstein":
        left += min(used, stage.delay_ms)
    turns = clock.turns + 1
    if stage.increment_ms and (stage.increment_turns is None or turns <= stage.increment_turns):
        more = left + stage.increment_ms
        capped = more if stage.cap_ms is None else max(left, min(more, stage.cap_ms))
        if terms.reserve != "none":
            reserve += more - capped
        left = capped
    index = clock.stage
    if turns == stage.turns:
        index, turns = min(index + 1, len(terms.stages) - 1), 0
        left += terms.stages[index].bank_ms
    left, reserve = min(left, CEILING_MS), min(reserve, CEILING_MS)
    return SeatClock(
        left=left,
        reserve=reserve,
        stage=index,
        turns=turns,
        periods=periods,
        block=block,
        arrived=True,
        vacation=clock.vacation,
        vacation_days=clock.vacation_days,
    )


def _overtime_after(clock: SeatClock, terms: Terms, over: int) -> tuple[int, Block | None]:
    """The periods and the block after a turn that used so much overtime."""
    overtime, block = terms.overtime, clock.block
    if overtime is None:
        return clock.periods, block
    if isinstance(overtime, ByoYomi):
        return clock.periods - over // overtime.ms, block
    if block is None:
        if not over:
            return clock.periods, None
        block = Block(overtime.ms, overtime.turns)
    if block.turns == 1:
        return clock.periods, Block(overtime.ms, overtime.turns)
    return clock.periods, Block(block.ms - over, block.turns - 1)

"""What folding costs is measured, on a game that is one."""

from ironclad.api.cli.bench import measure_clocks
from ironclad.domain.match.clocks.deadlines import out_of_time, read_clock
from ironclad.domain.match.clocks.events import ControlSet
from ironclad.domain.match.clocks.fold import folded
from ironclad.domain.match.clocks.presets import named_control
from ironclad.domain.match.clocks.state import ClockState


def test_the_game_that_is_measured_is_a_game() -> None:
    """Both seats hand over every third press, and nobody runs out of time on the way."""
    seats = measure_clocks.SEATS
    control = ControlSet(named_control(measure_clocks.CONTROL, seats), "fresh", "")
    state = folded([control, *measure_clocks.presses(measure_clocks.PRESSES)], ClockState(seats))
    turns = [read_clock(state, seat, state.now).turns for seat in seats]
    assert sum(turns) == measure_clocks.PRESSES // 3 - 1
    assert out_of_time(state, state.now) == []


def test_what_folding_costs_is_measured() -> None:
    fold, press = measure_clocks.figures()
    assert (fold.unit, press.unit) == ("ms", "µs")
    assert min(fold.value, press.value) > 0

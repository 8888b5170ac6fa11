"""A control: the rule by which a game's clocks run. Documents are read and checked in `reading.py`.

All durations are whole milliseconds. A control is stored in the log as it is here, so that its fields never
change their meaning.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

UNSET = msgspec.UNSET
SEATED = "seated"

Delay = Literal["simple", "bronstein"]
Reserve = Literal["none", "drawn", "automatic"]
OnFlag = Literal["loss", "director", "note"]
Pausing = Literal["agreement", "director"]


class Stage(msgspec.Struct, frozen=True):
    """A stretch of a seat's turns: `turns` of them (None: all that follow), and what its clock gets.

    bank_ms: added as the stage begins. increment_ms: added at a hand-over in the first `increment_turns`
    turns of the stage (None: in all), up to a clock of `cap_ms`. delay_ms: of each turn, free of charge
    before the clock runs (simple), or given back at the hand-over as far as it was used (bronstein).
    """

    bank_ms: int
    turns: int | None = None
    increment_ms: int = 0
    increment_turns: int | None = None
    cap_ms: int | None = None
    delay_ms: int = 0
    delay: Delay = "simple"


class ByoYomi(msgspec.Struct, frozen=True, tag_field="kind", tag="byo-yomi"):
    """So many periods of `ms` each: a used one is gone, a begun one is whole again at the hand-over."""

    periods: int
    ms: int


class Canadian(msgspec.Struct, frozen=True, tag_field="kind", tag="canadian"):
    """Blocks of `ms` for so many turns each; nothing is carried over to the next one."""

    turns: int
    ms: int


Overtime = ByoYomi | Canadian


class Charge(msgspec.Struct, frozen=True):
    """Whole units of time are charged, each one past `double_after` of a turn twice (None: none is)."""

    unit_ms: int
    double_after: int | None = None


class Terms(msgspec.Struct, frozen=True):
    """What one seat plays by.

    reserve: `automatic` pays when the clock is at 0, `drawn` is moved to the clock by command.
    reaction_free_ms: of each stint of a seat that does not hold the turn, free of charge. turn_limit_ms: the
    longest turn. no_show_ms: the longest time until the seat's first command. grace_ms: so late a command is
    still taken.
    """

    stages: tuple[Stage, ...]
    repeat: bool = False
    overtime: Overtime | None = None
    charge: Charge | None = None
    reserve: Reserve = "none"
    reserve_ms: int = 0
    reaction_free_ms: int = 0
    turn_limit_ms: int | None = None
    grace_ms: int = 0
    no_show_ms: int | None = None
    vacation_days: int = 0


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """What differs for one seat: the fields that are set take the place of the control's."""

    stages: tuple[Stage, ...] | msgspec.UnsetType = UNSET
    repeat: bool | msgspec.UnsetType = UNSET
    overtime: Overtime | msgspec.UnsetType | None = UNSET
    charge: Charge | msgspec.UnsetType | None = UNSET
    reserve: Reserve | msgspec.UnsetType = UNSET
    reserve_ms: int | msgspec.UnsetType = UNSET
    reaction_free_ms: int | msgspec.UnsetType = UNSET
    turn_limit_ms: int | msgspec.UnsetType | None = UNSET
    grace_ms: int | msgspec.UnsetType = UNSET
    no_show_ms: int | msgspec.UnsetType | None = UNSET
    vacation_days: int | msgspec.UnsetType = UNSET


class Control(Terms, frozen=True):
    """The rule by which a game's clocks run: the terms of all seats, and what is one for the game.

    on_flag: a flag loses, stops the clocks for the director, or is noted. pause: who may stop the clocks.
    starts: "seated", or an instant before which nothing is charged. draw_counts_for: the seat that wins by a
    draw in a tournament. seats: by seat what differs from the terms.
    """

    on_flag: OnFlag = "loss"
    pause: Pausing = "agreement"
    starts: str = SEATED
    draw_counts_for: str | None = None
    seats: dict[str, Odds] = {}

    def terms(self, seat: str) -> Terms:
        """What a seat plays by."""
        shared = {name: getattr(self, name) for name in Terms.__struct_fields__}
        odds = self.seats.get(seat, Odds())
        own = {name: getattr(odds, name) for name in Odds.__struct_fields__}
        return Terms(**{**shared, **{name: value for name, value in own.items() if value is not UNSET}})

    def all_terms(self, seats: Sequence[str]) -> tuple[Terms, ...]:
        """What each seat plays by, in the order of the seats."""
        return tuple(self.terms(seat) for seat in seats)

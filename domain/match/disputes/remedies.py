"""Remedies: what a settlement or a ruling may do to a game. A closed list of objects, each with its checks.

Refusals name their rule as `remedy/…`.
"""

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Unreadable, canonical, name_of
from ironclad.domain.match.clocks.reading import LONGEST_MS

MOST_PATHS = 20
MOST_PATH = 200  # characters
MOST_SET = 16_384  # bytes of the values that are set
MOST_TENTHS = 1_000
DRAW = "draw"
WIN_TENTHS, DRAW_TENTHS = 10, 5
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_SHARE = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:/[1-9][0-9]{0,8})?")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is done about a claim; subclasses are named by their tag."""


class LetStand(Remedy, frozen=True, tag_field="type", tag="let_stand"):
    """Nothing changes: the finding is recorded."""


class Time(Remedy, frozen=True, tag_field="type", tag="time"):
    """Time is added to a seat's clock, or taken from it (`ms` below 0)."""

    seat: str
    ms: int


class Points(Remedy, frozen=True, tag_field="type", tag="points"):
    """Tenths of a point for an entry of the tournament, below 0 too."""

    entry: str
    tenths: int


class SameFaces(Remedy, frozen=True, omit_defaults=True, tag_field="type", tag="same_faces"):
    """A new line from before the command at `version`: it and those after it up to the one that has event
    `through` are decided by the reading, with the same faces. None: the one command.
    """

    timeline: str
    version: int
    reading: dict[str, str]
    through: int | None = None


class Rewind(Remedy, frozen=True, omit_defaults=True, tag_field="type", tag="rewind"):
    """A new line from version `at`, with new dice. clocks: as they were there, or as they are."""

    timeline: str
    at: int
    clocks: Literal["as_then", "keep"] = "as_then"


class Correct(Remedy, frozen=True, tag_field="type", tag="correct"):
    """A new line from the head, where the position is corrected: values by path, as `set` in cases."""

    timeline: str
    set: dict[str, Any]


class Result(Remedy, frozen=True, tag_field="type", tag="result"):
    """The game ends: a seat wins, or nobody."""

    winner: str | None


class Weighted(Remedy, frozen=True, tag_field="type", tag="weighted"):
    """The game ends with shares of the result, by seat or "draw"; `odds`: SHA-256 of what they rest on."""

    shares: dict[str, str]
    odds: str


class Replay(Remedy, frozen=True, tag_field="type", tag="replay"):
    """The game is annulled, and a new one is opened on the same terms."""


AnyRemedy = LetStand | Time | Points | SameFaces | Rewind | Correct | Result | Weighted | Replay
_ALL: tuple[type[Remedy], ...] = (
    LetStand,
    Time,
    Points,
    SameFaces,
    Rewind,
    Correct,
    Result,
    Weighted,
    Replay,
)
NAMES: tuple[str, ...] = tuple(name_of(kind) for kind in _ALL)
NEW_LINE = (SameFaces, Rewind, Correct)
ENDS = (Result, Weighted, Replay)
OF_TOURNAMENT = (Points, Weighted)


def ended_against(remedy: AnyRemedy, ended: str) -> tuple[str, str] | None:
    """What the end of a game (`ended` says how, "" while it runs) has against a remedy: the rule, the reason.

    The seats' own word, and what was ruled, holds until it is lifted; a result may take the place of the
    seats' word. Behind an end by the rules a line may begin.
    """
    if isinstance(remedy, ENDS) and ended in ("ruling", "annulled"):
        return "remedy/end", f"the game ended by {ended}: a director lifts that end first"
    if isinstance(remedy, NEW_LINE) and ended not in ("", "rules"):
        return "remedy/end", f"the game ended by {ended}: lift the end first"
    if isinstance(remedy, Time) and ended:
        return "remedy/end", "the game is over: no clock runs in it"
    return None


def name(remedy: AnyRemedy) -> str:
    """The name of a remedy's kind."""
    return name_of(type(remedy))


def read_remedy(data: Any) -> AnyRemedy:
    """A remedy from plain data. Raises Unreadable, naming what is wrong."""
    if not isinstance(data, Mapping) or data.get("type") not in NAMES:
        raise Unreadable(f"a remedy is an object with a type, one of {', '.join(NAMES)}")
    try:
        found: AnyRemedy = msgspec.convert(dict(data), AnyRemedy)
    except msgspec.ValidationError as wrong:
        raise Unreadable(f"remedy {data['type']}: {wrong}") from wrong
    return found


def check_remedy(
    remedy: AnyRemedy, seats: Collection[str], lines: Collection[str], *, tournament: bool, timed: bool
) -> None:
    """Check a remedy for a game of these seats whose own lines are `lines`. Raises Refused."""
    require(
        tournament or not isinstance(remedy, OF_TOURNAMENT),
        "remedy/tournament",
        "the game is of no tournament",
    )
    match remedy:
        case Time(seat, ms):
            require(timed, "remedy/clock", "the game has no clocks")
            require(seat in seats, "remedy/seat", f"the game has no seat {seat[:40]!r}")
            require(
                0 < abs(ms) <= LONGEST_MS,
                "remedy/time",
                "time is added or taken: ms is not 0, nor longer than clocks are",
            )
        case Points(entry, tenths):
            require(_NAME.fullmatch(entry), "remedy/entry", f"{entry[:40]!r} is no entry of a tournament")
            require(
                0 < abs(tenths) <= MOST_TENTHS,
                "remedy/points",
                f"1 to {MOST_TENTHS:,} tenths, or as many below 0",
            )
        case SameFaces() | Rewind() | Correct():
            require(
                remedy.timeline in lines, "remedy/timeline", f"the game has no line {remedy.timeline[:40]!r}"
            )
            _check_line(remedy)
        case Result(winner):
            require(
                winner is None or winner in seats,
                "remedy/winner",
                f"the game has no seat {str(winner)[:40]!r}",
            )
        case Weighted(shares, odds):
            shares_of(shares, seats)
            require(
                _DIGEST.fullmatch(odds),
                "remedy/odds",
                "odds is the SHA-256 of what the shares rest on: 64 digits",
            )


def _check_line(remedy: SameFaces | Rewind | Correct) -> None:
    match remedy:
        case SameFaces(_, version, reading, through):
            require(version >= 1, "remedy/place", "a command is at version 1 or later")
            require(
                through is None or through >= version, "remedy/place", "`through` is not before the command"
            )
            require(
                len(reading) == 1, "remedy/reading", "one reading: an option with its value, or an erratum"
            )
            for text in (*reading.keys(), *reading.values()):
                require(_NAME.fullmatch(text), "remedy/reading", f"{text[:40]!r} is no name of a reading")
        case Rewind(_, at, _):
            require(at >= 1, "remedy/place", "a line is continued from version 1 or later")
        case Correct(_, values):
            check_paths(values)


def check_paths(values: Mapping[str, Any]) -> None:
    """Check the paths that a correction sets, and the size of its values. Raises Refused."""
    require(1 <= len(values) <= MOST_PATHS, "remedy/path", f"1 to {MOST_PATHS} paths are corrected")
    for path in values:
        wrong = f"{path[:40]!r} is no path: names joined by dots"
        steps = path.split(".")
        require(0 < len(path) <= MOST_PATH and all(steps) and path.isprintable(), "remedy/path", wrong)
        require(not set(path) & set("<>\"'`\\"), "remedy/path", wrong)
        terms = f"{path[:40]}: by what a position is decided is moved by a ruling, not corrected"
        require(steps[0] not in ("errata", "options"), "remedy/path", terms)
        for other in values:
            inside = f"{other[:40]} is inside {path[:40]}: set one of them"
            require(not other.startswith(f"{path}."), "remedy/path", inside)
    try:
        size = len(canonical(dict(values)))
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError) as wrong_value:
        raise Refused("remedy/value", f"a value cannot be written as JSON: {wrong_value}") from wrong_value
    require(size <= MOST_SET, "remedy/value", f"what is set has no more than {MOST_SET:,} bytes")


def shares_of(shares: Mapping[str, str], seats: Collection[str]) -> dict[str, Fraction]:
    """Shares of a result as fractions. Raises Refused unless they are of seats or a draw, and add up to 1."""
    found = dict[str, Fraction]()
    for who, text in shares.items():
        require(who in (*seats, DRAW), "remedy/shares", f"{who[:40]!r} is neither a seat nor draw")
        require(_SHARE.fullmatch(text), "remedy/shares", f"{text[:40]!r} is no share: write 3/5")
        found[who] = Fraction(text)
        require(str(found[who]) == text, "remedy/shares", f"{text[:40]} is {found[who]} in lowest terms")
        require(found[who] > 0, "remedy/shares", "who gets nothing is left out")
    total = sum(found.values(), Fraction(0))
    require(total == 1, "remedy/shares", f"the shares add up to {total}, not to 1")
    return found


def tenths_of(shares: Mapping[str, str], seat: str, seats: Collection[str]) -> int:
    """Tenths of a point that a seat gets of shares: the exact mean of the results, halves up."""
    found = shares_of(shares, seats)
    mean = WIN_TENTHS * found.get(seat, Fraction(0)) + DRAW_TENTHS * found.get(DRAW, Fraction(0))
    return int(mean + Fraction(1, 2))

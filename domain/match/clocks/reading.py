"""Reading a control: from a document (as in requests and cases), every fault with its path.

Durations are whole milliseconds or text (`90m`). Each number has a bound, so that every turn ends some day,
and no sum leaves the integers that every reader of JSON keeps.
"""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.match.clocks.control import (
    SEATED,
    ByoYomi,
    Canadian,
    Charge,
    Control,
    Odds,
    Overtime,
    Stage,
    Terms,
)
from ironclad.domain.match.clocks.times import (
    DAY,
    SECOND,
    duration_of,
    duration_text,
    instant_of,
    instant_text,
)

MOST_STAGES = 8
LONGEST_MS = 3_650 * DAY
LONGEST_GAIN_MS = 366 * DAY
LONGEST_GRACE_MS = 10 * SECOND
MOST_TURNS = 10_000
MOST_PERIODS = 1_000
MOST_VACATION_DAYS = 366
MOST_FAULTS = 20


class Fault(msgspec.Struct, frozen=True):
    """What is wrong at one place of a control, such as `stages[1].bank_ms`."""

    path: str
    reason: str


class BadControl(Unreadable):
    """A document that is no control; `faults` are all that is wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        shown = [f"{each.path or 'control'}: {each.reason}" for each in faults[:MOST_FAULTS]]
        more = len(faults) - MOST_FAULTS
        super().__init__("; ".join([*shown, f"and {more} more"] if more > 0 else shown))
        self.faults = faults


def control_of(document: Any, seats: Collection[str]) -> Control:
    """The control that a document describes, for a game of these seats. Raises BadControl."""
    reader = _Reader(seats)
    control = reader.control(document)
    if reader.faults:
        raise BadControl(reader.faults)
    return control


_TERMS = set(Terms.__struct_fields__)
_GAME = set(Control.__struct_fields__)
_STAGE = set(Stage.__struct_fields__)


class _Reader:
    """Goes through a document once; what is wrong is noted, and a harmless value taken in its place."""

    def __init__(self, seats: Collection[str]) -> None:
        self.seats = seats
        self.faults: list[Fault] = []

    def fault(self, path: str, reason: str) -> None:
        self.faults.append(Fault(path, reason))

    def control(self, document: Any) -> Control:
        found = self._object("", document, _GAME)
        terms = self._terms("", found)
        own = {
            "on_flag": self._word("on_flag", found, ("loss", "director", "note")),
            "pause": self._word("pause", found, ("agreement", "director")),
            "starts": self._starts(found),
            "draw_counts_for": self._seat("draw_counts_for", found.get("draw_counts_for")),
        }
        shared = {name: value for name, value in {**terms, **own}.items() if value is not msgspec.UNSET}
        if "stages" not in shared:
            self.fault("stages", "a control has at least one stage")
            shared["stages"] = (Stage(SECOND),)
        seats = self._odds(found.get("seats", {}))
        control = Control(**shared, seats=seats)
        if self.faults:
            return control  # what holds between fields is checked where each of them is sound
        self._check_terms("", control.terms(""))
        for seat, odds in seats.items():
            if odds != Odds():
                self._check_terms(f"seats.{seat}.", control.terms(seat))
        return control

    def _odds(self, document: Any) -> dict[str, Odds]:
        found = {}
        for seat, differs in self._object("seats", document, None).items():
            path = f"seats.{seat}"
            if self._seat(path, seat) is not None:
                found[seat] = Odds(**self._terms(f"{path}.", self._object(path, differs, _TERMS)))
        return found

    def _terms(self, at: str, found: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of terms; UNSET for what the document does not have."""
        most = LONGEST_MS
        return {
            "stages": self._stages(f"{at}stages", found["stages"]) if "stages" in found else msgspec.UNSET,
            "repeat": self._truth(f"{at}repeat", found.get("repeat", msgspec.UNSET)),
            "overtime": self._overtime(f"{at}overtime", found.get("overtime", msgspec.UNSET)),
            "charge": self._charge(f"{at}charge", found.get("charge", msgspec.UNSET)),
            "reserve": self._word("reserve", found, ("none", "drawn", "automatic"), at),
            "reserve_ms": self._ms(f"{at}reserve_ms", found, most),
            "reaction_free_ms": self._ms(f"{at}reaction_free_ms", found, most),
            "turn_limit_ms": self._ms(f"{at}turn_limit_ms", found, most, least=1, none=True),
            "grace_ms": self._ms(f"{at}grace_ms", found, LONGEST_GRACE_MS),
            "no_show_ms": self._ms(f"{at}no_show_ms", found, most, least=1, none=True),
            "vacation_days": self._number(f"{at}vacation_days", found, MOST_VACATION_DAYS),
        }

    def _stages(self, path: str, document: Any) -> tuple[Stage, ...]:
        if not isinstance(document, list | tuple) or not 1 <= len(document) <= MOST_STAGES:
            self.fault(path, f"1 to {MOST_STAGES} stages")
            return (Stage(SECOND),)
        return tuple(self._stage(f"{path}[{number}]", each) for number, each in enumerate(document))

    def _stage(self, path: str, document: Any) -> Stage:
        found = self._object(path, document, _STAGE)
        if "bank_ms" not in found:
            self.fault(f"{path}.bank_ms", "the time that the stage begins with (0 for none)")
        given = {
            "bank_ms": self._ms(f"{path}.bank_ms", {"bank_ms": 0, **found}, LONGEST_MS),
            "turns": self._number(f"{path}.turns", found, MOST_TURNS, least=1, none=True),
            "increment_ms": self._ms(f"{path}.increment_ms", found, LONGEST_GAIN_MS),
            "increment_turns": self._number(f"{path}.increment_turns", found, MOST_TURNS, least=1, none=True),
            "cap_ms": self._ms(f"{path}.cap_ms", found, LONGEST_MS, none=True),
            "delay_ms": self._ms(f"{path}.delay_ms", found, LONGEST_GAIN_MS),
            "delay": self._word("delay", found, ("simple", "bronstein"), f"{path}."),
        }
        return Stage(**{name: value for name, value in given.items() if value is not msgspec.UNSET})

    def _overtime(self, path: str, document: Any) -> Overtime | msgspec.UnsetType | None:
        if document is None or document is msgspec.UNSET:
            return document
        found = self._object(path, document, {"kind", "ms", "periods", "turns"})
        kind = found.get("kind")
        counted = {"byo-yomi": "periods", "canadian": "turns"}.get(kind if isinstance(kind, str) else "")
        if counted is None:
            self.fault(f"{path}.kind", "byo-yomi or canadian")
            return None
        for other in {"periods", "turns"} - {counted}:
            if other in found:
                self.fault(f"{path}.{other}", f"{kind} overtime has none")
        for needed in {counted, "ms"} - found.keys():
            self.fault(f"{path}.{needed}", f"{kind} overtime needs it")
        most = MOST_PERIODS if counted == "periods" else MOST_TURNS
        number = self._number(f"{path}.{counted}", {counted: 1, **found}, most, least=1)
        ms = self._ms(f"{path}.ms", {"ms": 1, **found}, LONGEST_GAIN_MS, least=1)
        return ByoYomi(number, ms) if counted == "periods" else Canadian(number, ms)

    def _charge(self, path: str, document: Any) -> Charge | msgspec.UnsetType | None:
        if document is None or document is msgspec.UNSET:
            return document
        found = self._object(path, document, {"unit_ms", "double_after"})
        if "unit_ms" not in found:
            self.fault(f"{path}.unit_ms", "the unit that is charged whole")
        unit = self._ms(f"{path}.unit_ms", {"unit_ms": 1, **found}, LONGEST_GAIN_MS, least=1)
        double = self._number(f"{path}.double_after", {"double_after": None, **found}, MOST_TURNS, none=True)
        return Charge(unit, double)

    def _check_terms(self, at: str, terms: Terms) -> None:
        """What holds between fields."""
        *before, last = terms.stages
        for number, stage in enumerate(before):
            if stage.turns is None:
                self.fault(f"{at}stages[{number}].turns", "a stage before the last one has an end")
        path = f"{at}stages[{len(before)}].turns"
        if terms.repeat and last.turns is None:
            self.fault(path, "a stage that is repeated has an end")
        if not terms.repeat and last.turns is not None:
            self.fault(path, "the last stage has no end, unless it is repeated")
        if terms.charge is not None and any(stage.delay_ms for stage in terms.stages):
            self.fault(f"{at}charge", "whole units and a delay do not go together")
        if terms.reserve == "none" and terms.reserve_ms:
            self.fault(f"{at}reserve_ms", "there is no reserve: it is drawn or automatic")
        for number, stage in enumerate(terms.stages):
            self._check_stage(f"{at}stages[{number}]", stage, terms)
        first = terms.stages[0]
        simple = first.delay_ms if first.delay == "simple" else 0
        automatic = terms.reserve_ms if terms.reserve == "automatic" else 0
        overtime = terms.overtime is not None and not before
        if not (first.bank_ms or simple or automatic or overtime):
            self.fault(f"{at}stages[0].bank_ms", "the first turn would have no time at all")

    def _check_stage(self, path: str, stage: Stage, terms: Terms) -> None:
        if stage.increment_turns is not None and not stage.increment_ms:
            self.fault(f"{path}.increment_turns", "there is no increment")
        if stage.cap_ms is not None and not stage.increment_ms and terms.reserve != "drawn":
            self.fault(f"{path}.cap_ms", "neither an increment nor a drawn reserve would meet it")

    def _starts(self, found: Mapping[str, Any]) -> Any:
        value = found.get("starts", SEATED)
        if value == SEATED:
            return SEATED
        try:
            if isinstance(value, str):
                return instant_text(instant_of(value))
        except Unreadable:
            pass
        self.fault("starts", f"{SEATED!r}, or an instant such as 2026-03-01T12:00:00.000Z")
        return SEATED

    def _seat(self, path: str, value: Any) -> str | None:
        if value is None or (isinstance(value, str) and value in self.seats):
            return value
        self.fault(path, f"the game has no seat {str(value)[:40]!r}; its seats are {', '.join(self.seats)}")
        return None

    def _object(self, path: str, document: Any, known: Collection[str] | None) -> dict[str, Any]:
        if not isinstance(document, Mapping):
            self.fault(path, "an object")
            return {}
        for name in document:
            if known is not None and name not in known:
                self.fault(f"{path}.{str(name)[:40]}".lstrip("."), "there is no such field")
        return dict(document)

    def _truth(self, path: str, value: Any) -> Any:
        if value is msgspec.UNSET or isinstance(value, bool):
            return value
        self.fault(path, "true or false")
        return msgspec.UNSET

    def _word(self, name: str, found: Mapping[str, Any], words: Collection[str], at: str = "") -> Any:
        value = found.get(name, msgspec.UNSET)
        if value is msgspec.UNSET or (isinstance(value, str) and value in words):
            return value
        self.fault(f"{at}{name}", f"one of {', '.join(words)}")
        return msgspec.UNSET

    def _number(
        self, path: str, found: Mapping[str, Any], most: int, least: int = 0, none: bool = False
    ) -> Any:
        """A whole number at the last name of the path; UNSET where there is none."""
        value = found.get(path.rpartition(".")[2], msgspec.UNSET)
        if value is msgspec.UNSET or (value is None and none):
            return value
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.fault(path, f"a whole number from {least:,} to {most:,}" + (", or null" if none else ""))
        return least

    def _ms(self, path: str, found: Mapping[str, Any], most: int, least: int = 0, none: bool = False) -> Any:
        """A duration at the last name of the path, as whole milliseconds; UNSET where there is none."""
        value = found.get(path.rpartition(".")[2], msgspec.UNSET)
        if value is msgspec.UNSET or (value is None and none):
            return value
        try:
            ms = duration_of(value) if isinstance(value, str) else value
        except Unreadable as wrong:
            self.fault(path, str(wrong))
            return least
        if isinstance(ms, int) and not isinstance(ms, bool) and least <= ms <= most:
            return ms
        span = f"{duration_text(least)} to {duration_text(most)}"
        self.fault(path, f"whole milliseconds or a duration, {span}" + (", or null" if none else ""))
        return least

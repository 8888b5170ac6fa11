"""Who asked for the events of clocks: they are held to the requests that cause them, without the rules.

`ClockConsents` takes a game's appends in log order. It asks who gave a request, what the other seat had asked
before, and that a press has the time of its append. What the clocks show is decided by the fold, with the
rules of the game (referee/proof/clocks_again.py).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match import events as m
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks.times import MINUTE
from ironclad.domain.match.disputes.events import SeatVacated

IN_TIME = "arrived in time"
"""Why the service itself lifts a flag: the request of its seat had arrived in time."""
LIFTED_MS = MINUTE

NOBODY, MISSING = "nobody asked for this", "what was asked for here is missing"

_CAUSED: dict[str, tuple[type[Event], ...]] = {
    "open_game": (e.ControlSet,),
    "set_control": (e.ControlAsked, e.ControlSet),
    "withdraw_control": (e.ControlWithdrawn,),
    "give_time": (e.TimeGiven,),
    "draw_reserve": (e.ReserveDrawn,),
    "propose_pause": (e.PauseProposed,),
    "accept_pause": (e.AdjournmentCalled, e.ClocksPaused),
    "decline_pause": (e.PauseDeclined,),
    "resume_clocks": (e.ResumeAsked, e.ClocksResumed),
    "seal_move": (e.MoveSealed, e.ClocksPaused),
    "open_sealed_move": (e.SealedMoveOpened,),
    "take_vacation": (e.VacationTaken,),
    "end_vacation": (e.VacationEnded,),
    "find_flag": (e.Flagged, e.ClocksPaused),
    "forgive_flag": (e.FlagForgiven, e.EndLifted, e.ClocksResumed),
    "credit_outage": (e.TimeAdjusted,),
}
"""By a request's type: the events of clocks that it may cause."""

_NONE_NEEDED = ("open_game", "credit_outage")


class ClockConsents:
    """What seats have asked each other about the clocks of a game."""

    def __init__(self) -> None:
        self._controls: dict[str, Any] = {}
        self._pauses: dict[str, e.PauseProposed] = {}
        self._resumes: set[str] = set()

    def take(
        self,
        line: str,
        current: str,
        first: Any,
        caused: Sequence[tuple[int, Event]],
        also: tuple[type[Event], ...] = (),
    ) -> tuple[int, str] | None:
        """An append: its first event, and those of the match that it caused, each with its log position.

        `line` is that of the first event ("" in the match), `current` the one that the game is on after it.
        `also` are the kinds of events that a request of another chapter (disputes) may cause; who asked for
        them is looked at there. Returns the position (0: that of the first event) and what is wrong, or None.
        """
        of_clocks = [each for each in caused if isinstance(each[1], e.CLOCK_EVENTS)]
        command = getattr(first, "command", None) if not line else None
        type = str(command.get("type")) if command is not None else ""
        lifted = False
        for number, (position, event) in enumerate(of_clocks):
            last = number + 1 == len(of_clocks)
            if isinstance(event, e.ClockPressed):
                fits = last and event.timeline == current and event.at == first.at
            elif _lifts(event, lifted, first):
                fits = lifted = True
            elif isinstance(event, also):
                fits = True
            elif isinstance(event, e.SealedMoveOpened) and line:
                fits = event.seat == first.seat
            else:
                fits = isinstance(event, _CAUSED.get(type, ())) and self._asked(type, first, event)
            if not fits:
                return position, NOBODY
        kinds = _CAUSED.get(type)
        if (
            kinds is not None
            and type not in _NONE_NEEDED
            and not any(isinstance(event, kinds) for _, event in of_clocks)
        ):
            return 0, MISSING
        for _, event in of_clocks:
            self._take(event)
        if any(isinstance(each, m.GameMoved | m.GameEnded) for _, each in caused):
            self._pauses, self._controls, self._resumes = {}, {}, set()
        for _, event in caused:
            if isinstance(event, SeatVacated):
                self._vacate(event.seat)
        return None

    def _asked(self, type: str, first: Any, event: Event) -> bool:
        """Whether a request of this type, and of this seat, causes such an event."""
        seat: str = first.seat
        command: Mapping[str, Any] = first.command
        match event:
            case e.ControlSet():
                return self._control_agreed(type, seat, command, event)
            case e.ControlAsked():
                return event.seat == seat and _same(event, command, ("control", "carry"))
            case e.ControlWithdrawn():
                return (event.by, event.seat) == (seat, command.get("seat"))
            case e.TimeGiven():
                return event.by == seat and _same(event, command, ("to", "ms"))
            case e.PauseProposed():
                return event.seat == seat and _same(event, command, ("pause", "why", "adjourn"))
            case e.PauseDeclined():
                return (event.by, event.pause) == (seat, command.get("pause"))
            case e.AdjournmentCalled() | e.ClocksPaused() if type == "accept_pause":
                return self._pause_agreed(seat, command, event)
            case e.ClocksPaused():
                return type == "seal_move" or (event.by, event.why, event.until) == ("", "flag", None)
            case e.ClocksResumed() if type == "resume_clocks":
                return event.by == e.AGREEMENT and bool(self._resumes - {seat})
            case e.ClocksResumed() | e.EndLifted():
                return event.by == seat
            case e.MoveSealed():
                return event.seat == seat and _same(event, command, ("timeline", "digest"))
            case e.SealedMoveOpened():
                return bool(not seat and event.version is None and event.seat == command.get("seat"))
            case e.FlagForgiven():
                return event.by == seat != event.seat and _same(event, command, ("seat", "ms", "why"))
            case e.Flagged():
                return not seat
            case e.TimeAdjusted():
                outage = event.outage
                return not seat and outage is not None and outage.id == command.get("outage")
        return getattr(event, "seat", None) == seat

    def _control_agreed(self, type: str, seat: str, command: Mapping[str, Any], event: e.ControlSet) -> bool:
        """Set by the opener, or by the second seat that asked for the same."""
        asked = msgspec.to_builtins(event.control)
        if not equal(asked, command.get("control")):
            return False
        if type == "open_game":
            return event.carry == "fresh"
        others = [each for name, each in self._controls.items() if name != seat]
        agreed = bool(others) and all(equal(each, [asked, event.carry]) for each in others)
        return agreed and event.by == e.AGREEMENT and event.carry == command.get("carry")

    def _pause_agreed(self, seat: str, command: Mapping[str, Any], event: Any) -> bool:
        """The other seat had proposed just this."""
        known = self._pauses.get(str(command.get("pause")))
        if known is None or known.seat == seat:
            return False
        adjourns = isinstance(event, e.AdjournmentCalled)
        as_proposed = (event.until, event.why) == (known.until, known.why)
        return event.by == e.AGREEMENT and adjourns == known.adjourn and as_proposed

    def _take(self, event: Event) -> None:
        match event:
            case e.ControlAsked():
                self._controls[event.seat] = [msgspec.to_builtins(event.control), event.carry]
            case e.ControlWithdrawn():
                self._controls.pop(event.seat, None)
            case e.ControlSet():
                self._controls = {}
            case e.PauseProposed():
                self._pauses[event.pause] = event
            case e.PauseDeclined():
                self._pauses.pop(event.pause, None)
            case e.ClocksPaused() | e.AdjournmentCalled():
                self._pauses, self._resumes = {}, set()
            case e.ResumeAsked():
                self._resumes.add(event.seat)
            case e.ClocksResumed():
                self._resumes = set()

    def _vacate(self, seat: str) -> None:
        """What the player of a vacated seat had asked for lapses."""
        self._controls.pop(seat, None)
        self._resumes.discard(seat)
        self._pauses = {pause: each for pause, each in self._pauses.items() if each.seat != seat}


def _lifts(event: Event, lifted: bool, first: Any) -> bool:
    """Whether an event lifts a seat's flag because its request had arrived in time, by the service's word."""
    if isinstance(event, e.FlagForgiven):
        told = (event.by, event.ms, event.why, event.seat)
        return told == ("", LIFTED_MS, IN_TIME, getattr(first, "seat", None))
    return lifted and isinstance(event, e.EndLifted | e.ClocksResumed) and event.by == ""


def _same(event: Event, command: Mapping[str, Any], names: Sequence[str]) -> bool:
    """Whether fields of an event are as they were asked for; one that was left out is not compared."""
    return all(
        equal(msgspec.to_builtins(getattr(event, name)), command[name]) for name in names if name in command
    )


def equal(found: Any, asked: Any) -> bool:
    """Whether two values are equal as JSON: true is not 1."""
    try:
        return msgspec.json.encode(found, order="sorted") == msgspec.json.encode(asked, order="sorted")
    except (TypeError, RecursionError):
        return False

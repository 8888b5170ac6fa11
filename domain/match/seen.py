"""What a seat had seen when it signed, held to what was there: the rules of `ironclad-command/v2`.

docs/signatures.md states each rule. The service and the verifiers ask the same functions: of what a request
answers, of which timeline it is about, and whether what it names was there. Refusals are `signature/seen`.
"""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match import events as e
from ironclad.domain.match.clocks import events as t
from ironclad.domain.match.signed import MATCH, REVEAL_LINK, Seen

RULE = "signature/seen"


class Past(Protocol):
    """A log and a game in it before a request: what a signature can name of them."""

    def root(self, size: int) -> bytes | None:
        """The root of the log's tree at a size, 32 bytes; None where that is not known."""

    def running(self, stream: str, version: int) -> bytes | None:
        """The running hash of a stream (a timeline, or "match") at a version; None where it has none."""


class Last(msgspec.Struct, frozen=True):
    """A seat's last request that was signed as v2.

    `size` is that of the checkpoint that it named, `match` the version of the match, `position` the place of
    the request's own event in the log.
    """

    size: int
    match: int
    position: int

    @classmethod
    def of(cls, seen: Seen, position: int) -> "Last":
        """That of a request which had seen this, and whose event is at a position."""
        return cls(seen.checkpoint.size, seen.match.version, position)


class Bounds(msgspec.Struct, frozen=True):
    """How far a log and a game had come before a request, and what the request is about.

    `size` is the largest checkpoint that can be named, `line` the timeline to be named. `version` is its last
    version, `match` that of the match; `answers` is the version of the match that the request answers, 0
    where it answers nothing there.
    """

    size: int
    line: str
    version: int
    match: int
    answers: int = 0


def check(seen: Seen, bounds: Bounds, last: Last | None, past: Past) -> None:
    """Check what a request names: that it was there, and that it is as new as it must be.

    `last` is the seat's last request of v2, None before its first. Raises Refused ("signature/seen").
    """
    seen.check_form()
    _check_checkpoint(seen, bounds, last, past)
    line, match = seen.line, seen.match
    if line.timeline != bounds.line:
        raise _refused(f"this is about {bounds.line}: name how far that has come, not {line.timeline[:64]!r}")
    if line.version > bounds.version or past.running(line.timeline, line.version) != bytes.fromhex(line.hash):
        raise _refused(f"{line.timeline} has no version {line.version} with this running hash")
    if match.version > bounds.match or past.running(MATCH, match.version) != bytes.fromhex(match.hash):
        raise _refused(f"the match has no version {match.version} with this running hash")
    if match.version < bounds.answers:
        raise _refused(f"this rests on event {bounds.answers} of the match: you saw {match.version}")
    if last is not None and match.version < last.match:
        raise _refused(f"the seat had seen the match at {last.match} before, and names {match.version}")


def _check_checkpoint(seen: Seen, bounds: Bounds, last: Last | None, past: Past) -> None:
    size = seen.checkpoint.size
    if not 1 <= size <= bounds.size:
        raise _refused(f"no checkpoint of {size} events was there: the last has {bounds.size}")
    if last is not None and size < max(last.size, last.position):
        least = max(last.size, last.position)
        raise _refused(f"name a checkpoint of {least} events or more: the seat's last request is among them")
    root = past.root(size)
    if root is None:
        raise _refused(f"the log's root at {size} events is not known here")
    if root != bytes.fromhex(seen.checkpoint.root):
        raise _refused(f"the log has another root at {size} events")


def check_due(seen: Seen, line: str, since: int) -> None:
    """Check that a seat had seen the decision that it answers: it is due since a version of its timeline.

    Raises Refused ("signature/seen").
    """
    if seen.line.version < since:
        raise _refused(f"the decision is due since version {since} of {line}: you saw {seen.line.version}")


def check_anchored(command: Mapping[str, Any], answers: int) -> None:
    """Check that a first link names the version of the match that anchored its chain. Raises Refused."""
    if command.get("type") == "reveal_first" and command.get("anchored", 0) != answers:
        raise _refused(f"the chains were anchored at {answers} of the match: name that (anchored)")


class Matters:
    """What of a match a request can be about or answer, with the versions of the match where it was made.

    Takes the events of a match in order.
    """

    def __init__(self) -> None:
        self.current = "main"
        self.branches: set[str] = set()
        self._lines: set[str] = set()
        self._about: dict[str, str] = {}
        self._made: dict[tuple[str, str], int] = {}

    def take(self, version: int, event: Event) -> None:
        """The match's event at a version."""
        match event:
            case e.TimelineOpened():
                self._lines.add(event.timeline)
                if event.why == "branch" or event.parent in self.branches:
                    self.branches.add(event.timeline)
            case e.GameMoved():
                self.current = event.timeline
            case e.RewindProposed():
                self._about[event.proposal] = event.timeline
                self._made["rewind", event.proposal] = version
            case e.DrawOffered():
                self._made["draw", event.offer or f"draw-{event.seat}"] = version
                self._made["draw", ""] = version
            case e.KeyOffered():
                self._made["key", event.seat] = version
            case e.RulesAsked():
                self._made["rules", ""] = version
            case t.PauseProposed():
                self._made["pause", event.pause] = version
            case t.ControlAsked():
                self._made["control", ""] = version
            case e.DiceOffered():
                self._made["chain", event.offer] = version
                self._made["chains", event.timeline] = version
            case e.DiceAnchored():
                self._made["anchored", event.timeline] = version

    def line_of(self, timeline: str, command: Mapping[str, Any]) -> str:
        """The timeline that a request is about: its own, for one on the match the one that it names.

        A proposal, and a timeline that is only proposed, stand for the timeline that would be left. Any other
        request on the match is about the one that the game is on.
        """
        if timeline != MATCH:
            return timeline
        named = str(command.get("timeline") or command.get("proposal") or "")
        if named in self._lines:
            return named
        return self._about.get(named, self.current)

    def answered(self, timeline: str, command: Mapping[str, Any], brings_link: bool = False) -> int:
        """The version of the match that holds what a stored request answers; 0 where it answers nothing.

        A command that brings a link rests on the chains that were anchored on its timeline.
        """
        if timeline != MATCH:
            brings_link = brings_link or command.get("type") == REVEAL_LINK
            return self._made.get(("anchored", timeline), 0) if brings_link else 0
        found = [self._made.get(place, 0) for place in _answers(command)]
        return max(found, default=0)


def _answers(command: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a request on the match answers, as kind and name."""
    kind, name = str(command.get("type")), str
    if kind in ("accept_rewind", "decline_rewind", "withdraw_rewind"):
        proposal = name(command.get("proposal"))
        return [("rewind", proposal), *([("chains", proposal)] if kind == "accept_rewind" else [])]
    if kind in ("accept_draw", "decline_draw", "withdraw_draw"):
        return [("draw", name(command.get("offer") or ""))]
    if kind in ("accept_key", "decline_key"):
        return [("key", name(command.get("of")))]
    if kind in ("move_rules", "withdraw_rules"):
        return [("rules", "")]
    if kind in ("accept_pause", "decline_pause"):
        return [("pause", name(command.get("pause")))]
    if kind in ("set_control", "withdraw_control"):
        return [("control", "")]
    if kind == "anchor_dice" and command.get("agrees_to"):
        return [("chain", name(command["agrees_to"]))]
    if kind == "reveal_first":
        return [("anchored", name(command.get("timeline")))]
    return []


def _refused(reason: str) -> Refused:
    return Refused(RULE, reason)

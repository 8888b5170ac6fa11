"""The clocks of running games: who is out of time is recorded first, then a request is judged.

What clocks are and what stops them is decided in domain/match/clocks. Nothing here does anything in a game
that is not timed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.fair.fair_tournament import request_digest
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks import deciding, pressing
from ironclad.domain.match.clocks.consents import IN_TIME, LIFTED_MS
from ironclad.domain.match.clocks.deadlines import Deadline, out_of_time
from ironclad.domain.match.clocks.events import ControlSet
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import instant_of, instant_text
from ironclad.domain.match.state import Match, evolve
from ironclad.eventlog.log import stream_of
from ironclad.eventlog.records import Request
from ironclad.referee.asked import Ask
from ironclad.referee.clocks.arrival import arriving
from ironclad.referee.intents import asked_of
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.preconditions import freed_by
from ironclad.referee.sealing.seals import opened_at_end


def sealed_digest(game: str, line: str, seat: str, request: Request, command: dict[str, Any]) -> str:
    """What a seat seals of its next request: the digest that an intent has."""
    return request_digest(game, line, seat, msgspec.structs.asdict(asked_of(request, command)))


class Timekeeper:
    """Keeps the clocks of one log's games."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games = open_games

    @contextmanager
    def arriving(self, live: OpenGame) -> Iterator[None]:
        """A request has arrived for a game, and is carried out meanwhile."""
        if not live.match.timed:
            yield
            return
        with arriving(self._open_games.clock):
            yield

    # -- before a request is judged

    def sweep(self, live: OpenGame) -> None:
        """Record every flag that had fallen when the request arrived. Raises Raced, Unavailable."""
        if not live.match.timed:
            return
        line, head = self._open_games.head(live, None)
        at = instant_of(self._open_games.time(live, line, head))
        while late := out_of_time(_clocks(live.match), at):
            self._flag(live, late, at)

    def _flag(self, live: OpenGame, late: Sequence[Deadline], at: int) -> None:
        """Append the flags of one limit, as the service's own command of that time."""
        line, head = self._open_games.head(live, None)
        command = c.FindFlag(timeline=line, version=head)
        events = deciding.decide(_clocks(live.match), c.SERVICE, command, at)
        events += opened_at_end(live.match, live.seal, events)
        id = f"flag-{live.match_version + 1}"
        limit = instant_text(late[0].limit)
        stored = msgspec.to_builtins(command)
        self._open_games.append_for_service(live, id, stored, events, (), at=limit)

    def lifted(self, live: OpenGame, seat: str) -> OpenGame:
        """The game in which a seat's request is judged: its flag is lifted if the request was in time.

        What lifts it joins the append of the request; where that is refused, the flag stands.
        """
        limit = live.match.flags.get(seat)
        if limit is None or live.match.opened_key or self._open_games.arrived(live) > limit:
            return live
        match = live.match.copy()
        events = lifting(match, seat)
        for event in events:
            evolve(match, event)
        return replace(live, match=match, lift=tuple(events), origin=live)

    def of_sealed(self, live: OpenGame, line: str, ask: Ask) -> Ask:
        """A request, marked where it is the one that its seat had sealed before an adjournment."""
        sealed = _clocks(live.match).talks.sealed if live.match.timed else None
        if sealed is None or (sealed.timeline, sealed.seat) != (line, ask.seat):
            return ask
        digest = sealed_digest(live.id, line, ask.seat, ask.request, ask.data)
        return replace(ask, opens_sealed=digest == sealed.digest)

    def check_order(self, live: OpenGame, line: str, version: int, ask: Ask) -> None:
        """Check that an order is taken now. Raises Refused ("clock/paused", "clock/sealed")."""
        if live.match.timed and line == live.match.current:
            at = instant_of(self._open_games.time(live, line, version))
            deciding.check_order(_clocks(live.match), ask.seat, at, ask.opens_sealed)

    # -- what joins the append of a request

    def opened(self, live: OpenGame, ask: Ask, version: int | None, at: str) -> list[Event]:
        """The opening of a sealed request that was given: accepted at a version, or (None) refused."""
        if not ask.opens_sealed:
            return []
        command = c.OpenSealedMove(seat=ask.seat, version=version)
        return deciding.decide(_clocks(live.match), c.SERVICE, command, instant_of(at))

    def refused(self, live: OpenGame, line: str, version: int, ask: Ask, wrong: Exception) -> None:
        """A sealed request was refused: its seat may give any other, if that frees it. Raises Raced."""
        if not ask.opens_sealed or freed_by(wrong) is None or str(getattr(wrong, "rule", "")) == _PAUSED:
            return
        events = self.opened(live, ask, None, self._open_games.time(live, line, version))
        command = msgspec.to_builtins(c.OpenSealedMove(seat=ask.seat, version=None))
        id = f"sealed-{live.match_version + 1}"
        standing = ((stream_of(live.id, line), version),)
        self._open_games.append_for_service(live, id, command, events, standing)

    def press(
        self,
        live: OpenGame,
        events: Sequence[Event],
        there: pressing.There,
        at: str,
        given: Sequence[pressing.Given] = (),
        holders: tuple[str, ...] | None = None,
    ) -> list[Event]:
        """The press that joins an append after `events` of the match."""
        if not (live.match.timed or any(isinstance(event, ControlSet) for event in events)):
            return []
        match = live.match.copy()
        for event in events:
            evolve(match, event)
        return pressing.press(live.ruleset, match, live.id, there, at, given, holders)


_PAUSED = "clock/paused"


def lifting(match: Match, seat: str) -> list[Event]:
    """What lifts the flag of a seat whose request had arrived in time. Raises Refused where it has none."""
    clocks = _clocks(match)
    command = c.ForgiveFlag(seat=seat, ms=LIFTED_MS, why=IN_TIME)
    return deciding.decide(clocks, c.SERVICE, command, clocks.now)


def _clocks(match: Match) -> ClockState:
    assert match.clocks is not None
    return match.clocks

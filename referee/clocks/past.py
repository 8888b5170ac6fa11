"""The clocks of a running game at an earlier place of its course."""

from typing import Any

from ironclad.domain.match.clocks.fold import evolve
from ironclad.domain.match.clocks.past import ClockPast, Shown
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.events import EVENTS
from ironclad.domain.match.readings.course import Place
from ironclad.eventlog.log import match_stream
from ironclad.referee.open_games import OpenGame, OpenGames


def clocks_at(open_games: OpenGames, live: OpenGame, place: Place) -> Shown | None:
    """The clocks as they were at a place, folded again from the match's events; None without clocks then."""
    seats = live.match.opened.seats if live.match.opened is not None else ()
    state, past = ClockState(seats), ClockPast()
    for topic, body in open_games.recorder.rows(match_stream(live.id), 0, live.match_version):
        event: Any = EVENTS.decode(topic, body)
        state = evolve(state, event)
        past.take(event, state)
    return past.at(*live.match.own_place(place.timeline, place.version))

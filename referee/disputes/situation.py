"""A running game as costs and claims look at it: its course, what was shown, its clocks then and now."""

from typing import Any, NamedTuple

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.match.clocks.deadlines import read_clock
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.disputes import costs
from ironclad.domain.match.disputes.correcting import corrected
from ironclad.domain.match.disputes.costs import Situation
from ironclad.domain.match.disputes.events import About
from ironclad.domain.match.disputes.facts import Against
from ironclad.domain.match.disputes.remedies import (
    AnyRemedy,
    Correct,
    Replay,
    Rewind,
    SameFaces,
    name,
)
from ironclad.domain.match.disputes.same_faces import Replays, against_same_faces, replayed
from ironclad.domain.match.readings.course import Course, Given, Place, Step
from ironclad.domain.match.readings.terms import Terms
from ironclad.domain.match.rules import terms_on
from ironclad.eventlog.errors import NotFound
from ironclad.referee.clocks.past import clocks_at
from ironclad.referee.disputes.course import course_of
from ironclad.referee.disputes.replaying import check_replayable
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.places import fork_from


class Situations:
    """Works out what a decision has to know of a running game's course."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games = open_games

    def place_of(self, live: OpenGame, about: About) -> Place | None:
        """The place that a claim points at; None for a flag."""
        if about.refused is not None:
            return Place(about.refused.timeline, about.refused.version)
        return Place(about.timeline, about.version) if about.timeline else None

    def course(self, live: OpenGame, place: Place | None) -> Course:
        """The course of the game's line where the place is on it; else of the place's own line."""
        line = live.match.current
        if place is not None and not self._is_on(live, place, line):
            line = place.timeline
        return course_of(self._open_games, live, line)

    def _is_on(self, live: OpenGame, place: Place, line: str) -> bool:
        head = self._open_games.head(live, line)[1]
        stretches = live.match.course(line, head)
        own = [each for each in stretches if each[0] == place.timeline]
        return any(after < place.version <= upto for _, after, upto in own)

    def shown(self, live: OpenGame, course: Course, place: Place) -> dict[str, int]:
        """How many hidden facts each seat was shown after a place ("": everybody)."""
        if not live.ruleset.sight.hides:
            return {}
        rest = costs.after(costs.passed(live.ruleset, course.steps), place)
        if not rest:
            return {}
        first = rest[0].at
        steps = [each for each in course.steps if isinstance(each, Given)]
        later = [each for each in steps if each.at in {one.at for one in rest}]
        position = self._open_games.position(live, first.timeline, first.version - 1)
        return costs.shown(live.ruleset, position, later)

    def situation(
        self, live: OpenGame, place: Place | None, remedy: AnyRemedy, at: int, for_official: bool
    ) -> Situation:
        """The situation in which a remedy's cost is asked at an instant, for a claim about a place.

        `for_official`: who asks may be told what rests on the whole position.
        """
        course = self.course(live, None)
        passed = costs.passed(live.ruleset, course.steps)
        back = _goes_to(remedy) or place
        clocks, then = live.match.clocks, None
        timed = clocks is not None and live.match.timed
        if timed and isinstance(remedy, SameFaces | Rewind) and back is not None:
            then = self.clocks_at(live, _before(course, remedy) or back)
        against = self.against(live, remedy, for_official)
        return Situation(
            passed,
            {} if back is None else self.shown(live, course, back),
            then,
            (clocks, at) if clocks is not None and timed else None,
            {} if against is None else {name(remedy): against},
            bool(live.match.opened_key),
            live.match.ended.how if live.match.ended is not None else "",
        )

    def clocks_at(self, live: OpenGame, place: Place) -> tuple[ClockState, int] | None:
        """The clocks as they were at a place of the game's course, with their instant (ms).

        They are folded again from the match's events. Raises NotFound for a line that the game does not have.
        """
        return clocks_at(self._open_games, live, place)

    def against(self, live: OpenGame, remedy: AnyRemedy, for_official: bool) -> Against | None:
        """What the game itself has against a remedy.

        While a game hides something, whether a correction stands rests on what nobody may know: it is worked
        out for officials alone.
        """
        if isinstance(remedy, Correct) and live.match.hides and not for_official:
            return "remedy/hidden", "while the game hides something only its officials correct a position"
        try:
            match remedy:
                case Rewind(timeline, at, _):
                    fork_from(self._open_games, live, timeline, at)
                    own = self._is_own(live, timeline, at)
                    return None if own else ("remedy/place", f"event {at} is of a line before {timeline}")
                case Correct(_, values):
                    self.corrected(live, values)
                case SameFaces():
                    return self._against_same_faces(live, remedy)
                case Replay():
                    check_replayable(self._open_games, live)
        except NotFound as wrong:
            return "remedy/place", str(wrong)
        except Refused as refused:
            return ("remedy/place" if refused.rule.startswith("match/") else refused.rule), refused.reason
        return None

    def _against_same_faces(self, live: OpenGame, remedy: SameFaces) -> Against | None:
        """What is against deciding commands of the game's line again. Raises NotFound, Refused."""
        begins = self.replay_place(live, remedy)
        before = self._open_games.position(live, remedy.timeline, begins.fork)
        about = (live.ruleset, begins.course.begun, begins.terms, before, begins.steps, remedy)
        found = against_same_faces(*about, live.match.hides)
        if found is None:
            replayed(live.ruleset, begins.terms, before, begins.steps, remedy)
        return found

    def replay_place(self, live: OpenGame, remedy: SameFaces) -> "ReplayPlace":
        """Where a line of `same_faces` begins, its terms there, and the steps from its command on.

        Raises NotFound where there is no such command, Refused where others wait that were committed to.
        """
        course = course_of(self._open_games, live, live.match.current)
        first = Place(remedy.timeline, remedy.version)
        number = next((n for n, step in enumerate(course.steps) if _is_at(step, first)), None)
        if number is None:
            raise NotFound(f"no command of the game's line is at {first}")
        given = course.steps[number]
        assert isinstance(given, Given)
        fork = (given.committed or given.at.version) - 1
        fork_from(self._open_games, live, remedy.timeline, fork)
        return ReplayPlace(course, fork, self.terms(live, remedy.timeline, fork), course.steps[number:])

    def replay(self, live: OpenGame, remedy: SameFaces) -> tuple["ReplayPlace", Replays]:
        """The commands of `same_faces`, decided again. Raises NotFound, Refused."""
        begins = self.replay_place(live, remedy)
        before = self._open_games.position(live, remedy.timeline, begins.fork)
        return begins, replayed(live.ruleset, begins.terms, before, begins.steps, remedy)

    def _is_own(self, live: OpenGame, timeline: str, at: int) -> bool:
        line = live.match.timelines[timeline]
        return line.parent is None or at >= line.at

    def corrected(self, live: OpenGame, values: dict[str, Any]) -> Any:
        """The correction of the position at the head of the game's line. Raises Refused."""
        line, head = self._open_games.head(live, None)
        course = course_of(self._open_games, live, line)
        terms = self.terms(live, line, head)
        position = self._open_games.position(live, line, head)
        return corrected(live.ruleset, course.begun, terms, position, values, live.match.hides)

    def terms(self, live: OpenGame, line: str, at: int) -> Terms:
        """What the position at a version of a line is decided by."""
        return terms_on(live.ruleset, live.match, line, at)

    def left(self, live: OpenGame, at: int) -> dict[str, int]:
        """What each clock shows at an instant, in ms."""
        if not live.match.timed or live.match.clocks is None:
            return {}
        clocks = live.match.clocks
        return {seat: read_clock(clocks, seat, at).left_ms for seat in clocks.seats}


class ReplayPlace(NamedTuple):
    """Where a line of `same_faces` begins: the version before it, the terms there, the steps after it."""

    course: Course
    fork: int
    terms: Terms
    steps: tuple[Step, ...]


def _is_at(step: Step, place: Place) -> bool:
    return isinstance(step, Given) and step.at == place


def _before(course: Course, remedy: AnyRemedy) -> Place | None:
    """The place before the first command of `same_faces`, or before that was committed to."""
    if not isinstance(remedy, SameFaces):
        return None
    first = Place(remedy.timeline, remedy.version)
    given = next((step for step in course.steps if _is_at(step, first)), None)
    if not isinstance(given, Given):
        return None
    return Place(remedy.timeline, (given.committed or given.at.version) - 1)


def _goes_to(remedy: AnyRemedy) -> Place | None:
    """The place behind which a remedy goes."""
    match remedy:
        case SameFaces(timeline, version, _, _):
            return Place(timeline, version)
        case Rewind(timeline, at, _):
            return Place(timeline, at)
    return None

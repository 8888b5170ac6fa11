"""Claims as readers see them: their state, what was said, what remedies cost, what may be asked next."""

import msgspec

from ironclad.domain.kernel.engine.codec import Unreadable as BadValue
from ironclad.domain.match.clocks.times import instant_of, instant_text
from ironclad.domain.match.disputes import costs
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.costs import EVERYBODY, Cost
from ironclad.domain.match.disputes.deciding import may
from ironclad.domain.match.disputes.facts import Facts, GameFacts
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.disputes.remedies import AnyRemedy, LetStand, read_remedy
from ironclad.domain.match.disputes.state import NO_DISPUTES, Claim
from ironclad.domain.match.events import EVENTS, CommandAccepted
from ironclad.domain.match.readings.counterfactual import Asking, Counterfactual, of_course
from ironclad.domain.match.readings.filed_cases import Filed
from ironclad.domain.match.readings.terms import Asked
from ironclad.eventlog.errors import NotFound, Unreadable
from ironclad.eventlog.log import match_stream
from ironclad.eventlog.records import EventRecord
from ironclad.referee.disputes.course import course_of
from ironclad.referee.disputes.people import OfficialsOf
from ironclad.referee.disputes.requests import OFFERED
from ironclad.referee.disputes.situation import Situations
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.sight import eyes_of, shown


class ClaimSummary(msgspec.Struct, frozen=True):
    """A claim of the list: its number, its seat, what it is about, in which state it is since when."""

    claim: int
    seat: str
    kind: e.Kind
    about: e.About
    state: str
    made_at: str
    taken_by: str


class ClaimList(msgspec.Struct, frozen=True):
    """The claims of a game, and the officials and the policy that hold in it."""

    game: str
    officials: e.OfficialsNamed | None
    policy: Policy
    items: tuple[ClaimSummary, ...]


class ClaimRecord(msgspec.Struct, frozen=True):
    """A claim: what it is about and what was said of it, event by event.

    `case` is the SHA-256 of the case that was made when it was filed, "" where none could be. `may` are the
    requests that the reader may make about it now, `until` is the last instant at which its ruling can be
    appealed.
    """

    game: str
    claim: int
    state: str
    about: e.About
    kind: e.Kind
    clauses: tuple[str, ...]
    reading: dict[str, str] | None
    case: str
    since: e.Since
    sealed: bool
    late: bool
    taken_by: str
    ruling: e.RulingGiven | None
    applied: AnyRemedy | None
    events: tuple[EventRecord, ...]
    may: tuple[str, ...]
    until: str | None


class CostList(msgspec.Struct, frozen=True):
    """What each remedy would cost now."""

    game: str
    claim: int
    items: tuple[Cost, ...]


class ClaimReader:
    """Reads the claims of one log's games."""

    def __init__(self, open_games: OpenGames, officials: OfficialsOf, situations: Situations) -> None:
        self._open_games, self._officials, self._situations = open_games, officials, situations

    def claims(self, game: str) -> ClaimList:
        """The claims of a game. Raises NotFound."""
        with self._open_games.game(game) as live:
            state, at = live.match.disputes or NO_DISPUTES, self._now()
            items = tuple(
                ClaimSummary(
                    number,
                    claim.made.seat,
                    claim.made.kind,
                    claim.made.about,
                    claim.phase(at),
                    instant_text(claim.made_at),
                    claim.taken_by,
                )
                for number, claim in state.claims.items()
            )
            return ClaimList(game, state.officials, state.policy, items)

    def claim(self, game: str, number: int, actor: Actor | None) -> ClaimRecord:
        """A claim, as somebody reads it. Raises NotFound."""
        with self._open_games.game(game) as live:
            claim, at, made = self._claim(live, number), self._now(), self._claim(live, number).made
            ruling = claim.ruling
            return ClaimRecord(
                game,
                number,
                claim.phase(at),
                made.about,
                made.kind,
                made.clauses,
                made.reading,
                made.case,
                made.since,
                made.sealed,
                made.late,
                claim.taken_by,
                ruling,
                claim.applied,
                self._events(live, number),
                self._may(live, number, actor, at),
                None if ruling is None or not ruling.appeal_until else ruling.appeal_until,
            )

    def official_of(self, game: str, account: str) -> str | None:
        """The pseudonym of an account among the officials of a game. Raises NotFound."""
        with self._open_games.game(game) as live:
            return self._officials.official_of(live, account)

    def directs(self, game: str, official: str) -> bool:
        """Whether an official is a director of a game. Raises NotFound."""
        with self._open_games.game(game) as live:
            return official in (live.match.disputes or NO_DISPUTES).directors

    def case(self, game: str, number: int) -> Filed:
        """The cases of a claim, as they were made when it was filed. Raises NotFound."""
        with self._open_games.game(game) as live:
            digest = self._claim(live, number).made.case
            if not digest:
                raise NotFound(f"no case could be made of claim {number}")
            return msgspec.json.decode(self._open_games.blob(digest), type=Filed)

    def costs(self, game: str, number: int, asked: list[object], reader: str) -> CostList:
        """What remedies cost; without any those that were asked for. `reader` is a seat, or EVERYBODY.

        Raises NotFound, Unreadable.
        """
        with self._open_games.game(game) as live:
            claim, at = self._claim(live, number), self._now()
            state = live.match.disputes or NO_DISPUTES
            limited = claim.made.late or claim.made.sealed
            place = self._situations.place_of(live, claim.made.about)
            found = []
            for remedy in self._asked(claim, asked):
                situation = self._situations.situation(live, place, remedy, at, reader == EVERYBODY)
                found.append(costs.cost(remedy, situation, state.policy, limited=limited, reader=reader))
            return CostList(game, number, tuple(found))

    def _asked(self, claim: Claim, asked: list[object]) -> list[AnyRemedy]:
        if asked:
            try:
                return [read_remedy(each) for each in asked]
            except BadValue as wrong:
                raise Unreadable(str(wrong)) from wrong
        answered = [] if claim.answer is None or claim.answer.asks is None else [claim.answer.asks]
        found: list[AnyRemedy] = [LetStand()]
        for each in (claim.made.asks, *answered, *claim.offers.values()):
            if each not in found:
                found.append(each)
        return found

    def counterfactual(
        self, game: str, timeline: str, version: int, reading: dict[str, str], through: int | None
    ) -> Counterfactual:
        """What recorded commands would have come to under a reading. Raises NotFound, Refused."""
        with self._open_games.game(game) as live:
            line = live.match.current if timeline in self._lineage(live) else timeline
            course = course_of(self._open_games, live, line)
            asking = Asking(timeline, version, Asked(None, reading), through, live.match.hides)
            return of_course(live.ruleset, course, asking)

    def _lineage(self, live: OpenGame) -> set[str]:
        line, head = self._open_games.head(live, None)
        return {name for name, _, _ in live.match.course(line, head)}

    def _claim(self, live: OpenGame, number: int) -> Claim:
        found = (live.match.disputes or NO_DISPUTES).claims.get(number)
        if found is None:
            raise NotFound(f"the game has no claim {number}")
        return found

    def _now(self) -> int:
        return instant_of(self._open_games.now())

    def _may(self, live: OpenGame, number: int, actor: Actor | None, at: int) -> tuple[str, ...]:
        if actor is None:
            return ()
        match = live.match
        ended = "" if match.ended is None else match.ended.how
        game = GameFacts(live.id, live.ruleset.seats, match.current, ended=ended)
        facts = Facts(game, people=self._officials.facts(live, {}))
        found = may(match.disputes or NO_DISPUTES, actor, number, at, facts)
        hidden = live.seal is not None  # else there is no fact to open
        return tuple(each for each in found if each in OFFERED and (hidden or each != "open_fact"))

    def _events(self, live: OpenGame, number: int) -> tuple[EventRecord, ...]:
        """The events of the match that name the claim, each after the request that caused it."""
        rows = self._open_games.recorder.placed(match_stream(live.id), 0, live.match_version)
        found, command = [], None
        for row in rows:
            if row[2] == _ACCEPTED:
                command = row
                continue
            if b'"claim":' in row[3] and getattr(EVENTS.decode(row[2], row[3]), "claim", None) == number:
                if command is not None and command not in found:
                    found.append(command)
                found.append(row)
        return shown(live.seal, found, eyes_of(live, None))


_ACCEPTED = EVENTS.topics(CommandAccepted)[-1]

"""The facts by which a dispute is decided, gathered from a running game and from what is known of people."""

from hashlib import sha256

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, UnknownName, Unreadable, canonical
from ironclad.domain.kernel.engine.dice import NoDice, RollNeeded
from ironclad.domain.kernel.engine.ruling import RulesMoved
from ironclad.domain.match.clocks.times import HOUR, instant_of
from ironclad.domain.match.commands import MoveRules
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import costs
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.events import Effect, RefusedRequest
from ironclad.domain.match.disputes.facts import AboutFacts, Facts, Fork, PeopleFacts, RemedyFacts
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.disputes.remedies import NEW_LINE, AnyRemedy, SameFaces
from ironclad.domain.match.disputes.same_faces import Replays
from ironclad.domain.match.disputes.state import NO_DISPUTES, Claim
from ironclad.domain.match.readings.course import Course, Given, Place
from ironclad.domain.match.readings.filed_cases import Filed, Filing, filed
from ironclad.domain.match.readings.terms import Asked, Lacking, asked_terms
from ironclad.domain.match.rules import require_movable
from ironclad.eventlog.errors import NotFound
from ironclad.referee.disputes.opening_facts import hidden_at
from ironclad.referee.disputes.situation import Situations
from ironclad.referee.disputes.told import game_facts
from ironclad.referee.open_games import OpenGame, OpenGames


class Gathered(msgspec.Struct, frozen=True):
    """The facts of a command, the cases that are made for a claim, what moves the line's rules, and the
    commands that are decided again with the same faces."""

    facts: Facts
    case: Filed | None = None
    ruled: RulesMoved | None = None
    replays: Replays | None = None


class Gathering:
    """Gathers facts: first those that say who may ask, then the rest."""

    def __init__(self, open_games: OpenGames, situations: Situations) -> None:
        self._open_games, self._situations = open_games, situations

    def first(self, live: OpenGame, command: Command, people: PeopleFacts) -> Facts:
        """The facts of the game and of people."""
        game = game_facts(live.id, live.match, self._open_games.head(live, None)[1], command)
        return Facts(game, people=people, clocks=live.match.clocks if live.match.timed else None)

    def whole(self, live: OpenGame, actor: Actor, command: Command, at: int, first: Facts) -> Gathered:
        """All facts that the rule of a command asks for."""
        match command:
            case c.MakeClaim():
                about, case = self._about(live, actor.name, command, at)
                return Gathered(msgspec.structs.replace(first, about=about), case)
            case c.SettleClaim() | c.RuleClaim():
                return self._remedy(live, actor, command.claim, command.remedy, at, first)
            case c.VoteAppeal() if command.remedy is not None:
                return self._remedy(live, actor, command.claim, command.remedy, at, first)
            case c.Penalise() | c.AdjustClock():
                left = RemedyFacts(left=self._situations.left(live, at))
                return Gathered(msgspec.structs.replace(first, remedy=left))
            case c.OpenFact():
                hidden = hidden_at(self._open_games, live, command.timeline, command.version)
                return Gathered(msgspec.structs.replace(first, hidden=hidden))
            case c.RuleOnVersion():
                return self._rules(live, command, first)
        return Gathered(first)

    # -- what a claim points at

    def _about(
        self, live: OpenGame, seat: str, command: c.MakeClaim, at: int
    ) -> tuple[AboutFacts, Filed | None]:
        about = command.about
        place = self._situations.place_of(live, about)
        if place is None:
            wrong = "" if about.flag in live.match.flags else f"no flag of {about.flag[:40]!r} was found"
            return AboutFacts(wrong=wrong), None
        if wrong := self._wrong(live, place, about.refused is not None):
            return AboutFacts(wrong=wrong), None
        course = self._situations.course(live, place)
        passed = costs.passed(live.ruleset, course.steps)
        shown = self._situations.shown(live, course, place)
        since = costs.since(passed, place, shown.get("", 0))
        told = self._open_games.last_time(live, place.timeline, place.version)
        hours = (at - instant_of(told)) // HOUR if told else 0
        refused, secret, given = "", False, _given_at(course, place)
        if about.refused is not None:
            refused, secret, given = self._judged(live, seat, about.refused)
        lacks, case = self._lacks(live, place, command.reading), None
        if given is not None and not lacks and not secret:
            case = self._case(live, course, command, given, refused)
        digest = "" if case is None else sha256(canonical(case)).hexdigest()
        return AboutFacts("", refused, lacks, since, hours, secret, digest), case

    def _wrong(self, live: OpenGame, place: Place, is_refused: bool) -> str:
        """Why a place cannot be pointed at."""
        line = live.match.timelines.get(place.timeline)
        if line is None or live.match.is_what_if(place.timeline):
            return f"the game has no line {place.timeline[:40]!r}"
        head = self._open_games.head(live, place.timeline)[1]
        least = 0 if is_refused else 1
        if not least <= place.version <= head:
            return f"{place.timeline} has versions 1 to {head}, not {place.version}"
        if line.parent is not None and place.version <= line.at and not is_refused:
            return f"event {place.version} is of {line.parent}: point at it there"
        if not line.stands(place.version, head):
            return f"event {place.version} was taken back"
        return ""

    def _judged(self, live: OpenGame, seat: str, asked: RefusedRequest) -> tuple[str, bool, Given | None]:
        """The rule under which a request is refused when it is judged again, whether it has fields that only
        its seat may read in a game that hides something, and the command as a case has it."""
        secret = bool(live.ruleset.storage.commands.secret_fields(asked.request)) and live.match.hides
        position = self._open_games.position(live, asked.timeline, asked.version)
        given = Given(Place(asked.timeline, asked.version + 1), seat, asked.request, asked.decision)
        try:
            command = live.ruleset.storage.commands.read(asked.request)
            decider.execute(live.ruleset, position, seat, command, NoDice(), asked.decision)
        except Refused as refused:
            return refused.rule, secret, given
        except RollNeeded:
            return "", secret, None
        except (UnknownName, Unreadable):
            return "unreadable", secret, None
        return "", secret, None

    def _lacks(self, live: OpenGame, place: Place, reading: dict[str, str] | None) -> str:
        if not reading:
            return ""
        own = self._situations.terms(live, place.timeline, place.version)
        try:
            asked_terms(live.ruleset, own, Asked(None, reading))
        except Lacking as lacking:
            return str(lacking)
        return ""

    def _case(
        self, live: OpenGame, course: Course, command: c.MakeClaim, given: Given, refused: str
    ) -> Filed | None:
        """The cases of a claim; None where none can be made."""
        before = given.at.version - 1 if given.committed is None else given.committed - 1
        title = f"Claim in game {live.id}, {given.at}"
        filing = Filing(title, command.clauses, Asked(None, command.reading or {}), live.match.hides, refused)
        own = self._situations.terms(live, given.at.timeline, before)
        try:
            position = self._open_games.position(live, given.at.timeline, before)
            return filed(live.ruleset, course.begun, own, position, given, filing)
        except (Refused, Unreadable, UnknownName):
            return None

    # -- remedies

    def _remedy(
        self, live: OpenGame, actor: Actor, number: int, remedy: AnyRemedy, at: int, first: Facts
    ) -> Gathered:
        claim = (live.match.disputes or NO_DISPUTES).claims.get(number)
        if claim is None:
            return Gathered(first)
        place = self._situations.place_of(live, claim.made.about)
        if not isinstance(remedy, NEW_LINE):
            against = self._situations.against(live, remedy, actor.role == "official")
            clocks: dict[str, int] = {}
        else:
            try:
                found = self._cost(live, actor, place, remedy, at)
            except NotFound as wrong:
                found, against, clocks = None, ("remedy/place", str(wrong)), {}
            if found is not None:
                against = (found.rule, found.reason) if found.rule else None
                clocks = found.clocks
        line = self._open_games.ids() if isinstance(remedy, NEW_LINE) else ""
        effect = Effect(timeline=line, clocks=clocks)
        facts = RemedyFacts(against, effect, self._back(live, claim), self._situations.left(live, at))
        replays = None
        if isinstance(remedy, SameFaces) and against is None:
            begins, replays = self._situations.replay(live, remedy)
            effect = msgspec.structs.replace(effect, replayed=tuple(each.place for each in replays.commands))
            version = replays.moved.version
            facts = msgspec.structs.replace(facts, effect=effect, fork=begins.fork, version=version)
        return Gathered(msgspec.structs.replace(first, remedy=facts), replays=replays)

    def _cost(
        self, live: OpenGame, actor: Actor, place: Place | None, remedy: AnyRemedy, at: int
    ) -> costs.Cost:
        situation = self._situations.situation(live, place, remedy, at, actor.role == "official")
        return costs.cost(remedy, situation, Policy(limits="open"), limited=False)

    def _back(self, live: OpenGame, claim: Claim) -> Fork | None:
        """Where the game continues if the remedy that moved it is undone: behind the line that it left."""
        if not isinstance(claim.applied, NEW_LINE):
            return None
        why = f"claim {claim.made.claim}"
        left = [each for each in live.match.timelines.values() if each.left_because == why]
        if not left or left[-1].left_at is None:
            return None
        return Fork(self._open_games.ids(), left[-1].id, left[-1].left_at)

    def _rules(self, live: OpenGame, command: c.RuleOnVersion, first: Facts) -> Gathered:
        line, head = self._open_games.head(live, None)
        position = self._open_games.position(live, line, head)
        asked = MoveRules(version=command.version, readings=command.readings, head=head)
        try:
            ruled = require_movable(live.ruleset, live.match, position, asked)
        except Refused as refused:
            return Gathered(msgspec.structs.replace(first, rules=(refused.rule, refused.reason)))
        return Gathered(first, None, ruled)


def _given_at(course: Course, place: Place) -> Given | None:
    """The command of a course that has a place among its events."""
    found: Given | None = None
    for step in course.steps:
        if not isinstance(step, Given) or step.at.timeline != place.timeline:
            continue
        if step.at.version <= place.version:
            found = step
    return found

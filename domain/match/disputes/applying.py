"""What a remedy writes when it is applied, and when it is undone. Pure."""

from typing import NamedTuple

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.clocks.events import AGREEMENT, EndLifted, TimeAdjusted
from ironclad.domain.match.clocks.times import instant_text
from ironclad.domain.match.disputes.events import RemedyApplied, RemedyUndone
from ironclad.domain.match.disputes.facts import Facts
from ironclad.domain.match.disputes.remedies import (
    ENDS,
    NEW_LINE,
    AnyRemedy,
    Correct,
    Replay,
    Result,
    Rewind,
    SameFaces,
    Time,
    Weighted,
    ended_against,
)
from ironclad.domain.match.disputes.state import Claim, Disputes
from ironclad.domain.match.events import GameEnded, GameMoved, RulesMoved, TimelineOpened

RULING, ANNULLED = "ruling", "annulled"


def applied(state: Disputes, claim: Claim, remedy: AnyRemedy, by: str, at: int, facts: Facts) -> list[Event]:
    """The record that a remedy was applied, and what it does to the match.

    The service adds dice anchors, the position of a new line and a tournament's points. Raises Refused.
    """
    if (against := ended_against(remedy, facts.game.ended)) is not None:
        raise Refused(*against)
    number, game, effect = claim.made.claim, facts.game, facts.remedy.effect
    events: list[Event] = [RemedyApplied(number, remedy, effect)]
    why = f"claim {number}"
    match remedy:
        case Time(seat, ms):
            events += adjusted(seat, ms, by, number, facts)
        case SameFaces() | Rewind() | Correct():
            require(effect.timeline, "remedy/timeline", "the new line has no name")
            events.append(TimelineOpened(effect.timeline, *_fork(remedy, facts), RULING, by))
            events.append(GameMoved(effect.timeline, game.line, game.head, by, why))
            if isinstance(remedy, SameFaces):
                events.append(_moved(remedy, number, facts))
            for seat, ms in sorted(effect.clocks.items()):
                events += adjusted(seat, ms, by, number, facts)
        case Result(winner):
            events += _ended(winner, why, RULING, by, number, at, facts)
        case Weighted():
            events += _ended(None, why, RULING, by, number, at, facts)
        case Replay():
            events += _ended(None, why, ANNULLED, by, number, at, facts)
    return events


def _fork(remedy: SameFaces | Rewind | Correct, facts: Facts) -> tuple[str, int]:
    """Where the new line begins. A correction is made at the head of the line that the game is on."""
    match remedy:
        case SameFaces(timeline, _, _, _):
            return timeline, facts.remedy.fork
        case Rewind(timeline, at, _):
            return timeline, at
        case Correct(timeline, _):
            require(
                timeline == facts.game.line, "remedy/timeline", "the line that the game is on is corrected"
            )
            return timeline, facts.game.head


def _moved(remedy: SameFaces, claim: int, facts: Facts) -> Event:
    """The reading holds from the first event of the new line."""
    found = facts.remedy
    at = found.fork + 1
    return RulesMoved(found.effect.timeline, at, found.version, dict(remedy.reading), RULING, claim)


def _ended(winner: str | None, why: str, how: str, by: str, claim: int, at: int, facts: Facts) -> list[Event]:
    """The end of the game by ruling; an end that it has is lifted first."""
    game = facts.game
    lifted: list[Event] = [EndLifted(by, why, claim)] if game.ended else []
    return [*lifted, GameEnded(game.line, game.head, how, winner, why, "match/ruling", instant_text(at))]


class Undoing(NamedTuple):
    """What undoing a remedy writes, and the facts after it."""

    events: list[Event]
    facts: Facts


def undone(claim: Claim, why: str, by: str, following: AnyRemedy, facts: Facts) -> Undoing:
    """Undo the remedy that is in force, if one is, before the `following` one is applied. Raises Refused.

    An end that it made is lifted, and time is given back. Unless the following remedy begins a line of its
    own, the game leaves the line that it moved to, for a fork of the end of the line before that.
    """
    applied_, number = claim.applied, claim.made.claim
    if applied_ is None:
        return Undoing([], facts)
    events: list[Event] = [RemedyUndone(number, why)]
    if isinstance(applied_, ENDS) and facts.game.ended in (RULING, ANNULLED):
        events.append(EndLifted(by, why, number))
        game = msgspec.structs.replace(facts.game, ended="")
        facts = msgspec.structs.replace(facts, game=game)
    elif isinstance(applied_, Time) and not facts.game.ended:
        events += adjusted(applied_.seat, -applied_.ms, by, number, facts)
    elif isinstance(applied_, NEW_LINE) and not isinstance(following, NEW_LINE):
        back, left = facts.remedy.back, facts.game
        if back is None:
            raise Refused("remedy/timeline", "the line on which the game continues has no name")
        events.append(TimelineOpened(back.timeline, back.parent, back.at, RULING, by))
        events.append(GameMoved(back.timeline, left.line, left.head, by, why))
        game = msgspec.structs.replace(left, line=back.timeline, head=back.at, ended="")
        facts = msgspec.structs.replace(facts, game=game)
    return Undoing(events, facts)


def adjusted(seat: str, ms: int, by: str, claim: int | None, facts: Facts) -> list[Event]:
    """Time is added to a clock, or taken from it, but never to below 0."""
    left = facts.remedy.left.get(seat)
    ms = ms if left is None else max(ms, -left)
    return [TimeAdjusted(seat, ms, "agreement" if by == AGREEMENT else "ruling", by, claim)] if ms else []

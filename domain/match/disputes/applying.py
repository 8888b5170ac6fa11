"""What a remedy writes when it is applied, and when it is undone. Pure."""

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.clocks.events import AGREEMENT, EndLifted, TimeAdjusted
from ironclad.domain.match.clocks.times import instant_text
from ironclad.domain.match.disputes.events import RemedyApplied, RemedyUndone
from ironclad.domain.match.disputes.facts import Facts
from ironclad.domain.match.disputes.remedies import (
    AnyRemedy,
    Correct,
    Replay,
    Result,
    Rewind,
    SameFaces,
    Time,
    Weighted,
)
from ironclad.domain.match.disputes.state import Claim, Disputes
from ironclad.domain.match.events import GameEnded, GameMoved, TimelineOpened

RULING, ANNULLED = "ruling", "annulled"


def applied(state: Disputes, claim: Claim, remedy: AnyRemedy, by: str, at: int, facts: Facts) -> list[Event]:
    """The record that a remedy was applied, and what it does to the match.

    The service adds dice anchors, the position of a new line and a tournament's points. Raises Refused.
    """
    number, game, effect = claim.made.claim, facts.game, facts.remedy.effect
    events: list[Event] = [RemedyApplied(number, remedy, effect)]
    why = f"claim {number}"
    match remedy:
        case Time(seat, ms):
            events.append(TimeAdjusted(seat, ms, "agreement" if by == AGREEMENT else "ruling", by, number))
        case SameFaces() | Rewind() | Correct():
            require(effect.timeline, "remedy/timeline", "the new line has no name")
            events.append(TimelineOpened(effect.timeline, *_fork(remedy, facts), RULING, by))
            events.append(GameMoved(effect.timeline, game.line, game.head, by, why))
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
        case SameFaces(timeline, version, _, _):
            return timeline, version - 1
        case Rewind(timeline, at, _):
            return timeline, at
        case Correct(timeline, _):
            require(
                timeline == facts.game.line, "remedy/timeline", "the line that the game is on is corrected"
            )
            return timeline, facts.game.head


def _ended(winner: str | None, why: str, how: str, by: str, claim: int, at: int, facts: Facts) -> list[Event]:
    """The end of the game by ruling; an end that it has is lifted first."""
    game = facts.game
    lifted: list[Event] = [EndLifted(by, why, claim)] if game.ended else []
    return [*lifted, GameEnded(game.line, game.head, how, winner, why, "match/ruling", instant_text(at))]


def undone(claim: Claim, why: str) -> list[Event]:
    """The record that the remedy that is in force was undone; none where none is."""
    return [] if claim.applied is None else [RemedyUndone(claim.made.claim, why)]

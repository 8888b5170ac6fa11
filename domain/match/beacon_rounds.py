"""The beacon's rounds for which commands wait that were committed to: the tournament level of dice of v2.

The commit is the command itself, in the open, and names the round (docs/dice.md). Pure: that witnesses have
cosigned, and what the beacon said, is for the caller to know. Refusals name their rule as `dice/round`.
"""

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.match import events as e
from ironclad.domain.match.committed import Commit, Waiting
from ironclad.domain.match.intents import FAR_SECONDS, schedule_of, seconds_of
from ironclad.domain.match.state import Match


def round_at(match: Match, at: str) -> int:
    """The round for which a command waits that is committed to at a time: the first that leaves the witnesses
    their time.
    """
    assert match.tournament is not None
    return schedule_of(match).first_after(seconds_of(at) + match.tournament.lead)


def check_round(match: Match, at: str, round: int) -> None:
    """Check the round of what was committed to, or missed, at a time. Raises Refused."""
    first, far = round_at(match, at), schedule_of(match).first_after(seconds_of(at) + FAR_SECONDS)
    require(first <= round <= far, "dice/round", f"round {round} is not from {first} to {far}")


def missed(match: Match, line: str, waiting: Waiting, at: str) -> e.RoundMissed:
    """What is recorded where a round of commands was not witnessed in time: the last of them waits on."""
    last: Commit = waiting.commits[-1]
    return e.RoundMissed(line, last.version, round_at(match, at), at)


def check_missed(match: Match, line: str, waiting: Waiting, event: e.RoundMissed) -> None:
    """Check that a round of the beacon is over, and the next one far enough ahead. Raises Refused."""
    waits = event.timeline == line and any(each.version == event.committed for each in waiting.commits)
    require(waits and waiting.round, "dice/round", "nothing waits there for a round of the beacon")
    over = seconds_of(event.at) >= schedule_of(match).time(waiting.round)
    require(over, "dice/round", f"round {waiting.round} is still to come")
    check_round(match, event.at, event.round)

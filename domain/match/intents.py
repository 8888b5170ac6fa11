"""Commands that are committed to before they are given: a match at the tournament level (docs/dice.md).

Pure: that witnesses have cosigned, and what the beacon said, is for who asks them. Refusals name their rule
as `dice/intent` or `dice/round`.
"""

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.fair.fair_dice import LINK_BYTES, V1, V2
from ironclad.domain.kernel.fair.fair_tournament import Schedule
from ironclad.domain.match import commands as c
from ironclad.domain.match import events as e
from ironclad.domain.match.dice import scheme_of
from ironclad.domain.match.state import Intent, Match

LEVEL = "tournament"
LEVEL_2 = f"{V2}/tournament"
LEVELS = (LEVEL, LEVEL_2)
"""The tournament level, with dice of v1 and of v2: as a game is opened with it."""
MOST_WITNESSES = 16
FAR_SECONDS = 24 * 3_600
"""How far ahead the round of an intent may be."""


def is_bound(match: Match, line: str) -> bool:
    """Whether commands that roll on a line need an intent: on a branch they do not, nor in games of v2."""
    bound = match.tournament is not None and scheme_of(match) == V1
    return bound and line in match.timelines and not match.is_what_if(line)


def schedule_of(match: Match) -> Schedule:
    """The times of the beacon's rounds. Raises Refused if the match has no beacon."""
    found = match.tournament
    if found is None:
        raise Refused("dice/intent", "this game is not of the tournament level: it has no intents")
    return Schedule(found.beacon, found.genesis, found.period)


def waiting(match: Match, line: str, seat: str) -> Intent | None:
    """The intent of a seat on a line that still waits for its command."""
    intent = match.intents.get((line, seat))
    return intent if intent is not None and intent.state == "waiting" else None


def made(match: Match, seat: str, command: c.MakeIntent) -> list[Event]:
    """A seat commits to a request. `match.clock` is the time of the request."""
    itself = f"in a game of {V2} the command itself is committed to"
    require(scheme_of(match) != V2, "dice/intent", itself)
    schedule, line = schedule_of(match), command.timeline
    assert match.tournament is not None
    require(waiting(match, line, seat) is None, "dice/intent", f"{seat} has committed to a request already")
    plain = len(command.digest) == 2 * LINK_BYTES and not set(command.digest) - set("0123456789abcdef")
    require(plain, "dice/intent", "a digest is 64 hexadecimal digits in lower case")
    now = seconds_of(match.clock)
    first = schedule.first_after(now + match.tournament.lead)
    round = command.round or first
    require(
        round >= first,
        "dice/round",
        f"round {round} is too near for the witnesses: name {first} or a later one",
    )
    far = schedule.first_after(now + FAR_SECONDS)
    require(round <= far, "dice/round", f"round {round} is more than a day ahead: name one up to {far}")
    return [e.IntentMade(line, command.intent, seat, command.digest, round)]


def voided(match: Match, command: c.VoidIntent) -> list[Event]:
    """The service says that nobody witnessed an intent in time: not before the time of its round is over."""
    intent = _named(match, command)
    late = seconds_of(match.clock) >= schedule_of(match).time(intent.round)
    require(late, "dice/intent", f"round {intent.round} is still to come")
    return [e.IntentVoided(command.timeline, intent.id, intent.seat)]


def refused(match: Match, command: c.RefuseIntent, request: e.Asked, rule: str) -> list[Event]:
    """The request was given, and refused by a rule."""
    intent = _named(match, command)
    return [e.IntentRefused(command.timeline, intent.id, intent.seat, request, rule)]


def check(match: Match, line: str, seat: str, digest: str) -> Intent | None:
    """The seat's intent, if it is for this request. Raises Refused for another request."""
    intent = waiting(match, line, seat)
    same = intent is None or intent.digest == digest
    require(same, "dice/intent", f"{seat} has committed to another request: it has to give that one")
    return intent


def answered(match: Match, line: str, intent: Intent, version: int) -> list[Event]:
    """What the accepted command of an intent does to it; nothing if it has lapsed meanwhile."""
    if waiting(match, line, intent.seat) != intent:
        return []
    return [e.IntentAnswered(line, intent.id, intent.seat, version)]


def _named(match: Match, command: c.VoidIntent | c.RefuseIntent) -> Intent:
    intent = waiting(match, command.timeline, command.seat)
    if intent is None or intent.id != command.intent:
        raise Refused("dice/intent", f"no intent {command.intent!r} waits there")
    return intent


def seconds_of(at: str) -> int:
    """A command's time (RFC 3339 in UTC) as whole seconds since 1970. Raises Refused."""
    try:
        year, month, day, hour, minute, second = (
            int(at[start:end]) for start, end in ((0, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 19))
        )
    except ValueError:
        raise Refused("match/time", f"{at[:40]!r} is no time") from None
    # Years from March on, so that the leap day is the last: days before a month are 30.6 each, cut off.
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (306 * month + 5) // 10 + day - 1
    return (days - 719_468) * 86_400 + hour * 3_600 + minute * 60 + second


def check_terms(terms: e.TournamentSet) -> None:
    """Check the terms of a tournament game. Raises Refused."""
    require(terms.beacon and terms.period >= 1 and terms.genesis >= 0, "dice/tournament", "no such beacon")
    require(terms.lead >= 0, "dice/tournament", "the lead is negative")
    enough = 1 <= terms.needed <= len(terms.witnesses) == len(set(terms.witnesses)) <= MOST_WITNESSES
    require(enough, "dice/tournament", f"{terms.needed} of {len(terms.witnesses)} witnesses cannot be needed")

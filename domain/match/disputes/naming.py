"""Naming a game's officials. Pure; refusals as in deciding.py."""

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.clocks.events import AGREEMENT
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.facts import Facts
from ironclad.domain.match.disputes.policy import check_policy
from ironclad.domain.match.disputes.remedies import NAMES
from ironclad.domain.match.disputes.state import Disputes

MOST_OFFICIALS = 50


def named(state: Disputes, actor: Actor, command: c.NameOfficials, at: int, facts: Facts) -> list[Event]:
    """By the opener or the tournament, by all seats with the same body, or by an operator in need."""
    officials = command.officials
    _check(officials, facts)
    if actor.role == "seat":
        return _by_seats(state, actor.name, officials, facts)
    return [_event(officials, actor.name)]


def _by_seats(state: Disputes, seat: str, officials: e.Officials, facts: Facts) -> list[Event]:
    require(seat not in facts.game.computer, "claim/computer", "the computer player names nobody")
    require(state.asked.get(seat) != officials, "officials/asked", "you have asked for them")
    asked = {**state.asked, seat: officials}
    if any(asked.get(each) != officials for each in facts.game.seats):
        return [e.OfficialsAsked(seat, officials)]
    return [_event(officials, AGREEMENT)]


def _event(officials: e.Officials, by: str) -> Event:
    return e.OfficialsNamed(
        officials.tournament,
        officials.chief,
        officials.deputies,
        officials.assessors,
        officials.keys,
        officials.policy,
        by,
        officials.anchor,
    )


def _check(officials: e.Officials, facts: Facts) -> None:
    check_policy(officials.policy, NAMES)
    people = (officials.chief, *officials.deputies, *officials.assessors)
    require(all(people), "officials/names", "each official has a name, the chief first")
    require(len(people) <= MOST_OFFICIALS, "officials/names", f"no more than {MOST_OFFICIALS} officials")
    require(
        len(set(people)) == len(people),
        "officials/names",
        "each is chief, deputy or assessor, and only one of them",
    )
    directs = {officials.chief, *officials.deputies} <= facts.people.may_direct
    require(directs, "officials/director", "chief and deputies are accounts with the role director")
    plays = not set(people) & facts.people.sits
    require(plays, "ruling/conflict", "an official does not play in the game, nor against its players")
    known = officials.keys.keys() <= set(people)
    require(known, "officials/keys", "keys are those of officials")
    digits = frozenset("0123456789abcdef")
    formed = all(len(key) == 64 and set(key) <= digits for key in officials.keys.values())
    require(formed, "officials/keys", "a key is 64 hexadecimal digits in lower case")
    anchored = len(officials.anchor) == 64 and set(officials.anchor) <= digits
    needs = bool(officials.policy.panel)
    require(
        anchored == needs and (needs or not officials.anchor),
        "officials/anchor",
        "a policy with a panel anchors the chain for its lots, and no other does",
    )
    require(bool(officials.assessors) >= needs, "officials/assessors", "a panel is drawn among assessors")

"""A game's disputes for tests: two seats, officials, and an instant that moves when a test says so."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.match.clocks.times import HOUR, instant_of, instant_text
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes import lots
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.deciding import decide
from ironclad.domain.match.disputes.facts import AboutFacts, Facts, GameFacts, PeopleFacts, RequestFacts
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.disputes.remedies import LetStand
from ironclad.domain.match.disputes.state import Disputes, Phase, folded
from ironclad.domain.match.events import CommandAccepted

BLUE, GREY, EVE = (Actor(name, "seat") for name in ("blue", "grey", "eve"))
CHIEF, DEPUTY, STRANGER = (Actor(name, "official") for name in ("chief", "deputy", "stranger"))
ASSESSORS = tuple(f"assessor-{number}" for number in range(1, 8))
OPENER, TOURNAMENT, OPERATOR = Actor("opener", "opener"), Actor("t1", "tournament"), Actor("op", "operator")
CHAIN = lots.chain("g", b"\7" * 32, 5)
START = instant_of("2026-03-01T12:00:00.000Z")
GAME = GameFacts("g", ("blue", "grey"), head=20, clauses=frozenset({"1", "2", "3"}), timed=True)
PEOPLE = PeopleFacts(may_direct=frozenset({"chief", "deputy", "other"}))
FACTS = Facts(GAME, RequestFacts(), PEOPLE)
APPEALS = Policy(panel=3, appeal_hours=24)


def officials(policy: Policy = APPEALS, **changes: Any) -> e.Officials:
    anchor = CHAIN[0] if policy.panel else ""
    found = e.Officials("chief", ("deputy",), ASSESSORS, {}, policy, "", anchor)
    return msgspec.structs.replace(found, **changes)


def about(version: int = 7) -> e.About:
    return e.About("main", version)


def claim(version: int = 7, **changes: Any) -> c.MakeClaim:
    found = c.MakeClaim(about=about(version), kind="rules", clauses=("2",), says="It holds.", asks=LetStand())
    return msgspec.structs.replace(found, **changes)


def rule(number: int = 1, **changes: Any) -> c.RuleClaim:
    found = c.RuleClaim(
        claim=number, finding="event_stands", facts="The die is 3.", clauses=("2",), remedy=LetStand()
    )
    return msgspec.structs.replace(found, **changes)


def appeal(number: int = 1) -> c.AppealRuling:
    return c.AppealRuling(claim=number, grounds=("wrong_rule",), says="It is not so.")


class Game:
    """Disputes that take commands; `facts` are those of every command that names no others."""

    def __init__(self, policy: Policy | None = APPEALS, **game: Any) -> None:
        self.state, self.at = Disputes(), START
        self.facts = msgspec.structs.replace(FACTS, game=msgspec.structs.replace(GAME, **game))
        self.links = iter(CHAIN[1:])
        if policy is not None:
            self.do(OPENER, c.NameOfficials(officials=officials(policy)))

    def decided(self, actor: Actor, command: Command, **facts: Any) -> list[Event]:
        """What a command would cause."""
        return decide(self.state, actor, command, self.at, msgspec.structs.replace(self.facts, **facts))

    def do(self, actor: Actor, command: Command, **facts: Any) -> list[Event]:
        before = self.state
        events = self.decided(actor, command, **facts)
        assert self.state is before
        accepted = CommandAccepted("", "c", "", instant_text(self.at), {})
        self.state = folded([accepted, *events], self.state)
        return events

    def refused(self, actor: Actor, command: Command, **facts: Any) -> str:
        """The rule under which a command is refused."""
        with pytest.raises(Refused) as wrong:
            self.decided(actor, command, **facts)
        assert len(wrong.value.reason) > 5
        return wrong.value.rule

    def later(self, hours: float) -> None:
        self.at += int(hours * HOUR)

    def phase(self, number: int = 1) -> Phase:
        return self.state.claims[number].phase(self.at)

    def ruled(self, number: int = 1, **changes: Any) -> list[Event]:
        """A claim taken and ruled on by the chief."""
        if self.state.claims[number].taken_by != "chief":
            self.do(CHIEF, c.TakeClaim(claim=number))
        return self.do(CHIEF, rule(number, **changes))

    def panel(self, number: int = 1) -> tuple[Actor, ...]:
        """The members of a panel that is drawn now."""
        (named,) = self.do(CHIEF, c.NamePanel(claim=number, link=next(self.links)))
        assert isinstance(named, e.PanelNamed)
        return tuple(Actor(name, "official") for name in named.members)

    def vote(self, member: Actor, vote: e.Vote, number: int = 1, **more: Any) -> list[Event]:
        return self.do(member, c.VoteAppeal(claim=number, vote=vote, says="So it is.", **more))


def about_facts(**facts: Any) -> dict[str, Any]:
    """Facts of what a claim points at."""
    return {"about": AboutFacts(**facts)}


def in_phase(phase: Phase) -> tuple[Game, tuple[Actor, ...]]:
    """A game whose claim 1, made by blue, is in a phase, and the members of its panel."""
    game, members = Game(), tuple[Actor, ...]()
    game.do(BLUE, claim())
    if phase == "made":
        return game, members
    if phase == "withdrawn":
        game.do(BLUE, c.WithdrawClaim(claim=1))
        return game, members
    game.do(GREY, c.AnswerClaim(claim=1, agrees=False, says="No."))
    if phase == "settled":
        for seat in (BLUE, GREY):
            game.do(seat, c.SettleClaim(claim=1, remedy=LetStand()))
    if phase in ("answered", "settled"):
        return game, members
    game.ruled()
    if phase == "final":
        game.later(24.001)
    if phase in ("appealed", "decided"):
        game.do(BLUE, appeal())
        members = game.panel()
    if phase == "decided":
        for member in members[:2]:
            game.vote(member, "confirm")
    return game, members

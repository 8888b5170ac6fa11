"""Random commands of random callers: each is refused by a rule, or leaves disputes in which all holds."""

from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event, Registry, name_of
from ironclad.domain.match.clocks.events import CLOCK_EVENTS, ClocksPaused, ControlSet, Flagged
from ironclad.domain.match.clocks.fold import folded as clocks_after
from ironclad.domain.match.clocks.presets import named_control
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import HOUR, instant_text
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.claiming import MOST_CLAIMS, OPEN_A_SEAT
from ironclad.domain.match.disputes.commands import DISPUTE_COMMANDS, Actor
from ironclad.domain.match.disputes.events import DISPUTE_EVENTS
from ironclad.domain.match.disputes.facts import (
    AboutFacts,
    Facts,
    Fork,
    PeopleFacts,
    RemedyFacts,
    RequestFacts,
)
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.disputes.remedies import LetStand, Replay, Result, Rewind, Time
from ironclad.domain.match.disputes.state import OPEN_PHASES, PHASES, folded
from ironclad.domain.match.events import (
    CommandAccepted,
    GameEnded,
    GameMoved,
    RulesMoved,
    TimelineOpened,
)
from tests.match.disputes import game as g
from tests.match.disputes.game import Game

ACTIONS = 120
KNOWN = Registry(
    "match",
    (*DISPUTE_EVENTS, *CLOCK_EVENTS, GameEnded, GameMoved, TimelineOpened, RulesMoved),
)
SEATS = ("blue", "grey")
TIMED = clocks_after(
    [ControlSet(named_control("90m+30s", SEATS), "fresh", "agreement")], ClockState(SEATS)
)
CLOCKS = (
    TIMED,
    clocks_after([ClocksPaused("chief", "So.")], TIMED),
    clocks_after([Flagged("blue", instant_text(0), instant_text(0))], TIMED),
    None,
)
"""Clocks that do not run, are stopped, have a flag; none."""
RULES = {
    "clock",
    *("claim", "settle", "ruling", "penalty", "appeal", "fact", "officials", "policy", "chains", "remedy"),
    *("dispute", "match"),
}


class Play:
    """A game whose disputes take whatever comes."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(f"disputes {seed}")
        policy = Policy(
            panel=random.choice([0, 1, 3, 3]),
            pause_on_claim=random.choice(["none", "both"]),
            limits=random.choice(["strict", "open", ("rewind",)]),
        )
        self.game = Game(random.choice([policy, policy, policy, None]), tournament=random.random() < 0.3)
        self.accepted, self.refused = dict[str, int](), dict[str, int]()

    def number(self) -> int:
        appealed = [n for n, each in self.game.state.claims.items() if each.phase(self.game.at) == "appealed"]
        if appealed and self.random.random() < 0.3:
            return self.random.choice(appealed)
        return self.random.randint(0, max(1, len(self.game.state.claims)))

    def remedy(self) -> Any:
        remedies = [LetStand(), LetStand(), Time("blue", 60_000), Rewind("main", 6), Result("grey"), Replay()]
        return self.random.choice(remedies)

    def actor(self, command: Command) -> Actor:
        """Mostly one who may ask for it."""
        claim = self.game.state.claims.get(getattr(command, "claim", None) or 0)
        if self.random.random() < 0.7:
            if isinstance(command, c.VoteAppeal) and claim is not None and claim.panel is not None:
                return Actor(self.random.choice(claim.panel.members), "official")
            if isinstance(command, c.RuleClaim | c.OpenFact) and claim is not None and claim.taken_by:
                return Actor(claim.taken_by, "official")
            if isinstance(command, c.TakeClaim | c.NamePanel):
                return g.CHIEF
        seats = [g.BLUE, g.GREY] * 3
        others = [g.CHIEF, g.CHIEF, g.DEPUTY, g.EVE, g.STRANGER, g.OPENER, g.TOURNAMENT, g.OPERATOR]
        drawn = [
            Actor(name, "official")
            for claim in self.game.state.claims.values()
            if claim.panel is not None
            for name in (*claim.panel.members, *claim.panel.reserves)
        ]
        return self.random.choice([*seats, *others, *drawn])

    def link(self) -> str:
        state = self.game.state.link
        known = g.CHAIN.index(state) if state in g.CHAIN else 0
        return self.random.choice([g.CHAIN[min(known + 1, len(g.CHAIN) - 1)]] * 4 + [g.CHAIN[0]])

    def command(self) -> Command:
        random, number, text = self.random, self.number(), self.random.choice(["So."] * 9 + ["", "x" * 3_000])
        vote = random.choice(["confirm", "change", "return"])
        made: list[Command] = [
            *[g.claim(random.randint(1, 40), says=text, asks=self.remedy())] * 4,
            *[c.AnswerClaim(claim=number, agrees=True, says=text)] * 2,
            c.WithdrawClaim(claim=number),
            c.AddEvidence(claim=number, items=(e.Evidence(statement=text),)),
            *[c.SettleClaim(claim=number, remedy=LetStand())] * 2,
            c.SettleClaim(claim=number, remedy=self.remedy()),
            *[c.TakeClaim(claim=number, why=text)] * 4,
            c.OpenFact(claim=number, timeline="main", version=7, number=random.randint(0, 3)),
            *([c.DeclareConflict(why=text)] if random.random() < 0.3 else []),
            *[g.rule(number, facts=text, suspends=random.random() < 0.5)] * 3,
            *[g.rule(number, remedy=self.remedy(), finding="event_wrong")] * 3,
            *[g.appeal(number)] * 4,
            *[c.NamePanel(claim=number, link=self.link())] * 4,
            *[
                c.VoteAppeal(
                    claim=number, vote=vote, says=text, remedy=self.remedy() if vote == "change" else None
                )
            ]
            * 6,
            c.Penalise(
                seat="blue", rung=random.choice(["caution", "time"]), why=text, ms=random.choice([0, 5])
            ),
            c.EndGame(winner=random.choice(["blue", "eve", None]), why=text),
            c.LiftEnd(why=text),
            c.Annul(why=text),
            c.RuleOnVersion(version="1.1", readings={}, why=text),
            c.OrderChains(timeline="main", seats=("blue",), custody="client", why=text),
            c.VacateSeat(seat=random.choice(["blue", "eve"]), why=text),
            c.NameOfficials(officials=g.officials(random.choice([Policy(), g.APPEALS]))),
            c.StopClocks(why=text),
            c.StartClocks(why=text),
            c.AdjustClock(seat="blue", ms=random.choice([0, 5, -5]), why=text),
            c.CallAdjournment(why=text),
            c.LiftFlag(seat=random.choice(["blue", "eve"]), why=text),
        ]
        return random.choice(made)

    def facts(self) -> Facts:
        """Mostly what lets things through."""
        random = self.random
        paused = any(claim.paused for claim in self.game.state.claims.values())
        game = msgspec.structs.replace(
            self.game.facts.game,
            paused=paused,
            ended=random.choice([""] * 12 + ["resignation", "rules", "annulled"]),
            hides=random.random() < 0.5,
        )
        since = e.Since(1, random.choice([0, 0, 0, 2]), 0, random.choice([0, 0, 0, 3]))
        effect = e.Effect(timeline=f"line-{random.randint(2, 9)}")
        against = random.choice([None] * 9 + [("remedy/dice", "other dice are rolled")])
        return Facts(
            game,
            RequestFacts(random.choice([*["new"] * 15, "other"]), random.choice([*["right"] * 15, "wrong"])),
            PeopleFacts(may_direct=g.PEOPLE.may_direct),
            AboutFacts(since=since, hours=random.choice([0, 0, 90])),
            RemedyFacts(against, effect, Fork("line-10", "main", 20)),
            hidden=2,
            owed=random.random() < 0.1,
            clocks=random.choice(CLOCKS),
        )

    def step(self) -> None:
        self.game.at += self.random.choice([0, 1, HOUR, 9 * HOUR])
        command, facts = self.command(), self.facts()
        actor = self.actor(command)
        before = self.game.state
        given = {name: getattr(facts, name) for name in facts.__struct_fields__}
        try:
            events = self.game.do(actor, command, **given)
        except Refused as refused:
            assert self.game.state is before
            self.refused[refused.rule] = self.refused.get(refused.rule, 0) + 1
            return
        name = name_of(type(command))
        self.accepted[name] = self.accepted.get(name, 0) + 1
        self.check(events)

    def check(self, events: list[Event]) -> None:
        """What holds in every game."""
        assert events
        stored = [KNOWN.decode(*KNOWN.encode(each)) for each in events]
        assert stored == events, "each is stored and read again"
        state = self.game.state
        assert list(state.claims) == list(range(1, len(state.claims) + 1))
        assert len(state.claims) <= MOST_CLAIMS
        for seat in ("blue", "grey"):
            own = [each for each in state.claims.values() if each.made.seat == seat]
            assert (
                sum(each.phase(self.game.at) in OPEN_PHASES and not each.rulings for each in own)
                <= OPEN_A_SEAT
            )
            assert state.pauses.get(seat, 0) <= 3
        for claim in state.claims.values():
            assert claim.phase(self.game.at) in PHASES
            assert len(claim.appeals) <= 2
            assert claim.returned <= 1
            assert len({each.by for each in claim.votes}) == len(claim.votes)
            assert claim.applied is None or claim.rulings or claim.over == "settled"
            if claim.panel is not None:
                assert not set(claim.panel.members) & {each.by for each in claim.rulings}


def test_the_fold_of_all_events_is_the_state() -> None:
    play = Play(5)
    every: list[Event] = []
    play.game = Game(g.APPEALS)
    start = play.game.state
    take = play.check

    def keep(events: list[Event]) -> None:
        every.extend([CommandAccepted("", "c", "", instant_text(play.game.at), {}), *events])
        take(events)

    play.check = keep  # type: ignore[method-assign]
    for _ in range(ACTIONS):
        play.step()
    assert folded(every, start) == play.game.state


@pytest.mark.full
def test_any_command_is_refused_by_a_rule_or_holds() -> None:
    accepted, refused = dict[str, int](), dict[str, int]()
    for seed in range(200):
        play = Play(seed)
        for _ in range(ACTIONS):
            play.step()
        for total, one in ((accepted, play.accepted), (refused, play.refused)):
            for name, count in one.items():
                total[name] = total.get(name, 0) + count
    assert accepted.keys() == {name_of(kind) for kind in DISPUTE_COMMANDS}, (
        "every command is accepted at times"
    )
    assert {rule.partition("/")[0] for rule in refused} <= RULES

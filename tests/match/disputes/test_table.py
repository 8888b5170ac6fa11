"""Every command in every phase of a claim from every kind of caller, and the order of the checks."""

from typing import Any

import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, name_of
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.commands import DISPUTE_COMMANDS, Actor
from ironclad.domain.match.disputes.facts import RequestFacts
from ironclad.domain.match.disputes.remedies import LetStand, Time
from ironclad.domain.match.disputes.state import PHASES, Phase
from tests.match.disputes import game as g
from tests.match.disputes.game import Game, in_phase

COMMANDS: dict[type[Command], Command] = {
    c.NameOfficials: c.NameOfficials(officials=g.officials()),
    c.MakeClaim: g.claim(9),
    c.AnswerClaim: c.AnswerClaim(claim=1, agrees=True, says="Yes."),
    c.WithdrawClaim: c.WithdrawClaim(claim=1),
    c.AddEvidence: c.AddEvidence(claim=1, items=(e.Evidence(statement="I saw it."),)),
    c.SettleClaim: c.SettleClaim(claim=1, remedy=Time("blue", 60_000)),
    c.TakeClaim: c.TakeClaim(claim=1, why="I have the time."),
    c.OpenFact: c.OpenFact(claim=1, timeline="main", version=7, number=1),
    c.DeclareConflict: c.DeclareConflict(why="A friend plays."),
    c.RuleClaim: g.rule(),
    c.AppealRuling: g.appeal(),
    c.NamePanel: c.NamePanel(claim=1, link=g.CHAIN[1]),
    c.VoteAppeal: c.VoteAppeal(claim=1, vote="confirm", says="Right."),
    c.Penalise: c.Penalise(seat="blue", rung="caution", why="Late."),
    c.EndGame: c.EndGame(winner="blue", why="So."),
    c.LiftEnd: c.LiftEnd(why="So."),
    c.Annul: c.Annul(why="So."),
    c.RuleOnVersion: c.RuleOnVersion(version="1.1", readings={}, why="So."),
    c.OrderChains: c.OrderChains(timeline="main", seats=("blue",), custody="client", why="Lost."),
    c.VacateSeat: c.VacateSeat(seat="blue", why="Gone."),
    c.StopClocks: c.StopClocks(why="Fire."),
    c.StartClocks: c.StartClocks(why="It is out."),
    c.AdjustClock: c.AdjustClock(seat="blue", ms=60_000, why="So."),
    c.CallAdjournment: c.CallAdjournment(why="It is late."),
    c.LiftFlag: c.LiftFlag(seat="blue", why="He was ill."),
}
ON_CLOCKS = (c.StopClocks, c.StartClocks, c.AdjustClock, c.CallAdjournment, c.LiftFlag)
CALLERS = {
    **{name: actor for name, actor in vars(g).items() if isinstance(actor, Actor) and name != "STRANGER"},
    "STRANGER": g.STRANGER,
    "MEMBER": Actor("", "official"),
    "RESERVE": Actor("", "official"),
    "ASSESSOR": Actor("", "official"),
}
"""By what they are; who is a member, a reserve or neither is known once the panel was drawn."""

SEATS = {"BLUE", "GREY"}
DIRECTORS = {"CHIEF", "DEPUTY"}
OFFICIALS = DIRECTORS | {"MEMBER", "RESERVE", "ASSESSOR"}
UNRULED = {"made", "answered"}
ANY = set(PHASES)
WHO: dict[type[Command], set[str]] = {
    c.NameOfficials: SEATS | {"OPENER", "TOURNAMENT"},
    c.MakeClaim: SEATS,
    c.AnswerClaim: SEATS,
    c.WithdrawClaim: SEATS,
    c.AddEvidence: SEATS | DIRECTORS,
    c.SettleClaim: SEATS | DIRECTORS,
    c.DeclareConflict: OFFICIALS,
    c.AppealRuling: SEATS,
    c.NamePanel: {"CHIEF"},
    c.VoteAppeal: {"MEMBER"},
}
"""Who may ask; the directors for all others."""
WHEN: dict[type[Command], set[str]] = {
    c.NameOfficials: set(),
    c.AnswerClaim: UNRULED,
    c.WithdrawClaim: UNRULED,
    c.AddEvidence: UNRULED,
    c.SettleClaim: UNRULED,
    c.TakeClaim: UNRULED,
    c.OpenFact: UNRULED,
    c.RuleClaim: UNRULED,
    c.AppealRuling: {"ruled"},
    c.NamePanel: {"appealed"},
    c.VoteAppeal: {"appealed"},
    c.LiftEnd: set(),
}
"""In which phases of claim 1; in any for all others."""
AGAINST: dict[type[Command], dict[str, set[str]]] = {
    c.AnswerClaim: {"claim/own": {"BLUE"}, "claim/answered": {"GREY"}},
    c.WithdrawClaim: {"claim/own": {"GREY"}},
    c.SettleClaim: {"settle/seats": DIRECTORS},
    c.OpenFact: {"claim/taken": DIRECTORS, "fact/open": DIRECTORS},
    c.RuleClaim: {"claim/taken": DIRECTORS},
    c.NamePanel: {"appeal/panel": {"CHIEF"}},
    **{kind: {"clock/control": DIRECTORS} for kind in ON_CLOCKS},
}
"""By which rule some callers may be refused although it is theirs to ask, and the time for it."""


def test_every_command_is_in_the_table() -> None:
    assert COMMANDS.keys() == set(DISPUTE_COMMANDS)


def callers(game: Game, members: tuple[Actor, ...]) -> dict[str, Actor]:
    """The callers of a game; before a panel was drawn nobody is a member of one."""
    drawn = game.state.claims[1].panel
    names = drawn.members + drawn.reserves if drawn is not None else ()
    found = {**CALLERS, "MEMBER": members[0] if members else Actor("assessor-1", "official")}
    found["RESERVE"] = Actor(drawn.reserves[0] if drawn is not None else "assessor-2", "official")
    rest = next(each for each in g.ASSESSORS if each not in names)
    return {**found, "ASSESSOR": Actor(rest, "official")}


@pytest.mark.parametrize("kind", DISPUTE_COMMANDS, ids=name_of)
@pytest.mark.parametrize("phase", PHASES)
def test_who_may_ask_what_in_which_phase(phase: Phase, kind: type[Command]) -> None:
    game, members = in_phase(phase)
    for name, actor in callers(game, members).items():
        votes = kind is not c.VoteAppeal or bool(members)
        asks = name in WHO.get(kind, DIRECTORS) and votes
        in_time = phase in WHEN.get(kind, ANY)
        refused = rule_of(game, actor, COMMANDS[kind])
        if asks and in_time:
            assert not refused or name in AGAINST.get(kind, {}).get(refused, set()), (name, refused)
        else:
            assert refused in (OF_STATE if asks else OF_WHO), (name, refused)


def rule_of(game: Game, actor: Actor, command: Command) -> str:
    """The rule that refuses a command, "" where it is accepted and causes something."""
    try:
        assert game.decided(actor, command)
    except Refused as refused:
        return refused.rule
    return ""


OF_WHO = {"claim/by", "ruling/by", "officials/by", "appeal/by"}
OF_STATE = {"claim/state", "officials/named", "match/running", "appeal/late", "appeal/panel"}


@pytest.mark.parametrize("kind", DISPUTE_COMMANDS, ids=name_of)
def test_a_claim_that_is_not_there(kind: type[Command]) -> None:
    fields = {"claim"} & set(kind.__struct_fields__)
    if not fields or kind in (c.Penalise, c.EndGame, c.LiftEnd, c.Annul, c.RuleOnVersion, *ON_CLOCKS):
        return
    game = Game()
    for actor in (g.BLUE, g.CHIEF):
        name = "BLUE" if actor is g.BLUE else "CHIEF"
        if name in WHO.get(kind, DIRECTORS):
            assert game.refused(actor, COMMANDS[kind]) == "claim/none"


ONE_WRONG: list[tuple[str, dict[str, Any], Actor, str]] = [
    ("who", {"request": RequestFacts("other", "wrong")}, g.EVE, "claim/by"),
    ("id", {"request": RequestFacts("other", "wrong")}, g.BLUE, "dispute/id"),
    ("state", {"request": RequestFacts("new", "wrong")}, g.BLUE, "claim/state"),
]


@pytest.mark.parametrize(("what", "facts", "actor", "rule"), ONE_WRONG, ids=[each[0] for each in ONE_WRONG])
def test_what_is_checked_first(what: str, facts: dict[str, Any], actor: Actor, rule: str) -> None:
    """All that comes later is wrong too: the claim is over, and the text is empty."""
    game, _ = in_phase("withdrawn")
    empty = c.AnswerClaim(claim=1, agrees=True, says="")
    assert game.refused(actor, empty, **facts) == rule


@pytest.mark.parametrize("signature", ["missing", "wrong"])
def test_a_signature_comes_before_the_rule(signature: Any) -> None:
    game, _ = in_phase("made")
    empty = c.AnswerClaim(claim=1, agrees=True, says="")
    assert game.refused(g.GREY, empty, request=RequestFacts("new", signature)) == "dispute/signature"
    assert game.refused(g.GREY, empty) == "claim/text"


def test_an_official_who_plays_in_the_game_decides_nothing() -> None:
    """Nor one who declared a conflict."""
    game, members = in_phase("appealed")
    people = {"people": g.PeopleFacts(sits=frozenset({"chief", members[0].name}), may_direct=frozenset())}
    for actor, kind in ((g.CHIEF, c.Penalise), (g.CHIEF, c.NamePanel), (members[0], c.VoteAppeal)):
        assert game.refused(actor, COMMANDS[kind], **people) == "ruling/conflict"
    game.do(g.DEPUTY, c.DeclareConflict(why="A friend plays."))
    assert game.refused(g.DEPUTY, COMMANDS[c.Penalise]) == "ruling/conflict"
    assert game.refused(g.DEPUTY, c.DeclareConflict(why="Again.")) == "ruling/conflict"


@pytest.mark.parametrize("ended", ["rules", "resignation", "annulled"])
def test_a_game_that_is_over(ended: str) -> None:
    game = Game(ended=ended)
    for kind in (c.EndGame, c.RuleOnVersion, c.OrderChains, c.VacateSeat):
        assert game.refused(g.CHIEF, COMMANDS[kind]) == "match/over"
    if ended == "annulled":
        assert game.refused(g.BLUE, COMMANDS[c.MakeClaim]) == "match/over"
        assert game.refused(g.CHIEF, COMMANDS[c.Annul]) == "match/over"
        return
    assert game.decided(g.BLUE, COMMANDS[c.MakeClaim])
    if ended == "rules":
        assert game.refused(g.CHIEF, COMMANDS[c.LiftEnd]) == "ruling/end"
    else:
        assert game.decided(g.CHIEF, COMMANDS[c.LiftEnd])


def test_a_game_without_officials() -> None:
    """The seats settle, or name officials."""
    game = Game(None)
    game.do(g.BLUE, g.claim())
    assert game.refused(g.CHIEF, c.TakeClaim(claim=1)) == "ruling/by"
    for seat in (g.BLUE, g.GREY):
        game.do(seat, c.SettleClaim(claim=1, remedy=LetStand()))
    assert game.phase() == "settled"
    for seat in (g.BLUE, g.GREY):
        events = game.do(seat, c.NameOfficials(officials=g.officials()))
    assert isinstance(events[0], e.OfficialsNamed)
    assert events[0].by == "agreement"

"""Rulings, penalties, and the acts of directors; appeals and the panels that decide them."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.sight import Secret, secret_fields
from ironclad.domain.match.clocks.events import ClocksPaused, ClocksResumed, EndLifted, TimeAdjusted
from ironclad.domain.match.clocks.times import HOUR, instant_text
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes import lots
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.facts import Fork, RemedyFacts
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.disputes.remedies import (
    Correct,
    LetStand,
    Replay,
    Result,
    Rewind,
    SameFaces,
    Time,
    Weighted,
)
from ironclad.domain.match.disputes.ruling import next_rung
from ironclad.domain.match.events import GameEnded, GameMoved, RulesMoved, TimelineOpened
from tests.match.disputes.game import (
    APPEALS,
    ASSESSORS,
    BLUE,
    CHAIN,
    CHIEF,
    DEPUTY,
    GREY,
    OPENER,
    OPERATOR,
    PEOPLE,
    TOURNAMENT,
    Game,
    about_facts,
    appeal,
    claim,
    in_phase,
    officials,
    rule,
)
from tests.match.disputes.test_claims import one

LATE = about_facts(since=e.Since(9, 0, 0, 2))
SEALED = about_facts(since=e.Since(1, 1, 0, 0))
WRONG = {"finding": "event_wrong"}
REWIND = Rewind("main", 6)
NEW_LINE = {"remedy": RemedyFacts(effect=e.Effect(timeline="line-2"), fork=6)}


def claimed(policy: Policy = APPEALS, facts: Any = None, **game: Any) -> Game:
    """A game with a claim that the chief has taken."""
    found = Game(policy, **game)
    found.do(BLUE, claim(), **(facts or {}))
    found.do(CHIEF, c.TakeClaim(claim=1))
    return found


# -- taking


def test_from_another_director_with_a_reason() -> None:
    game = claimed()
    assert game.refused(CHIEF, c.TakeClaim(claim=1)) == "claim/taken"
    assert game.refused(DEPUTY, rule()) == "claim/taken"
    assert game.refused(DEPUTY, c.TakeClaim(claim=1)) == "claim/text"
    game.do(DEPUTY, c.TakeClaim(claim=1, why="The chief is away."))
    assert game.refused(CHIEF, rule()) == "claim/taken"


def test_one_hidden_fact_is_opened() -> None:
    game = claimed(hides=True)
    asked = c.OpenFact(claim=1, timeline="main", version=7, number=2)
    assert game.refused(CHIEF, asked, hidden=1) == "fact/none"
    assert game.refused(CHIEF, msgspec.structs.replace(asked, number=0), hidden=9) == "fact/none"
    assert game.refused(CHIEF, msgspec.structs.replace(asked, timeline="x"), hidden=9) == "fact/none"
    (opened,) = game.do(CHIEF, asked, hidden=2)
    assert opened == e.FactOpened(1, "main", 7, 2, "chief")
    assert claimed().refused(CHIEF, asked, hidden=2) == "fact/open"


# -- what a late or sealed claim may get


@pytest.mark.parametrize("facts", [LATE, SEALED], ids=["late", "sealed"])
@pytest.mark.parametrize(
    ("limits", "allowed"),
    [("strict", {"let_stand", "time"}), ("open", {"let_stand", "time", "rewind"}), (("rewind",), {"rewind"})],
)
def test_limits(facts: Any, limits: Any, allowed: set[str]) -> None:
    for remedy in (LetStand(), Time("blue", 5), REWIND):
        game = claimed(msgspec.structs.replace(APPEALS, limits=limits), facts)
        asked = rule(remedy=remedy, **WRONG)
        name = str(remedy.__struct_config__.tag)
        if name in allowed:
            assert one(game.do(CHIEF, asked, **NEW_LINE), e.RemedyApplied).remedy == remedy
        else:
            assert game.refused(CHIEF, asked, **NEW_LINE) == "ruling/limits"


def test_a_timely_claim_may_get_anything() -> None:
    events = claimed().do(CHIEF, rule(remedy=REWIND, **WRONG), **NEW_LINE)
    assert one(events, TimelineOpened) == TimelineOpened("line-2", "main", 6, "ruling", "chief")
    assert one(events, GameMoved).why == "claim 1"


def test_penalties_are_given_to_a_late_claim_too() -> None:
    game = claimed(facts=LATE)
    given = (e.Given("grey", "warning", "Slow."), e.Given("grey", "time", "Slow.", 90_000))
    events = game.do(CHIEF, rule(penalties=given))
    assert [each.rung for each in events if isinstance(each, e.PenaltyGiven)] == ["warning", "time"]
    assert one(events, TimeAdjusted) == TimeAdjusted("grey", -90_000, "ruling", "chief", 1)


# -- rulings


def test_a_ruling_says_until_when_it_can_be_appealed() -> None:
    game = claimed()
    ruling = one(game.do(CHIEF, rule()), e.RulingGiven)
    assert ruling.appeal_until == instant_text(game.at + 24 * HOUR)
    final = claimed(Policy(panel=0))
    assert one(final.do(CHIEF, rule()), e.RulingGiven).appeal_until == ""
    assert final.phase() == "final"
    assert final.refused(BLUE, appeal()) == "appeal/none"


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"facts": ""}, "ruling/text"),
        ({"facts": "x" * 2_001}, "ruling/text"),
        ({"sealed_reason": "By what is hidden."}, "ruling/sealed"),
        ({"finding": "event_wrong", "clauses": ()}, "claim/clauses"),
        ({"clauses": ("99",)}, "claim/clause"),
        ({"remedy": REWIND}, "ruling/finding"),
        ({"finding": "no_case", "remedy": Replay()}, "ruling/finding"),
        ({"remedy": Time("green", 1)}, "remedy/seat"),
        ({"penalties": (e.Given("blue", "game", "So."),)}, "penalty/game"),
        ({"penalties": (e.Given("green", "caution", "So."),)}, "penalty/seat"),
        ({"penalties": (e.Given("blue", "points", "So."),)}, "penalty/points"),
        ({"penalties": (e.Given("blue", "time", "So."),)}, "penalty/time"),
        ({"penalties": (e.Given("blue", "caution", "So.", 5),)}, "penalty/time"),
        ({"penalties": (e.Given("blue", "caution", ""),)}, "ruling/text"),
        ({"penalties": tuple(e.Given("blue", "caution", "So.") for _ in range(5))}, "penalty/most"),
        ({"precedents": tuple(e.Cited("g", 1, True) for _ in range(21))}, "ruling/precedents"),
        ({"precedents": (e.Cited("g", 1, True, ""),)}, "ruling/text"),
    ],
)
def test_what_a_ruling_cannot_be(changes: dict[str, Any], refusal: str) -> None:
    assert claimed().refused(CHIEF, rule(**changes)) == refusal


def test_a_reason_that_rests_on_hidden_facts_is_sealed() -> None:
    game = claimed(hides=True)
    assert game.refused(CHIEF, rule(sealed_reason=" ")) == "ruling/text"
    ruling = one(game.do(CHIEF, rule(sealed_reason="He has ten.")), e.RulingGiven)
    assert ruling.sealed_reason == Secret((), "He has ten."), "for nobody before the end"
    assert secret_fields(c.RuleClaim) == ("sealed_reason",)


def test_what_the_game_has_against_a_remedy_refuses_it() -> None:
    facts = {"remedy": RemedyFacts(against=("remedy/dice", "other dice are rolled"))}
    same = SameFaces("main", 7, {"worded": "yes"})
    assert claimed().refused(CHIEF, rule(remedy=same, **WRONG), **facts) == "remedy/dice"


@pytest.mark.parametrize(
    ("remedy", "line"),
    [
        (SameFaces("main", 7, {"a": "b"}), ("main", 6)),
        (REWIND, ("main", 6)),
        (Correct("main", {"knot": 1}), ("main", 20)),
    ],
)
def test_where_a_new_line_begins(remedy: Any, line: tuple[str, int]) -> None:
    opened = one(claimed().do(CHIEF, rule(remedy=remedy, **WRONG), **NEW_LINE), TimelineOpened)
    assert (opened.parent, opened.at) == line


@pytest.mark.parametrize("ended", ["", "resignation"])
@pytest.mark.parametrize(
    ("remedy", "how", "winner"),
    [(Result("grey"), "ruling", "grey"), (Result(None), "ruling", None), (Replay(), "annulled", None)],
)
def test_a_game_that_ends_by_ruling(remedy: Any, how: str, winner: str | None, ended: str) -> None:
    game = claimed(ended=ended)
    events = game.do(CHIEF, rule(remedy=remedy, **WRONG))
    end = one(events, GameEnded)
    assert (end.how, end.winner, end.rule, end.at) == (how, winner, "match/ruling", instant_text(game.at))
    assert sum(isinstance(each, EndLifted) for each in events) == bool(ended)


@pytest.mark.parametrize("ended", ["resignation", "draw", "flag", "ruling", "annulled"])
def test_an_end_that_the_rules_did_not_make_holds(ended: str) -> None:
    """A claimant may resign before the ruling: only a result changes that, or the end is lifted.

    What was ruled is not changed by another ruling: that end is lifted first.
    """
    game = claimed()
    game.facts = msgspec.structs.replace(
        game.facts, game=msgspec.structs.replace(game.facts.game, ended=ended)
    )
    for remedy in (REWIND, SameFaces("main", 7, {"a": "b"}), Correct("main", {"knot": 1})):
        assert game.refused(CHIEF, rule(remedy=remedy, **WRONG), **NEW_LINE) == "remedy/end"
    assert game.refused(CHIEF, rule(remedy=Time("blue", 5))) == "remedy/end"
    if ended in ("ruling", "annulled"):
        for remedy in (Result("blue"), Replay()):
            assert game.refused(CHIEF, rule(remedy=remedy, **WRONG)) == "remedy/end"
    else:
        assert one(game.decided(CHIEF, rule(remedy=Result("blue"), **WRONG)), GameEnded).winner == "blue"
    assert game.decided(CHIEF, rule())


def test_a_line_may_begin_behind_an_end_by_the_rules() -> None:
    game = claimed(ended="rules")
    assert one(game.do(CHIEF, rule(remedy=REWIND, **WRONG), **NEW_LINE), GameMoved).timeline == "line-2"


def test_a_weighted_result_names_no_winner() -> None:
    game = claimed(tournament=True)
    shares = Weighted({"blue": "3/5", "draw": "2/5"}, "a" * 64)
    end = one(game.do(CHIEF, rule(remedy=shares, **WRONG)), GameEnded)
    assert (end.how, end.winner) == ("ruling", None)


# -- penalties


def penalty(seat: str = "blue", rung: Any = "caution", why: str = "Late.", ms: int = 0) -> c.Penalise:
    return c.Penalise(seat=seat, rung=rung, why=why, ms=ms)


def test_the_next_rung_for_the_same_reason_is_offered() -> None:
    game = Game()
    assert next_rung(game.state, "blue", "Late.") == "caution"
    for rung, following in (("caution", "warning"), ("warning", "time")):
        game.do(CHIEF, penalty(rung=rung))
        assert next_rung(game.state, "blue", "Late.") == following
    assert next_rung(game.state, "blue", "Rude.") == "caution"
    assert next_rung(game.state, "grey", "Late.") == "caution"
    game.do(CHIEF, penalty(rung="expulsion"))
    assert next_rung(game.state, "blue", "Late.") is None


@pytest.mark.parametrize("rung", ["game", "expulsion"])
def test_a_penalty_that_loses_the_game(rung: str) -> None:
    end = one(Game().do(CHIEF, penalty(rung=rung)), GameEnded)
    assert (end.how, end.winner, end.reason) == ("ruling", "grey", "Late.")
    assert len(Game(ended="resignation").do(CHIEF, penalty(rung=rung))) == 1


def test_only_the_penalties_of_the_policy_are_given() -> None:
    game = Game(Policy(rungs=("caution", "game")))
    assert game.refused(CHIEF, penalty(rung="warning")) == "penalty/rung"
    game.do(CHIEF, penalty())
    assert next_rung(game.state, "blue", "Late.") == "game"
    assert Game(timed=False).refused(CHIEF, penalty(rung="time", ms=5)) == "penalty/time"


# -- other acts


def test_acts_of_directors() -> None:
    game = Game()
    assert one(game.decided(CHIEF, c.EndGame(winner=None, why="So.")), GameEnded).winner is None
    assert game.refused(CHIEF, c.EndGame(winner="green", why="So.")) == "ruling/winner"
    assert game.refused(CHIEF, c.EndGame(winner=None, why="")) == "ruling/text"
    assert game.refused(CHIEF, c.EndGame(winner=None, why="So.", claim=3)) == "claim/none"
    moved = c.RuleOnVersion(version="1.1", readings={"a": "b"}, why="So.")
    assert game.decided(CHIEF, moved) == [RulesMoved("main", 21, "1.1", {"a": "b"}, "ruling", None)]
    assert game.refused(CHIEF, moved, rules=("rules/older", "it is older")) == "rules/older"
    assert game.refused(CHIEF, c.VacateSeat(seat="green", why="So.")) == "ruling/seat"


def test_chains_are_never_replaced_while_a_roll_is_owed() -> None:
    game = Game()
    ordered = c.OrderChains(timeline="main", seats=("blue",), custody="client", why="Lost.")
    assert game.refused(CHIEF, ordered, owed=True) == "chains/owed"
    assert game.refused(CHIEF, c.VacateSeat(seat="blue", why="Gone."), owed=True) == "chains/owed"
    for changes in ({"seats": ()}, {"seats": ("blue", "blue")}, {"seats": ("green",)}):
        assert game.refused(CHIEF, msgspec.structs.replace(ordered, **changes)) == "chains/seats"
    assert game.refused(CHIEF, msgspec.structs.replace(ordered, timeline="x")) == "chains/timeline"


def test_an_end_is_lifted_after_the_round_by_a_ruling_only() -> None:
    game = Game(ended="resignation", round_closed=True)
    game.do(BLUE, claim())
    assert game.refused(CHIEF, c.LiftEnd(why="So.")) == "ruling/round"
    assert game.decided(CHIEF, c.LiftEnd(why="So.", claim=1)) == [EndLifted("chief", "So.", 1)]
    kinds = [type(each) for each in game.decided(CHIEF, c.Annul(why="So."))]
    assert kinds == [EndLifted, GameEnded]


# -- officials


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"chief": ""}, "officials/names"),
        ({"deputies": ("chief",)}, "officials/names"),
        ({"assessors": tuple(map(str, range(60)))}, "officials/names"),
        ({"chief": "someone"}, "officials/director"),
        ({"keys": {"nobody": "a" * 64}}, "officials/keys"),
        ({"keys": {"chief": "A" * 64}}, "officials/keys"),
        ({"anchor": ""}, "officials/anchor"),
        ({"assessors": ()}, "officials/assessors"),
        ({"policy": Policy(panel=2, appeal_hours=1)}, "policy/panel"),  # type: ignore[arg-type]
        ({"policy": Policy(panel=3, late_hours=-1)}, "policy/late"),
        ({"policy": Policy(panel=3, appeal_hours=10**6)}, "policy/appeal"),
        ({"policy": Policy(panel=3, limits="lenient")}, "policy/limits"),
        ({"policy": Policy(panel=3, limits=("rewind", "rewind"))}, "policy/limits"),
        ({"policy": Policy(panel=3, limits=("beheading",))}, "policy/limits"),
        ({"policy": Policy(panel=3, rungs=("warning", "caution"))}, "policy/rungs"),
        ({"policy": Policy(panel=0), "anchor": "a" * 64}, "officials/anchor"),
    ],
)
def test_officials_that_cannot_be_named(changes: dict[str, Any], refusal: str) -> None:
    assert Game(None).refused(OPENER, c.NameOfficials(officials=officials(**changes))) == refusal


def test_who_names_officials() -> None:
    for actor in (OPENER, TOURNAMENT, OPERATOR):
        (named,) = Game(None).do(actor, c.NameOfficials(officials=officials()))
        assert isinstance(named, e.OfficialsNamed)
        assert named.by == actor.name
    sits = msgspec.structs.replace(PEOPLE, sits=frozenset({"chief"}))
    asked = c.NameOfficials(officials=officials())
    assert Game(None).refused(OPENER, asked, people=sits) == "ruling/conflict"
    game = Game()
    assert game.refused(OPERATOR, asked) == "officials/by"
    gone = msgspec.structs.replace(PEOPLE, gone=True)
    other = c.NameOfficials(officials=officials(chief="other"))
    game.do(OPERATOR, other, people=gone)
    assert game.state.directors == ("other", "deputy")


def test_seats_name_the_same_officials() -> None:
    game = Game(None)
    asked = c.NameOfficials(officials=officials())
    (event,) = game.do(BLUE, asked)
    assert isinstance(event, e.OfficialsAsked)
    assert game.refused(BLUE, asked) == "officials/asked"
    game.do(GREY, c.NameOfficials(officials=officials(deputies=())))
    assert game.state.officials is None
    (named,) = game.do(BLUE, c.NameOfficials(officials=officials(deputies=())))
    assert isinstance(named, e.OfficialsNamed)


# -- appeals


def test_a_ruling_is_appealed_in_time_and_once() -> None:
    game, _ = in_phase("ruled")
    game.later(24)
    game.do(BLUE, appeal())
    assert game.refused(BLUE, appeal()) == "appeal/once"
    game.do(GREY, appeal())
    late, _ = in_phase("ruled")
    late.later(24 + 1 / 3_600_000)
    assert late.phase() == "final"
    assert late.refused(BLUE, appeal()) == "appeal/late"


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"grounds": ()}, "appeal/grounds"),
        ({"grounds": ("partial", "partial")}, "appeal/grounds"),
        ({"says": ""}, "claim/text"),
    ],
)
def test_an_appeal_that_is_none(changes: dict[str, Any], refusal: str) -> None:
    game, _ = in_phase("ruled")
    assert game.refused(BLUE, msgspec.structs.replace(appeal(), **changes)) == refusal


def test_an_appeal_stops_nothing_unless_the_ruling_says_so() -> None:
    for suspends in (False, True):
        game = claimed()
        game.do(CHIEF, rule(suspends=suspends))
        stopped = [each for each in game.do(BLUE, appeal()) if isinstance(each, ClocksPaused)]
        assert bool(stopped) == suspends
        members, paused = game.panel(), msgspec.structs.replace(game.facts.game, paused=True)
        for member in members[:2]:
            asked = c.VoteAppeal(claim=1, vote="confirm", says="So.")
            events = game.do(member, asked, game=paused)
        assert any(isinstance(each, ClocksResumed) for each in events) == suspends


def decided(game: Game) -> str:
    found = game.state.claims[1].decided
    return "" if found is None else found.outcome


def test_a_majority_decides() -> None:
    game, _ = in_phase("ruled")
    game.do(BLUE, appeal())
    one_, two, three = game.panel()
    game.vote(one_, "confirm")
    assert game.refused(one_, c.VoteAppeal(claim=1, vote="confirm", says="So.")) == "appeal/vote"
    game.vote(two, "return")
    assert decided(game) == ""
    game.vote(three, "confirm")
    assert (decided(game), game.phase()) == ("confirmed", "decided")


def test_without_a_majority_the_ruling_holds() -> None:
    game, _ = in_phase("ruled")
    game.do(BLUE, appeal())
    one_, two, three = game.panel()
    game.vote(one_, "change", remedy=Time("blue", 5))
    game.vote(two, "change", remedy=Time("blue", 6))
    game.vote(three, "return")
    assert decided(game) == "confirmed"
    assert game.state.claims[1].applied == LetStand()


def test_a_change_undoes_the_remedy_first() -> None:
    game = claimed()
    game.do(CHIEF, rule(remedy=REWIND, **WRONG), **NEW_LINE)
    game.do(GREY, appeal())
    members = game.panel()
    game.vote(members[0], "change", remedy=Time("blue", 5))
    last = c.VoteAppeal(claim=1, vote="change", says="So.", remedy=Time("blue", 5))
    assert game.refused(members[1], last) == "remedy/timeline", "the game leaves the line of the rewind"
    back = RemedyFacts(back=Fork("line-3", "main", 20))
    on_it = msgspec.structs.replace(game.facts.game, line="line-2", head=33)
    events = game.do(members[1], last, remedy=back, game=on_it)
    kinds = [type(each) for each in events]
    moved = [TimelineOpened, GameMoved]
    assert kinds == [e.AppealVoted, e.AppealDecided, e.RemedyUndone, *moved, e.RemedyApplied, TimeAdjusted]
    assert one(events, TimelineOpened) == TimelineOpened("line-3", "main", 20, "ruling", "panel")
    assert (one(events, GameMoved).left, one(events, GameMoved).at) == ("line-2", 33)
    assert game.state.claims[1].applied == Time("blue", 5)


def overturned(first: Any, second: Any, **facts: Any) -> list[Any]:
    """The events of the vote by which a panel changes one remedy to another, after the panel's vote."""
    game = claimed()
    game.do(CHIEF, rule(remedy=first, **WRONG), **NEW_LINE)
    game.do(GREY, appeal())
    members = game.panel()
    for member in members[:2]:
        asked = c.VoteAppeal(claim=1, vote="change", says="So.", remedy=second)
        events = game.do(member, asked, **facts)
    return events[2:]


def test_a_lost_game_is_given_back() -> None:
    over = {"game": msgspec.structs.replace(claimed().facts.game, ended="ruling")}
    events = overturned(Result("grey"), Time("blue", 5), **over)
    assert [type(each) for each in events] == [e.RemedyUndone, EndLifted, e.RemedyApplied, TimeAdjusted]
    events = overturned(Result("grey"), Result("blue"), **over)
    assert [type(each) for each in events] == [e.RemedyUndone, EndLifted, e.RemedyApplied, GameEnded]


def test_one_line_in_place_of_another_begins_where_it_says() -> None:
    line = {"remedy": RemedyFacts(effect=e.Effect(timeline="line-3"))}
    events = overturned(REWIND, Rewind("main", 4), **line)
    kinds = [e.RemedyUndone, e.RemedyApplied, TimelineOpened, GameMoved]
    assert [type(each) for each in events] == kinds
    assert one(events, TimelineOpened) == TimelineOpened("line-3", "main", 4, "ruling", "panel")


def test_time_is_given_back_and_no_clock_is_set_below_0() -> None:
    left = {"remedy": RemedyFacts(left={"blue": 3, "grey": 9})}
    events = overturned(Time("blue", 5), Time("grey", -20), **left)
    adjusted = [(each.seat, each.ms) for each in events if isinstance(each, TimeAdjusted)]
    assert adjusted == [("blue", -3), ("grey", -9)]
    assert [type(each) for each in overturned(Time("blue", 5), LetStand())] == [
        *(e.RemedyUndone, TimeAdjusted, e.RemedyApplied)
    ]


@pytest.mark.parametrize(
    ("vote", "remedy", "refusal"),
    [
        ("change", None, "appeal/remedy"),
        ("confirm", LetStand(), "appeal/remedy"),
        ("change", Time("green", 1), "remedy/seat"),
    ],
)
def test_a_vote_that_is_none(vote: Any, remedy: Any, refusal: str) -> None:
    game, members = in_phase("appealed")
    assert game.refused(members[0], c.VoteAppeal(claim=1, vote=vote, says="So.", remedy=remedy)) == refusal


def test_a_panel_is_bound_by_the_limits_too() -> None:
    game = claimed(facts=LATE)
    game.do(CHIEF, rule())
    game.do(BLUE, appeal())
    (first, *_) = game.panel()
    asked = c.VoteAppeal(claim=1, vote="change", says="So.", remedy=REWIND)
    assert game.refused(first, asked) == "ruling/limits"


def test_a_return_is_ruled_on_again_and_not_returned_twice() -> None:
    game, members = in_phase("appealed")
    for member in members[:2]:
        game.vote(member, "return")
    assert (decided(game), game.phase()) == ("returned", "answered")
    assert game.refused(CHIEF, rule()) == "claim/taken"
    game.do(DEPUTY, c.TakeClaim(claim=1))
    events = game.do(DEPUTY, rule(remedy=Time("blue", 5)))
    assert [type(each) for each in events][:2] == [e.RulingGiven, e.RemedyUndone]
    assert game.phase() == "ruled"
    game.do(BLUE, appeal())
    (first, *_) = game.panel()
    assert game.refused(first, c.VoteAppeal(claim=1, vote="return", says="So.")) == "appeal/return"


# -- lots


def test_a_panel_is_drawn_by_the_next_link_of_the_chain() -> None:
    game, _ = in_phase("ruled")
    game.do(BLUE, appeal())
    for link in (CHAIN[0], CHAIN[2], "0" * 64, "x", CHAIN[1].upper()):
        assert game.refused(CHIEF, c.NamePanel(claim=1, link=link)) == "appeal/link"
    assert game.refused(DEPUTY, c.NamePanel(claim=1, link=CHAIN[1])) == "ruling/by"
    (named,) = game.do(CHIEF, c.NamePanel(claim=1, link=CHAIN[1]))
    assert isinstance(named, e.PanelNamed)
    assert len({*named.members, *named.reserves}) == 5
    assert (named.members, named.reserves) == lots.drawn("g", 1, named.link, named.eligible, 3)
    assert game.refused(CHIEF, c.NamePanel(claim=1, link=CHAIN[2])) == "appeal/panel"


def test_who_ruled_or_has_a_conflict_is_not_drawn() -> None:
    game, _ = in_phase("ruled")
    game.do(BLUE, appeal())
    game.do(Actor("assessor-1", "official"), c.DeclareConflict(why="A friend."))
    people = msgspec.structs.replace(PEOPLE, sits=frozenset({"assessor-2"}))
    (named,) = game.do(CHIEF, c.NamePanel(claim=1, link=CHAIN[1]), people=people)
    assert isinstance(named, e.PanelNamed)
    assert named.eligible == ASSESSORS[2:]


def test_a_member_with_a_conflict_is_replaced_by_a_reserve() -> None:
    game, members = in_phase("appealed")
    game.do(members[0], c.DeclareConflict(why="A friend."))
    panel = game.state.claims[1].panel
    assert panel is not None
    reserve = Actor(panel.reserves[0], "official")
    game.vote(reserve, "confirm")
    game.vote(members[1], "confirm")
    assert game.phase() == "decided"


def test_fewer_than_five_are_a_panel_of_one() -> None:
    for eligible, members in ((4, 1), (5, 3), (7, 3), (1, 1)):
        found, reserves = lots.drawn("g", 1, CHAIN[1], ASSESSORS[:eligible], 3)
        assert len(found) == members
        assert len(reserves) == min(2, eligible - members)
    with pytest.raises(Refused, match="appeal/panel"):
        lots.drawn("g", 1, CHAIN[1], (), 3)


def test_every_assessor_is_drawn_alike() -> None:
    """3 of 7: each 3/7 of the time; 2,800 draws, five standard deviations."""
    drawn = Counter[str]()
    for link in range(2_800):
        drawn.update(lots.drawn("g", 1, f"{link:064x}", ASSESSORS, 3)[0])
    assert set(drawn) == set(ASSESSORS)
    assert all(abs(count - 1_200) < 5 * 26.2 for count in drawn.values())


def test_the_order_in_which_assessors_are_named_does_not_count() -> None:
    assert lots.drawn("g", 1, CHAIN[1], ASSESSORS[::-1], 3) == lots.drawn("g", 1, CHAIN[1], ASSESSORS, 3)
    assert lots.drawn("h", 1, CHAIN[1], ASSESSORS, 3) != lots.drawn("g", 1, CHAIN[1], ASSESSORS, 3)

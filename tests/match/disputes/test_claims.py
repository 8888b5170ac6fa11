"""Claims and settlements: limits, lateness, one case a command, and what the texts may be."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.match.clocks.events import ClocksPaused, ClocksResumed, TimeAdjusted
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.claiming import MOST_CLAIMS, MOST_EVIDENCE, MOST_FILES
from ironclad.domain.match.disputes.facts import RemedyFacts
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.disputes.remedies import LetStand, Replay, Result, Rewind, Time
from ironclad.domain.match.events import GameEnded, GameMoved, TimelineOpened
from tests.match.disputes.game import BLUE, CHIEF, GREY, Game, about, about_facts, claim, officials, rule

TEXT = "x" * 2_000


def one(events: list[Any], kind: type[Any]) -> Any:
    (found,) = [each for each in events if isinstance(each, kind)]
    return found


def test_a_claim_says_what_it_points_at() -> None:
    game = Game()
    facts = about_facts(since=e.Since(3, 0, 0, 1), hours=71, case="a" * 64)
    made = one(game.do(BLUE, claim(reading={"worded": "yes"}), **facts), e.ClaimMade)
    assert (made.claim, made.seat, made.about, made.case) == (1, "blue", about(), "a" * 64)
    assert (made.since, made.sealed, made.late) == (e.Since(3, 0, 0, 1), False, False)
    assert made.reading == {"worded": "yes"}


@pytest.mark.parametrize(
    ("since", "hours", "closed", "late", "sealed"),
    [
        (e.Since(), 0, False, False, False),
        (e.Since(9, 0, 0, 1), 71, False, False, False),
        (e.Since(9, 0, 0, 2), 0, False, True, False),
        (e.Since(), 72, False, True, False),
        (e.Since(), 0, True, True, False),
        (e.Since(1, 1, 0, 0), 0, False, False, True),
        (e.Since(1, 0, 1, 0), 0, False, False, True),
    ],
)
def test_late_and_sealed(since: e.Since, hours: int, closed: bool, late: bool, sealed: bool) -> None:
    game = Game(round_closed=closed)
    made = one(game.do(BLUE, claim(), **about_facts(since=since, hours=hours)), e.ClaimMade)
    assert (made.late, made.sealed) == (late, sealed)


def test_the_policy_sets_when_a_claim_is_late() -> None:
    game = Game(Policy(late_handovers=5, late_hours=10))
    made = one(game.do(BLUE, claim(), **about_facts(since=e.Since(0, 0, 0, 4), hours=9)), e.ClaimMade)
    assert not made.late
    made = one(game.do(BLUE, claim(9), **about_facts(hours=10)), e.ClaimMade)
    assert made.late


def test_one_command_is_one_case() -> None:
    game = Game()
    game.do(BLUE, claim())
    assert game.refused(GREY, claim()) == "claim/open"
    game.do(BLUE, c.WithdrawClaim(claim=1))
    game.do(GREY, claim())
    game.ruled(2)
    assert game.refused(BLUE, claim()) == "claim/ruled"
    game.later(1_000)
    assert game.refused(BLUE, claim()) == "claim/ruled"
    game.do(BLUE, claim(8))


def test_three_are_open_a_seat_and_fifty_a_game() -> None:
    game = Game()
    for number in range(3):
        game.do(BLUE, claim(number + 1))
    assert game.refused(BLUE, claim(4)) == "claim/limit"
    game.do(GREY, claim(4))
    for number in range(4, MOST_CLAIMS):
        game.do(GREY, c.WithdrawClaim(claim=number))
        game.do(GREY, claim(number + 1))
    assert len(game.state.claims) == MOST_CLAIMS
    assert game.refused(GREY, claim(99)) == "claim/most"


REQUEST = e.RefusedRequest("main", 7, {"type": "pull", "effort": 4})


def test_a_claim_on_a_refusal_is_judged_again() -> None:
    game = Game()
    refusal = claim(about=e.About(refused=REQUEST))
    assert game.refused(BLUE, refusal) == "claim/accepted"
    assert game.refused(BLUE, refusal, **about_facts(refused="2", secret=True)) == "claim/hidden"
    made = one(game.do(BLUE, refusal, **about_facts(refused="2")), e.ClaimMade)
    assert made.about == e.About(refused=REQUEST, rule="2")
    assert game.refused(GREY, refusal, **about_facts(refused="3")) == "claim/open"


@pytest.mark.parametrize(
    ("about", "facts", "rule"),
    [
        (e.About(), {}, "claim/about"),
        (e.About("main", 7, flag="blue"), {}, "claim/about"),
        (e.About(refused=REQUEST, rule="2"), {"refused": "2"}, "claim/about"),
        (e.About("main", 7), {"wrong": "it was taken back"}, "claim/place"),
        (e.About("branch", 7), {"wrong": "it is on a reader's branch"}, "claim/place"),
        (e.About(flag="blue"), {"wrong": "nobody is flagged"}, "claim/flag"),
        (e.About(flag="green"), {}, "claim/flag"),
    ],
)
def test_what_a_claim_cannot_point_at(about: e.About, facts: dict[str, Any], rule: str) -> None:
    assert Game().refused(BLUE, claim(about=about), **about_facts(**facts)) == rule


@pytest.mark.parametrize(
    ("changes", "facts", "rule"),
    [
        ({"says": ""}, {}, "claim/text"),
        ({"says": TEXT + "x"}, {}, "claim/text"),
        ({"says": "a\x1b[2J"}, {}, "claim/text"),
        ({"says": "a\u202egame"}, {}, "claim/text"),
        ({"clauses": ()}, {}, "claim/clauses"),
        ({"clauses": ("2", "2")}, {}, "claim/clauses"),
        ({"clauses": ("99",)}, {}, "claim/clause"),
        ({"reading": {}}, {}, "claim/reading"),
        ({"reading": {"a": "b"}}, {"lacks": "the reading a"}, "claim/reading"),
        ({"asks": Time("green", 5)}, {}, "remedy/seat"),
    ],
)
def test_what_a_claim_cannot_say(changes: dict[str, Any], facts: dict[str, Any], rule: str) -> None:
    assert Game().refused(BLUE, claim(**changes), **about_facts(**facts)) == rule


def test_texts_up_to_the_limit_are_taken() -> None:
    game = Game()
    game.do(BLUE, claim(says=TEXT))
    game.do(GREY, claim(8, says="Line one\nline two\twith <b>tags</b>, as plain text"))
    game.do(BLUE, claim(9, kind="conduct", clauses=()))


def test_the_computer_claims_and_settles_nothing() -> None:
    game = Game(computer=frozenset({"grey"}))
    assert game.refused(GREY, claim()) == "claim/computer"
    game.do(BLUE, claim())
    assert game.refused(GREY, c.SettleClaim(claim=1, remedy=LetStand())) == "claim/computer"
    assert game.refused(GREY, c.NameOfficials(officials=officials())) == "officials/named"


def test_a_claim_may_stop_the_clocks_three_times() -> None:
    game = Game(Policy(pause_on_claim="both"))
    for number in range(1, 4):
        paused = one(game.do(BLUE, claim(number)), ClocksPaused)
        assert paused == ClocksPaused("", f"claim {number}")
        resumed = game.do(BLUE, c.WithdrawClaim(claim=number), game=_paused(game))
        assert one(resumed, ClocksResumed).why == f"claim {number}"
    assert len(game.do(BLUE, claim(4))) == 1
    assert len(game.do(GREY, claim(5))) == 2
    assert len(game.do(GREY, claim(6), game=_paused(game))) == 1, "they stand still already"


def _paused(game: Game) -> Any:
    return msgspec.structs.replace(game.facts.game, paused=True)


def test_a_ruling_starts_the_clocks_again() -> None:
    game = Game(Policy(pause_on_claim="both"))
    game.do(BLUE, claim())
    game.do(CHIEF, c.TakeClaim(claim=1))
    events = game.do(CHIEF, rule(), game=_paused(game))
    assert one(events, ClocksResumed) == ClocksResumed("chief", "claim 1")
    assert not game.state.claims[1].paused


# -- settlements


def settle(game: Game, asked: Any, *who: Any, **facts: Any) -> list[Any]:
    events: list[Any] = []
    for actor in who:
        events = game.do(actor, c.SettleClaim(claim=1, remedy=asked), **facts)
    return events


def test_it_takes_the_same_remedy_from_both() -> None:
    game = Game()
    game.do(BLUE, claim())
    settle(game, Time("blue", 60_000), BLUE)
    assert game.refused(BLUE, c.SettleClaim(claim=1, remedy=Time("blue", 60_000))) == "settle/same"
    assert len(settle(game, Time("blue", 30_000), GREY)) == 1
    events = settle(game, Time("blue", 30_000), BLUE)
    assert one(events, TimeAdjusted) == TimeAdjusted("blue", 30_000, "agreement", "agreement", 1)
    assert isinstance(events[1], e.ClaimSettled)
    assert one(events, e.RemedyApplied).remedy == Time("blue", 30_000)
    assert game.phase() == "settled"


def test_what_all_seats_settle_is_not_limited_by_the_policy() -> None:
    game = Game()
    game.do(BLUE, claim(), **about_facts(since=e.Since(9, 9, 0, 9)))
    made = game.state.claims[1].made
    assert made.late
    assert made.sealed
    remedy = RemedyFacts(effect=e.Effect(timeline="line-2"))
    events = settle(game, Rewind("main", 6), BLUE, GREY, remedy=remedy)
    assert one(events, TimelineOpened) == TimelineOpened("line-2", "main", 6, "ruling", "agreement")
    moved = one(events, GameMoved)
    assert (moved.timeline, moved.left, moved.at) == ("line-2", "main", 20)


def test_a_result_needs_the_directors_word_in_a_tournament() -> None:
    for tournament, ended in ((False, 1), (True, 0)):
        game = Game(tournament=tournament)
        game.do(BLUE, claim())
        events = settle(game, Result("blue"), BLUE, GREY)
        assert sum(isinstance(each, GameEnded) for each in events) == ended
        if tournament:
            end = one(settle(game, Result("blue"), CHIEF), GameEnded)
            assert (end.how, end.winner, end.timeline, end.version) == ("ruling", "blue", "main", 20)
    game = Game(tournament=True)
    game.do(BLUE, claim())
    assert game.refused(CHIEF, c.SettleClaim(claim=1, remedy=LetStand())) == "settle/seats"


def test_a_remedy_that_the_game_refuses_is_not_offered() -> None:
    game = Game()
    game.do(BLUE, claim())
    facts = {"remedy": RemedyFacts(against=("remedy/dice", "other dice are rolled"))}
    assert game.refused(BLUE, c.SettleClaim(claim=1, remedy=Replay()), **facts) == "remedy/dice"


# -- evidence

FILE = "f" * 64


@pytest.mark.parametrize(
    ("item", "rule"),
    [
        (e.Evidence(), "claim/evidence"),
        (e.Evidence(statement="a", file=FILE), "claim/evidence"),
        (e.Evidence(message=3), "claim/evidence"),
        (e.Evidence(statement="a", sha256=FILE), "claim/evidence"),
        (e.Evidence(file="f" * 63), "claim/evidence"),
        (e.Evidence(file="F" * 64), "claim/evidence"),
        (e.Evidence(events=e.Stretch("main", 3, 2)), "claim/evidence"),
        (e.Evidence(events=e.Stretch("main", 0, 2)), "claim/evidence"),
        (e.Evidence(events=e.Stretch("other", 1, 2)), "claim/evidence"),
        (e.Evidence(view=e.View("green", "main", 2)), "claim/evidence"),
        (e.Evidence(view=e.View("blue", "main", 0)), "claim/evidence"),
        (e.Evidence(statement=TEXT + "x"), "claim/text"),
    ],
)
def test_evidence_that_is_none(item: e.Evidence, rule: str) -> None:
    game = Game()
    game.do(BLUE, claim())
    assert game.refused(BLUE, c.AddEvidence(claim=1, items=(item,))) == rule


def test_evidence_is_counted() -> None:
    game = Game()
    game.do(BLUE, claim())
    assert game.refused(BLUE, c.AddEvidence(claim=1, items=())) == "claim/evidence"
    good = (
        e.Evidence(events=e.Stretch("main", 2, 5)),
        e.Evidence(view=e.View("grey", "main", 5)),
        e.Evidence(message=4, sha256=FILE),
        e.Evidence(statement="Seen."),
        e.Evidence(file=FILE),
    )
    game.do(GREY, c.AddEvidence(claim=1, items=good))
    many = tuple(e.Evidence(statement=str(number)) for number in range(MOST_EVIDENCE - 4))
    assert game.refused(CHIEF, c.AddEvidence(claim=1, items=many)) == "claim/evidence"
    files = tuple(e.Evidence(file=f"{number:064x}") for number in range(MOST_FILES))
    assert game.refused(BLUE, c.AddEvidence(claim=1, items=files)) == "claim/file"
    game.do(BLUE, c.AddEvidence(claim=1, items=files[1:]))

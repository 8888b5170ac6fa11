"""The match's decider: events, then a command, then events or a refusal."""

import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Outcome
from ironclad.domain.match import commands as c
from ironclad.domain.match import events as e
from ironclad.domain.match.deciding import (
    READER_BRANCHES,
    READERS_BRANCHES,
    SEAT_BRANCHES,
    decide,
    ended_by_rules,
)
from ironclad.domain.match.state import Match, evolve

OPENED = [
    e.GameOpened("tug", "1.0", "short", {}, ("blue", "grey"), "A game", "ann"),
    e.TimelineOpened("main", None, 0, "main", "ann"),
]
PROPOSED = [*OPENED, e.RewindProposed("p1", "blue", "main", 4, "I misread the map")]
MOVED = [
    *PROPOSED,
    e.RewindAccepted("p1", "grey"),
    e.TimelineOpened("p1", "main", 4, "rewind", "blue"),
    e.GameMoved("p1", "main", 9, "blue", "I misread the map"),
]
WON = [*OPENED, e.GameEnded("main", 9, "rules", "blue", "blue won", "4", "")]
RESIGNED = [
    *OPENED,
    e.Resigned("grey"),
    e.GameEnded("main", 9, "resignation", "blue", "grey resigned", "", ""),
]


def match(events: list[Event]) -> Match:
    state = Match()
    for event in events:
        evolve(state, event)
    return state


def test_opening_makes_the_main_line() -> None:
    command = c.OpenGame(
        ruleset="tug",
        version="1.0",
        scenario="short",
        options={},
        seats=("blue", "grey"),
        title="A game",
        by="ann",
    )
    assert decide(Match(), "ann", command) == OPENED


def test_an_accepted_rewind_opens_a_line_and_moves_the_game() -> None:
    assert decide(match(PROPOSED), "grey", c.AcceptRewind(proposal="p1", head=9)) == MOVED[3:]


def test_the_line_that_was_left_says_who_left_it_and_why() -> None:
    left = match(MOVED).timelines["main"]
    assert (left.left_for, left.left_by, left.left_because, left.left_at) == (
        "p1",
        "blue",
        "I misread the map",
        9,
    )
    assert match(MOVED).current == "p1"


def test_a_line_is_made_of_stretches_of_its_ancestors() -> None:
    state = match([*MOVED, e.TimelineOpened("b1", "p1", 6, "branch", "reader")])
    assert state.lineage("b1", 8) == [("main", 0, 4), ("p1", 4, 6), ("b1", 6, 8)]
    assert state.lineage("b1", 6) == [("main", 0, 4), ("p1", 4, 6)]
    assert state.lineage("b1", 3) == [("main", 0, 3)]


def test_a_branch_of_a_branch_is_a_what_if() -> None:
    branches = [
        e.TimelineOpened("b1", "main", 2, "branch", "x"),
        e.TimelineOpened("b2", "b1", 3, "branch", "y"),
    ]
    state = match([*OPENED, *branches])
    assert state.is_what_if("b2")
    assert not match(MOVED).is_what_if("p1")


def test_an_agreed_draw_ends_the_game() -> None:
    draw = decide(match([*OPENED, e.DrawOffered("blue")]), "grey", c.AcceptDraw(head=7))
    assert draw[0] == e.DrawAccepted("grey")
    assert isinstance(draw[1], e.GameEnded)
    assert (draw[1].how, draw[1].winner, draw[1].version) == ("draw", None, 7)


def test_who_resigns_loses() -> None:
    resigned, ended = decide(match(OPENED), "blue", c.Resign(head=7))
    assert resigned == e.Resigned("blue")
    assert isinstance(ended, e.GameEnded)
    assert (ended.how, ended.winner) == ("resignation", "grey")


def test_a_rewind_after_an_end_by_the_rules_takes_the_end_back() -> None:
    state = match(WON)
    proposed = decide(state, "grey", c.ProposeRewind(proposal="p", timeline="main", at=4))
    for event in proposed:
        evolve(state, event)
    for event in decide(state, "blue", c.AcceptRewind(proposal="p", head=9)):
        evolve(state, event)
    assert state.ended is None
    assert state.current == "p"


def test_an_end_by_the_rules_is_stated_of_the_current_line() -> None:
    ended = ended_by_rules(match(MOVED), Outcome("grey", "the flag fell", "4"), 12, "now")
    assert (ended.timeline, ended.version, ended.how, ended.rule) == ("p1", 12, "rules", "4")


def test_proposals_and_offers_lapse_when_the_game_moves() -> None:
    others = [e.RewindProposed("p2", "grey", "main", 2, ""), e.DrawOffered("grey")]
    state = match([*PROPOSED, *others, *MOVED[3:]])
    assert state.proposals == {}
    assert state.draw_offers == {}


REFUSED: list[tuple[str, list[Event], str, Command]] = [
    ("match/opened", [], "blue", c.Resign(head=1)),
    ("match/seats", list(OPENED), "red", c.Resign(head=1)),
    ("match/seat-taken", [*OPENED, e.SeatTaken("blue", "p")], "blue", c.TakeSeat(player="q")),
    ("match/own-proposal", list(PROPOSED), "blue", c.AcceptRewind(proposal="p1", head=9)),
    ("match/own-proposal", list(PROPOSED), "blue", c.DeclineRewind(proposal="p1")),
    ("match/own-proposal", list(PROPOSED), "grey", c.WithdrawRewind(proposal="p1")),
    ("match/proposal", list(OPENED), "grey", c.AcceptRewind(proposal="p1", head=9)),
    ("match/proposal", list(MOVED), "grey", c.AcceptRewind(proposal="p1", head=9)),
    ("match/one-proposal", list(PROPOSED), "blue", c.ProposeRewind(proposal="p2", timeline="main", at=2)),
    ("match/timeline", list(OPENED), "blue", c.ProposeRewind(proposal="p2", timeline="none", at=2)),
    ("match/timeline", list(OPENED), "x", c.OpenBranch(branch="main", timeline="main", at=2)),
    (
        "match/what-if",
        [*OPENED, e.TimelineOpened("b", "main", 2, "branch", "x")],
        "blue",
        c.ProposeRewind(proposal="p2", timeline="b", at=2),
    ),
    ("match/over", list(RESIGNED), "grey", c.ProposeRewind(proposal="p2", timeline="main", at=2)),
    ("match/over", list(RESIGNED), "blue", c.OfferDraw()),
    ("match/over", list(WON), "blue", c.Resign(head=9)),
    ("match/own-offer", [*OPENED, e.DrawOffered("blue")], "blue", c.AcceptDraw(head=3)),
    ("match/own-offer", [*OPENED, e.DrawOffered("blue")], "blue", c.DeclineDraw()),
    ("match/no-offer", list(OPENED), "blue", c.AcceptDraw(head=3)),
    ("match/no-offer", [*OPENED, e.DrawOffered("blue")], "grey", c.WithdrawDraw()),
    ("match/offer", [*OPENED, e.DrawOffered("blue", "o2")], "grey", c.AcceptDraw(head=3, offer="o1")),
    ("match/offer", [*OPENED, e.DrawOffered("blue", "o2")], "grey", c.DeclineDraw(offer="o1")),
    ("match/offer", [*OPENED, e.DrawOffered("blue", "o2")], "blue", c.WithdrawDraw(offer="o1")),
    ("match/one-offer", [*OPENED, e.DrawOffered("blue")], "blue", c.OfferDraw()),
    ("match/one-offer", [*OPENED, e.DrawOffered("blue")], "grey", c.OfferDraw()),
]


@pytest.mark.parametrize(("rule", "given", "seat", "command"), REFUSED)
def test_refused(rule: str, given: list[Event], seat: str, command: Command) -> None:
    with pytest.raises(Refused) as refused:
        decide(match(given), seat, command)
    assert refused.value.rule == rule


def branches(count: int, name: str) -> list[Event]:
    return [e.TimelineOpened(f"{name}-{number}", "main", 1, "branch", name) for number in range(count)]


def test_a_name_opens_so_many_branches() -> None:
    state = match([*OPENED, *branches(READER_BRANCHES, "ann")])
    another = c.OpenBranch(branch="another", timeline="main", at=1)
    with pytest.raises(Refused) as refused:
        decide(state, "ann", another)
    assert refused.value.rule == "match/branches"
    assert decide(state, "bob", another)


def test_readers_together_leave_the_seats_their_branches() -> None:
    readers = [e.TimelineOpened(f"b{n}", "main", 1, "branch", f"r{n}") for n in range(READERS_BRANCHES)]
    state = match([*OPENED, *readers])
    another = c.OpenBranch(branch="another", timeline="main", at=1)
    with pytest.raises(Refused) as refused:
        decide(state, "one more", another)
    assert refused.value.rule == "match/branches"
    assert decide(state, "blue", another)
    state = match([*OPENED, *branches(SEAT_BRANCHES, "blue")])
    assert decide(state, "grey", another)
    with pytest.raises(Refused):
        decide(state, "blue", another)


def test_an_offer_stored_without_an_id_is_named_by_its_seat() -> None:
    offered = e.EVENTS.decode("match.draw_offered.1", b'{"seat":"blue","type":"draw_offered"}')
    assert match([*OPENED, offered]).draw_offers["blue"].id == "draw-blue"


def test_declined_and_withdrawn_proposals_are_gone() -> None:
    for seat, command in (
        ("grey", c.DeclineRewind(proposal="p1")),
        ("blue", c.WithdrawRewind(proposal="p1")),
    ):
        state = match(list(PROPOSED))
        for event in decide(state, seat, command):
            evolve(state, event)
        assert state.proposals == {}


def test_every_event_survives_its_stored_form() -> None:
    accepted = e.CommandAccepted("blue", "1", "d", "2026-01-01T00:00:00.000Z", {"type": "pull", "effort": 1})
    for event in [accepted, *MOVED, *RESIGNED, e.SeatTaken("blue", "p"), e.DrawAccepted("grey")]:
        assert e.EVENTS.decode(*e.EVENTS.encode(event)) == event

"""Timelines: rewinds by agreement, branches, and what they share."""

import pytest

from ironclad.api.cli.bench.measure import forks, play
from ironclad.api.service import Service
from ironclad.domain.match.deciding import READER_BRANCHES
from ironclad.eventlog.errors import GameOver, NotFound, NotYourSeat, Refused, Stale
from ironclad.referee import match_requests
from tests.log.conftest import pull, referee_at, stored


@pytest.fixture
def played(referee: Service, game: str) -> str:
    """A game with nine pulls behind it: version 1, then 2 to 3 events a pull."""
    for number in range(9):
        pull(referee, game, 1 + number % 2)
    return game


def test_a_rewind_by_agreement_goes_on_differently(referee: Service, played: str) -> None:
    left = referee.queries.events(played).items
    at = 11
    before = referee.queries.position(played, at=at).position
    proposal = referee.match.request(
        played, "blue", match_requests.ProposeRewind(at, reason="I misread the map"), id="p"
    )
    assert (
        referee.match.request(
            played, "blue", match_requests.ProposeRewind(at, reason="I misread the map"), id="p"
        )
        == proposal
    )
    assert referee.queries.game(played).proposals == (proposal,)
    with pytest.raises(Refused) as own:
        referee.match.request(played, "blue", match_requests.AcceptRewind(proposal.id))
    assert own.value.rule == "match/own-proposal"
    line = referee.match.request(played, "grey", match_requests.AcceptRewind(proposal.id), id="a")
    assert referee.match.request(played, "grey", match_requests.AcceptRewind(proposal.id), id="a") == line
    assert (line.id, line.parent, line.at, line.why, line.current) == (
        proposal.id,
        "main",
        at,
        "rewind",
        True,
    )
    assert referee.queries.head(played) == (line.id, at)
    assert referee.queries.position(played).position == before

    for _ in range(6):
        pull(referee, played, 3)
    assert referee.queries.head(played)[1] > at
    assert [event.timeline for event in referee.queries.events(played).items[:at]] == ["main"] * at
    assert referee.queries.events(played).items[:at] == left[:at]
    assert referee.queries.events(played).items[at:] != left[at:]
    assert referee.queries.events(played, "main").items == left
    main = referee.queries.timelines(played)[0]
    assert (main.left_for, main.left_by, main.left_because) == (line.id, "blue", "I misread the map")
    assert main.left_at == len(left)


def test_nothing_goes_on_in_a_line_that_was_left(referee: Service, played: str) -> None:
    proposal = referee.match.request(played, "blue", match_requests.ProposeRewind(11))
    due = referee.queries.due(played)[0]
    referee.match.request(played, "grey", match_requests.AcceptRewind(proposal.id))
    request = {"id": "x", "decision": due.id, "timeline": "main", "command": {"type": "pull", "effort": 1}}
    with pytest.raises(Stale) as stale:
        referee.commands.handle(played, due.seat, request)
    assert stale.value.timeline == proposal.id
    assert referee.queries.due(played, "main") == ()


def test_a_request_answered_before_a_rewind_keeps_its_answer(referee: Service, game: str) -> None:
    request = {"id": "c1", "decision": "1.blue", "command": {"type": "pull", "effort": 1}}
    first = referee.commands.handle(game, "blue", request)
    pull(referee, game)
    referee.match.request(
        game,
        "grey",
        match_requests.AcceptRewind(referee.match.request(game, "blue", match_requests.ProposeRewind(1)).id),
    )
    assert referee.queries.due(game)[0].id == "1.blue"
    again = referee.commands.handle(game, "blue", request)
    assert (again.repeated, again.timeline, again.events) == (True, "main", first.events)
    assert referee.queries.head(game)[1] == 1
    assert not referee.commands.handle(game, "blue", {**request, "id": "c2"}).repeated


def test_a_fork_rolls_dice_of_its_own(referee: Service, game: str) -> None:
    """The same commands from the same place on three lines: the dice differ."""
    dice = set()
    lines = [
        None,
        *(referee.match.request(game, "blue", match_requests.Branch(1), id=f"b{n}").id for n in range(3)),
    ]
    for line in lines:
        rolled = []
        for _ in range(12):
            by = None if line is None else "blue"
            rolled.append(pull(referee, game, timeline=line, by=by).events[1].data["die"])
        dice.add(tuple(rolled))
    assert len(dice) == 4


def test_a_branch_never_touches_the_game(referee: Service, played: str) -> None:
    record, position = referee.queries.game(played), referee.queries.position(played)
    branch = referee.match.request(played, "grey", match_requests.Branch(11), id="b")
    assert referee.match.request(played, "grey", match_requests.Branch(11), id="b") == branch
    assert (branch.why, branch.by, branch.current, branch.version) == ("branch", "grey", False, 11)
    for _ in range(5):
        pull(referee, played, 2, timeline=branch.id, by="grey")
    assert referee.queries.head(played, branch.id)[1] > 11
    assert referee.queries.game(played) == record
    assert referee.queries.position(played) == position
    with pytest.raises(NotYourSeat):
        pull(referee, played, timeline=branch.id, by="blue", id="not mine")
    with pytest.raises(Refused) as refused:
        referee.match.request(played, "grey", match_requests.ProposeRewind(11, timeline=branch.id))
    assert refused.value.rule == "match/what-if"


def test_a_reader_branches_a_branch(referee: Service, played: str) -> None:
    first = referee.match.request(played, "a reader", match_requests.Branch(11))
    pull(referee, played, timeline=first.id, by="a reader")
    at = referee.queries.head(played, first.id)[1]
    second = referee.match.request(played, "a reader", match_requests.Branch(at, timeline=first.id))
    pull(referee, played, timeline=second.id, by="a reader")
    events = referee.queries.events(played, second.id).items
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    assert list(dict.fromkeys(event.timeline for event in events)) == ["main", first.id, second.id]


def test_one_forks_between_commands_only(referee: Service, played: str) -> None:
    with pytest.raises(Refused) as refused:
        referee.match.request(played, "blue", match_requests.Branch(10))
    assert refused.value.rule == "match/boundary"
    assert "9, 11" in refused.value.reason or "8, 11" in refused.value.reason
    head = referee.queries.head(played)[1]
    for at in (0, -1, head + 1):
        with pytest.raises(NotFound):
            referee.match.request(played, "blue", match_requests.Branch(at))
    for at in range(1, head + 1):
        if referee.queries.position(played, at=at).boundary:
            assert referee.match.request(played, "blue", match_requests.Branch(at)).at == at
        else:
            with pytest.raises(Refused):
                referee.match.request(played, "blue", match_requests.ProposeRewind(at))


def test_a_rewind_to_where_the_game_stands_is_none(referee: Service, played: str) -> None:
    with pytest.raises(Refused) as refused:
        referee.match.request(played, "blue", match_requests.ProposeRewind(referee.queries.head(played)[1]))
    assert refused.value.rule == "match/nowhere"


def test_proposals_are_declined_and_withdrawn(referee: Service, played: str) -> None:
    first = referee.match.request(played, "blue", match_requests.ProposeRewind(11))
    referee.match.request(played, "grey", match_requests.DeclineRewind(first.id))
    second = referee.match.request(played, "blue", match_requests.ProposeRewind(11))
    referee.match.request(played, "blue", match_requests.WithdrawRewind(second.id))
    assert referee.queries.game(played).proposals == ()
    for gone in (first, second):
        with pytest.raises(Refused) as refused:
            referee.match.request(played, "grey", match_requests.AcceptRewind(gone.id))
        assert refused.value.rule == "match/proposal"
    assert len(referee.queries.timelines(played)) == 1


def test_a_won_game_is_reopened_by_agreement_only(referee: Service) -> None:
    game = referee.opening.open_game("tug", "short").id
    while referee.queries.due(game):
        pull(referee, game, 2)
    proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(1))
    with pytest.raises(GameOver):
        referee.commands.handle(
            game, "blue", {"id": "no", "decision": "1.blue", "command": {"type": "pull", "effort": 1}}
        )
    referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id))
    assert referee.queries.game(game).outcome is None
    assert pull(referee, game).version == 3


def test_a_rewind_to_an_end_ends_the_game(referee: Service) -> None:
    game = referee.opening.open_game("tug", "short").id
    while referee.queries.due(game):
        pull(referee, game, 2)
    end, outcome = referee.queries.head(game)[1], referee.queries.game(game).outcome
    referee.match.request(
        game,
        "grey",
        match_requests.AcceptRewind(referee.match.request(game, "blue", match_requests.ProposeRewind(1)).id),
    )
    back = referee.match.request(game, "blue", match_requests.ProposeRewind(end, timeline="main"))
    line = referee.match.request(game, "grey", match_requests.AcceptRewind(back.id), id="a")
    ended = referee.queries.match_events(game).items[-1]
    assert (ended.type, ended.data["how"]) == ("game_ended", "rules")
    assert (ended.data["timeline"], ended.data["version"]) == (line.id, end)
    assert referee.queries.game(game).outcome == outcome
    assert referee.match.request(game, "grey", match_requests.AcceptRewind(back.id), id="a") == line
    with pytest.raises(GameOver):
        referee.match.request(game, "blue", match_requests.Resign())


@pytest.mark.parametrize("name", [" blue", "blue ", "Blue", "GREY "])
def test_a_reader_is_not_called_like_a_seat(referee: Service, played: str, name: str) -> None:
    with pytest.raises(NotYourSeat):
        referee.match.request(played, name, match_requests.Branch(1))
    assert referee.match.request(played, " Ann ", match_requests.Branch(1)).by == "Ann"
    assert referee.match.request(played, "blue", match_requests.Branch(1)).by == "blue"


def test_a_reader_opens_so_many_branches(referee: Service, game: str) -> None:
    for _ in range(READER_BRANCHES):
        referee.match.request(game, "a reader", match_requests.Branch(1))
    with pytest.raises(Refused) as refused:
        referee.match.request(game, "a reader ", match_requests.Branch(1))
    assert refused.value.rule == "match/branches"
    assert referee.match.request(game, "blue", match_requests.Branch(1)).by == "blue"


def test_positions_are_compared(referee: Service, played: str) -> None:
    assert referee.queries.compare(played, (None, 5), ("main", 5)).differences == ()
    differences = {
        d.path: (d.a, d.b) for d in referee.queries.compare(played, (None, 1), (None, 3)).differences
    }
    assert differences["pulls"] == (0, 1)
    assert differences["puller"] == ("blue", "grey")
    assert "length" not in differences


def test_timelines_are_there_after_a_restart(referee: Service, played: str, url: str) -> None:
    referee.match.request(
        played,
        "grey",
        match_requests.AcceptRewind(
            referee.match.request(played, "blue", match_requests.ProposeRewind(11)).id
        ),
    )
    branch = referee.match.request(
        played, "blue", match_requests.Branch(4 if referee.queries.position(played, at=4).boundary else 3)
    ).id
    pull(referee, played)
    pull(referee, played, timeline=branch, by="blue")
    with referee_at(url) as restarted:
        assert restarted.queries.timelines(played) == referee.queries.timelines(played)
        assert restarted.queries.game(played) == referee.queries.game(played)
        for line in (None, branch, "main"):
            assert restarted.queries.position(played, line) == referee.queries.position(played, line)


def test_a_fork_copies_nothing(referee: Service, game: str) -> None:
    play(referee, game, 30)
    size = len(stored(referee))
    forks(referee, game, rounds=2)
    assert len(stored(referee)) - size == 4 * 3


@pytest.mark.wall_clock
def test_a_fork_costs_the_same_anywhere(referee: Service, game: str) -> None:
    """Were it to read what lies before it, a fork near the end would cost some thirty times more."""
    play(referee, game, 400)
    early, late = forks(referee, game, rounds=15)
    assert early.value > 0
    assert late.ratio is not None
    assert late.ratio < 5

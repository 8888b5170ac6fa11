"""Timelines: rewinds by agreement, branches, and what they share."""

import pytest

from ironclad.api.cli.bench.measure import forks, play
from ironclad.domain.match.deciding import READER_BRANCHES
from ironclad.referee.referee import GameOver, NotFound, NotYourSeat, Referee, Refused, Stale
from tests.log.conftest import pull, referee_at, stored


@pytest.fixture
def played(referee: Referee, game: str) -> str:
    """A game with nine pulls behind it: version 1, then 2 to 3 events a pull."""
    for number in range(9):
        pull(referee, game, 1 + number % 2)
    return game


def test_a_rewind_by_agreement_goes_on_differently(referee: Referee, played: str) -> None:
    left = referee.events(played).items
    at = 11
    before = referee.position(played, at=at).position
    proposal = referee.propose_rewind(played, "blue", at, reason="I misread the map", id="p")
    assert referee.propose_rewind(played, "blue", at, reason="I misread the map", id="p") == proposal
    assert referee.game(played).proposals == (proposal,)
    with pytest.raises(Refused) as own:
        referee.accept_rewind(played, "blue", proposal.id)
    assert own.value.rule == "match/own-proposal"
    line = referee.accept_rewind(played, "grey", proposal.id, id="a")
    assert referee.accept_rewind(played, "grey", proposal.id, id="a") == line
    assert (line.id, line.parent, line.at, line.why, line.current) == (
        proposal.id,
        "main",
        at,
        "rewind",
        True,
    )
    assert referee.head(played) == (line.id, at)
    assert referee.position(played).position == before

    for _ in range(6):
        pull(referee, played, 3)
    assert referee.head(played)[1] > at
    assert [event.timeline for event in referee.events(played).items[:at]] == ["main"] * at
    assert referee.events(played).items[:at] == left[:at]
    assert referee.events(played).items[at:] != left[at:]
    assert referee.events(played, "main").items == left
    main = referee.timelines(played)[0]
    assert (main.left_for, main.left_by, main.left_because) == (line.id, "blue", "I misread the map")
    assert main.left_at == len(left)


def test_nothing_goes_on_in_a_line_that_was_left(referee: Referee, played: str) -> None:
    proposal = referee.propose_rewind(played, "blue", 11)
    due = referee.due(played)[0]
    referee.accept_rewind(played, "grey", proposal.id)
    request = {"id": "x", "decision": due.id, "timeline": "main", "command": {"type": "pull", "effort": 1}}
    with pytest.raises(Stale) as stale:
        referee.command(played, due.seat, request)
    assert stale.value.timeline == proposal.id
    assert referee.due(played, "main") == ()


def test_a_request_answered_before_a_rewind_keeps_its_answer(referee: Referee, game: str) -> None:
    request = {"id": "c1", "decision": "1.blue", "command": {"type": "pull", "effort": 1}}
    first = referee.command(game, "blue", request)
    pull(referee, game)
    referee.accept_rewind(game, "grey", referee.propose_rewind(game, "blue", 1).id)
    assert referee.due(game)[0].id == "1.blue"
    again = referee.command(game, "blue", request)
    assert (again.repeated, again.timeline, again.events) == (True, "main", first.events)
    assert referee.head(game)[1] == 1
    assert not referee.command(game, "blue", {**request, "id": "c2"}).repeated


def test_a_fork_rolls_dice_of_its_own(referee: Referee, game: str) -> None:
    """The same commands from the same place on three lines: the dice differ."""
    dice = set()
    lines = [None, *(referee.branch(game, 1, "blue", id=f"b{n}").id for n in range(3))]
    for line in lines:
        rolled = []
        for _ in range(12):
            by = None if line is None else "blue"
            rolled.append(pull(referee, game, timeline=line, by=by).events[1].data["die"])
        dice.add(tuple(rolled))
    assert len(dice) == 4


def test_a_branch_never_touches_the_game(referee: Referee, played: str) -> None:
    record, position = referee.game(played), referee.position(played)
    branch = referee.branch(played, 11, "grey", id="b")
    assert referee.branch(played, 11, "grey", id="b") == branch
    assert (branch.why, branch.by, branch.current, branch.version) == ("branch", "grey", False, 11)
    for _ in range(5):
        pull(referee, played, 2, timeline=branch.id, by="grey")
    assert referee.head(played, branch.id)[1] > 11
    assert referee.game(played) == record
    assert referee.position(played) == position
    with pytest.raises(NotYourSeat):
        pull(referee, played, timeline=branch.id, by="blue", id="not mine")
    with pytest.raises(Refused) as refused:
        referee.propose_rewind(played, "grey", 11, timeline=branch.id)
    assert refused.value.rule == "match/what-if"


def test_a_reader_branches_a_branch(referee: Referee, played: str) -> None:
    first = referee.branch(played, 11, "a reader")
    pull(referee, played, timeline=first.id, by="a reader")
    at = referee.head(played, first.id)[1]
    second = referee.branch(played, at, "a reader", timeline=first.id)
    pull(referee, played, timeline=second.id, by="a reader")
    events = referee.events(played, second.id).items
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    assert list(dict.fromkeys(event.timeline for event in events)) == ["main", first.id, second.id]


def test_one_forks_between_commands_only(referee: Referee, played: str) -> None:
    with pytest.raises(Refused) as refused:
        referee.branch(played, 10, "blue")
    assert refused.value.rule == "match/boundary"
    assert "9, 11" in refused.value.reason or "8, 11" in refused.value.reason
    head = referee.head(played)[1]
    for at in (0, -1, head + 1):
        with pytest.raises(NotFound):
            referee.branch(played, at, "blue")
    for at in range(1, head + 1):
        if referee.position(played, at=at).boundary:
            assert referee.branch(played, at, "blue").at == at
        else:
            with pytest.raises(Refused):
                referee.propose_rewind(played, "blue", at)


def test_a_rewind_to_where_the_game_stands_is_none(referee: Referee, played: str) -> None:
    with pytest.raises(Refused) as refused:
        referee.propose_rewind(played, "blue", referee.head(played)[1])
    assert refused.value.rule == "match/nowhere"


def test_proposals_are_declined_and_withdrawn(referee: Referee, played: str) -> None:
    first = referee.propose_rewind(played, "blue", 11)
    referee.decline_rewind(played, "grey", first.id)
    second = referee.propose_rewind(played, "blue", 11)
    referee.withdraw_rewind(played, "blue", second.id)
    assert referee.game(played).proposals == ()
    for gone in (first, second):
        with pytest.raises(Refused) as refused:
            referee.accept_rewind(played, "grey", gone.id)
        assert refused.value.rule == "match/proposal"
    assert len(referee.timelines(played)) == 1


def test_a_won_game_is_reopened_by_agreement_only(referee: Referee) -> None:
    game = referee.open_game("tug", "short").id
    while referee.due(game):
        pull(referee, game, 2)
    proposal = referee.propose_rewind(game, "blue", 1)
    with pytest.raises(GameOver):
        referee.command(
            game, "blue", {"id": "no", "decision": "1.blue", "command": {"type": "pull", "effort": 1}}
        )
    referee.accept_rewind(game, "grey", proposal.id)
    assert referee.game(game).outcome is None
    assert pull(referee, game).version == 3


def test_a_rewind_to_an_end_ends_the_game(referee: Referee) -> None:
    game = referee.open_game("tug", "short").id
    while referee.due(game):
        pull(referee, game, 2)
    end, outcome = referee.head(game)[1], referee.game(game).outcome
    referee.accept_rewind(game, "grey", referee.propose_rewind(game, "blue", 1).id)
    back = referee.propose_rewind(game, "blue", end, timeline="main")
    line = referee.accept_rewind(game, "grey", back.id, id="a")
    ended = referee.match_events(game).items[-1]
    assert (ended.type, ended.data["how"]) == ("game_ended", "rules")
    assert (ended.data["timeline"], ended.data["version"]) == (line.id, end)
    assert referee.game(game).outcome == outcome
    assert referee.accept_rewind(game, "grey", back.id, id="a") == line
    with pytest.raises(GameOver):
        referee.resign(game, "blue")


@pytest.mark.parametrize("name", [" blue", "blue ", "Blue", "GREY "])
def test_a_reader_is_not_called_like_a_seat(referee: Referee, played: str, name: str) -> None:
    with pytest.raises(NotYourSeat):
        referee.branch(played, 1, name)
    assert referee.branch(played, 1, " Ann ").by == "Ann"
    assert referee.branch(played, 1, "blue").by == "blue"


def test_a_reader_opens_so_many_branches(referee: Referee, game: str) -> None:
    for _ in range(READER_BRANCHES):
        referee.branch(game, 1, "a reader")
    with pytest.raises(Refused) as refused:
        referee.branch(game, 1, "a reader ")
    assert refused.value.rule == "match/branches"
    assert referee.branch(game, 1, "blue").by == "blue"


def test_positions_are_compared(referee: Referee, played: str) -> None:
    assert referee.compare(played, (None, 5), ("main", 5)).differences == ()
    differences = {d.path: (d.a, d.b) for d in referee.compare(played, (None, 1), (None, 3)).differences}
    assert differences["pulls"] == (0, 1)
    assert differences["puller"] == ("blue", "grey")
    assert "length" not in differences


def test_timelines_are_there_after_a_restart(referee: Referee, played: str, url: str) -> None:
    referee.accept_rewind(played, "grey", referee.propose_rewind(played, "blue", 11).id)
    branch = referee.branch(played, 4 if referee.position(played, at=4).boundary else 3, "blue").id
    pull(referee, played)
    pull(referee, played, timeline=branch, by="blue")
    with referee_at(url) as restarted:
        assert restarted.timelines(played) == referee.timelines(played)
        assert restarted.game(played) == referee.game(played)
        for line in (None, branch, "main"):
            assert restarted.position(played, line) == referee.position(played, line)


def test_a_fork_copies_nothing(referee: Referee, game: str) -> None:
    play(referee, game, 30)
    size = len(stored(referee))
    forks(referee, game, rounds=2)
    assert len(stored(referee)) - size == 4 * 3


@pytest.mark.wall_clock
def test_a_fork_costs_the_same_anywhere(referee: Referee, game: str) -> None:
    """Were it to read what lies before it, a fork near the end would cost some thirty times more."""
    play(referee, game, 400)
    early, late = forks(referee, game, rounds=15)
    assert early.value > 0
    assert late.ratio is not None
    assert late.ratio < 5

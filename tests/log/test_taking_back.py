"""Taking back: free while nothing was revealed, and the line continues as if it had not been ordered."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.eventlog.errors import GameOver, IdReused, NotFound, NotYourSeat, Refused, Stale, Unreadable
from ironclad.eventlog.records import Receipt
from ironclad.referee import match_requests
from tests.log.conftest import play_out, pull, referee_at, stored


def shout(referee: Service, game: str, seat: str, word: str, **request: Any) -> Receipt:
    """A command that rolls no die."""
    by = request.pop("by", None)
    asked = {"id": f"{seat}-{word}", "command": {"type": "shout", "word": word}, **request}
    return referee.commands.handle(game, seat, asked, by=by)


def shouts(referee: Service, game: str, timeline: str | None = None, at: int | None = None) -> Any:
    return referee.queries.position(game, timeline, at).position["shouts"]


def refused(referee: Service, game: str, seat: str, **asked: Any) -> str:
    before = stored(referee)
    with pytest.raises(Refused) as wrong:
        referee.commands.take_back(game, seat, id="refused", **asked)
    assert stored(referee) == before
    return wrong.value.rule


def test_the_position_before_stands_again_and_the_log_keeps_what_was(referee: Service, game: str) -> None:
    pull(referee, game)
    at = referee.queries.head(game)[1]
    before = referee.queries.position(game).position
    shout(referee, game, "blue", "heave")
    given = referee.queries.head(game)[1]
    assert referee.queries.game(game).may_take_back == referee.queries.legal(game, "grey").may_take_back
    back = referee.queries.game(game).may_take_back
    assert back is not None
    assert (back.seat, back.to) == ("blue", at)

    receipt = referee.commands.take_back(game, "blue", id="back", expected_version=given)
    assert [(event.timeline, event.type) for event in receipt.events] == [
        ("main", "command_accepted"),
        ("", "taken_back"),
    ]
    assert receipt.version == given + 1
    assert receipt.events[0].data["command"] == {"type": "take_back", "to": at}
    assert receipt.events[1].data == {
        "type": "taken_back",
        "timeline": "main",
        "version": given + 1,
        "to": at,
        "seat": "blue",
        "by": "blue",
    }
    assert referee.queries.position(game).position == before
    assert shouts(referee, game, at=given) == {"blue": "heave"}, "what was taken back can be looked at"
    assert referee.queries.position(game).boundary
    assert referee.queries.game(game).may_take_back is None
    (line,) = referee.queries.timelines(game)
    assert [(each.version, each.to, each.by) for each in line.taken_back] == [(given + 1, at, "blue")]

    again = referee.commands.take_back(game, "blue", id="back", expected_version=given)
    assert (again.repeated, again.events, again.version) == (True, receipt.events, receipt.version)
    with pytest.raises(IdReused):
        referee.commands.take_back(game, "blue", id="back", to=1)
    referee.upkeep.forget_cached()
    assert referee.queries.position(game).position == before
    pull(referee, game, expected_version=receipt.version)
    assert referee.queries.dice(game).next_roll == 3, "roll numbers go on"


def test_several_are_taken_back_at_once_or_one_after_the_other(referee: Service, game: str) -> None:
    for word in ("one", "two", "three"):
        shout(referee, game, "blue", word)
    assert referee.commands.take_back(game, "blue", id="a").events[1].data["to"] == 5
    assert shouts(referee, game) == {"blue": "two"}
    assert referee.commands.take_back(game, "blue", id="b").events[1].data["to"] == 3
    shout(referee, game, "blue", "four")
    assert referee.commands.take_back(game, "blue", id="c").events[1].data["to"] == 9
    assert shouts(referee, game) == {"blue": "one"}
    shout(referee, game, "blue", "five")
    assert refused(referee, game, "blue", to=3) == "take-back/place", "what came after it is gone"
    assert refused(referee, game, "blue", to=2) == "take-back/place", "a command is half done there"
    assert referee.commands.take_back(game, "blue", id="d", to=1).version == 15
    assert shouts(referee, game) == {}
    assert refused(referee, game, "blue") == "take-back/nothing"
    for version, words in ((5, {"blue": "two"}), (8, {"blue": "two"}), (9, {"blue": "one"}), (15, {})):
        referee.upkeep.forget_cached()
        assert shouts(referee, game, at=version) == words


def test_what_rolled_or_was_answered_is_not_free(referee: Service, game: str) -> None:
    assert refused(referee, game, "blue") == "take-back/nothing"
    pull(referee, game)
    shout(referee, game, "blue", "heave")
    assert refused(referee, game, "blue", to=1) == "take-back/dice"
    assert refused(referee, game, "grey") == "take-back/seat"
    shout(referee, game, "grey", "ho")
    assert refused(referee, game, "blue") == "take-back/seat"
    assert refused(referee, game, "grey", to=3) == "take-back/seat", "not with what blue gave before"
    referee.commands.take_back(game, "grey", id="ho")
    assert referee.queries.game(game).may_take_back is None
    assert refused(referee, game, "blue") == "take-back/seat", "grey has seen it, and answered"
    shout(referee, game, "blue", "again")
    referee.commands.take_back(game, "blue", id="again")
    with pytest.raises(NotFound):
        referee.commands.take_back(game, "green", id="x")
    with pytest.raises(Unreadable, match="take-backs"):
        referee.commands.handle(game, "blue", {"id": "x", "command": {"type": "take_back", "to": 1}})
    with pytest.raises(NotYourSeat):
        referee.commands.take_back(game, "blue", id="x", by="grey")


def test_a_late_request_is_stale(referee: Service, game: str) -> None:
    shout(referee, game, "blue", "one")
    seen = referee.queries.head(game)[1]
    shout(referee, game, "blue", "two")
    for version in (seen, 99):
        with pytest.raises(Stale):
            referee.commands.take_back(game, "blue", id="late", expected_version=version)
    referee.commands.take_back(game, "blue", id="back", expected_version=5)
    (due,) = referee.queries.due(game)
    late = {"id": "late", "decision": due.id, "command": {"type": "pull", "effort": 1}}
    for given in ({}, {"expected_version": 5}):
        with pytest.raises(Stale, match="taken back"):
            referee.commands.handle(game, "blue", {**late, **given})
    with pytest.raises(Stale, match="taken back"):
        shout(referee, game, "grey", "late", expected_version=5)
    with pytest.raises(Stale, match="is at version 6"):
        referee.commands.handle(game, "blue", {**late, "expected_version": 3})
    assert referee.commands.handle(game, "blue", {**late, "expected_version": 6}).version > 6


def test_a_line_that_was_left_or_has_ended_takes_nothing_back(referee: Service) -> None:
    game = referee.opening.open_game("tug", "short").id
    shout(referee, game, "blue", "one")
    proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(1))
    referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id))
    with pytest.raises(Stale):
        referee.commands.take_back(game, "blue", id="x", timeline="main")
    assert refused(referee, game, "blue") == "take-back/nothing", "it was ordered before this line began"
    play_out(referee, game)
    with pytest.raises(GameOver):
        referee.commands.take_back(game, "blue", id="x")
    assert referee.queries.game(game).may_take_back is None


def test_on_a_branch_its_owner_takes_back_for_both_seats(referee: Service, game: str) -> None:
    shout(referee, game, "blue", "one")
    line = referee.match.request(game, "reader", match_requests.Branch(3)).id
    shout(referee, game, "blue", "two", timeline=line, by="reader")
    shout(referee, game, "grey", "three", timeline=line, by="reader")
    with pytest.raises(NotYourSeat):
        referee.commands.take_back(game, "blue", id="x", timeline=line)
    legal = referee.queries.legal(game, "blue", line)
    assert legal.may_take_back is not None
    assert (legal.may_take_back.seat, legal.may_take_back.to) == ("grey", 5)
    referee.commands.take_back(game, "blue", id="x", timeline=line, to=3, by="reader")
    assert shouts(referee, game, line) == {"blue": "one"}
    assert refused(referee, game, "blue", timeline=line, by="reader") == "take-back/nothing"
    pull(referee, game, timeline=line, by="reader", expected_version=8)
    other = referee.match.request(game, "reader", match_requests.Branch(7, timeline=line)).id
    assert shouts(referee, game, other) == {"blue": "two", "grey": "three"}, "forked from what was taken back"
    assert referee.queries.head(game) == ("main", 3)


def test_the_chronicle_tells_of_it_and_marks_what_was_taken_back(referee: Service, game: str) -> None:
    shout(referee, game, "blue", "one")
    pull(referee, game)
    shout(referee, game, "grey", "two")
    at = referee.queries.head(game)[1]
    referee.commands.take_back(game, "grey", id="back")
    told = referee.queries.chronicle(game).items
    assert [(each["version"], each["type"]) for each in told] == [(5, "rope_pulled"), (at + 1, "taken_back")]
    assert told[-1]["text"] == f"Grey takes back what was ordered after event {at - 2}"
    assert not any("taken_back" in each for each in told)
    assert referee.queries.chronicle(game, types=frozenset({"taken_back"})).items == told[1:]


def test_another_process_sees_it_and_keeps_no_wrong_position(url: str) -> None:
    with (
        referee_at(url, snapshot_every=4) as one,
        referee_at(url, snapshot_every=4, beside=True, secret=b"x") as two,
    ):
        game = one.opening.open_game("tug", "long").id
        for number in range(9):
            shout(one, game, "blue", f"{number}")
            assert shouts(two, game) == {"blue": f"{number}"}
        one.commands.take_back(game, "blue", id="back", to=5)
        one.upkeep.settle()
        assert shouts(two, game) == {"blue": "1"}
        shout(one, game, "blue", "next")
        shout(one, game, "grey", "after")
        for referee in (one, two):
            for version, word in ((20, "1"), (19, "8"), (9, "3"), (24, "next")):
                referee.upkeep.forget_cached()
                assert shouts(referee, game, at=version)["blue"] == word


def test_of_many_at_once_one_is_carried_out(url: str) -> None:
    """Through two processes: each request says what it saw, and the other seat answers in between."""
    with referee_at(url) as one, referee_at(url, beside=True) as two:
        game = one.opening.open_game("tug", "long").id
        for word in ("one", "two"):
            shout(one, game, "blue", word)
        head = one.queries.head(game)[1]

        def ask(number: int) -> str:
            referee = (one, two)[number % 2]
            try:
                if number == 4:
                    return f"answer {shout(referee, game, 'grey', 'three', expected_version=head).version}"
                back = referee.commands.take_back(game, "blue", id=f"{number}", expected_version=head)
                return f"back {back.version}"
            except (Stale, Refused) as wrong:
                return type(wrong).__name__

        with ThreadPoolExecutor(8) as pool:
            told = list(pool.map(ask, range(8)))
        done = [each for each in told if each.startswith(("back", "answer"))]
        assert done, told
        assert sum(each.startswith("back") for each in done) <= 1, told
        for referee in (one, two):
            referee.upkeep.forget_cached()
            found = shouts(referee, game)
            assert found["blue"] == ("one" if any(each.startswith("back") for each in done) else "two")

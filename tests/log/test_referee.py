"""The referee: commands checked in order, answered once, stored whole."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from ironclad.api.service import Service
from ironclad.domain.kernel.engine.records import Outcome
from ironclad.eventlog.errors import (
    GameOver,
    IdReused,
    NotFound,
    NotYourSeat,
    Problem,
    Refused,
    Stale,
    TooMuch,
    Unreadable,
)
from ironclad.eventlog.records import Request
from ironclad.referee import match_requests
from tests.log.conftest import play_out, pull, referee_at, stored

PULL = {"type": "pull", "effort": 1}


def ask(**changes: Any) -> dict[str, Any]:
    return {"id": "c1", "decision": "1.blue", "command": PULL, **changes}


def test_a_command_is_stored_before_what_it_caused(referee: Service, game: str) -> None:
    receipt = referee.commands.handle(game, "blue", ask())
    assert (receipt.timeline, receipt.version, receipt.repeated) == ("main", 3, False)
    accepted, pulled = receipt.events
    assert (accepted.version, accepted.type, accepted.timeline) == (2, "command_accepted", "main")
    assert accepted.data["command"] == PULL
    assert accepted.data["at"].endswith("Z")
    assert (pulled.version, pulled.name) == (3, "tug.rope_pulled.1")
    rolled = {"purpose": "pull", "rule": "2", "faces": [pulled.data["die"]], "number": 1}
    assert accepted.data["rolls"] == [rolled]


def test_the_position_follows_the_events(referee: Service, game: str) -> None:
    pulled = pull(referee, game).events[1].data
    record = referee.queries.position(game)
    assert record.position["knot"] == pulled["knot"]
    assert (record.at, record.timeline, record.boundary) == (3, "main", True)
    assert not referee.queries.position(game, at=2).boundary
    assert referee.queries.position(game, at=1).position["puller"] == "blue"


def test_a_request_may_be_typed(referee: Service, game: str) -> None:
    assert (
        referee.commands.handle(game, "blue", Request(id="c", decision="1.blue", command=PULL)).version == 3
    )


def test_the_same_request_again_gets_the_first_answer(referee: Service, game: str, url: str) -> None:
    first = referee.commands.handle(game, "blue", ask())
    pull(referee, game)
    before = stored(referee)
    again = referee.commands.handle(game, "blue", ask())
    assert again.repeated
    assert msgspec.structs.replace(again, repeated=False) == first
    assert stored(referee) == before
    with referee_at(url) as restarted:
        assert restarted.commands.handle(game, "blue", ask()).events == first.events
        assert stored(restarted) == before


@pytest.mark.parametrize(
    "other",
    [
        {"command": {"type": "pull", "effort": 2}},
        {"decision": "2.blue"},
        {"expected_version": 0},
        {"timeline": "main"},
        {"command": {"type": "nonsense"}},
    ],
)
def test_an_id_names_one_request_only(referee: Service, game: str, other: dict[str, Any]) -> None:
    referee.commands.handle(game, "blue", ask())
    before = stored(referee)
    with pytest.raises(IdReused):
        referee.commands.handle(game, "blue", ask(**other))
    assert stored(referee) == before


def test_an_id_used_for_another_valid_command_is_refused(referee: Service, game: str) -> None:
    """Nothing else is wrong with the second command: only the index of answers stops it."""
    referee.commands.handle(game, "blue", {"id": "c1", "command": {"type": "shout", "word": "heave"}})
    before = stored(referee)
    with pytest.raises(IdReused):
        referee.commands.handle(game, "blue", ask())
    assert stored(referee) == before
    assert referee.commands.handle(game, "blue", ask(id="c2")).version == 5


def test_a_command_without_a_decision_repeats_too(referee: Service, game: str) -> None:
    shout = {"id": "s", "command": {"type": "shout", "word": "heave"}}
    first = referee.commands.handle(game, "grey", shout)
    again = referee.commands.handle(game, "grey", shout)
    assert (again.repeated, again.events) == (True, first.events)
    assert referee.queries.head(game) == ("main", 3)


def test_seats_have_ids_of_their_own(referee: Service, game: str) -> None:
    referee.commands.handle(game, "blue", ask())
    assert not referee.commands.handle(game, "grey", ask(decision="1.grey")).repeated


WRONG: list[tuple[type[Exception], str, dict[str, Any]]] = [
    (NotFound, "red", {}),
    (NotFound, "blue", {"timeline": "nowhere"}),
    (Unreadable, "blue", {"id": ""}),
    (Unreadable, "blue", {"id": "x" * 65}),
    (Unreadable, "blue", {"id": "a\nb"}),
    (Unreadable, "blue", {"id": 5}),
    (Unreadable, "blue", {"unknown": 1}),
    (Unreadable, "blue", {"command": "pull"}),
    (Unreadable, "blue", {"command": {}}),
    (Unreadable, "blue", {"command": {"type": "fly"}}),
    (Unreadable, "blue", {"command": {"type": "pull"}}),
    (Unreadable, "blue", {"command": {"type": "pull", "effort": "1"}}),
    (Unreadable, "blue", {"command": {"type": "pull", "effort": 1, "more": 2}}),
    (Unreadable, "blue", {"command": {"type": "pull", "effort": float("nan")}}),
    (Unreadable, "blue", {"command": {"type": "shout", "word": "\ud800"}}),
    (Refused, "blue", {"command": {"type": "pull", "effort": 10**40}}),
    (Unreadable, "blue", {"command": {"type": "pull", "effort": 10**5000}}),
    (TooMuch, "blue", {"command": {"type": "shout", "word": "x" * 40_000}}),
    (Unreadable, "blue", {"decision": None}),
    (Unreadable, "blue", {"expected_version": "1"}),
    (Unreadable, "blue", {"expected_version": 10**30}),
    (Stale, "blue", {"decision": "7.blue"}),
    (Stale, "blue", {"expected_version": 2}),
    (Stale, "blue", {"expected_version": -1}),
    (NotYourSeat, "grey", {}),
    (NotYourSeat, "blue", {"by": "grey"}),
    (Refused, "blue", {"command": {"type": "pull", "effort": 4}}),
    (Refused, "blue", {"decision": None, "command": {"type": "shout", "word": ""}}),
]


@pytest.mark.parametrize(("kind", "seat", "change"), WRONG)
def test_what_is_wrong_is_said_and_nothing_is_stored(
    referee: Service, game: str, kind: type[Exception], seat: str, change: dict[str, Any]
) -> None:
    before, request = stored(referee), ask(**change)
    by = request.pop("by", None)
    with pytest.raises(kind):
        referee.commands.handle(game, seat, request, by=by)
    assert stored(referee) == before


def test_a_refusal_names_the_rule(referee: Service, game: str) -> None:
    with pytest.raises(Refused) as refused:
        referee.commands.handle(game, "blue", ask(command={"type": "pull", "effort": 9}))
    assert refused.value.rule == "2"
    (noted,) = referee.upkeep.refusals()
    assert (noted["kind"], noted["rule"], noted["seat"]) == ("Refused", "2", "blue")


def test_what_is_checked_first_is_said_first(referee: Service, game: str) -> None:
    """Who, id, staleness, rules: each request is wrong in all the later ways too."""
    referee.commands.handle(game, "blue", ask())
    foul = {"type": "pull", "effort": 9}
    with pytest.raises(NotYourSeat):
        referee.commands.handle(game, "blue", ask(decision="9.blue", command=foul), by="grey")
    with pytest.raises(IdReused):
        referee.commands.handle(game, "blue", ask(decision="9.blue", command=foul))
    with pytest.raises(Stale):
        referee.commands.handle(game, "grey", ask(decision="9.blue", command=foul))
    with pytest.raises(Refused):
        referee.commands.handle(game, "grey", ask(decision="1.grey", command=foul))


def test_a_version_that_is_named_is_a_lock(referee: Service, game: str) -> None:
    """Of two orders for one version the second is stale, though its decision is open."""
    shout = {"id": "s", "command": {"type": "shout", "word": "ho"}, "expected_version": 1}
    assert referee.commands.handle(game, "grey", shout).version == 3
    for late in (ask(expected_version=1), ask(expected_version=2)):
        with pytest.raises(Stale, match="is at version 3, and the command is for"):
            referee.commands.handle(game, "blue", late)
    with pytest.raises(Stale):
        referee.commands.handle(game, "grey", {**shout, "id": "t"})
    assert referee.commands.handle(game, "grey", shout).repeated
    assert referee.commands.handle(game, "blue", ask(id="c2", expected_version=3)).version == 5


def test_without_a_version_it_is_the_decision_that_has_to_be_open(referee: Service, game: str) -> None:
    referee.commands.handle(game, "grey", {"id": "s", "command": {"type": "shout", "word": "ho"}})
    assert referee.commands.handle(game, "blue", ask()).version == 5


def test_stale_says_where_the_game_stands(referee: Service, game: str) -> None:
    pull(referee, game)
    with pytest.raises(Stale) as stale:
        referee.commands.handle(game, "blue", ask(id="late"))
    assert (stale.value.timeline, stale.value.version) == ("main", 3)


def test_the_rules_end_the_game(referee: Service) -> None:
    game = referee.opening.open_game("tug", "short").id
    play_out(referee, game)
    record = referee.queries.game(game)
    assert record.outcome is not None
    assert record.outcome.rule == "4"
    ended = referee.queries.match_events(game).items[-1]
    assert (ended.type, ended.data["version"], ended.data["how"]) == ("game_ended", record.version, "rules")
    with pytest.raises(GameOver) as over:
        referee.commands.handle(game, "blue", ask(id="after"))
    assert over.value.rule == "4"
    with pytest.raises(GameOver):
        referee.match.request(game, "blue", match_requests.Resign())


def test_resigning_ends_the_game_for_good(referee: Service, game: str) -> None:
    pull(referee, game)
    pull(referee, game)
    receipt = referee.match.request(game, "grey", match_requests.Resign(), id="r1")
    assert referee.match.request(game, "grey", match_requests.Resign(), id="r1") == msgspec.structs.replace(
        receipt, repeated=True
    )
    assert [event.type for event in receipt.events] == ["command_accepted", "resigned", "game_ended"]
    assert referee.queries.game(game).outcome == Outcome("blue", "grey resigned", "match/resign")
    assert referee.queries.due(game) == ()
    assert referee.queries.legal(game, "blue").commands == ()
    for late in (
        lambda: referee.commands.handle(game, "blue", ask(id="late", decision="2.blue")),
        lambda: referee.match.request(game, "grey", match_requests.ProposeRewind(3)),
        lambda: referee.match.request(game, "blue", match_requests.OfferDraw()),
    ):
        with pytest.raises(GameOver):
            late()


def test_a_draw_is_offered_and_accepted(referee: Service, game: str) -> None:
    referee.match.request(game, "blue", match_requests.OfferDraw())
    (offer,) = referee.queries.game(game).proposals
    assert (offer.kind, offer.seat) == ("draw", "blue")
    with pytest.raises(Refused) as own:
        referee.match.request(game, "blue", match_requests.AcceptDraw())
    assert own.value.rule == "match/own-offer"
    referee.match.request(game, "grey", match_requests.DeclineDraw())
    referee.match.request(game, "blue", match_requests.OfferDraw())
    referee.match.request(game, "blue", match_requests.WithdrawDraw())
    referee.match.request(game, "blue", match_requests.OfferDraw())
    referee.match.request(game, "grey", match_requests.AcceptDraw())
    assert referee.queries.game(game).outcome == Outcome(None, "the seats agreed on a draw", "match/draw")


def test_an_answer_to_an_old_offer_meets_no_other(referee: Service, game: str) -> None:
    offers = []
    for _ in range(2):
        referee.match.request(game, "blue", match_requests.OfferDraw())
        offers.append(referee.queries.game(game).proposals[0].id)
        if len(offers) == 1:
            referee.match.request(game, "blue", match_requests.WithdrawDraw(offer=offers[0]))
    assert offers[0] != offers[1]
    for answer, seat in (
        (match_requests.AcceptDraw, "grey"),
        (match_requests.DeclineDraw, "grey"),
        (match_requests.WithdrawDraw, "blue"),
    ):
        with pytest.raises(Refused) as refused:
            referee.match.request(game, seat, answer(offer=offers[0]))
        assert refused.value.rule == "match/offer"
    receipt = referee.match.request(game, "grey", match_requests.AcceptDraw(offer=offers[1]), id="a")
    assert (
        referee.match.request(game, "grey", match_requests.AcceptDraw(offer=offers[1]), id="a").events
        == receipt.events
    )
    with pytest.raises(IdReused):
        referee.match.request(game, "grey", match_requests.AcceptDraw(offer=offers[0]), id="a")


def test_a_game_opened_at_its_end_has_ended(referee: Service) -> None:
    first = referee.opening.open_game("tug", "short").id
    play_out(referee, first)
    outcome = referee.queries.game(first).outcome
    game = referee.opening.open_game("tug", "short", position=referee.queries.position(first).position).id
    ended = referee.queries.match_events(game).items[-1]
    assert (ended.type, ended.data["version"], ended.data["how"]) == ("game_ended", 1, "rules")
    assert referee.queries.game(game).outcome == outcome
    for late in (
        lambda: referee.match.request(game, "blue", match_requests.OfferDraw()),
        lambda: referee.match.request(game, "grey", match_requests.Resign()),
    ):
        with pytest.raises(GameOver):
            late()


def test_names_are_trimmed(referee: Service, game: str) -> None:
    secret = "known to Ann alone"
    first = referee.opening.take_seat(game, "blue", " Ann ", id=secret)
    assert referee.queries.game(game).seats[0].name == "Ann"
    assert referee.opening.take_seat(game, "blue", "Ann", id=secret).token == first.token
    with pytest.raises(Unreadable):
        referee.opening.take_seat(game, "grey", "   ")
    assert referee.opening.open_game("tug", "short", by=" ann ", title=" T ", id="o").title == "T"
    assert referee.opening.open_game("tug", "short", by="ann", title="T", id="o").repeated


def test_opening_again_under_the_same_id_is_the_same_game(referee: Service) -> None:
    first = referee.opening.open_game("tug", "short", {"end": "drift"}, title="A", by="ann", id="o1")
    again = referee.opening.open_game("tug", "short", {"end": "drift"}, title="A", by="ann", id="o1")
    assert again == msgspec.structs.replace(first, repeated=True)
    with pytest.raises(IdReused):
        referee.opening.open_game("tug", "short", title="B", by="ann", id="o1")
    assert first.options == {"end": "drift"}
    assert referee.opening.open_game("tug", "short").options == {"end": "turns"}


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (NotFound, {"ruleset": "chess"}),
        (NotFound, {"scenario": "none"}),
        (NotFound, {"scenario": ""}),
        (Unreadable, {"options": {"colour": "red"}}),
        (Unreadable, {"options": {"end": "never"}}),
        (Unreadable, {"options": {"end": ["turns"]}}),
        (Unreadable, {"title": "x" * 201}),
        (Unreadable, {"title": "a\x00b"}),
        (Unreadable, {"position": {"length": "long"}}),
        (Unreadable, {"position": {}}),
        (Unreadable, {"position": {"length": float("inf")}}),
    ],
)
def test_a_game_that_cannot_be_opened(referee: Service, kind: type[Problem], change: dict[str, Any]) -> None:
    with pytest.raises(kind):
        referee.opening.open_game(**{"ruleset": "tug", "scenario": "short", **change})
    assert referee.queries.log_size() == 0


def test_a_position_is_taken_back(referee: Service, game: str) -> None:
    pull(referee, game)
    document = referee.queries.position(game).position
    other = referee.opening.open_game("tug", "", position=document).id
    assert referee.queries.position(other).position == document
    assert referee.queries.due(other)[0].id == "1.grey"


def test_a_large_position_is_a_blob_beside_the_log(referee: Service, url: str) -> None:
    large = {"length": 5, "last_turn": 9, "stood": {str(place): place for place in range(9_000)}}
    game = referee.opening.open_game("tug", "", position=large).id
    begun = referee.queries.events(game).items[0].data
    assert begun["position"].keys() == {"blob"}
    assert msgspec.json.decode(referee.queries.blob(begun["position"]["blob"])) == large
    with referee_at(url) as restarted:
        assert restarted.queries.position(game).position["stood"] == large["stood"]


def test_nothing_is_known_of_unknown_games(referee: Service, game: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: referee.queries.game("none"),
        lambda: referee.commands.handle("none", "blue", ask()),
        lambda: referee.queries.position(game, at=2),
        lambda: referee.queries.position(game, at=0),
        lambda: referee.queries.position(game, "none"),
        lambda: referee.queries.view(game, "weather"),
        lambda: referee.queries.legal(game, "red"),
        lambda: referee.opening.take_seat(game, "red", "Ann"),
        lambda: referee.match.request(game, "red", match_requests.Resign()),
        lambda: referee.authorization.erase_player("nobody"),
        lambda: referee.queries.blob("00"),
    ]
    for call in calls:
        with pytest.raises(NotFound):
            call()

"""The computer player answers what its seat owes, once, in any process, after a killed one too."""

import logging
from collections.abc import Iterator
from random import Random
from threading import Event
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.eventlog.errors import NotFound, Refused
from ironclad.referee import match_requests
from ironclad.referee.opponent.seeds import OpponentSeeds, choice_seed, commitment
from ironclad.referee.opponent.thinking import Thinking
from ironclad.referee.player_keys import PlayerKey, message_of
from tests import postgresql
from tests.log.conftest import pull, referee_at
from tests.log.test_faults import whole
from tests.toy import TUG, Pull, Tug, changed
from tests.waiting import within


def pulls_gently(position: Tug, due: Due, random: Random) -> Command:
    return Pull(effort=random.choice((1, 2)))


PLAYED: Ruleset[Tug] = changed(TUG, opponent=pulls_gently)


def at(url: str, played: Ruleset[Tug] = PLAYED, **settings: Any) -> Service:
    return referee_at(url, ids=None, rulesets={"tug": played}, **settings)


@pytest.fixture
def referee(url: str) -> Iterator[Service]:
    with at(url) as made:
        yield made


@pytest.fixture
def game(referee: Service) -> str:
    """A game of a player, blue, against the computer player."""
    game = referee.opening.open_game("tug", "long", dice=V1).id
    referee.opening.take_seat(game, "blue", "ann")
    referee.computer_player.sit(game, "grey")
    return game


def blue_is_due(referee: Service, game: str) -> bool:
    return [each.seat for each in referee.queries.due(game)] == ["blue"]


def test_it_moves_when_it_has_to(referee: Service, game: str) -> None:
    for turn in range(1, 6):
        pull(referee, game, 1)
        assert within(lambda: blue_is_due(referee, game))
        assert referee.queries.due(game)[0].id == f"{turn + 1}.blue"
    given = [event for event in referee.queries.events(game).items if event.type == "command_accepted"]
    assert [event.data["seat"] for event in given] == ["blue", "grey"] * 5
    whole(referee)


def test_it_says_that_it_sits_there(referee: Service, game: str) -> None:
    seats = {each.seat: each for each in referee.queries.game(game).seats}
    assert (seats["grey"].player, seats["grey"].name) == ("house", "the computer player")
    assert not referee.computer_player.sit(game, "grey")
    assert (
        len([event for event in referee.queries.match_events(game).items if event.type == "seat_taken"]) == 2
    )


def test_it_takes_no_seat_that_is_taken_or_not_there(referee: Service, game: str) -> None:
    with pytest.raises(Refused) as refused:
        referee.computer_player.sit(game, "blue")
    assert refused.value.rule == "match/seat-taken"
    with pytest.raises(NotFound):
        referee.computer_player.sit(game, "red")
    with pytest.raises(NotFound):
        referee.computer_player.sit("nowhere", "grey")


def test_it_plays_no_ruleset_that_it_does_not_know(url: str) -> None:
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long").id
        with pytest.raises(Refused) as refused:
            referee.computer_player.sit(game, "grey")
    assert refused.value.rule == "match/house"


def test_it_begins_where_the_first_decision_is_its_own(referee: Service) -> None:
    game = referee.opening.open_game("tug", "long").id
    referee.computer_player.sit(game, "blue")
    assert within(lambda: [each.seat for each in referee.queries.due(game)] == ["grey"])


def test_it_plays_against_itself_to_the_end(referee: Service) -> None:
    game = referee.opening.open_game("tug", "short").id
    referee.computer_player.sit(game, "blue")
    referee.computer_player.sit(game, "grey")
    assert within(lambda: referee.queries.game(game).outcome is not None)
    whole(referee)


def test_it_goes_back_with_a_player_and_takes_no_draw(referee: Service, game: str) -> None:
    pull(referee, game, 1)
    assert within(lambda: blue_is_due(referee, game))
    proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(1, reason="a slip"))
    assert within(lambda: referee.queries.game(game).timeline == proposal.id)
    referee.match.request(game, "blue", match_requests.OfferDraw())
    assert within(lambda: not referee.queries.game(game).proposals)
    assert referee.queries.game(game).outcome is None
    pull(referee, game, 3)
    assert within(lambda: blue_is_due(referee, game))
    whole(referee)


def test_it_agrees_to_a_key_in_place_of_one_that_was_lost(referee: Service, game: str) -> None:
    """Nobody else could, and the game would stand still."""
    first, second = PlayerKey(bytes(32)), PlayerKey(bytes([1]) * 32)

    def signature(kind: str, key: PlayerKey) -> str:
        asked = {"type": kind, "key": key.public}
        parts = {"log": "", "game": game, "timeline": "match", "seat": "blue", "id": kind, "command": asked}
        return key.sign(message_of(parts))

    for kind, key, ask in (
        ("register_key", first, match_requests.RegisterKey),
        ("offer_key", second, match_requests.OfferKey),
    ):
        referee.match.request(game, "blue", ask(key.public), id=kind, signature=signature(kind, key))

    def in_force() -> str:
        known = referee.queries.game(game).seats[0].key
        return "" if known is None else known.key

    assert within(lambda: in_force() == second.public)


def test_it_lets_a_game_rest_that_a_player_gave_up(referee: Service, game: str) -> None:
    referee.match.request(game, "blue", match_requests.Resign())
    referee.upkeep.settle()
    assert referee.queries.game(game).outcome is not None
    assert not any(event.data.get("seat") == "grey" for event in referee.queries.events(game).items)


def test_a_process_that_died_before_it_moved_is_made_up_for(url: str) -> None:
    with at(url) as first:
        first.open_games.moved = lambda live: None  # dies before it moves
        game = first.opening.open_game("tug", "long").id
        first.opening.take_seat(game, "blue", "ann")
        first.computer_player.sit(game, "grey")
        pull(first, game, 1)
    with at(url) as second:
        assert [each.seat for each in second.queries.game(game).due] == ["grey"]
        assert within(lambda: blue_is_due(second, game))


@pytest.mark.full
def test_two_processes_that_both_move_for_it_give_one_command() -> None:
    with postgresql.schema() as url, at(url) as first, at(url) as second:
        game = first.opening.open_game("tug", "long").id
        first.opening.take_seat(game, "blue", "ann")
        first.computer_player.sit(game, "grey")
        for turn in range(1, 9):
            pull(first if turn % 2 else second, game, 1)
            first.queries.game(game), second.queries.game(game)  # both are reminded
            assert within(lambda: blue_is_due(first, game))
        given = [event for event in first.queries.events(game).items if event.type == "command_accepted"]
        ids = [event.data["id"] for event in given if event.data["seat"] == "grey"]
        assert len(ids) == len(set(ids)) == 8
        whole(first)


def test_a_slip_of_its_own_does_not_stop_the_game(url: str, caplog: pytest.LogCaptureFixture) -> None:
    slips = changed(TUG, opponent=lambda position, due, random: Pull(effort=9))
    with at(url, played=slips) as referee:
        game = referee.opening.open_game("tug", "long").id
        referee.opening.take_seat(game, "blue", "ann")
        referee.computer_player.sit(game, "grey")
        with caplog.at_level(logging.ERROR):
            pull(referee, game, 1)
            assert within(lambda: blue_is_due(referee, game))
    assert "ordered what it may not" in caplog.text


def test_it_thinks_without_the_games_lock_and_one_slow_game_holds_up_no_other(url: str) -> None:
    thinking, enough = Event(), Event()

    def slowly(position: Tug, due: Due, random: Random) -> Command:
        if not thinking.is_set():
            thinking.set()
            enough.wait(30)
        return Pull(effort=1)

    with at(url, changed(TUG, opponent=slowly)) as referee:
        slow, other = (referee.opening.open_game("tug", "long", dice=V1).id for _ in range(2))
        for game in (slow, other):
            referee.opening.take_seat(game, "blue", "ann")
            referee.computer_player.sit(game, "grey")
        pull(referee, slow, 1)
        assert thinking.wait(30)
        shout = {"id": "s", "command": {"type": "shout", "word": "ho"}}
        assert referee.commands.handle(slow, "blue", shout).version == 5
        assert referee.queries.game(slow).due[0].seat == "grey"
        pull(referee, other, 1)
        assert within(lambda: blue_is_due(referee, other))
        enough.set()
        assert within(lambda: blue_is_due(referee, slow))
        whole(referee)


def test_who_thinks_for_too_long_gives_any_legal_order(url: str) -> None:
    enough = Event()

    def forever(position: Tug, due: Due, random: Random) -> Command:
        enough.wait(30)
        return Pull(effort=1)

    with at(url, changed(TUG, opponent=forever)) as referee:
        referee.computer_player._thinking = Thinking(seconds=0.05)
        game = referee.opening.open_game("tug", "long", dice=V1).id
        referee.opening.take_seat(game, "blue", "ann")
        referee.computer_player.sit(game, "grey")
        for _ in range(6):  # more than may be left to themselves
            pull(referee, game, 1)
            assert within(lambda: blue_is_due(referee, game))
        enough.set()
        whole(referee)


def test_its_choices_are_made_from_a_seed_that_is_fixed_first_and_shown_at_the_end(url: str) -> None:
    with at(url) as referee:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        referee.opening.take_seat(game, "blue", "ann")
        referee.computer_player.sit(game, "grey")
        shown = referee.queries.game(game).opponent
        assert shown is not None
        assert (shown.timeline, shown.seed) == ("main", None)
        sat = [
            event for event in referee.queries.match_events(game).items if event.data.get("seat") == "grey"
        ]
        assert sat[0].data["id"] == f"house-{shown.commitment[:56]}"
        for _ in range(3):
            pull(referee, game, 1)
            assert within(lambda: blue_is_due(referee, game))
        referee.match.request(game, "blue", match_requests.Resign())
        opened = referee.queries.game(game).opponent
        assert opened is not None
        assert opened.seed is not None
        seed = bytes.fromhex(opened.seed)
        assert commitment(seed) == opened.commitment == shown.commitment
        given = [e for e in referee.queries.events(game).items if e.type == "command_accepted"]
        ordered = [event for event in given if event.data["seat"] == "grey"]
        assert len(ordered) == 3
        for event in ordered:
            chance = Random(choice_seed(seed, game, "main", event.version - 1))
            assert event.data["command"]["effort"] == chance.choice((1, 2))


def test_the_seed_of_another_service_is_another() -> None:
    seeds = {
        OpponentSeeds(secret).seed(game, line) for secret in (b"a", b"b") for game in "gh" for line in "mn"
    }
    assert len(seeds) == 8

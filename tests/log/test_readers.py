"""Seats, and what readers ask: pages, views, the list of games, what is kept beside the log."""

from threading import Event, Thread
from typing import Any

import msgspec
import pytest

from ironclad.domain.match.events import EVENTS
from ironclad.referee.referee import IdReused, NotFound, NotSignedIn, Referee, Refused, Unreadable
from tests.log.conftest import play_out, pull, referee_at, stored
from tests.toy import TUG
from tests.waiting import PATIENCE

PULL = {"type": "pull", "effort": 1}


def ask(**changes: Any) -> dict[str, Any]:
    return {"id": "c1", "decision": "1.blue", "expected_version": 1, "command": PULL, **changes}


# -- seats


def test_a_seat_is_taken_once_and_its_token_told_again_to_who_took_it(
    referee: Referee, game: str, url: str
) -> None:
    secret = "known to Ann alone"
    seated = referee.take_seat(game, "blue", "Ann", id=secret)
    assert referee.authenticate(seated.token).seat == "blue"
    again = referee.take_seat(game, "blue", "Ann", id=secret)
    assert (again.token, again.player, again.repeated) == (seated.token, seated.player, True)
    with pytest.raises(Refused) as taken:
        referee.take_seat(game, "blue", "Eve", id="another long secret")
    assert taken.value.rule == "match/seat-taken"
    with pytest.raises(IdReused):
        referee.take_seat(game, "blue", "Eve", id=secret)
    with referee_at(url) as restarted:
        assert restarted.take_seat(game, "blue", "Ann", id=secret).token == seated.token
        assert restarted.authenticate(seated.token).game == game


def test_a_forged_token_is_nobodys(referee: Referee, game: str) -> None:
    token = referee.take_seat(game, "blue", "Ann").token
    for forged in ("", "x", token[:-1], token + "0", token.upper(), "\ud800"):
        with pytest.raises(NotSignedIn):
            referee.authenticate(forged)


def test_a_guessable_seat_id_is_not_taken(referee: Referee, game: str) -> None:
    with pytest.raises(Unreadable):
        referee.take_seat(game, "blue", "Ann", id="1")


def test_nothing_personal_or_secret_is_in_the_log(referee: Referee, game: str) -> None:
    seated = referee.take_seat(game, "blue", "Ann Example", id="known to Ann alone")
    log = repr(stored(referee))
    for secret in ("Ann", "Example", "known to", seated.token):
        assert secret not in log
    with referee.log.database.reader() as connection:
        assert seated.token not in repr(connection.execute("SELECT * FROM access_tokens").fetchall())
    assert referee.game(game).seats[0].name == "Ann Example"
    referee.erase_player(seated.player)
    assert referee.game(game).seats[0].name is None
    assert referee.game(game).seats[0].player == seated.player
    with pytest.raises(NotSignedIn):
        referee.authenticate(seated.token)
    referee.take_seat(game, "blue", "Ann Example", id="known to Ann alone")
    with pytest.raises(NotSignedIn):
        referee.authenticate(seated.token)


# -- readers


def test_legal_commands_are_accepted(referee: Referee, game: str) -> None:
    legal = referee.legal(game, "blue", limit=2)
    assert (len(legal.commands), legal.more) == (2, True)
    assert legal.due[0].id == "1.blue"
    assert referee.legal(game, "grey").commands == ()
    assert referee.command(game, "blue", ask(command=legal.commands[0])).version == 3


def test_events_are_paged(referee: Referee, game: str) -> None:
    for _ in range(4):
        pull(referee, game)
    whole = referee.events(game).items
    assert [event.version for event in whole] == list(range(1, 12))
    first = referee.events(game, limit=4)
    assert first.next == "5"
    rest = referee.events(game, first=5)
    assert (first.items + rest.items, rest.next) == (whole, None)
    assert [e.version for e in referee.events(game, first=3, last=5).items] == [3, 4, 5]
    assert referee.events(game, first=99).items == ()
    with pytest.raises(Unreadable):
        referee.events(game, limit=0)


def test_the_chronicle_tells_the_events(referee: Referee, game: str) -> None:
    for _ in range(4):
        pull(referee, game)
    whole = referee.chronicle(game).items
    assert [entry["type"] for entry in whole] == ["rope_pulled", "rope_pulled", "turn_ended"] * 2
    part = referee.chronicle(game, limit=2)
    assert part.next is not None
    assert part.items + referee.chronicle(game, first=int(part.next)).items == whole
    assert len(referee.chronicle(game, at=4).items) == 1


def test_views_are_there_at_any_event(referee: Referee, game: str) -> None:
    for _ in range(6):
        pull(referee, game)
    for at in range(1, referee.head(game)[1] + 1):
        pulls = sum(event.type == "rope_pulled" for event in referee.events(game, last=at).items)
        assert referee.view(game, "economy", at=at)["pulls"] == pulls
    assert set(TUG.views) == {"map", "economy", "politics"}


def test_the_list_of_games_follows_the_log(referee: Referee) -> None:
    games = [referee.open_game("tug", "short", title=f"Game {n}").id for n in range(5)]
    play_out(referee, games[2])
    pull(referee, games[4])
    page = referee.games(limit=2)
    assert [game.id for game in page.items] == [games[4], games[3]]
    assert page.items[0].due[0].id == "1.grey"
    rest = referee.games(page.next, limit=10)
    assert [game.id for game in rest.items] == [games[2], games[1], games[0]]
    assert rest.items[0].outcome == referee.game(games[2]).outcome
    assert rest.next is None
    for bad in ("x", "-1", "1" * 40, "²"):
        with pytest.raises(Unreadable):
            referee.games(bad)


def test_what_is_kept_beside_the_log_can_be_dropped(url: str) -> None:
    with referee_at(url, snapshot_every=10) as referee:
        game = referee.open_game("tug", "long").id
        for _ in range(40):
            pull(referee, game)
        referee.settle()
        versions = range(1, referee.head(game)[1] + 1)
        listed, documents = referee.games(), [referee.position(game, at=at).position for at in versions]
        referee.rebuild_views()
        assert referee.games() == listed
        assert [referee.position(game, at=at).position for at in versions] == documents
        referee.settle()
        referee.forget_cached()
        assert [referee.position(game, at=at).position for at in versions] == documents
        with referee.log.database.reader() as connection:
            kept = connection.execute("SELECT count(*) FROM stored_positions").fetchone()[0]
        assert kept >= len(versions) // 10


def test_a_kept_position_that_cannot_be_read_is_made_again(url: str) -> None:
    with referee_at(url, snapshot_every=5) as referee:
        game = referee.open_game("tug", "long").id
        for _ in range(10):
            pull(referee, game)
        document = referee.position(game).position
        referee.settle()
        spoil = "UPDATE stored_positions SET body = ?"
        assert referee.log.database.write(lambda c: c.execute(spoil, (bytes(1),)).rowcount) > 0
        referee.forget_cached()
        assert referee.position(game).position == document


def test_replay_equals_play(referee: Referee, game: str, url: str) -> None:
    for number in range(60):
        pull(referee, game, 1 + number % 3)
    played = referee.position(game)
    with referee_at(url) as restarted:
        restarted.rebuild_views()
        assert restarted.position(game) == played
        assert restarted.due(game) == referee.due(game)


def test_the_same_requests_give_the_same_log() -> None:
    logs = []
    for _ in range(2):
        with referee_at("sqlite://") as referee:
            game = referee.open_game("tug", "long", by="ann").id
            referee.take_seat(game, "blue", "Ann")
            for number in range(9):
                pull(referee, game, 1 + number % 3)
            proposal = referee.propose_rewind(game, "blue", 3, reason="again")
            referee.accept_rewind(game, "grey", proposal.id)
            pull(referee, game)
            logs.append(stored(referee))
    assert logs[0] == logs[1]
    assert len(logs[0]) > 30


def test_every_stored_event_of_a_match_is_readable(referee: Referee, game: str) -> None:
    pull(referee, game)
    referee.offer_draw(game, "blue")
    for event in referee.match_events(game).items:
        EVENTS.decode(event.name, msgspec.json.encode(event.data))


def test_waiting_ends_when_the_game_goes_on(referee: Referee, game: str) -> None:
    assert not referee.wait(game, 1, timeout=0.01)
    pull(referee, game)
    assert referee.wait(game, 1, timeout=0.01)
    size = referee.log_size()
    assert referee.wait_log(size, timeout=0.01) == size
    assert referee.wait_log(size - 1, timeout=PATIENCE) == size
    with pytest.raises(NotFound):
        referee.wait(game, 1, "nowhere", timeout=0.01)


def test_who_waits_for_the_log_keeps_no_commit_waiting(
    referee: Referee, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look at the log may wait for a connection, and commits are what frees them."""
    size, looks, look = referee.log_size(), Event(), Event()
    sizes = referee.log_size

    def slow() -> int:
        looks.set()
        assert look.wait(PATIENCE)
        return sizes()

    found: list[int] = []
    with monkeypatch.context() as patched:
        patched.setattr(referee, "log_size", slow)
        waiter = Thread(target=lambda: found.append(referee.wait_log(size, PATIENCE)), daemon=True)
        waiter.start()
        assert looks.wait(PATIENCE)
        giver = Thread(target=lambda: pull(referee, game), daemon=True)
        giver.start()
        giver.join(PATIENCE)
        assert not giver.is_alive()
        look.set()
        waiter.join(PATIENCE)
    assert found == [sizes()]
    assert found[0] > size
